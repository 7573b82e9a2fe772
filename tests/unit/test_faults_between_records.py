"""Faults of references: sequence, scenarios, units and calculators must fit each other, each with its correction."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.unit.test_engine import modules
from tests.unit.test_loading_faults import SEQUENCE, SHORT, changed, loaded

SCENARIOS = "tables/xx/scenarios.yaml"
UNITS = "tables/xx/units.yaml"
ORDERS = """\
orders:
  cite: "1.1"
  kinds: [{key: attack}]
  phase: fire
"""
SETTING = "settings:\n  - {name: weather, label: Weather, choices: [dry, wet]"
TALLY = "  - do: tally\n    name: modifier\n"
ROWS = "outcome:\n"

FAULTS: dict[str, tuple[str, str, str, str, str]] = {
    "result of the delay": (
        SHORT["sequence"], f"{SEQUENCE}{ORDERS}  delay: check\n  delay_outcome: ''\n",
        "orders.delay_outcome", "delay_outcome is missing", "known: holds",
    ),
    "result of the acceptance": (
        SHORT["sequence"], f"{SEQUENCE}{ORDERS}  accept: check\n  accept_outcome: hold\n",
        "orders.accept_outcome", "check has no result hold", "known: holds",
    ),
    "night": (
        SHORT["sequence"], f'{SEQUENCE}clock:\n  times: ["09:00", "20:00"]\n  night_times: ["21:00"]\n',
        "clock.night_times[0]", "21:00 is not one of the times", "add it to times too",
    ),
    "turn without length": (
        SHORT["sequence"], f"{SEQUENCE}clock:\n  lengths: [{{light: day, minutes: 0}}]\n",
        "clock.lengths[0].minutes", "a turn must last at least 1 minute", "write a positive number",
    ),
    "equal names of sides": (
        SHORT["sequence"], f"{SEQUENCE}side_names: [[French, French]]\n",
        "side_names[0]", "the sides must have different names", "write two different names",
    ),
    "empty name of a side": (
        SHORT["sequence"], f'{SEQUENCE}side_names: [[French, ""]]\n',
        "side_names[0]", "the sides must have different names", "write two different names",
    ),
    "labels of a setting": (
        SCENARIOS, f"{SETTING}, labels: [Dry]}}\n",
        "settings[0].labels", "expected one label for each choice", "write one each, or leave out labels",
    ),
    "sides of a choice": (
        SCENARIOS, f"{SETTING}, sides: {{wett: [Union, Rebels]}}}}\n",
        "settings[0].sides.wett", "weather has no choice wett", "did you mean wet?",
    ),
    "fact like no input": (
        UNITS, "facts:\n  - {name: shaken, label: Shaken, like: check.shakn}\n",
        "facts[0].like", "check has no input shakn", "write procedure.input",
    ),
    "fact with choices that depend on no input": (
        UNITS, "facts:\n  - {name: shaken, label: Shaken, like: check.shaken, given: {shakn: shaken}}\n",
        "facts[0].given.shakn", "unknown name 'shakn'", "did you mean shaken?",
    ),
    "fact with choices by a formula that reads no fact": (
        UNITS, "facts:\n  - {name: shaken, label: Shaken, like: check.shaken, given: {shaken: shakn}}\n",
        "facts[0].given.shaken", "unknown name shakn; did you mean shaken?", "",
    ),
    "fact that fills no input": (
        UNITS, "facts:\n  - {name: shaken, label: Shaken, like: check.shaken, fills: [shakn]}\n",
        "facts[0].fills[0]", "no calculator has an input shakn", "nearest: shaken",
    ),
    "fact with the name of all facts before": (
        UNITS, "facts:\n  - {name: before, label: Before, like: check.shaken}\n",
        "facts[0].name", "the name before is taken", "choose another",
    ),
    "fact whose label cannot be read back from a list of units": (
        UNITS, "facts:\n  - {name: large, label: 'Large, not counted', like: check.shaken}\n",
        "facts[0].label", "a list of units separates facts by commas", "leave out , and =",
    ),
    "part that reads an unknown fact before": (
        UNITS,
        "facts:\n  - {name: morale, label: Shaken, like: check.shaken}\n"
        "parts:\n  - {procedure: check, id: unit, title: Unit, answers: {shaken: before.moral}}\n",
        "parts[0].answers.shaken", "before has no field moral; did you mean morale?", "",
    ),
    "bar that reads an unknown fact": (
        UNITS,
        "facts:\n  - {name: morale, label: Shaken, like: check.shaken}\n"
        "parts:\n  - {procedure: check, id: unit, title: Unit, bars: [{when: moral, because: So}]}\n",
        "parts[0].bars[0].when", "unknown name moral; did you mean morale?", "",
    ),
    "part that ticks no member": (
        UNITS,
        "facts:\n  - {name: morale, label: Shaken, like: check.shaken}\n"
        "parts:\n  - {procedure: check, id: unit, title: Unit, answers: {shaken=yes: morale}}\n",
        "parts[0].answers.shaken=yes", "check has no single-answer input shaken=yes", "nearest: shaken",
    ),
    "part without an id": (
        UNITS, "parts:\n  - {procedure: check, id: '', title: Unit}\n",
        "parts[0].id", "'' is not a valid id", "use a word in lower-case letters",
    ),
    "part with a dot": (
        UNITS, "parts:\n  - {procedure: check, id: a.b, title: Unit}\n",
        "parts[0].id", "'a.b' is not a valid id", "use a word in lower-case letters",
    ),
    "part given twice": (
        UNITS, "parts:\n  - {procedure: check, id: unit, title: A}\n  - {procedure: check, id: unit, title: B}\n",
        "parts[1].id", "unit appears twice in check", "choose another name",
    ),
    "part of no list": (
        UNITS, "parts:\n  - {procedure: fire, id: firer, title: Firer, rows: firer}\n",
        "parts[0].rows", "fire has no list firer", "name an input of kind rows",
    ),
    "part that a change names": (
        UNITS,
        "facts:\n  - {name: shaken, label: Shaken, like: check.shaken}\n"
        "changes:\n  - {procedure: check, part: unit, fact: shaken, to: not holds}\n",
        "changes[0].part", "check has no parts", "leave it out, or add the part",
    ),
    "step for units with a fact that is not kept": (
        SHORT["sequence"],
        SEQUENCE.replace("{title: Fire, procedure: fire}", "{title: Fire, procedure: fire, units: shaken}"),
        "phases[0].steps[0].units", "'shaken': unknown name shaken", "",
    ),
    "change that says nothing": (
        UNITS,
        "facts:\n  - {name: shaken, label: Shaken, like: check.shaken}\n"
        "changes:\n  - {procedure: check, fact: shaken}\n",
        "changes[0]", "a change needs either fact and to, or only removes", "",
    ),
    "change of a unit that is removed": (
        UNITS,
        "facts:\n  - {name: shaken, label: Shaken, like: check.shaken}\n"
        "changes:\n  - {procedure: check, removes: yes, fact: shaken, to: holds}\n",
        "changes[0]", "a change needs either fact and to, or only removes", "",
    ),
    "what a fact becomes": (
        UNITS,
        "facts:\n  - {name: shaken, label: Shaken, like: check.shaken}\n"
        "changes:\n  - {procedure: check, fact: shaken, to: not hods}\n",
        "changes[0].to", "unknown name hods; did you mean holds?", "",
    ),
    "alternatives": (
        SHORT["fire"], changed("fire", "add: +1, when", "add: +1, one_of: band, when"),
        "steps[0].modifiers[0].one_of", "unknown group of alternatives band", "declare it in alternatives:",
    ),
    "what is ignored": (
        SHORT["fire"], changed("fire", TALLY, f"{TALLY}    ignore: [{{when: shaken, because: so}}]\n"),
        "steps[0].ignore[0]", "needs either marked or unless_marked", "",
    ),
    "rows of no list": (
        SHORT["fire"], changed("fire", ROWS, f"  - {{do: repeat, rows: range, steps: []}}\n{ROWS}"),
        "steps[4].rows", "range is not an input of kind rows", "",
    ),
    "dice for each row": (
        SHORT["fire"],
        changed(
            "fire", ROWS,
            f"  - {{do: repeat, rows: firers, steps: [{{do: roll, name: d, dice: 1d6, label: D}}]}}\n{ROWS}",
        ),
        "steps[4].steps", "roll, use, settle, decide and rounds are not allowed in repeat", "",
    ),
    "hotkey taken twice": (
        SHORT["fire"], changed("fire", "{key: A}, {key: B}", "{key: A, hotkey: b}, {key: B, hotkey: b}"),
        "inputs[0].choices[1].hotkey", "b is already the hotkey of A", "choose another",
    ),
    "name of a role": (
        SHORT["check"], changed("check", "steps:", "roles: [{name: The unit, label: Unit}]\nsteps:"),
        "roles[0].name", "'The unit' is not a valid name", "use lower-case letters, digits and _",
    ),
    "column of labels": (
        SHORT["check"],
        changed(
            "check", "steps:",
            "  - {name: row, label: Row, kind: choice, draw: [{chart: table, label: D}]}\nsteps:",
        ),
        "inputs[1].draw[0].label", "unknown column D", "columns: A, B, C",
    ),
    "chart of choices": (
        SHORT["check"],
        changed(
            "check", "steps:",
            "  - {name: row, label: Row, kind: choice, draw: [{chart: tables, label: A}]}\nsteps:",
        ),
        "inputs[1].draw[0]", "unknown chart tables", "did you mean table?",
    ),
    "row that is no formula": (
        SHORT["fire"], changed("fire", "row: total", "row: total total"),
        "steps[3].row", "'total total'", "",
    ),
    "rounds without a formula": (
        SHORT["fire"],
        changed(
            "fire", ROWS,
            "  - {do: rounds, name: rounds, begin: {over: 'no'}, during: not not over over, then: {over: dice > 1},"
            f" steps: [{{do: roll, name: d, dice: 1d6, label: D}}]}}\n{ROWS}",
        ),
        "steps[4].during", "'not not over over'", "",
    ),
    "rule of a number": (
        SHORT["fire"], changed("fire", "least: 1, most: 9", "least: 1, most: 9, rule: many"),
        "inputs[1].rule", "'many' is not a valid answer to range", "write a whole number, or nothing",
    ),
    "rule of a yes-no question": (
        SHORT["fire"], changed("fire", "kind: yes-no}", "kind: yes-no, rule: never}"),
        "inputs[2].rule", "'never' is not a valid answer to shaken", "known: no, yes",
    ),
    "text instead of keys": (
        SHORT["fire"], changed("fire", "{losses: losses, starred: marked *}", "losses"),
        "steps[3].take", "expected keys and values", "",
    ),
    "text instead of a record": (
        SHORT["sequence"], SEQUENCE.replace("      - {title: Fire, procedure: fire}", "      - Fire"),
        "phases[0].steps[0]", "expected keys and values", "",
    ),
    "number instead of a word": (
        SHORT["fire"], changed("fire", "kind: choice", "kind: [choice]"),
        "inputs[0].kind", "expected one word", "known: yes-no, ",
    ),
}  # fmt: skip
"""A file and its text; the key path, the message and the correction of the fault."""


@pytest.mark.parametrize("what", FAULTS)
def test_a_reference_that_does_not_fit(what: str, tmp_path: Path) -> None:
    """The fault is the only one of its file, at its line; without the mistake there is none."""
    name, text, key, says, mend = FAULTS[what]
    faults = [fault for fault in loaded(tmp_path, {name: text}).faults if fault.file.endswith(name)]
    assert [fault.key for fault in faults] == [key]
    assert says in faults[0].says and mend in faults[0].mend
    assert faults[0].line > 0


@pytest.mark.parametrize(
    ("rows", "gaps"),
    [
        ((1, 2, 3, 4, 6), ["no row covers 5"]),
        ((1, 2, 3, 5, 6, 8), []),
        ((1, 2, 4, 5), ["no row covers 3"]),
        ((1, 3, 5, 7), []),
        ((1, 12, 300), []),
    ],
)
def test_a_gap_in_rows_that_are_nearly_consecutive(
    rows: tuple[int, ...], gaps: list[str], tmp_path: Path
) -> None:
    """Rows are numbers, whose gaps are faults, if two in three are consecutive; else they may be names."""
    lines = "\n".join(f"  {row} | x" for row in rows)
    text = f'id: table\ntitle: Table\ncite: "1.1"\npage: Sheet\ngrid: |\n  Hill | A\n{lines}\n'
    faults = loaded(tmp_path, {SHORT["chart"]: text}).faults
    assert [fault.says for fault in faults if fault.key == "grid"] == gaps


def using(*procedures: str, steps: int = 0) -> str:
    """Return a procedure that uses these procedures, or has this number of steps itself."""
    names = ["end", *(f"name{place}" for place in range(1, steps or len(procedures)))]
    uses = [
        f"{{do: use, name: use{place}, procedure: {procedure}, given: {{}}, take: {{{names[place]}: end}}}}"
        for place, procedure in enumerate(procedures)
    ]
    each = uses or [f'{{do: work-out, values: {{{name}: "1"}}}}' for name in names]
    return (
        "\n- ".join(["inputs: []\nsteps:", *each]) + "\noutcome: [{name: end, label: End, show: headline}]\n"
    )


@pytest.mark.parametrize(("deepest", "is_fault"), [(13, False), (14, True)])
def test_procedures_use_each_other_in_so_many_levels(deepest: int, is_fault: bool) -> None:
    """A procedure and 12 levels below the one that it uses are allowed, and no more."""
    chain = {f"p{level}": using(f"p{level + 1}") for level in range(deepest)}
    library = modules(**chain, **{f"p{deepest}": using(steps=1)})
    says = "p1 and what it uses have more than 300 steps or 12 levels"
    assert [fault.says for fault in library.faults if fault.file.endswith("p0.yaml")] == [says] * is_fault


@pytest.mark.parametrize(
    ("middle", "steps", "is_fault"),
    [
        (using(steps=300), 1, False),
        (using(steps=301), 1, True),
        (using("last", "last"), 149, False),
        (using("last", "last"), 150, True),
    ],
    ids=["own", "own-too-many", "used", "used-too-many"],
)
def test_the_steps_of_all_procedures_in_use_are_counted(middle: str, steps: int, is_fault: bool) -> None:
    """Steps of a procedure that is used twice count twice, and the steps that use it count too."""
    library = modules(own=using("middle"), middle=middle, last=using(steps=steps))
    says = "middle and what it uses have more than 300 steps or 12 levels"
    assert [fault.says for fault in library.faults] == [says] * is_fault
