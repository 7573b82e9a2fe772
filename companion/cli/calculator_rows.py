"""Asks about several rows of a table of modifiers at once, by their numbers in the table."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from companion.cli.calculator_conditions import read_terms
from companion.cli.calculator_draft import Draft
from companion.cli.calculator_other_side import BOTH, mirrored, sides_in, with_side
from companion.cli.calculator_tables import ModifierTable
from companion.errors import Refused

_NONE = "none"
_ONLY = "Rows that are in neither list count for both sides, each by its own answers."
_EXCLUSIVE = (
    "These rows become the answers to one question, so that the player can choose only one of them: Guard, Veteran and "
    "Raw the answers to Class. Otherwise the player ticks each row. You can name several groups, one after the other."
)
_CALLED = "A few words, shown to the player before the answers. With two sides, it is asked for each side."
_NONE_OF_THEM = "The answer that Enter takes for the player. It adds nothing."
_MOST_GROUPS = 9


@dataclass
class RowList:
    """The rows of a table. The terminal lists them once; all questions use the same numbers."""

    draft: Draft
    table: ModifierTable
    is_listed: bool = False
    """Whether the terminal has shown the list."""

    def ask(
        self,
        name: str,
        says: str,
        default: Sequence[str] = (),
        explains: str = "",
        check: Callable[[list[str]], None] = lambda _: None,
        has_list: bool = True,
    ) -> list[str]:
        """Ask for rows, by number or label, and return their labels; none if the answer is none.

        `check` raises Refused for rows that cannot be chosen. Without `has_list`, the text lists what is needed.
        """
        every = "; ".join(f"{number} {row}" for number, row in enumerate(self.table.rows, 1))
        shown = "" if self.is_listed or not has_list else f": {every}"
        self.is_listed = self.is_listed or (has_list and self.draft.interview.asks_now)

        def checked(text: str) -> str:
            labels = self._read(text)
            check(labels)
            return " or ".join(labels) or _NONE

        typed = self.draft.need(
            name,
            f"{says}{shown}",
            default=" or ".join(default) or _NONE,
            check=checked,
            lists=True,
            explains=f"{explains} Type the numbers of the rows: {every}.",
        )
        return self._read(typed)

    def _read(self, text: str) -> list[str]:
        """Return the labels of typed rows. Raises Refused."""
        if text.strip().casefold() in ("0", _NONE):
            return []
        several = ", ".join(text.split()) if re.fullmatch(r"\d+(\s+\d+)+", text.strip()) else text
        terms = [term for terms in read_terms(several, self.table.labels) for term in terms]
        if any(term.is_not for term in terms):
            raise Refused("name the rows that it concerns, as in 2 3")
        return list(dict.fromkeys(term.label for term in terms))


class Group(NamedTuple):
    """Rows that exclude each other, and the question whose answers they are."""

    labels: tuple[str, ...]
    question: str
    none: str
    """The answer if no row is true."""


def ask_row_sides(rows: RowList, sides: tuple[str, ...]) -> list[str]:
    """Ask which rows count for one side only, and return the side of each row, or BOTH."""
    labels = rows.table.labels
    found = dict.fromkeys(labels, BOTH)

    def is_free(typed: list[str]) -> None:
        for label in typed:
            if found[label] != BOTH:
                raise Refused(f"{label} already counts for {found[label]} only; < goes back to that question")

    for side in sides:
        hinted = [label for label in labels if found[label] == BOTH and sides_in(label, sides) == [side]]
        name, says = f"rows-of-{sides.index(side) + 1}", f"Which rows count for {side} only (as in 2 3)"
        found |= dict.fromkeys(rows.ask(name, says, hinted, _ONLY, is_free), side)
    return [found[label] for label in labels]


def ask_groups(rows: RowList, whose: Mapping[str, str], ticked: Sequence[str]) -> list[Group]:
    """Ask which of the `ticked` rows exclude each other, and for the question of each group; no group for none.

    `whose` are the sides of the rows, by label.
    """
    groups: list[Group] = []
    for number in range(1, _MOST_GROUPS + 1):
        free = [label for label in ticked if not any(label in group.labels for group in groups)]
        if len({whose[label] for label in free}) == len(free):  # no two of the same sides
            break
        name = f"exclusive-{number}"
        says = "Which other rows exclude each other" if groups else "Which rows exclude each other"
        says += "" if groups else ", so that only one of them is ever true"
        stated = rows.table.exclusive if rows.draft.interview.asks else ()
        usual = next(
            (
                group
                for group in stated
                if set(group) <= set(free) and len({whose[each] for each in group}) == 1
            ),
            (),
        )
        labels = rows.ask(name, f"{says} (as in 1 2 3)", usual, _EXCLUSIVE, _exclusive(free, whose))
        if not labels:
            break
        groups.append(_ask_group(rows.draft, name, labels, groups))
    return groups


def _exclusive(free: Sequence[str], whose: Mapping[str, str]) -> Callable[[list[str]], None]:
    """Return a check that refuses a single row, rows that are answers already, and rows of opposite sides."""

    def check(labels: list[str]) -> None:
        taken = [label for label in labels if label not in free]
        if taken:
            raise Refused(f"{taken[0]} is not ticked: an answer or a number already decides it")
        if len(labels) == 1:
            raise Refused("at least two rows are needed, as in 1 2; Enter for none")
        first: dict[str, str] = {}
        for label in labels:
            if whose[label] != BOTH:
                first.setdefault(whose[label], label)
        if len(first) > 1:
            only = " and ".join(f"{label} counts only for {side}" for side, label in first.items())
            raise Refused(
                f"{only}, so both may be true. Leave one of them out, or go back with < to change for whom it counts"
            )

    return check


def _ask_group(draft: Draft, name: str, labels: list[str], groups: Sequence[Group]) -> Group:
    """Ask for the question whose answers the rows are, and for its answer if none of them is true."""
    known = [*(given["label"] for given in draft.inputs), *(group.question for group in groups)]

    def unused(text: str) -> str:
        if any(text.casefold() == each.casefold() for each in known):
            raise Refused(f"there is a question {text} already; choose another name")
        return text

    def different(text: str) -> str:
        if any(text.casefold() == label.casefold() for label in labels):
            raise Refused(f"{text} is one of the rows; choose another name")
        return text

    says = f"What is the question called whose answers are {', '.join(labels)}"
    usual = _common_word(labels)
    is_free = all(usual.casefold() != each.casefold() for each in known)
    default = usual if usual and is_free else None
    question = draft.need(f"{name}-question", says, "Class", default=default, check=unused, explains=_CALLED)
    says, usual = "What is the answer if none of them is true", "none of these"
    none = draft.need(f"{name}-none", says, default=usual, check=different, explains=_NONE_OF_THEM)
    return Group(tuple(labels), question, none)


def _common_word(labels: Sequence[str]) -> str:
    """Return the longest word of four letters or more that all labels have, capitalized; empty if there is none."""
    words = [set(re.findall(r"[^\W\d_]{4,}", label.lower())) for label in labels]
    return max(sorted(set.intersection(*words)), key=len, default="").capitalize()


def add_question(
    draft: Draft, group: Group, whose: Mapping[str, str], sides: tuple[str, ...]
) -> dict[str, str]:
    """Add the question of a group, for each of its sides; return the labels of the questions by side.

    Without sides, the only one has no side. `whose` are the sides of the rows, or BOTH; a side is offered its own rows.
    """
    keys: list[str] = []
    for label in (*group.labels, group.none):
        key = "_".join(re.findall(r"[^\W_]+", label.lower())) or "answer"
        keys.append(next(each for each in (key, *(f"{key}_{n}" for n in range(2, 99))) if each not in keys))
    texts = list(zip(keys, (*group.labels, group.none), strict=True))

    def add(question: str, side: str) -> None:
        own = [(key, text) for key, text in texts if whose.get(text, BOTH) in (BOTH, side)]
        choices = [{"key": key, "label": text} for key, text in own]
        draft.add_input(question, "choice", choices=choices, rule=keys[-1])

    if not sides:
        add(group.question, "")
        return {"": group.question}
    of_rows = {whose[label] for label in group.labels}
    first = next((side for side in of_rows if side != BOTH), "") if BOTH not in of_rows else ""
    side = first or (sides_in(group.question, sides) or sides)[0]
    label = with_side(group.question, side, sides)
    other = next(name for name in sides if name != side)
    found = {side: label} | ({} if first else {other: mirrored(label, side, other)})
    for asked, text in found.items():
        add(text, asked)
    return found
