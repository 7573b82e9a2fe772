"""Asks about the dice of a new calculator."""

from __future__ import annotations

import re

from companion.cli.authoring.calculator.draft import Draft, Option
from companion.cli.authoring.calculator.values import some_dice
from companion.cli.authoring.printed.numbers import NUMBERS
from companion.errors import Refused
from companion.model import Entry
from companion.render.text import unlinked

_NUMBERS = {"a": 1, **NUMBERS}
_DICE = re.compile(rf"(?<!\w)(?:({'|'.join(NUMBERS)})\s+)?([1-9]?[dD][1-9]\d{{0,2}})s?(?!\w)", re.IGNORECASE)
"""Dice in a rule: `2D6`, `two D6`, `D6s`."""
_SIDES = {"six": "6", "eight": "8", "ten": "10", "twelve": "12", "twenty": "20"}
_SIDED = re.compile(rf"\b(\d{{1,2}}|{'|'.join(_SIDES)})[- ]sided\b", re.IGNORECASE)
"""Dice by their sides: `a fistful of six-sided dice`."""
_PERCENT = re.compile(r"\bpercent", re.IGNORECASE)
"""A word for ten-sided dice that are thrown in pairs, as a percentage."""
_PERCENTILE = re.compile(r"\bpercent\w*\s+dice\b", re.IGNORECASE)
_ORDINARY = re.compile(r"\b(?:ordinary|normal)\s+dic?e\b", re.IGNORECASE)
"""Dice with six sides."""
_IN_WORDS = re.compile(
    rf"\b(?:rolls?|throws?)\s+(?:the\s+)?({'|'.join(_NUMBERS)})\s+(?:ordinary\s+)?(?:die|dice)\b",
    re.IGNORECASE,
)
"""Dice without a size: `each side rolls one die`."""


def dice_words(dice: str) -> str:
    """Return dice as the start of a sentence."""
    return "Percentile dice" if dice == "00-99" else dice


def ask_dice(draft: Draft, says: str = "Which dice are rolled", default: str | None = None) -> str:
    """Ask for the dice, and return them.

    Without a default, Enter takes the only dice that the rule of the calculator names, else those of its parts,
    of the rules that name it, or of its chapter.
    """
    default = default or _printed_dice(draft)
    explains = "2d6 means two six-sided dice, added up. 00-99 means percentile dice."
    return draft.need("dice", says, "2d6", default=default, check=some_dice, explains=explains)


def _printed_dice(draft: Draft) -> str | None:
    """Return the only dice printed in the rule of the calculator, its parts, the rules that name it, or its chapter.

    Without a size, as in `each side rolls one die`, the dice are those of the game if all rules have the same size. Of
    several such throws of a rule, the first is meant.
    """
    own, parts, others, chapter = list[str](), list[str](), list[str](), list[str]()
    numbers = {entry.cites[0] for entry in draft.chapter}
    names = re.compile(rf"(?<![\d.]){re.escape(draft.cite)}(?![\d.]*\w)")
    for entry in draft.module.entries:
        for text in (unlinked(point.text) for point in entry.points if point.authority != "companion"):
            if draft.cite in entry.cites:
                own.append(text)
            elif any(cite.startswith(f"{draft.cite}.") for cite in entry.cites):
                parts.append(text)
            elif names.search(text):
                others.append(text)
            elif numbers & set(entry.cites):
                chapter.append(text)
    sizes = _sizes(draft)
    for texts in (own, parts, others, chapter):
        found = {dice for text in texts for dice in _dice_in(text)}
        if not found and len(sizes) == 1:
            counts = list(
                dict.fromkeys(number.lower() for text in texts for number in _IN_WORDS.findall(text))
            )
            first = counts[:1] if texts in (own, parts) else counts
            found = {f"{_NUMBERS[number]}d{min(sizes)}" for number in first}
        if found:
            return found.pop() if len(found) == 1 else None
    return None


def usual_die(draft: Draft) -> str | None:
    """Return a single die, if the chapter, or else all rules, know only one kind; without a terminal, none is read."""
    chapter = draft.chapter if draft.interview.asks else []
    own = {size for entry in chapter for text in _texts(entry) for size in _sizes_in(text)}
    sizes = own if len(own) == 1 else _sizes(draft) if draft.interview.asks else set()
    return f"1d{min(sizes)}" if len(sizes) == 1 else None


def _sizes(draft: Draft) -> set[str]:
    """Return the numbers of sides of all dice in the rules."""
    return {size for entry in draft.module.entries for text in _texts(entry) for size in _sizes_in(text)}


def _texts(entry: Entry) -> list[str]:
    """Return the texts of a rule without the companion's remarks."""
    return [unlinked(point.text) for point in entry.points if point.authority != "companion"]


def _sizes_in(text: str) -> set[str]:
    """Return the numbers of sides of the dice in a text."""
    sides = {
        _SIDES.get(number.casefold(), number)
        for number in _SIDED.findall(text)
        if not (_PERCENT.search(text) and number in ("10", "ten"))
    }
    sides |= {"6"} if _ORDINARY.search(text) else set()
    return sides | {dice.partition("d")[2] for dice in _dice_in(text)}


def _dice_in(text: str) -> list[str]:
    """Return the dice that are printed in a text: `2d6` for `two D6`, `1d100` for percentage dice."""
    percentile = ["1d100"] if _PERCENTILE.search(text) else []
    return percentile + [
        some_dice(f"{_NUMBERS[number.casefold()]}{dice}" if number and dice[0] in "dD" else dice)
        for number, dice in _DICE.findall(text)
    ]


def one_die(text: str) -> str:
    """Return the die of a pool. Raises Refused."""
    die = some_dice(text)
    if die == "00-99" or not die.startswith("1d"):
        raise Refused("a pool uses one kind of die; write 1d6 or 1d10")
    return die


def roll(draft: Draft, dice: str) -> None:
    """Add the step that rolls the dice."""
    draft.steps.append({"do": "roll", "name": "dice", "dice": dice, "label": "Dice", "cite": draft.cite})
    draft.rolls.append(Option("certain values of the dice before modifiers", "#dice"))
