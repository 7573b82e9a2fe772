"""The chart that `new-chart` makes again from a corrected spreadsheet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.cli.authoring.additions import Additions
from companion.cli.authoring.interview import Interview, Question
from companion.errors import Refused
from companion.load.files import shown_path
from companion.load.text_yaml import read_yaml
from companion.model import Chart

_MADE = frozenset({"id", "title", "cite", "page", "columns_title", "grid"})
"""Keys that the command rewrites; it also writes parts and footnotes if the spreadsheet has any."""


def titled(title: str, additions: Additions) -> Chart | None:
    """Return the chart of the game with a title, in capitals or not; None without one."""
    wanted = " ".join(title.split()).casefold()
    return next(
        (chart for chart in reversed(additions.module.charts) if chart.title.casefold() == wanted), None
    )


def ask_replaced(title: str, additions: Additions, interview: Interview) -> Chart | None:
    """Return the chart of this title if it is to be replaced, or if nobody answers; None if another one is wanted."""
    chart = titled(title, additions)
    if chart is None:
        return None
    path = additions.folder / file_of(chart)
    if not path.is_file():
        interview.say(f"{chart.id} has the title {chart.title}, too. It stays as it is.")
        return None
    question = Question(
        "replace",
        f"{chart.title} exists already ({chart.id}, in {shown_path(path)}). Replace it (yes), or write another chart "
        "(no)?",
        "yes",
        explains="Yes keeps its id, so that calculators read the new cells. Comments in the file are lost.",
    )
    replaces = interview.ask_yes(question) or any(each.name == question.name for each in interview.missing)
    return chart if replaces else None


def file_of(chart: Chart) -> str:
    """Return the name of a chart's file within the folder."""
    game, _, name = chart.id.partition(":")
    return f"tables/{game}/charts/{name}.yaml"


def ask_same_id(chart: Chart, interview: Interview) -> str:
    """Return the id of the chart that is replaced. Raises Refused if `--answer` gives another."""
    name = chart.id.partition(":")[2]

    def same(text: str) -> str:
        if text != name and not interview.missing:
            raise Refused(f"{chart.title} keeps its id {name}; to choose another id, answer replace with no")
        return text

    return interview.ask(Question("id", "Its id", name, name, check=same, is_asked=False))


def kept_keys(chart: Chart, additions: Additions, made: Mapping[str, Any]) -> dict[str, Any]:
    """Return the keys of the old file that the new one does not have, such as `ends`.

    The words of both files are taken together.
    """
    tree = read_yaml((additions.folder / file_of(chart)).read_text(encoding="utf-8"))
    kept = {key: value for key, value in tree.value.items() if key not in _MADE and not made.get(key)}
    if made.get("words"):
        kept["words"] = {**tree.value.get("words", {}), **made["words"]}
    return kept
