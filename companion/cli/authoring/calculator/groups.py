"""Asks which rows of a table of modifiers exclude each other, and makes them the answers to one question."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from textwrap import shorten
from typing import NamedTuple

from companion.cli.authoring.calculator.draft import Draft
from companion.cli.authoring.calculator.other_side import BOTH, mirrored, sides_in, with_side
from companion.cli.authoring.calculator.rows import RowList
from companion.cli.authoring.labels import subject_words
from companion.cli.authoring.printed.lists import PrintedList, printed_lists
from companion.errors import Refused

_EXCLUSIVE = (
    "These rows become the answers to one question, so that the player can choose only one of them: Guard, Veteran and "
    "Raw the answers to Class. Otherwise the player ticks each row. You can name several groups, one after the other."
)
_CALLED = "A few words, shown to the player before the answers. With two sides, it is asked for each side."
_NONE_OF_THEM = "The answer that Enter takes for the player. It adds nothing."
_MOST_GROUPS = 9
_LONGEST_NAME = 48


class Group(NamedTuple):
    """Rows that exclude each other, and the question whose answers they are."""

    labels: tuple[str, ...]
    question: str
    none: str
    """The answer if no row is true; empty if one always is."""


def ask_groups(rows: RowList, whose: Mapping[str, str], ticked: Sequence[str]) -> list[Group]:
    """Ask which of the `ticked` rows exclude each other, and for the question of each group; no group for none.

    `whose` are the sides of the rows, by label. The answers to questions that the table needs are groups anyway.
    """
    groups = [Group(labels, _unused(rows.draft, asked), "") for asked, labels in rows.table.values]
    first = len(groups)
    lists = printed_lists(rows.draft.module, rows.table.cites)
    for number in range(1, _MOST_GROUPS + 1):
        free = [label for label in ticked if not any(label in group.labels for group in groups)]
        if len({whose[label] for label in free}) == len(free):  # no two of the same sides
            break
        name = f"exclusive-{number}"
        says = "Which rows exclude each other, so that only one of them is ever true"
        says = says if len(groups) == first else "Which other rows exclude each other"
        usual = _usual_group(rows, lists, free, whose) if rows.draft.interview.asks else ()
        labels = rows.ask(name, f"{says} (as in 1 2 3)", usual, _EXCLUSIVE, _exclusive(free, whose))
        if not labels:
            break
        groups.append(_ask_group(rows.draft, name, labels, groups, lists))
    return groups


def _unused(draft: Draft, asked: str) -> str:
    """Return the name of a question, with a number if there is one of that name."""
    known = {given["label"].casefold() for given in draft.inputs}
    names = (asked, *(f"{asked} {number}" for number in range(2, len(known) + 3)))
    return next(name for name in names if name.casefold() not in known)


def _usual_group(
    rows: RowList, lists: Sequence[PrintedList], free: Sequence[str], whose: Mapping[str, str]
) -> Sequence[str]:
    """Return the rows that Enter takes as a group: as their rule says, or as the longest list in other rules."""
    stated = [group for group in rows.table.exclusive if set(group) <= set(free)]
    listed = sorted((each.among(free) for each in lists), key=len, reverse=True)
    found = [group for group in (*stated, *listed) if len(group) > 1]
    return next((group for group in found if len({whose[each] for each in group}) == 1), ())


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


def _ask_group(
    draft: Draft, name: str, labels: list[str], groups: Sequence[Group], lists: Sequence[PrintedList]
) -> Group:
    """Ask for the question whose answers the rows are, and for its answer if none of them is true.

    Enter takes a word that all rows have, or what one of the printed `lists` with these rows is called.
    """
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
    same = [each for each in lists if len(each.among(labels)) == len(labels)]
    usual = (_common_word(labels), *(each.title for each in same), _joined(labels))
    taken = {each.casefold() for each in (*known, *labels)}
    default = next((each for each in usual if each and each.casefold() not in taken), None)
    question = draft.need(f"{name}-question", says, "Class", default=default, check=unused, explains=_CALLED)
    says, none = "What is the answer if none of them is true", "none of these"
    none = next(filter(None, (each.middle(labels) for each in same)), none)
    none = draft.need(f"{name}-none", says, default=none, check=different, explains=_NONE_OF_THEM)
    return Group(tuple(labels), question, none)


def _joined(labels: Sequence[str]) -> str:
    """Return the labels as one question, `Struck in the flank or in the rear`.

    If that is long, only its beginning.
    """
    first, *others, last = labels
    text = ", ".join([first, *map(_uncapitalized, others)]) + f" or {_uncapitalized(last)}"
    return text if len(text) <= _LONGEST_NAME else shorten(text, _LONGEST_NAME, placeholder=" ...")


def _uncapitalized(label: str) -> str:
    """Return a label as it stands within a sentence; names of several capitals stay."""
    return label if label[1:2].isupper() else label[:1].lower() + label[1:]


_COMPARING = frozenset({"more", "less", "most", "least", "fewer", "half", "twice", "than"})


def _common_word(labels: Sequence[str]) -> str:
    """Return the longest word of four letters or more that all labels have, capitalized; empty if there is none.

    Words such as *over* do not say what a label is about.
    """
    words = [
        {
            word
            for word in re.findall(r"[^\W\d_]{4,}", label.lower())
            if subject_words(word) & subject_words(label)
        }
        - _COMPARING
        for label in labels
    ]
    return max(sorted(set.intersection(*words)), key=len, default="").capitalize()


def add_question(
    draft: Draft, group: Group, whose: Mapping[str, str], sides: tuple[str, ...]
) -> dict[str, str]:
    """Add the question of a group, for each of its sides; return the labels of the questions by side.

    Without sides, the only one has no side. `whose` are the sides of the rows, or BOTH; a side is offered its own rows.
    """
    keys: list[str] = []
    answers = (*group.labels, group.none) if group.none else group.labels
    for label in answers:
        key = "_".join(re.findall(r"[^\W_]+", label.lower())) or "answer"
        keys.append(next(each for each in (key, *(f"{key}_{n}" for n in range(2, 99))) if each not in keys))
    texts = list(zip(keys, answers, strict=True))

    def add(question: str, side: str) -> None:
        own = [(key, text) for key, text in texts if whose.get(text, BOTH) in (BOTH, side)]
        choices = [{"key": key, "label": text} for key, text in own]
        draft.add_input(question, "choice", choices=choices, **({"rule": keys[-1]} if group.none else {}))

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
