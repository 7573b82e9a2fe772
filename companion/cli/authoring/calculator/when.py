"""Asks when a modifier counts, and suggests the answers to earlier questions that it names."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from companion.cli.authoring.calculator.conditions import TICKS
from companion.cli.authoring.calculator.draft import TICK, Draft, Option
from companion.cli.authoring.calculator.other_side import names_in, sides_in
from companion.cli.authoring.labels import alike, leaves_out, measured_by, named_by

NEVER = "no"
"""Condition of a row that is left out."""
TICKED = f"{TICKS}it"
_WHEN = (
    "The player ticks it (or type ticks): adds a yes-no question with this label. The others are answers to "
    "earlier questions. Choose always only if the modifier counts for each of them: a leader who is far away may "
    "add nothing."
)
_TROOPS = re.compile(r"\s+(?:men|regiments|soldiers|troops|units?)$", re.IGNORECASE)
"""Words after the name of a kind of troops: `Crack troops`."""
_TARGET = re.compile(r"\b(?:against|targets?|fired\s+(?:at|on|upon))\b", re.IGNORECASE)
_FIRERS = re.compile(r"\b(?:fir(?:ers?|ing)|shoot(?:ers?|ing))\b", re.IGNORECASE)
"""Words for the unit that is fired at, and for the one that fires."""


class Row(NamedTuple):
    """A row of a table, with what the command knows before it asks about the row."""

    whose: str
    """A side or BOTH; empty if there are no sides."""
    says: str
    """The beginning of its question; empty for a typed modifier."""
    usual: str
    """The label of its condition; empty to ask for it."""


def conditions_of(draft: Draft, label: str) -> list[Option]:
    """Return the conditions that a modifier may have; the last two are a tick and always."""
    return [*draft.conditions(), Option(f"{TICKS}{label}", TICK), Option("always", "")]


def ask_when(
    draft: Draft,
    name: str,
    modifier: dict[str, Any],
    sides: tuple[str, ...],
    is_counted: bool,
    row: Row,
    of_both: bool,
) -> str:
    """Ask for the condition under which a modifier counts, and return it; empty for always.

    `is_counted` says whether a number multiplies it, `of_both` whether the other side has it, too.
    """
    options = conditions_of(draft, modifier["label"])
    default, likely = (
        (row.usual, ()) if row.usual else usual_condition(draft, modifier, options, sides, is_counted)
    )
    says = f"{row.says}When does it count"
    if of_both:
        other = next(side for side in sides if side != modifier["side"])
        says = f"{says} for {modifier['side']}, and likewise for {other}"
    options += [Option("leave this row out", NEVER)] if row.says else []
    own = [each.label for each in options if sides and modifier["side"] in sides_in(each.label, sides)]
    when = draft.condition(name, says, options, default, _WHEN, likely, is_asked=not row.usual, own=own)
    return when.replace(TICK, draft.add_input(modifier["label"], "yes-no")) if TICK in when else when


def usual_condition(
    draft: Draft, modifier: dict[str, Any], options: list[Option], sides: tuple[str, ...], is_counted: bool
) -> tuple[str | None, tuple[str, ...]]:
    """Return the condition that Enter takes, None if an answer is required; and likely ones to suggest.

    The last two of `options` are a tick and always. Enter takes no condition that may be too wide or too narrow: if a
    modifier says more than the answers that it names, such as `Cavalry against square`, it is a tick.
    """
    label = modifier["label"]
    usable = [option for option in options[:-2] if sides or not _is_of_other(label, option.label)]
    known = [option.label for option in usable]
    fixed = [option.label for option in usable if not option.value.startswith("#")]
    is_added = not modifier["add"].lstrip("-").isdecimal()
    named = () if is_added and is_counted else _named(label, fixed, modifier.get("side", ""), sides)
    added = [given for given in draft.inputs if is_added and given["name"] in names_in(modifier["add"])]
    told = " ".join([*sides, *named, *(given["label"] for given in added)])
    if len(named) == 1 and not leaves_out(told, label):
        return named[0], ()
    if is_added:
        likely = _cases(added, options)
        if not any(given.get("when") for given in added) and not is_counted:
            likely = tuple(each for each in fixed if alike(label, each))
        likely = named or likely
        return (None, likely) if likely else ("always", ())
    if named:
        is_of_one = len({each.rpartition(": ")[0] for each in named}) == 1
        if len(named) > 1 and is_of_one and not is_counted and not leaves_out(told, label):
            return " or ".join(named), ()
        return (None if is_counted or not is_of_one else options[-2].label), named
    if measured := measured_by(label, [given["label"] for given in draft.inputs]):
        values = tuple(each for each in known if each == f"certain values of {measured[0]}")
        return (values[0], ()) if len(values) == len(measured) == 1 else (None, ())
    return None if is_counted else options[-2].label, tuple(each for each in known if alike(label, each))


def usual_of_fixed(draft: Draft, modifier: dict[str, Any], sides: tuple[str, ...] = ()) -> str:
    """Return the label of the usual condition of a fixed amount; empty if it must be asked."""
    options = conditions_of(draft, modifier["label"])
    usual, _ = usual_condition(draft, modifier, options, sides, is_counted=False)
    return usual if usual and not usual.startswith("certain values") else ""


def case_condition(draft: Draft, case: str, cite: str) -> str:
    """Return the condition of a case that the rule `cite` states: an answer that names it, or else a new tick."""
    options = {option.label: option.value for option in draft.conditions() if option.value[:1] != "#"}
    plain = _TROOPS.sub("", case)
    named = named_by(plain, list(options))
    if len(named) == 1 and not leaves_out(named[0], plain):
        return options[named[0]]
    name = draft.add_input(case, "yes-no")
    draft.inputs[-1]["cite"] = cite
    return name


def _is_of_other(label: str, condition: str) -> bool:
    """Return whether a modifier is about the target, and a condition about the firers, or the other way round."""
    question = condition.partition(": ")[0]
    one, other = ([bool(words.search(text)) for words in (_TARGET, _FIRERS)] for text in (label, question))
    return one != other and one[0] != one[1] and other[0] != other[1]


def _cases(added: list[dict[str, Any]], options: list[Option]) -> tuple[str, ...]:
    """Return the answers on which the questions of an amount are asked; none if there is only one of them."""
    parts = [part for given in added for part in re.split(r" or | and |[()]", given.get("when", ""))]
    cases = tuple(option.label for option in options[:-2] if option.value in parts)
    return cases if len(cases) > 1 else ()


def _named(label: str, known: list[str], side: str, sides: tuple[str, ...]) -> tuple[str, ...]:
    """Return the conditions among `known` that a modifier names best, those of its side first.

    `Guard` names `Attacker's class: Guard` for the attacker, and no class of the defender.
    """
    if not side or sides_in(label, sides):
        return named_by(label, known)
    own = [each for each in known if sides_in(each, sides) in ([], [side])]
    named = named_by(label, own)
    return named_by(f"{side} {label}", named) if len(named) > 1 else named
