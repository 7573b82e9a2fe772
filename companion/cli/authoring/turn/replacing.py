"""The turn that `new-turn` replaces: whether to replace it, and which parts of its file stay."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from companion.cli.authoring.additions import Additions
from companion.cli.authoring.interview import Interview, Question
from companion.cli.new_game import example_turn
from companion.errors import Refused
from companion.load.files import shown_path
from companion.load.text_yaml import YamlFault, read_yaml

_MADE = frozenset({"cite", "sides", "phases"})
"""Keys that the command writes."""
_MOST_NAMED = 4
_INSTEAD = "yes writes a turn into your own folder, and the game uses only this one. no changes nothing."


class FormerTurn(NamedTuple):
    """A turn that is replaced."""

    other: Mapping[str, Any]
    """Keys of its file that stay, such as `clock` and `cup`."""


def file_of(additions: Additions) -> str:
    """Return the name of the file with the turn within the folder."""
    return f"tables/{additions.slug}/sequence.yaml"


def ask_replaced(interview: Interview, additions: Additions) -> FormerTurn | None:
    """Return the turn that is replaced; None if the folder has none. Raises Refused if it is not to be replaced."""
    path = additions.folder / file_of(additions)
    turn = additions.module.sequence
    if not path.is_file():
        if turn is not None:
            _ask(
                interview,
                f"{additions.slug} has a turn already. Write your own in its place?",
                None,
                _INSTEAD,
            )
        return None
    text = path.read_text(encoding="utf-8", errors="replace")
    is_example = text == example_turn(additions.slug)
    other = {} if is_example else _other(text)
    phases = [phase.title for phase in turn.phases] if turn is not None else []
    named = (
        f" with {', '.join(phases[:_MOST_NAMED])}{' ...' if len(phases) > _MOST_NAMED else ''}"
        if phases
        else ""
    )
    what = "It is the example that new-game wrote. " if is_example else ""
    stays = (
        f" Its {', '.join(other)} stay if they still fit; its phases, steps and comments are lost."
        if other
        else ""
    )
    says = f"{shown_path(path)} exists already{named}. {what}Replace it?"
    explains = f"yes replaces the file after the last question.{stays} no stops, and changes nothing."
    _ask(interview, says, "yes" if is_example else None, explains)
    return FormerTurn(other)


def _ask(interview: Interview, says: str, default: str | None, explains: str) -> None:
    """Ask whether to replace the turn. Raises Refused if not."""
    question = Question("replace", says, "yes", default, explains=explains)
    if not interview.ask_yes(question) and not any(each.name == question.name for each in interview.missing):
        raise Refused("the turn stays as it is; nothing was written")


def _other(text: str) -> Mapping[str, Any]:
    """Return the keys of a file that the command does not write; none if the file cannot be read."""
    try:
        tree = read_yaml(text).value
    except YamlFault:
        return {}
    return {key: value for key, value in tree.items() if key not in _MADE} if isinstance(tree, dict) else {}
