"""Asks about the modifiers of a new calculator, and writes the step that adds them up."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from companion.cli.authoring.calculator.alternatives import count_one
from companion.cli.authoring.calculator.amounts import (
    ask_by_answer,
    choice_named,
    is_shift,
    own_side,
    read_amount,
    signed,
)
from companion.cli.authoring.calculator.conditions import TICKS, all_once
from companion.cli.authoring.calculator.draft import Draft
from companion.cli.authoring.calculator.each import ask_each
from companion.cli.authoring.calculator.first_ignored import ask_first_ignored
from companion.cli.authoring.calculator.groups import add_question, ask_groups
from companion.cli.authoring.calculator.limits import ask_limits, limited_step
from companion.cli.authoring.calculator.modifier_rules import ask_rules
from companion.cli.authoring.calculator.other_side import (
    BOTH,
    NAME,
    add_other_side,
    ask_side,
    say_whose,
)
from companion.cli.authoring.calculator.questions import MOST
from companion.cli.authoring.calculator.rows import RowList, ask_row_sides
from companion.cli.authoring.calculator.tables import ask_table
from companion.cli.authoring.calculator.values import LARGEST, a_number
from companion.cli.authoring.calculator.when import NEVER, TICKED, Row, ask_when, usual_of_fixed
from companion.cli.authoring.labels import subject_words
from companion.cli.authoring.printed.each import Each, each_of
from companion.cli.authoring.printed.modifiers import read_printed
from companion.cli.authoring.printed.points import beginning, modifiers_of
from companion.cli.authoring.printed.table import ModifierTable, notes_below
from companion.errors import Refused, shortened
from companion.formula import compiled

_MODIFIER = (
    "The player sees every modifier with its amount, whether it counts, and its rule. Without an amount, the next "
    "question asks for it. For each man lost -1 is multiplied by a number; For each full 25 % of losses -1 or For each "
    "5 men +1 counts once for each full 25 or 5 of the number, and may end in a limit: at most +3."
)
_REST = "Type > to accept the proposals that follow and see the calculator; you can then change any part."
_USUAL = (
    "A row counts if the answer after its amount is given, or if the player ticks it. Type the numbers of the rows for "
    "which this is wrong, or that you want to leave out: you are asked about them next."
)


def ask_modifiers(draft: Draft, what: str, sides: tuple[str, ...] = (), kinds: tuple[str, ...] = ()) -> None:
    """Ask for the modifiers of `what`, those of a table first, and for the side of each if there are two.

    Then ask which rule lists the typed ones. `kinds` are what a proposed table changes; any if empty.
    """
    table = ask_table(draft, kinds)
    if table is not None:
        draft.interview.say(_REST)
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
            check=lambda text: _counting(draft, text),
            explains=_MODIFIER,
        )
        if not typed:
            break
        add_modifier(draft, name, typed, sides)
        words = subject_words(draft.modifiers[-1]["label"])
        draft.unread = [row for row in draft.unread if not words or not words <= subject_words(row)]
    if len(draft.modifiers) > first:
        ask_rules(draft, asked, first, table.cite if table is not None else draft.cite)
    ask_first_ignored(draft)
    if draft.modifiers and draft.method not in ("shift", "look-up", "sum"):
        draft.limits = ask_limits(draft, {str(modifier["cite"]) for modifier in draft.modifiers})


def _counting(draft: Draft, text: str) -> str:
    """Return a typed modifier. Raises Refused if its amount is 0, or a shift besides modifiers of the dice."""
    if draft.method == "chart" and is_shift(text):
        raise Refused(f"{shortened(text)!r} shifts the column; such shifts are asked for after the modifiers")
    label, add, _ = read_printed(text)
    if add and not int(a_number()(add.replace(" ", ""))):
        raise Refused(f"{label} changes nothing with {add}; a question can be a condition without it")
    return text


def _add_rows(draft: Draft, table: ModifierTable, sides: tuple[str, ...]) -> None:
    """Add the rows of a table as modifiers of its rule; ask when each counts, and for its side if there are two.

    Rows that need another condition than the usual one come last, so that it can be an answer to any other row. A row
    of +0 is only an answer.
    """
    rows = RowList(draft, table)
    whose = ask_row_sides(rows, sides) if sides else [""] * len(table.rows)
    usual, changed = _ask_usual(rows, dict(zip(table.labels, whose, strict=True)), sides)
    of_rows: dict[int, list[dict[str, Any]]] = {}
    for number, label in sorted(enumerate(table.labels, 1), key=lambda each: each[1] in changed):
        before = len(draft.inputs), len(draft.modifiers)
        says = f"Row {number} of {len(table.rows)}, {table.rows[number - 1]}. "
        row = Row(whose[number - 1], says, usual.get(label, ""))
        add_modifier(draft, f"row-{number}", table.rows[number - 1], sides, row)
        _cite(draft, *before, table.cites[number - 1])
        of_rows[number] = draft.modifiers[before[1] :]
        del draft.modifiers[before[1] :]
    count_one({table.labels[number - 1]: found for number, found in of_rows.items()}, table.exclusive)
    draft.modifiers += (each for _, found in sorted(of_rows.items()) for each in found if each["add"] != "0")
    before = len(draft.inputs), len(draft.modifiers)
    unread = _add_unread(draft, table, sides)
    _cite(draft, *before, table.cite)
    if unread:
        says = f"Not read from {table.title}: {'; '.join(map(beginning, unread))}. If it is a modifier, type it now."
        draft.interview.say(says)
        draft.unread += unread
    if table.kind == "rows":
        notes = notes_below(draft.module, table.cites)
        draft.unread += [note for note in notes if not _is_read(note, table)]


def _is_read(note: str, table: ModifierTable) -> bool:
    """Return whether the modifiers that a note below a table states are among the rows, with what it says besides."""
    labels = {modifier.label for modifier in modifiers_of(note)[0]}
    return bool(labels) and labels <= set(table.labels)


def _cite(draft: Draft, asked: int, first: int, cite: str) -> None:
    """Give the questions from `asked` on and the modifiers from `first` on the rule `cite`."""
    for record in (*draft.inputs[asked:], *draft.modifiers[first:]):
        record["cite"] = cite


def _add_unread(draft: Draft, table: ModifierTable, sides: tuple[str, ...]) -> list[str]:
    """Add the rows without a number that name a question with several choices, and return the others."""
    others = []
    for number, row in enumerate(table.unread, 1):
        name = f"unread-{number}"
        if choice_named(draft, row, BOTH if sides else "", sides) is None:
            others.append(row)
            continue
        whose = ask_side(draft, name, row, sides, f"{row}. ") if sides else ""
        add_modifier(draft, name, row, sides, Row(whose, f"{row}. ", ""))
    return others


def _ask_usual(
    rows: RowList, whose: dict[str, str], sides: tuple[str, ...]
) -> tuple[dict[str, str], list[str]]:
    """Ask which rows exclude each other, and which need another condition than the usual one.

    `whose` are the sides of the rows. Returns the labels of the usual conditions by those of the rows, and the rows
    that need another one.
    """
    draft = rows.draft
    found = _usual_of_rows(rows, whose, sides)
    ticked = [label for label, usual in found.items() if usual.startswith(TICKS)]
    grouped: dict[str, str] = {}
    for group in ask_groups(rows, whose, ticked):
        before = len(draft.inputs)
        questions = add_question(draft, group, whose, sides)
        _cite(draft, before, len(draft.modifiers), rows.table.cites[rows.table.labels.index(group.labels[0])])
        for label in group.labels:
            side = own_side(label, whose[label], sides) if sides else ""
            grouped[label] = f"{questions[side]}: {label}"
    rest = {label: usual for label, usual in found.items() if label not in grouped}
    if not draft.interview.asks or len(rest) < 2:
        return grouped, []
    changed = _ask_changed(rows, rest, grouped, sides)
    return {label: usual for label, usual in (rest | grouped).items() if label not in changed}, changed


def _usual_of_rows(rows: RowList, whose: dict[str, str], sides: tuple[str, ...]) -> dict[str, str]:
    """Return the usual condition of each row that has one, by its label."""
    draft, found = rows.draft, dict[str, str]()
    for row, label in zip(rows.table.rows, rows.table.labels, strict=True):
        named, add, _ = read_printed(signed(draft, row))
        if not add or each_of(named):
            continue
        modifier = {"label": named, "add": "1"}
        if sides:
            modifier["side"] = own_side(named, whose[label], sides)
        if usual := usual_of_fixed(draft, modifier, sides):
            found[label] = usual
    return found


def _ask_changed(
    rows: RowList, usual: dict[str, str], grouped: dict[str, str], sides: tuple[str, ...]
) -> list[str]:
    """Show the usual conditions of rows, and return the rows for which the author wants another one."""
    labels = rows.table.labels
    numbers = {label: labels.index(label) + 1 for label in labels}
    ticked = [label for label, condition in usual.items() if condition.startswith(TICKS) and rows.is_listed]
    shown = [
        f"{numbers[label]} {rows.table.rows[numbers[label] - 1]}: "
        f"{TICKED if condition.startswith(TICKS) else condition}"
        for label, condition in usual.items()
        if label not in ticked
    ]
    if ticked:
        shown.append(f"the player ticks {', '.join(str(numbers[label]) for label in ticked)}")
    later = [str(numbers[label]) for label in labels if label not in usual and label not in grouped]
    comes = f"Rows {', '.join(later)} come" if len(later) > 1 else f"Row {later[0]} comes" if later else ""
    more = f". {comes} next" if later else ""
    likewise = f" (for {sides[0]}, and likewise for {sides[1]})" if sides else ""

    def check(typed: list[str]) -> None:
        if asked := next((label for label in typed if str(numbers[label]) in later), ""):
            raise Refused(f"you are asked about {asked} next, anyway")

    says = f"The rows count as follows{likewise}: {'; '.join(shown)}{more}. Which need another answer (as in 2 3)"
    return rows.ask("rows-changed", says, (), _USUAL, check, has_list=False)


def add_modifier(draft: Draft, name: str, typed: str, sides: tuple[str, ...], row: Row | None = None) -> None:
    """Add a typed modifier, or the row of a table, which may be left out; ask what its text does not tell."""
    whose = row.whose if row is not None else ""
    if sides and not whose:
        whose = ask_side(draft, name, typed, sides)
    if named := choice_named(draft, typed, whose, sides):
        says = row.says if row is not None else ""
        _add_by_answer(draft, name, *named, whose, sides, says)
        return
    before = len(draft.inputs)
    label, add, guard, of_other, most = read_amount(draft, name, typed, whose, sides)
    each = each_of(label, most)
    if each and add.lstrip("-").isdecimal():
        add, guard = ask_each(draft, name, label, each, add, whose == BOTH)
    modifier = {"label": label, "add": add}
    if sides:
        modifier["side"] = own_side(label, whose, sides)
    when = ask_when(draft, name, modifier, sides, each is not None, row or Row(whose, "", ""), whose == BOTH)
    if when == NEVER:
        del draft.inputs[before:]
        return
    draft.modifiers.append(_counted(modifier, [guard, when, _counts_at_all(add, each)]))
    if sides:
        say_whose(draft, modifier["side"], sides, before)
    if of_other is not None:
        other = add_other_side(draft, _counted({**modifier, "add": "0"}, [when]), sides, before)
        parts = [of_other.guard, other.get("when", ""), _counts_at_all(of_other.value, each)]
        draft.modifiers[-1] = _counted({**other, "add": of_other.value}, parts)
    elif whose == BOTH:
        add_other_side(draft, draft.modifiers[-1], sides, before)


def _add_by_answer(
    draft: Draft,
    name: str,
    label: str,
    given: dict[str, Any],
    whose: str,
    sides: tuple[str, ...],
    says: str,
) -> None:
    """Add a modifier for each answer to a question with several choices that adds some, for its side or both.

    `says` begins the question.
    """
    for modifier in ask_by_answer(draft, name, label, given, says):
        if sides:
            modifier["side"] = own_side(given["label"], whose, sides)
        draft.modifiers.append(modifier)
        if whose == BOTH:
            add_other_side(draft, modifier, sides, len(draft.inputs))


def _counted(modifier: dict[str, Any], parts: list[str]) -> dict[str, Any]:
    """Return a modifier with the condition that all parts hold, each of them written once."""
    when = all_once(parts)
    return {**modifier, "when": when} if when else modifier


def _counts_at_all(add: str, each: Each | None) -> str:
    """Return the condition that an amount given by an answer is not 0; empty for a fixed amount."""
    names = NAME.findall(add)
    counted = each if each is not None and "//" in add else Each("")
    return counted.counts(names[0]) if names else ""


def extremes(draft: Draft, side: str = "") -> tuple[int, int]:
    """Return the lowest and highest possible sum of the modifiers (of a side), in any combination."""
    return range_of_sum(draft, [each for each in draft.modifiers if each.get("side", "") == side])


def range_of_sum(draft: Draft, modifiers: Iterable[dict[str, Any]]) -> tuple[int, int]:
    """Return the lowest and highest possible sum of these modifiers, in any combination."""
    numbers = [given for given in draft.inputs if given["kind"] == "number"]
    domains = {given["name"]: (int(given["least"]), int(given.get("most", LARGEST))) for given in numbers}
    low = high = 0
    for modifier in modifiers:
        amount, names = compiled(modifier["add"]), NAME.findall(modifier["add"])
        ends = domains[draft.counted.get(names[0], names[0])] if names else (0, 0)
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
    if draft.limits is not None and modifiers:
        total, limited = f"all_{name}", f"limited_{name}" if start else name
        draft.steps.append({"do": "tally", "name": total, "title": "Modifiers", "modifiers": without_side})
        draft.steps.append(limited_step(limited, "Modifiers", total, draft.limits))
        if start:
            draft.steps.append({"do": "work-out", "values": {name: f"{start} + {limited}"}})
    else:
        draft.steps.append({**step, "modifiers": without_side})
    return name
