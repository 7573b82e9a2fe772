"""Offers a modifier for the other side too, with copies of the questions that name the side."""

from __future__ import annotations

import re
from typing import Any

from companion.cli.answer_checks import yes_or_no
from companion.cli.calculator_draft import Draft

NAME = re.compile(r"(?<!\w)(?!(?:min|max)\()[a-z_]\w*")
"""The name of a question in a formula."""
_WORD = re.compile(rf"'[^']*'|{NAME.pattern}")
"""A text in a formula, or the name of a question."""


def ask_other_side(
    draft: Draft, name: str, modifier: dict[str, Any], sides: tuple[str, ...], before: int
) -> None:
    """Ask whether the other side has the same modifier; if so, add it with copies of the questions from `before` on.

    Nothing is asked unless the modifier, or a question that it depends on, names a side, or it adds a question.
    Questions that name no side are shared if they were asked before, such as the weather; the label of a new one then
    says whose answer it is.
    """
    side = modifier["side"]
    other = next(name for name in sides if name != side)
    label = _mirrored(modifier["label"], side, other)
    used = names_in(f"{modifier['add']} {modifier.get('when', '')}")
    depends = [given for given in draft.inputs[:before] if given["name"] in used]
    sided = [given for given in depends if _mirrored(given["label"], side, other) != given["label"]]
    added = draft.inputs[before:]
    if label == modifier["label"] and not sided and not added:
        return
    asks = f"Does {label} work the same way{'' if label != modifier['label'] else f' for {other}'}?"
    explains = f"yes adds it for {other}, with its question, so that you need not type it again."
    copies = draft.need(f"{name}-other", asks, default="no", check=yes_or_no, explains=explains) == "yes"
    labels = [_own_and_other(given, side, other) for given in (*sided, *added)]
    if not copies:
        return
    names: dict[str, str] = {}
    for given, mirrored in zip((*sided, *added), labels, strict=True):
        names[given["name"]] = _question_of_other(draft, given, mirrored, names)
    copied: dict[str, Any] = {
        key: _renamed(modifier[key], names) for key in ("add", "when") if key in modifier
    }
    draft.modifiers.append({**modifier, **copied, "label": label, "side": other})


def _own_and_other(given: dict[str, Any], side: str, other: str) -> str:
    """Let the label of a question name its side, and return the label of the same question about the other side."""
    label = given["label"]
    mirrored = _mirrored(label, side, other)
    if mirrored != label:
        return mirrored
    given["label"] = f"{label} ({side})"
    return f"{label} ({other})"


def names_in(formula: str) -> set[str]:
    """Return the names of questions in a formula, without the texts in quotation marks."""
    return {word for word in _WORD.findall(formula) if not word.startswith("'")}


def _question_of_other(draft: Draft, given: dict[str, Any], label: str, names: dict[str, str]) -> str:
    """Return the name of the question with this label; add it as a copy of `given` if there is none of its kind.

    `names` are the names of the copies so far, by the names of their originals.
    """
    for known in draft.inputs:
        if known is not given and (known["label"], known["kind"]) == (label, given["kind"]):
            return str(known["name"])
    more = {key: value for key, value in given.items() if key not in ("name", "label", "kind", "cite")}
    if "when" in more:
        more["when"] = _renamed(more["when"], names)
    return draft.add_input(label, given["kind"], **more)


def _renamed(formula: str, names: dict[str, str]) -> str:
    """Return a formula that reads the copies instead of their originals."""
    return _WORD.sub(lambda match: names.get(match[0], match[0]), formula)


def _mirrored(label: str, side: str, other: str) -> str:
    """Return a label with the sides exchanged: `Defender's class` for `Attacker's class`."""
    either = "|".join(re.escape(name) for name in sorted((side, other), key=len, reverse=True))

    def exchanged(match: re.Match[str]) -> str:
        name = other if match[0].casefold() == side.casefold() else side
        return name.lower() if match[0].islower() else name

    return re.sub(either, exchanged, label, flags=re.IGNORECASE)
