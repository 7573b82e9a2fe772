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

    Nothing is asked unless the modifier, or a question that it depends on, names a side. Questions that name none, such
    as the weather, are shared if they were asked before.
    """
    side = modifier["side"]
    other = next(name for name in sides if name != side)
    label = _mirrored(modifier["label"], side, other)
    used = names_in(f"{modifier['add']} {modifier.get('when', '')}")
    depends = [given for given in draft.inputs[:before] if given["name"] in used]
    sided = [given for given in depends if _mirrored(given["label"], side, other) != given["label"]]
    if label == modifier["label"] and not sided:
        return
    asks = f"Does {label} work the same way{'' if label != modifier['label'] else f' for {other}'}?"
    explains = f"yes adds it for {other}, with its question, so that you need not type it again."
    if draft.need(f"{name}-other", asks, default="no", check=yes_or_no, explains=explains) != "yes":
        return
    names: dict[str, str] = {}
    for given in (*sided, *draft.inputs[before:]):
        mirrored = _mirrored(given["label"], side, other)
        if mirrored == given["label"]:
            given["label"], mirrored = f"{mirrored} ({side})", f"{mirrored} ({other})"
        names[given["name"]] = _question_of_other(draft, given, mirrored, names)
    copied: dict[str, Any] = {
        key: _renamed(modifier[key], names) for key in ("add", "when") if key in modifier
    }
    draft.modifiers.append({**modifier, **copied, "label": label, "side": other})


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
    return re.sub(
        either,
        lambda match: other if match[0].casefold() == side.casefold() else side,
        label,
        flags=re.IGNORECASE,
    )
