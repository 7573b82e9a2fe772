"""Asks about the modifiers of a new calculator, and writes the step that adds them up."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from companion.cli.calculator_conditions import (
    alike,
    all_of,
    leaves_out,
    measured_by,
    named_by,
)
from companion.cli.calculator_draft import LARGEST, TICK, Draft, Option, a_number
from companion.cli.calculator_each import Each, ask_each, each_of
from companion.cli.calculator_lists import ask_labels
from companion.cli.calculator_modifier_rules import ask_rules
from companion.cli.calculator_other_side import (
    BOTH,
    NAME,
    add_other_side,
    ask_side,
    names_in,
    say_whose,
    sides_in,
)
from companion.cli.calculator_questions import MOST
from companion.cli.calculator_tables import ModifierTable, ask_row_sides, ask_table
from companion.formula import compiled

_PRINTED = re.compile(r"(.*\S)\s+([+\-\u2212\u2013]\s?\d{1,3})")
"""A modifier with its amount: `Target in cover -1`."""
_LEADING = re.compile(
    r"([+\-\u2212\u2013]\s?\d{1,3})\s+((?:(?:for\s+)?(?:each|every)|per)\s.*)", re.IGNORECASE
)
"""A modifier that starts with its amount: `-1 for each base lost`."""
_COLUMNS = re.compile(
    r"(^|.*\S\s+)(\d{1,2})\s*(?:columns?\s+)?(?:to\s+the\s+)?(l|r|left|right)", re.IGNORECASE
)
"""A number of columns, alone or after the modifier, as charts and answers print it: `Howitzer 1 left`, `2R`."""
_MINUS = ("-", "\u2212", "\u2013")
_MODIFIER = (
    "The player sees every modifier with its amount, whether it counts, and its rule. Without an amount, the next "
    "question asks for it. For each man lost -1 is multiplied by a number; For each full 25 % of losses -1 or For each "
    "5 men +1 counts once for each full 25 or 5 of the number."
)
_NEVER = "no"
"""Condition of a row that is left out."""


_TICKS, _TICKED = "the player ticks ", "the player ticks it"
_WHEN = (
    "The player ticks it (or type ticks): adds a yes-no question with this label. The others are answers to "
    "earlier questions. Choose always only if the modifier counts for each of them: a leader who is far away may "
    "add nothing."
)
_USUAL = (
    "What is written after the amount decides whether the row counts: an answer to your questions, or a tick that the "
    "player gives. Type the numbers of the rows for which this is wrong, or that you want to leave out: you are asked "
    "about them next."
)


class _Row(NamedTuple):
    """A row of a table, with what the command knows before it asks about the row."""

    whose: str
    """A side or BOTH; empty if there are no sides."""
    says: str
    """The beginning of its question; empty for a typed modifier."""
    usual: str
    """The label of its condition; empty to ask for it."""


def ask_modifiers(draft: Draft, what: str, sides: tuple[str, ...] = ()) -> None:
    """Ask for the modifiers of `what`, those of a table first, and for the side of each if there are two.

    Then ask which rule lists the typed ones.
    """
    table = ask_table(draft)
    if table is not None:
        _add_rows(draft, table, sides)
    asked, first = len(draft.inputs), len(draft.modifiers)
    for number in range(1, MOST + 1):
        name = f"modifier-{number}"
        typed = draft.need(
            name,
            f"{'Further modifier' if first else 'Modifier'} {number} of {what}, as printed",
            "Target in cover -1",
            default="",
            default_says="no more modifiers",
            explains=_MODIFIER,
        )
        if not typed:
            break
        _add(draft, name, typed, sides)
    if len(draft.modifiers) > first:
        ask_rules(draft, asked, first, table.cite if table is not None else draft.cite)


def _add_rows(draft: Draft, table: ModifierTable, sides: tuple[str, ...]) -> None:
    """Add the rows of a table as modifiers of its rule; ask when each counts, and for its side if there are two."""
    asked = len(draft.inputs)
    whose = ask_row_sides(draft, table, sides) if sides else [""] * len(table.rows)
    pairs = list(zip(table.rows, whose, strict=True))
    usual = _ask_usual(draft, pairs, sides) if draft.interview.asks else {}
    for number, (row, side) in enumerate(pairs, 1):
        says = f"Row {number} of {len(table.rows)}, {row}. "
        _add(draft, f"row-{number}", row, sides, _Row(side, says, usual.get(row, "")))
    for record in (*draft.inputs[asked:], *draft.modifiers):
        record["cite"] = table.cite
    if table.unread:
        unread = "; ".join(table.unread)
        draft.interview.say(
            f"Not read from {table.title}, because the amount is no number: {unread}. Type it now."
        )


def _ask_usual(draft: Draft, rows: list[tuple[str, str]], sides: tuple[str, ...]) -> dict[str, str]:
    """Show the usual condition of each row that has one, and return those that the author does not want to change."""
    found: dict[str, str] = {}
    for row, whose in rows:
        printed = _PRINTED.fullmatch(_signed(draft, row))
        if printed is None or each_of(printed[1]):
            continue
        modifier = {"label": printed[1], "add": "1"}
        if sides:
            modifier["side"] = _own_side(printed[1], whose, sides)
        usual, _ = _usual(draft, modifier, _options(draft, printed[1]), sides, is_counted=False)
        if usual and not usual.startswith("certain values"):
            found[row] = usual
    if len(found) < 2:
        return {}
    likewise = f" (for {sides[0]}, and likewise for {sides[1]})" if sides else ""
    shown = [f"{row}: {_TICKED if usual.startswith(_TICKS) else usual}" for row, usual in found.items()]
    says = f"These rows count as follows{likewise}. Which need another answer"
    changed = ask_labels(draft, "rows-changed", says, list(found), explains=_USUAL, shown=shown)
    return {row: usual for row, usual in found.items() if row not in changed}


def _own_side(label: str, whose: str, sides: tuple[str, ...]) -> str:
    """Return the side whose answers decide a modifier of a side or of both."""
    return (sides_in(label, sides) or sides)[0] if whose == BOTH else whose


def _add(draft: Draft, name: str, typed: str, sides: tuple[str, ...], row: _Row | None = None) -> None:
    """Add a typed modifier, or the row of a table, which may be left out; ask what its text does not tell."""
    before = len(draft.inputs)
    label, add, guard = _amount(draft, name, typed)
    each = each_of(label)
    if each and add.lstrip("-").isdecimal():
        add, guard = ask_each(draft, name, label, each, add)
    modifier, whose = {"label": label, "add": add}, ""
    if sides:
        whose = row.whose if row is not None else ask_side(draft, name, label, sides)
        modifier["side"] = _own_side(label, whose, sides)
    when = _when(draft, name, modifier, sides, each is not None, row or _Row(whose, "", ""), whose == BOTH)
    if when == _NEVER:
        del draft.inputs[before:]
        return
    if when := all_of([guard, when, _counts_at_all(add, each)]):
        modifier["when"] = when
    draft.modifiers.append(modifier)
    if sides:
        say_whose(draft, modifier["side"], sides, before)
    if whose == BOTH:
        add_other_side(draft, modifier, sides, before)


def _amount(draft: Draft, name: str, typed: str) -> tuple[str, str, str]:
    """Return label, amount and condition of a typed modifier; ask for a missing amount."""
    typed = _signed(draft, typed)
    if leading := _LEADING.fullmatch(typed):
        typed = f"{leading[2][:1].upper()}{leading[2][1:]} {leading[1]}"
    if printed := _PRINTED.fullmatch(typed):
        return printed[1], a_number()(printed[2].replace(" ", "")), ""
    taken = typed[1:].strip().casefold() if typed.startswith(_MINUS) else ""
    for option in draft.numbers():
        if option.label.casefold() == taken:
            return option.label, f"-{option.value}", option.guard
    return typed, *_ask_amount(draft, name, typed)


def _signed(draft: Draft, text: str) -> str:
    """Return the text of a modifier with columns to the left or right as a number with its sign."""
    found = _COLUMNS.fullmatch(text) if draft.method in ("shift", "look-up") else None
    return f"{found[1]}{'+' if found[3][0] in 'rR' else '-'}{found[2]}" if found else text


def _ask_amount(draft: Draft, name: str, label: str) -> tuple[str, str]:
    """Ask for the amount of a modifier, a number or the label of a question; return it with its condition."""
    known = {option.label.casefold(): option.value for option in draft.numbers()}
    number = a_number()

    def amount(text: str) -> str:
        text = _signed(draft, text)
        given = known.get(text.lstrip("+-\u2212\u2013 ").casefold())
        if given is None:
            return number(text)
        return given if not text.startswith(_MINUS) else f"-{given}"

    labels = "; ".join(option.label for option in draft.numbers())
    more = f" (a number, or one of the questions: {labels})" if labels else ""
    explains = "A number with its sign, or the label of a question: Men adds its answer, -Men subtracts it."
    says = f"What does {label} add{more}?"
    same = next((option for option in draft.numbers() if option.label.casefold() == label.casefold()), None)
    default, default_says = (same.value, same.label) if same else (None, "")
    add = draft.need(
        f"{name}-add",
        says,
        "-1",
        default=default,
        default_says=default_says,
        check=amount,
        explains=explains,
    )
    return add, next((option.guard for option in draft.numbers() if option.value == add.lstrip("-")), "")


def _counts_at_all(add: str, each: Each | None) -> str:
    """Return the condition that an amount given by an answer is not 0; empty for a fixed amount."""
    names = NAME.findall(add)
    counted = each if each is not None and "//" in add else Each("")
    return counted.counts(names[0]) if names else ""


def _options(draft: Draft, label: str) -> list[Option]:
    """Return the conditions that a modifier may have; the last two are a tick and always."""
    return [*draft.conditions(), Option(f"{_TICKS}{label}", TICK), Option("always", "")]


def _when(
    draft: Draft,
    name: str,
    modifier: dict[str, Any],
    sides: tuple[str, ...],
    is_counted: bool,
    row: _Row,
    of_both: bool,
) -> str:
    """Ask for the condition under which a modifier counts, and return it; empty for always.

    `is_counted` says whether a number multiplies it, `of_both` whether the other side has it, too.
    """
    options = _options(draft, modifier["label"])
    default, likely = (row.usual, ()) if row.usual else _usual(draft, modifier, options, sides, is_counted)
    says = f"{row.says}When does it count"
    if of_both:
        other = next(side for side in sides if side != modifier["side"])
        says = f"{says} for {modifier['side']}, and likewise for {other}"
    options += [Option("leave this row out", _NEVER)] if row.says else []
    when = draft.condition(name, says, options, default, _WHEN, likely, is_asked=not row.usual)
    return when.replace(TICK, draft.add_input(modifier["label"], "yes-no")) if TICK in when else when


def _usual(
    draft: Draft, modifier: dict[str, Any], options: list[Option], sides: tuple[str, ...], is_counted: bool
) -> tuple[str | None, tuple[str, ...]]:
    """Return the condition that Enter takes, None if an answer is required; and likely ones to suggest.

    The last two of `options` are a tick and always. Enter takes no condition that may be too wide or too narrow.
    """
    label, known = modifier["label"], [option.label for option in options[:-2]]
    fixed = [each for each, option in zip(known, options, strict=False) if not option.value.startswith("#")]
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
        return None, named
    if measured := measured_by(label, [given["label"] for given in draft.inputs]):
        values = tuple(each for each in known if each == f"certain values of {measured[0]}")
        return (values[0], ()) if len(values) == len(measured) == 1 else (None, ())
    return None if is_counted else options[-2].label, tuple(each for each in known if alike(label, each))


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


def extremes(draft: Draft, side: str = "") -> tuple[int, int]:
    """Return the lowest and highest possible sum of the modifiers (of a side), in any combination."""
    numbers = [given for given in draft.inputs if given["kind"] == "number"]
    domains = {given["name"]: (int(given["least"]), int(given.get("most", LARGEST))) for given in numbers}
    low = high = 0
    for modifier in (modifier for modifier in draft.modifiers if modifier.get("side", "") == side):
        amount, names = compiled(modifier["add"]), NAME.findall(modifier["add"])
        ends = domains[names[0]] if names else (0, 0)
        signed = sorted(int(amount(dict.fromkeys(names, end))) for end in ends)
        low, high = low + min(signed[0], 0), high + max(signed[1], 0)
    return low, high


def tally(
    draft: Draft,
    name: str = "modifier",
    start: str = "",
    side: str = "",
    title: str = "Modifiers",
    unit: str = "",
) -> str:
    """Write the step that adds the modifiers up, for one side if there are two; return its name, empty if none."""
    modifiers = [modifier for modifier in draft.modifiers if modifier.get("side", "") == side]
    if not modifiers and not start:
        return ""
    without_side = [
        {key: value for key, value in modifier.items() if key != "side"} for modifier in modifiers
    ]
    step: dict[str, Any] = {"do": "tally", "name": name, "title": title}
    step |= {"unit": unit} if unit else {}
    step |= {"start": start} if start else {}
    draft.steps.append({**step, "modifiers": without_side})
    return name
