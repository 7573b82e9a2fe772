"""Asks whose dice a modifier changes, and adds it for both sides, with copies of the questions that name one."""

from __future__ import annotations

import re
from typing import Any

from companion.cli.authoring.calculator.draft import Draft, Option

NAME = re.compile(r"(?<!\w)(?!(?:min|max)\()[a-z_]\w*")
"""The name of a question in a formula."""
_WORD = re.compile(rf"'[^']*'|{NAME.pattern}")
"""A text in a formula, or the name of a question."""
BOTH = "both"
_SIDE = (
    "The side whose total it changes. both: each side has it if its own answers say so. What names one side, such as a "
    "class, is then asked for the other side, too."
)
_EITHER = re.compile(r",?\s+or\s+|\s*/\s*", re.IGNORECASE)
_PASSIVE = re.compile(
    r"(?:(?:being|if|is|when)\s+)?(?P<verb>attack|assault|charg)ed\s+(?:at|by|from|in|on|while|when)\b",
    re.IGNORECASE,
)
"""The beginning of a modifier of the side that is attacked."""
_STEM = 6
"""Letters that a side and a word that hints at it have in common at their beginning."""


def ask_side(draft: Draft, name: str, label: str, sides: tuple[str, ...], head: str = "") -> str:
    """Ask whose dice a modifier changes; return a side or BOTH, which Enter takes unless the modifier names a side.

    `head` is printed before the question.
    """
    options = [*(Option(side, side) for side in sides), Option(BOTH, BOTH, "each by its own answers")]
    named = sides_in(label, sides)
    default = named[0] if len(named) == 1 else BOTH
    return draft.choose(f"{name}-side", f"{head}Whose dice does it change", options, default, explains=_SIDE)


def sides_in(text: str, sides: tuple[str, ...]) -> list[str]:
    """Return the sides that a text names; those that it only hints at, as in `Defending`, if it names none.

    Each of several cases must hint at the side: `Uphill, or defending a wall` is about both sides. Who is attacked is
    not the attacker: `Attacked while uphill`.
    """
    if (passive := _PASSIVE.match(text)) and len(sides) > 1:
        doers = [side for side in sides if side.casefold().startswith(passive["verb"].casefold())]
        return [side for side in sides if side not in doers] if doers else []
    named = [side for side in sides if side.casefold() in text.casefold()]
    parts = [re.findall(r"[^\W_]+", part.casefold()) for part in _EITHER.split(text)]
    starts = [{word[:_STEM] for word in part if len(word) >= _STEM} for part in parts]
    return named or [side for side in sides if all(side.casefold()[:_STEM] in each for each in starts)]


def say_whose(draft: Draft, side: str, sides: tuple[str, ...], before: int) -> None:
    """Let the labels of the questions from `before` on name the side that answers them, unless they name one."""
    for given in draft.inputs[before:]:
        given["label"] = with_side(given["label"], side, sides)


def with_side(label: str, side: str, sides: tuple[str, ...]) -> str:
    """Return the label of a question with the side that answers it, unless it names a side."""
    is_named = any(name.casefold() in label.casefold() for name in sides)
    return label if is_named else f"{label} ({side})"


def add_other_side(
    draft: Draft, modifier: dict[str, Any], sides: tuple[str, ...], before: int
) -> dict[str, Any]:
    """Add a modifier for the other side, too, with copies of the questions from `before` on; return the modifier.

    Questions that name no side are shared if they were asked before, such as the weather.
    """
    side = modifier["side"]
    other = next(name for name in sides if name != side)
    used = names_in(f"{modifier['add']} {modifier.get('when', '')}")
    depends = [given for given in draft.inputs[:before] if given["name"] in used]
    sided = [given for given in depends if mirrored(given["label"], side, other) != given["label"]]
    names: dict[str, str] = {}
    for given in (*sided, *draft.inputs[before:]):
        label = mirrored(given["label"], side, other)
        names[given["name"]] = _question_of_other(draft, given, label, names)
    copied: dict[str, Any] = {
        key: _renamed(modifier[key], names) for key in ("add", "when") if key in modifier
    }
    label = mirrored(modifier["label"], side, other)
    added = {**modifier, **copied, "label": label, "side": other}
    draft.modifiers.append(added)
    return added


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


def mirrored(label: str, side: str, other: str) -> str:
    """Return a label with the sides exchanged: `Defender's class` for `Attacker's class`."""
    either = "|".join(re.escape(name) for name in sorted((side, other), key=len, reverse=True))

    def exchanged(match: re.Match[str]) -> str:
        name = other if match[0].casefold() == side.casefold() else side
        return name.lower() if match[0].islower() else name

    return re.sub(either, exchanged, label, flags=re.IGNORECASE)
