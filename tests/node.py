"""Running JavaScript under Node, with what it is given and what it gives as JSON."""

from __future__ import annotations

import json
import shutil
import subprocess
from typing import Any, Final

NODE: Final = shutil.which("node")
MISSING: Final = "Node (node) is not installed"


def run_script(script: str, given: object) -> Any:
    """What a script, which finds `given` and calls `give`, gives."""
    give = "const give = (value) => console.log(JSON.stringify(value));"
    text = f"const given = {json.dumps(given)};\n{give}\n{script}"
    done = run_node("--input-type=module", "-", stdin=text)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def run_node(*args: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    """Node with these arguments; its exit status is for the caller to look at."""
    assert NODE is not None
    command = [NODE, "--stack-size=900", *args]
    return subprocess.run(
        command, input=stdin, capture_output=True, text=True, check=False, timeout=300, encoding="utf-8"
    )
