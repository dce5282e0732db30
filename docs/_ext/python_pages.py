"""Writes the Python reference from the package: a page for each public module, made from docstrings.

`docs/reference/python/` gets the pages, and `docs/reference/_generated/python.md` the table that lists them;
both are git-ignored. A name that can be imported from several modules has its entry on one page, its home,
and an alias on the others. The build warns of a public name without an entry.
"""

from __future__ import annotations

import builtins
import inspect
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

from docutils import nodes
from public_names import PACKAGE, ROOT, Name, home_of, public_modules, public_names
from sphinx import addnodes
from sphinx.util import logging
from sphinx.util.inspect import TypeAliasForwardRef
from sphinx.util.nodes import make_refnode
from sphinx.util.typing import stringify_annotation

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

#: Bases whose members need no entry.
COMMON_BASES = ("object", "BaseException", "tuple", "int", "str", "Enum", "Protocol", "Generic", "ABC")


# The pages


def python_pages() -> dict[str, str]:
    """The text of each page, in reStructuredText, by its module."""
    return {module: "\n".join(_page(module)) for module in public_modules()}


def modules_table() -> str:
    """A row for each public module: its page and the first line of its docstring."""
    rows = ["| module | what it is |", "|---|---|"]
    for module in public_modules():
        summary = _first_line(module, "").replace("``", "`")
        rows.append(f"| {{py:mod}}`{module}` | {summary} |")
    return "\n".join([*rows, ""])


def _page(module: str) -> Iterator[str]:
    title = f"``{module}``"
    yield from (title, "=" * len(title), "", f".. automodule:: {module}", "   :no-members:", "")
    names = public_names(module)
    yield from (".. list-table::", "   :widths: auto", "")
    for name in names:
        yield f"   * - :py:obj:`{name.name} <{name.full}>`"
        yield f"     - {name.summary}"
    yield ""
    for name in names:
        if home_of(name) == name:
            yield from (*_entry(name), "")


def _first_line(module: str, otherwise: str) -> str:
    return (inspect.getdoc(__import__(module, fromlist=["x"])) or otherwise).partition("\n")[0]


def _entry(name: Name) -> Iterator[str]:
    if name.is_constant:
        yield from _constant(name)
    elif inspect.isclass(name.value):
        directive = "autoexception" if issubclass(name.value, BaseException) else "autoclass"
        public = {id(other.value) for module in public_modules() for other in public_names(module)}
        described = [base for base in name.value.__mro__[1:] if id(base) in public]
        yield from (f".. {directive}:: {name.full}", "   :members:", "   :undoc-members:")
        yield f"   :inherited-members: {', '.join([*(base.__name__ for base in described), *COMMON_BASES])}"
        if described:
            yield "   :show-inheritance:"
    else:
        yield f".. autofunction:: {name.full}"


def _constant(name: Name) -> Iterator[str]:
    """A constant or a type alias, with the comment beside it in the module that defines it."""
    yield from (f".. py:data:: {name.name}", f"   :module: {name.module}")
    if name.is_alias:
        yield from ("   :type: TypeAlias", f"   :value: {_shown(name.value)}")
    elif isinstance(name.value, int | str | bytes):
        yield f"   :value: {name.value!r}"
    yield from ("", *(f"   {line}" for line in name.comment))


def _shown(alias: Any) -> str:
    text = alias.__name__ if inspect.isclass(alias) else str(alias)
    return re.sub(r"\b(?:\w+\.)+(?=\w)", "", text).replace("NoneType", "None")


# Sphinx


def setup(app: Sphinx) -> dict[str, bool]:
    """Sphinx's entry point."""
    TypeAliasForwardRef.__repr__ = lambda alias: alias.name  # which Sphinx shows within other types
    app.connect("builder-inited", _write_pages)
    app.connect("autodoc-process-docstring", _drop_generated)
    app.connect("autodoc-process-signature", _name_aliases)
    app.connect("doctree-read", _drop_final)
    app.connect("doctree-read", _leave_builtins)
    app.connect("env-updated", _note_aliases)
    app.connect("missing-reference", _resolve)
    app.connect("env-check-consistency", _check_entries)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def type_aliases() -> tuple[str, ...]:
    """The names of all type aliases of the package, which signatures show as they are written."""
    source = "".join(path.read_text("utf-8") for path in ROOT.rglob("*.py"))
    return tuple(sorted(set(re.findall(r"^(\w+): TypeAlias =", source, re.M))))


def _write_pages(app: Sphinx) -> None:
    folder = Path(app.srcdir) / "reference" / "python"
    pages = {folder / f"{module}.rst": text for module, text in python_pages().items()}
    for stale in set(folder.glob("*.rst")) - set(pages):
        stale.unlink()
    pages[folder.with_name("_generated") / "python.md"] = modules_table()
    for path, text in pages.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.is_file() or path.read_text("utf-8") != text:
            path.write_text(text, "utf-8")


def _drop_generated(_: Sphinx, _what: str, _name: str, _value: Any, _options: Any, lines: list[str]) -> None:
    """A named tuple's field without a comment has a docstring that says nothing."""
    if lines and lines[0].startswith("Alias for field number"):
        lines.clear()


def _name_aliases(
    _: Sphinx, _what: str, _name: str, _value: Any, _options: Any, arguments: str | None, returned: str | None
) -> tuple[str | None, str | None]:
    """Call a union by its alias: Sphinx writes out what is annotated as `events.Event`."""
    return _renamed(arguments), _renamed(returned)


def _renamed(signature: str | None) -> str | None:
    for written, alias in _unions().items():
        signature = signature and signature.replace(written, alias)
    return signature and re.sub(r"\be\.(?=[A-Z])", "", signature)


@cache
def _unions() -> dict[str, str]:
    aliases = [name for module in public_modules() for name in public_names(module) if name.is_alias]
    return {
        stringify_annotation(name.value, "smart"): f"~{name.full}"
        for name in aliases
        if len(get_args(name.value)) > 3 and not isinstance(get_args(name.value)[0], str)
    }


def _leave_builtins(_: Sphinx, doctree: nodes.document) -> None:
    """Sphinx would link `bytes` in a signature to `Seed.bytes`."""
    for signature in doctree.findall(addnodes.desc_signature):
        for reference in list(signature.findall(addnodes.pending_xref)):
            if hasattr(builtins, reference["reftarget"]):
                reference.parent.replace(reference, nodes.Text(reference["reftarget"]))


def _drop_final(_: Sphinx, doctree: nodes.document) -> None:
    """Show the type within `Final`; where there is none, the signature of the class has it."""
    for annotation in list(doctree.findall(addnodes.desc_annotation)):
        final = [
            child
            for child in annotation.findall(addnodes.pending_xref)
            if child["reftarget"] in {"Final", "typing.Final"}
        ]
        for child in final:
            if annotation.children[-1] is child:
                annotation.parent.remove(annotation)
            else:
                for part in (child, annotation[annotation.index(child) + 1], annotation.children[-1]):
                    annotation.remove(part)


def _note_aliases(_: Sphinx, env: BuildEnvironment) -> None:
    """Give every other place of a name, and of its members, the anchor of its home."""
    objects = env.domains.python_domain.objects
    for module in public_modules():
        for name in public_names(module):
            home = home_of(name).full
            for full, entry in list(objects.items()):
                if home != name.full and (full == home or full.startswith(f"{home}.")):
                    objects.setdefault(name.full + full.removeprefix(home), entry._replace(aliased=True))


def _check_entries(_: Sphinx, env: BuildEnvironment) -> None:
    objects = env.domains.python_domain.objects
    for module in public_modules():
        for name in public_names(module):
            if name.full not in objects:
                logging.getLogger(__name__).warning("no entry in the reference: %s", name.full)


def _resolve(
    app: Sphinx, env: BuildEnvironment, node: addnodes.pending_xref, text: nodes.TextElement
) -> nodes.reference | None:
    """The entry that a docstring or a signature means: `Hand`, `ranking.low_rank`, `hand.play(event)`."""
    if node.get("refdomain") != "py":
        return None
    objects = env.domains.python_domain.objects
    target = re.sub(r"\(.*", "", node["reftarget"])
    for name in (target, target[:1].upper() + target[1:] if "." in target else target):
        found = [full for full in objects if full.endswith(f".{name}")]
        if "." not in name:  # a single word means no module, and no member of a class
            found = [full for full in found if full.rpartition(".")[0] in public_modules()]
            found = [full for full in found if objects[full].objtype != "module"]
        found = [full for full in found if full == f"{PACKAGE}.{name}"] or found
        entries = {(objects[full].docname, objects[full].node_id): full for full in found}
        if len(entries) == 1:
            (((page, anchor), full),) = entries.items()
            return make_refnode(app.builder, node["refdoc"], page, anchor, text, full)
    return None
