"""Write the tables of keys in docs/keys.md, from the bindings that `companion keys` lists.

python -m tests.tools.keys
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby

from companion.ui.key_names import written
from companion.ui.keymap import EVERYWHERE, Bound, all_bound, bound
from tests.conftest import ROOT

PAGE = ROOT / "docs" / "keys.md"
_FUNCTION = re.compile(r"f\d+")


def function_keys() -> dict[str, set[str]]:
    """Return the functions of each function key: the last part of the ids of its commands."""
    found: dict[str, set[str]] = {}
    for command in all_bound():
        for key in command.keys:
            if _FUNCTION.fullmatch(key):
                found.setdefault(key, set()).add(command.id.rpartition(".")[2])
    return dict(sorted(found.items(), key=lambda item: int(item[0][1:])))


def page(text: str) -> str:
    """Return the page with updated tables."""
    text = re.sub(r"(?s)(<!-- function keys -->\n).*?(?=\n## |\Z)", rf"\1\n{_function_table()}", text)
    return re.sub(r"(?s)(<!-- all keys -->\n).*\Z", rf"\1\n{_all_tables()}", text)


def _function_table() -> str:
    says = {command.id.rpartition(".")[2]: _title(command) for command in reversed(bound())}
    lines = [
        f"| {key.upper()} | {' / '.join(says[name] for name in sorted(names))} |"
        for key, names in function_keys().items()
    ]
    return "\n".join(["| key | function |", "|---|---|", *lines, ""])


def _all_tables() -> str:
    return "\n".join(
        line
        for screen, commands in groupby(bound(), lambda each: each.screen)
        for line in _table(screen, list(commands))
    )


def _table(screen: str, commands: list[Bound]) -> Iterator[str]:
    words = re.sub(r"(?<!^)(?=[A-Z])", " ", screen.removesuffix("Screen")).capitalize()
    yield from (
        f"### {'Everywhere' if screen == EVERYWHERE else words}",
        "",
        "| key | name | function |",
        "|---|---|---|",
    )
    for command in commands:
        keys = ", ".join(f"`{written(key)}`" if key != "grave_accent" else "`` ` ``" for key in command.keys)
        yield f"| {keys} | `{command.id}` | {_title(command)} |"
    yield ""


def _title(command: Bound) -> str:
    return command.says.replace("|", "\\|")


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text()))
