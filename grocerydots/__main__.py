"""``python -m grocerydots``: the command line."""

from grocerydots.cli import main

if __name__ == "__main__":
    main()
