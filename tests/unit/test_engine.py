"""Every kind of step, tested with small procedures; odds are compared with counting all dice."""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from textwrap import dedent, indent
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine import Engine
from companion.engine.dice import count_and_sides
from companion.load.library import read_library
from companion.load.places import Places
from companion.model import Library, NotFound, Refused, Resolution, RollRequest
from companion.model.procedure import Procedure

GAME = """
slug: xx
name: Own game
edition: "1"
credits: Nobody.
documents: []
"""

HEAD = """
id: {name}
title: {name}
cite: "1.1"
summary: One procedure.
"""

CHARTS = {
    "grid": """
        id: grid
        title: Grid
        cite: "2.1"
        page: Sheet 1
        columns_title: Column
        grid: |
          Dice | A | 2-3 | 4-5 | D
          2-3  | - | -   | m   | 1
          4-6  | - | m*  | 1   | 2
          7+   | m | 1   | 2*  | 3
        footnotes: [{mark: "*", text: Starred.}]
        shades:
          - {name: red, means: trouble, colour: red, cells: {"7+": [4-5, D], 4-6: [all]}}
        parts: [{name: losses, number: "yes", without: "0"}]
    """,
    "bands": """
        id: bands
        title: Bands
        cite: "2.2"
        page: Sheet 2
        columns_title: Side
        grid: |
          Shift | Small | Large
          -1    | 2-3   | 2-5
          0     | 4-6   | 6-8
          1     | 7+    | 9+
    """,
    "words": """
        id: words
        title: Words
        cite: "2.3"
        page: Sheet 2
        ends: clamp
        columns_title: State
        grid: |
          Total | Good     | Bad
          1     | Sh b2 L1 | R
          2     | Sh       | b4
          3     | -        | L2
        parts:
          - {name: state, without: none, words: {Sh: shaken, R: routed, "-": none}}
          - {name: back, letter: b, without: "0"}
          - {name: loss, letter: L, without: "0"}
    """,
}


def modules(**procedures: str) -> Library:
    """A library of one game with these procedures and its charts."""
    with TemporaryDirectory() as folder:
        tables = Path(folder) / "tables" / "xx"
        (tables / "charts").mkdir(parents=True)
        (tables / "procedures").mkdir()
        (tables / "game.yaml").write_text(GAME)
        for name, text in CHARTS.items():
            (tables / "charts" / f"{name}.yaml").write_text(dedent(text))
        for name, text in procedures.items():
            body = HEAD.format(name=name.replace("_", "-")) + dedent(text)
            (tables / "procedures" / f"{name}.yaml").write_text(body)
        return read_library(Places((Path(folder),), Path(folder), Path(folder)), "own")


def engine_of(**procedures: str) -> Engine:
    """An engine for these procedures, which must have no faults."""
    library = modules(**procedures)
    assert [str(fault) for fault in library.faults] == []
    return Engine(library)


def resolve(text: str, rolls: Any = None, **answers: Any) -> Resolution:
    """Resolve a single procedure."""
    return engine_of(own=text).resolve("xx:own", answers, rolls)


def refused(text: str, **answers: Any) -> str:
    """The message with which a procedure is refused."""
    with pytest.raises(Refused) as caught:
        resolve(text, **answers)
    return str(caught.value)


def states(resolution: Resolution) -> dict[str, str]:
    """State of each ledger line, by label."""
    return {line.label: line.state for line in resolution.ledger}


# ---- tally

TALLY = """
    inputs:
      - {name: a, label: Apple, kind: yes-no}
      - {name: b, label: Berry, kind: yes-no}
      - {name: night, label: Night, kind: yes-no}
      - {name: n, label: Number, kind: number, least: 0, most: 9}
    steps:
      - do: tally
        name: total
        start: n
        modifiers:
          - {label: First, add: +2, when: a, cite: "1.2", mark: "*"}
          - label: Second
            add: -3
            when: b
            cite: "1.3"
            bars: [{when: n > 5, because: "not above 5, it is {n}", cite: "1.4"}]
          - {label: Always, add: n // 2}
        ignore:
          - {when: night, because: stars do not count at night, cite: "1.5", MARK}
    outcome: [{name: total, label: Total, show: headline}]
"""


@pytest.mark.parametrize(
    ("answers", "total", "expected"),
    [
        ({}, 6, ("not applied", "not applied", "applied")),
        ({"a": True}, 8, ("applied", "not applied", "applied")),
        ({"a": True, "b": True}, 5, ("applied", "applied", "applied")),
        ({"b": True, "n": 5}, 4, ("not applied", "applied", "applied")),
        ({"b": True, "n": 6}, 9, ("not applied", "not allowed", "applied")),
        ({"a": True, "night": True}, 6, ("not allowed", "not applied", "applied")),
        ({"b": True, "night": True}, 3, ("not applied", "applied", "applied")),
        ({"night": True}, 6, ("not applied", "not applied", "applied")),
    ],
)
def test_a_tally_with_bars_and_stars(answers: dict[str, Any], total: int, expected: tuple[str, ...]) -> None:
    """Every line is listed, applied or not; marked lines are ignored where the chart says so."""
    found = resolve(TALLY.replace("MARK", 'marked: "*"'), **{"n": 4, **answers})
    assert tuple(states(found).values()) == expected
    assert found.outcome == {"total": total}


def test_a_tally_of_marked_lines_only() -> None:
    """A tally of marked lines counts only lines with the mark."""
    found = resolve(TALLY.replace("MARK", 'unless_marked: "*"'), a=True, b=True, night=True, n=4)
    assert states(found) == {"First": "applied", "Second": "not allowed", "Always": "not allowed"}
    assert found.outcome == {"total": 6}


@pytest.mark.parametrize(
    ("which", "counted"),
    [
        ('marked: "*"', ["Second", "Always"]),
        ('unless_marked: "*"', ["First"]),
        ('marked: "†"', ["First", "Always"]),
    ],
)
def test_of_two_marks_only_one_is_meant(which: str, counted: list[str]) -> None:
    """Lines with another mark count as lines without this one."""
    text = TALLY.replace("MARK", which)
    text = text.replace('            cite: "1.3"\n', '            cite: "1.3"\n            mark: "†"\n')
    found = resolve(text, a=True, b=True, night=True, n=4)
    assert [label for label, state in states(found).items() if state == "applied"] == counted


def test_a_line_whose_bar_is_not_answered_is_open() -> None:
    """A line of the ledger is open while its condition lacks an answer, and names the question."""
    text = (
        TALLY.replace("MARK", 'marked: "*"')
        .replace("start: n", 'start: "0"')
        .replace("add: n // 2", "add: +1")
    )
    found = resolve(text, b=True)
    assert states(found) == {"First": "not applied", "Second": "open", "Always": "applied"}
    assert found.ledger[1].because == "depends on Number"


def test_ledger_lines_give_reasons() -> None:
    """Each line has its value, rule, reason and inputs."""
    found = resolve(TALLY.replace("MARK", 'marked: "*"'), a=True, b=True, night=True, n=6)
    first, second, always = found.ledger
    assert (first.value, first.cite, first.because) == (2, "1.5", "stars do not count at night")
    assert (second.value, second.cite, second.because) == (-3, "1.4", "not above 5, it is 6")
    assert (second.inputs, always.inputs) == (("b",), ())
    assert always.value == 3
    plain = resolve(TALLY.replace("MARK", 'marked: "*"'), a=True, n=6)
    assert [line.because for line in plain.ledger[:2]] == ["Apple: yes", "Berry: no"]


ALTERNATIVES = """
    inputs:
      - {name: x, label: X, kind: yes-no}
      - {name: y, label: Y, kind: yes-no}
      - {name: z, label: Z, kind: yes-no}
    steps:
      - do: tally
        name: total
        modifiers:
          - {label: X, add: +1, when: x, one_of: cover}
          - {label: Y, add: +3, when: y, one_of: cover}
          - {label: Z, add: -2, when: z, one_of: cover}
          - {label: Other, add: +10}
        alternatives: [{name: cover, because: only one counts, take: TAKE}]
    outcome: [{name: total, label: Total, show: headline}]
"""


@pytest.mark.parametrize(
    ("take", "given_answers", "total"),
    [
        ("highest", "xyz", 13),
        ("lowest", "xyz", 8),
        ("first", "xyz", 11),
        ("highest", "xz", 11),
        ("lowest", "xy", 11),
        ("first", "yz", 13),
        ("highest", "z", 8),
        ("lowest", "", 10),
    ],
)
def test_alternatives(take: str, given_answers: str, total: int) -> None:
    """Only one of the applicable lines counts; the others give the reason."""
    found = resolve(ALTERNATIVES.replace("TAKE", take), **dict.fromkeys(given_answers, True))
    assert found.outcome == {"total": total}
    struck = [line for line in found.ledger if line.state == "not allowed"]
    assert len(struck) == max(0, len(given_answers) - 1)
    assert all(line.because == "only one counts" for line in struck)


@pytest.mark.parametrize(
    ("rounding", "n", "total"),
    [
        ("down", 5, 2),
        ("up", 5, 3),
        ("half up", 5, 3),
        ("exact", 5, "5/2"),
        ("exact", 4, 2),
        ("down", -5, -3),
        ("up", -5, -2),
        ("half up", -5, -2),
        ("half up", 4, 2),
    ],
)
def test_factors(rounding: str, n: int, total: Any) -> None:
    """Each kind of rounding is applied once, to the whole tally."""
    text = f"""
    inputs:
      - {{name: n, label: N, kind: number}}
      - {{name: half, label: Half, kind: yes-no}}
    steps:
      - do: tally
        name: total
        start: n
        modifiers: []
        factors: [{{label: Half, when: half, times: 1 / 2, round: {rounding}, cite: "3.1"}}]
    outcome: [{{name: total, label: Total, show: headline}}]
    """
    found = resolve(text, n=n, half=True)
    assert found.outcome == {"total": total}
    assert [(line.value, line.state, line.cite) for line in found.ledger] == [("x1/2", "applied", "3.1")]
    without = resolve(text, n=n)
    assert without.outcome == {"total": n}
    assert without.ledger[0].state == "not applied"


def test_successive_factors() -> None:
    """Each factor is rounded before the next one."""
    text = """
    inputs: [{name: n, label: N, kind: number}]
    steps:
      - do: tally
        name: total
        modifiers: [{label: N, add: n}]
        factors:
          - {label: Half, when: "yes", times: 1 / 2, round: down}
          - {label: Double, when: n > 2, times: 2}
    outcome: [{name: total, label: Total, show: headline}]
    """
    assert [resolve(text, n=n).outcome["total"] for n in (1, 2, 3, 5)] == [0, 1, 2, 4]


# ---- shift and look-up

SHIFT = """
    inputs:
      - {name: sps, label: SPs, kind: number, least: 0, most: 9}
      - {name: by, label: By, kind: number, least: -9, most: 9}
    steps:
      - {do: shift, name: column, chart: grid, start: sps, by: by, start_name: natural}
    column: column
    outcome:
      - {name: column, label: Column, show: headline}
      - {name: natural, label: Natural}
"""


@pytest.mark.parametrize(
    ("sps", "by", "column"),
    [
        (2, 0, "2-3"),
        (3, 1, "4-5"),
        (4, 1, "D"),
        (4, 2, "D"),
        (5, 9, "D"),
        (2, -1, "A"),
        (2, -2, "A"),
        (5, -9, "A"),
    ],
)
def test_a_shift_stops_at_both_ends(sps: int, by: int, column: str) -> None:
    """A shift ends at the first and the last column."""
    found = resolve(SHIFT, sps=sps, by=by)
    assert found.outcome == {"column": column, "natural": "2-3" if sps < 4 else "4-5"}
    assert found.column == column


def test_a_shift_from_no_column_is_refused() -> None:
    """The message lists the columns."""
    assert refused(SHIFT, sps=9, by=0) == "Grid has no column 9; it has A, 2-3, 4-5, D"


def test_a_shift_by_half_a_column_is_refused() -> None:
    """A shift must be a whole number of columns."""
    text = SHIFT.replace("by: by", "by: by / 2")
    assert refused(text, sps=2, by=1)


@pytest.mark.parametrize(
    ("dice", "column", "cell", "losses", "shade", "starred"),
    [
        (2, "A", "-", 0, "", False),
        (3, "D", 1, 1, "", False),
        (5, "2-3", "m", 0, "red", True),
        (12, "4-5", 2, 2, "red", True),
        (7, "A", "m", 0, "", False),
        (6, "D", 2, 2, "red", False),
    ],
)
def test_a_look_up_by_row(dice: int, column: str, cell: Any, losses: int, shade: str, starred: bool) -> None:
    """A cell has its value, parts, shade and mark; the value excludes footnote signs."""
    text = """
    inputs:
      - {name: dice, label: Dice, kind: number, least: 2, most: 12}
      - {name: column, label: Column, kind: choice, choices: [{key: A}, {key: 2-3}, {key: 4-5}, {key: D}]}
    steps:
      - do: look-up
        name: cell
        chart: grid
        row: dice
        column: column
        take: {losses: losses, shade: shade, starred: "marked *"}
    outcome:
      - {name: cell, label: Cell, show: headline}
      - {name: losses, label: Losses}
      - {name: shade, label: Shade}
      - {name: starred, label: Starred}
    """
    found = resolve(text, dice=dice, column=column)
    assert found.outcome == {"cell": cell, "losses": losses, "shade": shade, "starred": starred}
    looked = found.looked[0]
    assert (looked.column, looked.shade, looked.cite) == (column, shade, "2.1")
    assert looked.cell == f"{cell}*" if starred else looked.cell == str(cell)


@pytest.mark.parametrize(
    ("size", "side", "row"),
    [(2, "Small", -1), (3, "Small", -1), (4, "Small", 0), (99, "Small", 1), (5, "Large", -1)],
)
def test_a_look_up_by_what_a_row_holds(size: int, side: str, row: int) -> None:
    """The row whose range contains the number is used; a number in no range is refused with the ranges."""
    text = """
    inputs:
      - {name: size, label: Size, kind: number}
      - {name: side, label: Side, kind: choice, choices: [{key: Small}, {key: Large}]}
    steps:
      - {do: look-up, name: shift, chart: bands, column: side, holding: size}
      - {do: work-out, values: {next: shift + 1}}
    outcome: [{name: shift, label: Shift, show: headline}, {name: next, label: Next}]
    """
    assert resolve(text, size=size, side=side).outcome == {"shift": row, "next": row + 1}
    assert "no band in Bands, column Small, contains 1: 2-3, 4-6, 7+" in refused(text, size=1, side="Small")


PLUS = CHARTS["bands"].replace("\n          1     |", "\n          +1    |")


def test_a_row_with_a_plus_is_a_number(monkeypatch: pytest.MonkeyPatch) -> None:
    """A row such as +1 is a number, as a cell with a plus is."""
    monkeypatch.setitem(CHARTS, "bands", PLUS)
    text = """
    inputs: [{name: size, label: Size, kind: number}]
    steps:
      - {do: look-up, name: shift, chart: bands, column: "'Small'", holding: size}
    outcome: [{name: shift, label: Shift, show: headline}]
    """
    assert resolve(text, size=8).outcome == {"shift": 1}


@pytest.mark.parametrize(
    ("row", "column", "parts"),
    [
        (1, "Good", {"state": "shaken", "back": 2, "loss": 1}),
        (2, "Good", {"state": "shaken", "back": 0, "loss": 0}),
        (3, "Good", {"state": "none", "back": 0, "loss": 0}),
        (1, "Bad", {"state": "routed", "back": 0, "loss": 0}),
        (2, "Bad", {"state": "none", "back": 4, "loss": 0}),
        (3, "Bad", {"state": "none", "back": 0, "loss": 2}),
        (-5, "Bad", {"state": "routed", "back": 0, "loss": 0}),
        (99, "Good", {"state": "none", "back": 0, "loss": 0}),
    ],
)
def test_parts_of_a_cell(row: int, column: str, parts: dict[str, Any]) -> None:
    """A word, numbers with letters, and the last rows of a chart that clamps."""
    text = """
    inputs:
      - {name: row, label: Row, kind: number}
      - {name: column, label: Column, kind: choice, choices: [{key: Good}, {key: Bad}]}
    steps:
      - do: look-up
        name: cell
        chart: words
        row: row
        column: column
        take: {state: state, back: back, loss: loss}
    outcome:
      - {name: state, label: State, show: headline}
      - {name: back, label: Back}
      - {name: loss, label: Loss}
    """
    assert resolve(text, row=row, column=column).outcome == parts


# ---- rolls

ROLLS = """
    inputs: [{name: second, label: Second, kind: yes-no}]
    steps:
      - {do: roll, name: one, dice: 1d6, label: First die}
      - {do: roll, name: two, dice: 2d6, label: Two dice, when: second}
      - {do: roll, name: three, dice: 1d10, label: Third, when: one == 6}
      - {do: work-out, values: {sum: "one + (two if second else 0)"}}
      - {do: work-out, values: {sum_: "sum + three if one == 6 else sum"}}
    outcome: [{name: total, value: sum_, label: Total, show: headline}]
"""


def test_successive_rolls() -> None:
    """The next roll is requested with its domain until all dice are given."""
    engine = engine_of(own=ROLLS)
    first = engine.resolve("own", {"second": True})
    assert first.needs == (RollRequest("one", "1d6", "First die", 1, 6, id="one"),)
    assert not first.done
    second = engine.resolve("own", {"second": True}, [6])
    assert [each.name for each in second.needs] == ["two"]
    third = engine.resolve("own", {"second": True}, [6, "3+4"])
    assert [each.name for each in third.needs] == ["three"]
    done = engine.resolve("own", {"second": True}, [6, "3+4", 10])
    assert (done.done, done.outcome, done.needs) == (True, {"total": 23}, ())
    assert [(each.name, each.value, each.faces) for each in done.rolls] == [
        ("one", 6, ()),
        ("two", 7, (3, 4)),
        ("three", 10, ()),
    ]


def test_a_roll_that_is_not_due_is_skipped() -> None:
    """A roll that is not due, because of an answer or an earlier die, is skipped."""
    assert resolve(ROLLS, [3]).outcome == {"total": 3}
    assert resolve(ROLLS, [3, 7], second=True).outcome == {"total": 10}
    assert resolve(ROLLS, [6, 4]).outcome == {"total": 10}


@pytest.mark.parametrize(
    ("rolls", "says"),
    [
        ([7], "First die: 1d6 gives 1 to 6"),
        ([3, 4], "rolls: 1 needed, 2 given"),
        ([6, 11], "Third: 1d10 gives 1 to 10"),
        ([6, 4, 4], "rolls: 2 needed, 3 given"),
    ],
)
def test_illegal_rolls(rolls: list[int], says: str) -> None:
    """Rolls outside the domain and rolls too many are refused."""
    with pytest.raises(Refused, match=says):
        resolve(ROLLS, rolls)


def test_a_procedure_without_dice_takes_none() -> None:
    """A procedure without dice refuses a roll."""
    with pytest.raises(Refused, match="rolls no dice"):
        resolve(SHIFT, [3], sps=2, by=0)


PARTS = """
    inputs: []
    steps:
      - {do: roll, name: a, dice: 1d6, label: Attack, part: attacker}
      - {do: roll, name: b, dice: 1d6, label: Defence, part: defender}
      - {do: roll, name: c, dice: 1d6, label: Again, part: attacker}
      - {do: work-out, values: {total: 100 * a + 10 * b + c}}
    outcome: [{name: total, label: Total, show: headline}]
"""


@pytest.mark.parametrize(
    "rolls", [[1, 2, 3], {"attacker": [1, 3], "defender": [2]}, {"defender": ["2"], "attacker": ["1", "3"]}]
)
def test_rolls_by_part(rolls: Any) -> None:
    """A plain list in order, or named parts in any order."""
    assert resolve(PARTS, rolls).outcome == {"total": 123}


def test_an_unknown_part_is_refused() -> None:
    """The roll is refused, not silently dropped."""
    with pytest.raises(Refused, match="unknown roll third; known: a, attacker, b, c, defender"):
        resolve(PARTS, {"attacker": [1, 3], "defender": [2], "third": [6]})


# ---- settle and require

SETTLE = """
    inputs:
      - {name: easy, label: Easy, kind: yes-no}
      - {name: n, label: N, kind: number, least: 0, most: 6}
    steps:
      - do: settle
        when: easy
        values: {success: "yes", automatic: "yes"}
        because: no enemy is there
        cite: "4.1"
      - {do: roll, name: dice, dice: 1d6, label: Die}
      - {do: work-out, values: {success: dice >= n, automatic: "no"}}
    outcome:
      - {name: success, label: Success, show: headline, words: {yes: wins, no: loses}}
      - {name: automatic, label: Automatic}
"""


def test_settling_needs_no_dice() -> None:
    """The reason is given with its rule; dice that were given are listed as unneeded."""
    found = resolve(SETTLE, easy=True, n=3)
    assert (found.done, found.settled) == (True, "no enemy is there (4.1)")
    assert found.outcome == {"success": True, "automatic": True}
    assert resolve(SETTLE, [4], easy=True, n=3).unused == ("the dice: no roll was needed",)
    assert resolve(SETTLE, [4], n=3).unused == resolve(SETTLE, [4], easy=True).unused == ()
    rolled = resolve(SETTLE, [4], n=3)
    assert (rolled.settled, rolled.outcome) == ("", {"success": True, "automatic": False})
    assert resolve(SETTLE, n=3).odds == {"wins": Fraction(2, 3), "loses": Fraction(1, 3)}


def test_settling_with_a_question_open() -> None:
    """A settled result is known even while an answer is missing."""
    found = resolve(SETTLE, easy=True)
    assert (found.missing, found.done) == (("n",), False)
    assert found.outcome == {"success": True, "automatic": True}
    assert resolve(SETTLE, easy=False).outcome == {}


def test_settling_after_a_roll() -> None:
    """After settling, later dice are not requested."""
    text = """
    inputs: []
    steps:
      - {do: roll, name: one, dice: 1d6, label: One}
      - {do: settle, when: one <= 2, values: {result: "'none'"}, because: too low}
      - {do: roll, name: two, dice: 1d6, label: Two}
      - {do: work-out, values: {result: "'much' if two > 3 else 'some'"}}
    outcome: [{name: result, label: Result, show: headline}]
    """
    assert resolve(text, [1]).outcome == {"result": "none"}
    assert resolve(text, [1]).settled == "too low"
    assert resolve(text, [3, 6]).outcome == {"result": "much"}
    third = Fraction(1, 3)
    assert resolve(text).odds == {"none": third, "much": third, "some": third}


REQUIRE = """
    inputs:
      - {name: range, label: Range, kind: number, least: 0, most: 20}
      - {name: canister, label: Canister, kind: yes-no}
    steps:
      - do: require
        that: range <= 3
        when: canister
        says: "canister reaches 3, not {range} ({range - 3} too far)"
        about: range
      - {do: work-out, values: {out: range}}
    outcome: [{name: out, label: Out, show: headline}]
"""


def test_require() -> None:
    """The message has the values in words and the input at fault; nothing is refused if the condition is false."""
    engine = engine_of(own=REQUIRE)
    with pytest.raises(Refused) as caught:
        engine.resolve("own", {"range": 5, "canister": True})
    assert str(caught.value) == "canister reaches 3, not 5 (2 too far)"
    assert caught.value.where == "range"
    assert engine.resolve("own", {"range": 3, "canister": True}).done
    assert engine.resolve("own", {"range": 5}).done
    assert not engine.resolve("own", {"canister": True}).done


# ---- rows

REPEAT = """
    inputs:
      - {name: bonus, label: Bonus, kind: yes-no}
      - name: firers
        label: Firers
        kind: rows
        least: 1
        fields:
          - {name: sps, label: SPs, kind: number, least: 1, most: 9}
          - {name: dg, label: DG, kind: yes-no}
    steps:
      - do: repeat
        rows: firers
        steps:
          - {do: work-out, values: {counts: "sps / 2 if dg else sps"}}
          - do: tally
            name: fire
            start: counts
            modifiers: [{label: Bonus, add: +1, when: bonus and not dg}]
      - {do: work-out, values: {total: floor(sum(firers.fire))}}
    outcome:
      - {name: total, label: Total, show: headline}
      - {name: firers, label: Each, show: "no"}
"""


def test_repeat() -> None:
    """Each row has its own values, which become its fields; only the total drops its fraction."""
    found = resolve(REPEAT, bonus=True, firers=[{"sps": 3, "dg": True}, {"sps": 3, "dg": True}, {"sps": 4}])
    assert found.outcome["total"] == 8
    assert found.outcome["firers"] == [
        {"sps": 3, "dg": True, "counts": "3/2", "fire": "3/2"},
        {"sps": 3, "dg": True, "counts": "3/2", "fire": "3/2"},
        {"sps": 4, "dg": False, "counts": 4, "fire": 5},
    ]
    assert [line.state for line in found.ledger] == ["not applied", "not applied", "applied"]
    assert found.inputs["firers"][0] == {"sps": 3, "dg": True}


# ---- use

USED = """
    inputs:
      - {name: need, label: Need, kind: number, least: 1, most: 9}
      - {name: sure, label: Sure, kind: yes-no}
    steps:
      - {do: settle, when: sure, values: {hit: "yes"}, because: sure}
      - {do: roll, name: dice, dice: 1d6, label: Die}
      - {do: work-out, values: {hit: dice >= need}}
    outcome: [{name: success, value: hit, label: Success, show: headline, words: {yes: hit, no: miss}}]
"""
USING = """
    inputs:
      - {name: first, label: First, kind: number, least: 1, most: 9}
      - {name: second, label: Second, kind: number, least: 1, most: 9}
      - {name: sure, label: Sure, kind: yes-no}
    steps:
      - {do: use, name: one, procedure: used, given: {need: first, sure: sure}, take: {a: success}}
      - {do: use, name: two, procedure: used, given: {need: second}, take: {b: success}, when: a == yes}
      - {do: roll, name: dice, dice: 1d6, label: Own die, when: a == yes and b == yes}
      - {do: work-out, values: {result: "'none' if not a else 'one' if not b else 'two'"}}
    outcome: [{name: result, label: Result, show: headline}]
"""


def test_use() -> None:
    """Dice of the used procedure are requested in order; settling ends only the used procedure."""
    engine = engine_of(used=USED, using=USING)
    start = {"first": 4, "second": 5}
    assert engine.resolve("using", start).needs[0].label == "Die"
    assert engine.resolve("using", start, [3]).outcome == {"result": "none"}
    assert engine.resolve("using", start, [4, 4]).outcome == {"result": "one"}
    assert engine.resolve("using", start, [4, 5]).needs[0].label == "Own die"
    assert engine.resolve("using", start, [4, 5, 1]).outcome == {"result": "two"}
    sure = engine.resolve("using", {**start, "sure": True}, [4])
    assert (sure.outcome, sure.settled) == ({"result": "one"}, "")


def test_odds_of_used_procedures() -> None:
    """The odds are exact, including the steps before and after."""
    found = engine_of(used=USED, using=USING).resolve("using", {"first": 4, "second": 5})
    assert found.odds == {"none": Fraction(1, 2), "one": Fraction(1, 3), "two": Fraction(1, 6)}


def test_use_refuses_illegal_answers_of_the_used_procedure() -> None:
    """The message has the path of the answer that was handed over."""
    used = USED.replace("least: 1, most: 9", "least: 1, most: 3")
    with pytest.raises(Refused, match=r"one.need: 5 is out of range; allowed: 1 to 3"):
        engine_of(used=used, using=USING).resolve("using", {"first": 5, "second": 5})


def test_use_without_a_required_answer_is_a_fault() -> None:
    """Without this fault the calculation would finish without a result."""
    using = USING.replace("{need: first, sure: sure}", "{sure: sure}")
    assert modules(used=USED, using=using).faults


def test_rows_of_a_repeat_may_be_handed_over() -> None:
    """Fields added by a repeat are not handed over as answers."""
    other = """
    inputs:
      - {name: firers, label: Firers, kind: rows, fields: [{name: sps, label: SPs, kind: number}]}
    steps: [{do: work-out, values: {total: sum(firers.sps)}}]
    outcome: [{name: total, label: Total, show: headline}]
    """
    own = """
    inputs:
      - {name: firers, label: Firers, kind: rows, fields: [{name: sps, label: SPs, kind: number}]}
    steps:
      - {do: repeat, rows: firers, steps: [{do: work-out, values: {half: sps / 2}}]}
      - {do: use, name: other, procedure: other, given: {firers: firers}, take: {total: total}}
    outcome: [{name: total, label: Total, show: headline}]
    """
    found = engine_of(other=other, own=own).resolve("own", {"firers": [{"sps": 3}]})
    assert found.outcome == {"total": 3}


def test_a_count_of_rows_is_explained_by_the_rows_that_count() -> None:
    """A count of rows is explained by the rows that count; a row with the answer no does not."""
    text = """
    inputs: [{name: firers, label: Firers, kind: rows, fields: [{name: dg, label: DG, kind: yes-no}]}]
    steps: [{do: tally, name: total, modifiers: [{label: Two DG, add: +1, when: count(firers.dg) >= 2}]}]
    outcome: [{name: total, label: Total, show: headline}]
    """
    (line,) = resolve(text, firers=[{"dg": True}, {"dg": False}]).ledger
    assert (line.state, line.because) == ("not applied", "DG: 1")


def test_a_computed_value_is_a_reason_only_if_it_is_a_result_and_says_something_new() -> None:
    """Zero, the amount itself, fields of a list and values without a label are left out; results stay, labelled."""
    text = """
    inputs:
      - {name: near, label: Near, kind: number}
      - {name: firers, label: Firers, kind: rows, fields: [{name: sps, label: SPs, kind: number}]}
    steps:
      - {do: repeat, rows: firers, steps: [{do: work-out, values: {half: sps / 2}}]}
      - {do: work-out, values: {most: "12", none: near - near, hidden: "7", far: near > 3}}
      - do: tally
        name: total
        modifiers:
          - {label: Amount, add: most, when: most > 5}
          - {label: Other, add: +1, when: most > 5 and near > 0}
          - {label: Nothing, add: +1, when: none > 0}
          - {label: Hidden, add: +1, when: hidden > 0}
          - {label: Far, add: +1, when: far}
          - {label: Half, add: +1, when: sum(firers.half) > 0}
          - {label: All, add: +1, when: sum(firers.sps) > 0}
    outcome:
      - {name: total, label: Total, show: headline}
      - {name: limit, label: Most men, value: most}
      - {name: none, label: None left}
      - {name: far, label: The target is, words: {"yes": far, "no": near}}
    """
    found = resolve(text, near=1, firers=[{"sps": 4}]).ledger
    assert [line.because for line in found] == [
        "",
        "Most men: 12; Near: 1",
        "",
        "",
        "The target is: near",
        "",
        "SPs: 4",
    ]


# ---- follow-ups

FOLLOW = """
    inputs:
      - {name: n, label: N, kind: number, least: 0, most: 9}
      - {name: terrain, label: Terrain, kind: set, choices: [{key: woods}, {key: wall}]}
    steps:
      - {do: work-out, values: {half: n / 2, big: n > 4}}
    outcome: [{name: big, label: Big, show: headline}]
    next:
      - says: "check with {n}, half is {half}"
        when: big
        cite: "6.1"
        procedure: used
        carry: {need: n - 3, sure: "'wall' in terrain"}
      - {says: a reminder, when: not big}
      - {says: always, carry: {}}
"""


def test_follow_ups() -> None:
    """Follow-ups are listed only if they are due, with their answers evaluated."""
    engine = engine_of(own=FOLLOW, used=USED)
    due, always = engine.resolve("own", {"n": 7, "terrain": ["wall"]}).next
    assert (due.says, due.cite, due.procedure) == ("check with 7, half is 7/2", "6.1", "xx:used")
    assert due.carry == {"need": 4, "sure": True}
    assert (always.says, always.procedure) == ("always", "")
    assert [each.says for each in engine.resolve("own", {"n": 2}).next] == ["a reminder", "always"]
    assert engine.resolve("own", {}).next == ()
    assert engine.resolve(due.procedure, due.carry).done


# ---- flips

FLIPS = """
    inputs:
      - {name: rating, label: Rating, kind: choice, choices: [{key: A}, {key: B}, {key: C}]}
      - {name: leader, label: Leader, kind: number, least: 0, most: 3}
      - {name: rear, label: Rear, kind: yes-no}
      - {name: other, label: Other, kind: yes-no}
      - {name: terrain, label: Terrain, kind: set, choices: [{key: woods, label: Woods}, {key: wall}]}
      - {name: target, label: Target, kind: group, fields: [{name: dg, label: DG, kind: yes-no}]}
      - {name: rows, label: Row, kind: rows, fields: [{name: dg, label: DG, kind: yes-no}]}
    steps:
      - {do: roll, name: dice, dice: 1d6, label: Die}
      - do: tally
        name: total
        start: dice + leader
        modifiers:
          - {label: Rear, add: +1, when: rear}
          - {label: Woods, add: +2, when: "'woods' in terrain"}
          - {label: DG, add: +1, when: target.dg}
          - {label: Rows, add: count(rows.dg)}
      - {do: work-out, values: {needed: "4 if rating == 'A' else 5 if rating == 'B' else 6"}}
      - {do: work-out, values: {success: total >= needed}}
    outcome:
      - {name: success, label: Success, show: headline}
      - {name: total, label: Total}
"""


def test_flips() -> None:
    """Every single change that changes the result with the same dice, and no other."""
    found = resolve(FLIPS, [4], rating="B", leader=0, rows=[{"dg": False}])
    assert found.outcome == {"success": False, "total": 4}
    assert {(flip.input, flip.label, str(flip.would)) for flip in found.flips} == {
        ("rating", "Rating", "A"),
        ("leader", "Leader", "1"),
        ("rear", "Rear", "True"),
        ("terrain", "Terrain: Woods", "['woods']"),
        ("target.dg", "Target: DG", "True"),
        ("rows.1.dg", "Row 1: DG", "True"),
    }
    assert all(flip.outcome == {"success": True} for flip in found.flips)


def test_no_flips_before_the_dice_or_without_effect() -> None:
    """Only a finished calculation has flips, and only if a single change reaches another result."""
    assert resolve(FLIPS, rating="B", leader=0).flips == ()
    assert resolve(FLIPS, [1], rating="C", leader=0).flips == ()


def test_no_flip_to_other_dice() -> None:
    """The result of one die says nothing about two dice."""
    text = """
    inputs: [{name: one, label: One, kind: yes-no}]
    steps:
      - {do: roll, name: a, dice: 1d6, label: One die, when: one}
      - {do: roll, name: b, dice: 2d6, label: Two dice, when: not one}
      - {do: work-out, values: {total: "a if one else b + 20"}}
    outcome: [{name: total, label: Total, show: headline}]
    """
    assert resolve(text, [1], one=True).flips == ()


def test_a_change_that_cannot_be_resolved_is_not_a_flip() -> None:
    """The result with the actual answer is not affected."""
    text = """
    inputs: [{name: n, label: N, kind: number, least: 0, most: 6}]
    steps: [{do: work-out, values: {share: 6 / n}}]
    outcome: [{name: share, label: Share, show: headline}]
    """
    assert resolve(text, n=1).outcome == {"share": 6}


# ---- partial answers

REMAINS = """
    inputs:
      - {name: rating, label: Rating, kind: choice, choices: [{key: A}, {key: B}, {key: C}]}
      - {name: plus, label: Plus, kind: yes-no}
      - {name: leader, label: Leader, kind: number, least: 0, most: 2}
    steps:
      - {do: work-out, values: {base: "2 if rating == 'A' else 4", known: "7"}}
      - do: tally
        name: needed
        start: base
        modifiers: [{label: Plus, add: +1, when: plus}, {label: Leader, add: -leader, when: leader > 0}]
    outcome:
      - {name: needed, label: Needed, show: headline}
      - {name: known, label: Known}
"""


def test_remaining_values() -> None:
    """Until everything is answered, the possible values are listed."""
    engine = engine_of(own=REMAINS)
    assert list(engine.resolve("own", {}).remains["needed"]) == [0, 1, 2, 3, 4]
    assert list(engine.resolve("own", {"leader": 0}).remains["needed"]) == [2, 4]
    assert list(engine.resolve("own", {"rating": "A", "plus": True}).remains["needed"]) == [1, 2, 3]
    found = engine.resolve("own", {"leader": 0})
    assert (found.done, found.missing, found.outcome) == (False, ("rating",), {"known": 7})
    assert found.totals[0].total is None
    assert engine.resolve("own", {"leader": 0, "rating": "A"}).remains == {}


def test_remaining_values_exclude_results_that_may_need_dice() -> None:
    """A result that one answer decides and another leaves to the dice is not named: the dice may give other values."""
    text = """
    inputs: [{name: points, label: Points, kind: number, least: 9, most: 10}]
    steps:
      - {do: work-out, values: {rest: points - points // 10 * 10}}
      - {do: roll, name: dice, dice: 1d10, label: Rest, when: rest > 0}
      - {do: work-out, values: {lost: points // 10 + (1 if rest > 0 and dice <= rest else 0)}}
    outcome: [{name: lost, label: Lost, show: headline}, {name: points, label: Points}]
    """
    assert resolve(text).remains == {"points": (9, 10)}


def test_remaining_values_exclude_results_that_end_early_in_some_cases() -> None:
    """An end without dice in one case says nothing about the others."""
    text = """
    inputs: [{name: men, label: Men, kind: number, least: 0, most: 2}]
    steps:
      - {do: settle, when: men == 0, values: {lost: 0}, because: nobody is there}
      - {do: roll, name: dice, dice: 1d6, label: Fire}
      - {do: work-out, values: {lost: dice}}
    outcome: [{name: lost, label: Lost, show: headline}]
    """
    assert resolve(text).remains == {}


def test_an_open_modifier_is_open() -> None:
    """A modifier whose condition is open has the state open."""
    found = engine_of(own=REMAINS).resolve("own", {"rating": "A"})
    assert states(found) == {"Plus": "not applied", "Leader": "open"}
    assert found.ledger[1].because == "depends on Leader"


def test_remaining_columns_are_in_the_order_of_the_chart() -> None:
    """The order is that of the printed chart."""
    assert list(resolve(SHIFT, by=0).remains["column"]) == ["2-3", "4-5"]


LATER = """
    inputs:
      - {name: arm, label: Arm, kind: choice, choices: [{key: foot}, {key: guns}, {key: horse, when: open}]}
      - {name: canister, label: Canister, kind: yes-no, when: arm == 'guns'}
    steps:
      - {do: work-out, values: {result: "3 if canister else 2 if arm == 'horse' else 1"}}
    outcome: [{name: result, label: Result, show: headline}]
"""


def _later(first: str = "") -> str:
    return LATER.replace("inputs:\n", f"inputs:\n{indent(first, '      ')}\n" if first else "inputs:\n")


OPEN = "- {name: open, label: Open, kind: yes-no}"


def test_remaining_values_include_later_results() -> None:
    """The final result is among the remaining ones."""
    engine = engine_of(own=_later(OPEN))
    remained = engine.resolve("own", {"canister": True}).remains["result"]
    final = engine.resolve("own", {"canister": True, "arm": "guns"}).outcome["result"]
    assert final in remained


def test_remaining_values_exclude_illegal_choices() -> None:
    """Remaining values are worked out from legal choices only."""
    engine = engine_of(own=_later(OPEN))
    with pytest.raises(Refused):
        engine.resolve("own", {"arm": "horse"})
    assert list(engine.resolve("own", {}).remains["result"]) == [1]


def test_remaining_values_exclude_undefined_ones() -> None:
    """A missing answer never causes a refusal."""
    text = """
    inputs: [{name: n, label: N, kind: number, least: 0, most: 3}]
    steps: [{do: work-out, values: {share: 6 / n}}]
    outcome: [{name: share, label: Share, show: headline}]
    """
    assert list(resolve(text).remains["share"]) == [2, 3, 6]


def test_an_open_factor_is_open() -> None:
    """While a factor is open, the total is not known."""
    text = """
    inputs: [{name: n, label: N, kind: number}]
    steps:
      - {do: tally, name: total, start: "4", modifiers: [], factors: [{label: N, when: "yes", times: n}]}
    outcome: [{name: total, label: Total, show: headline}]
    """
    found = resolve(text)
    assert (found.outcome, found.totals[0].total) == ({}, None)
    assert [(line.value, line.state) for line in found.ledger] == [(None, "open")]


def test_settling_with_an_open_value_gives_no_result() -> None:
    """The outcome contains only known values."""
    text = """
    inputs: [{name: easy, label: Easy, kind: yes-no}, {name: n, label: N, kind: number}]
    steps:
      - {do: settle, when: easy, values: {result: n}, because: easy}
      - {do: work-out, values: {result: n + 1}}
    outcome: [{name: result, label: Result, show: headline}]
    """
    assert resolve(text, easy=True).outcome == {}


def test_no_result_while_settling_is_open() -> None:
    """An early result must not change later."""
    text = """
    inputs: [{name: rating, label: Rating, kind: choice, choices: [{key: A}, {key: B}]}]
    steps:
      - {do: settle, when: rating == 'A', values: {needed: "2"}, because: easy}
      - {do: work-out, values: {needed: "5"}}
    outcome: [{name: needed, label: Needed, show: headline}]
    """
    engine = engine_of(own=text)
    assert engine.resolve("own", {"rating": "A"}).outcome == {"needed": 2}
    assert engine.resolve("own", {}).outcome.get("needed", 2) == 2


def test_remaining_values_with_rows() -> None:
    """A result that consists of rows causes no error."""
    text = """
    inputs:
      - {name: n, label: N, kind: number, least: 0, most: 1}
      - {name: rows, label: Rows, kind: rows, fields: [{name: a, label: A, kind: yes-no}]}
    steps: [{do: repeat, rows: rows, steps: [{do: work-out, values: {b: n}}]}, {do: work-out, values: {c: n}}]
    outcome: [{name: c, label: C, show: headline}, {name: rows, label: Rows}]
    """
    assert list(resolve(text, rows=[{"a": True}]).remains["c"]) == [0, 1]


@pytest.mark.parametrize("value", ["1 if flag else nothing", "1 if flag else 'a'"])
def test_a_value_of_two_kinds_is_refused(value: str) -> None:
    """Either a fault when the data is loaded, or a refusal in play."""
    text = f"""
    inputs: [{{name: flag, label: Flag, kind: yes-no}}]
    steps: [{{do: work-out, values: {{v: "{value}", w: v + 1}}}}]
    outcome: [{{name: w, label: W, show: headline}}]
    """
    library = modules(own=text)
    if not library.faults:
        with pytest.raises(Refused):
            Engine(library).resolve("own", {})


def test_using_a_procedure_with_a_fault_is_refused() -> None:
    """Procedures with a fault are left out or refused."""
    library = modules(used=USED.replace("dice >= need", "dice >= ned"), using=USING)
    assert library.faults
    with pytest.raises((Refused, NotFound)):
        Engine(library).resolve("xx:using", {"first": 4, "second": 5})


def test_remaining_fractions_are_text() -> None:
    """Fractions are text, as in the outcome."""
    text = """
    inputs: [{name: n, label: N, kind: number, least: 1, most: 3}]
    steps: [{do: work-out, values: {half: n / 2}}]
    outcome: [{name: half, label: Half, show: headline}]
    """
    assert json.loads(json.dumps(resolve(text).remains)) == {"half": ["1/2", 1, "3/2"]}


@pytest.mark.parametrize(
    ("name", "part", "rest"),
    [
        ("lob:order-delivery", {"awareness": "on_fire", "hexes": 5}, {"sender": "army"}),
        ("lob:fluke-stoppage", {"command_value": 1}, {"turn": 4}),
        ("lob:closing-roll", {"leader_morale": 2}, {"rating": "B", "open_order_capable": False}),
        ("lob:command-roll", {}, {"command_value": 2}),
    ],
)
def test_early_results_are_final(
    name: str, part: dict[str, Any], rest: dict[str, Any], engine: Engine
) -> None:
    """In the shipped calculators, an early result never changes and the result was always possible."""
    early, late = engine.resolve(name, part), engine.resolve(name, {**part, **rest})
    assert early.missing
    assert not late.missing
    both = set(early.outcome) & set(late.outcome)
    assert {each: early.outcome[each] for each in both} == {each: late.outcome[each] for each in both}
    for each in set(early.remains) & set(late.outcome):
        assert late.outcome[each] in early.remains[each]


def test_one_true_bar_is_enough() -> None:
    """A true bar decides even if other bars are open, as with `or`."""
    text = """
    inputs: [{name: n, label: N, kind: number}, {name: f, label: F, kind: yes-no}]
    steps:
      - do: tally
        name: total
        modifiers: [{label: A, add: +1, bars: [{when: n > 1, because: one}, {when: f, because: two}]}]
    outcome: [{name: total, label: Total, show: headline}]
    """
    assert resolve(text, f=True).outcome == {"total": 0}


def test_named_rolls_for_dice_without_a_part_are_refused() -> None:
    """Rolls are refused, not silently dropped."""
    with pytest.raises(Refused):
        resolve(ROLLS, {"attacker": [3]})


def test_a_division_by_zero_for_other_dice_is_ignored() -> None:
    """A division by zero for other dice is ignored, because only the actual dice count."""
    text = """
    inputs: []
    steps: [{do: roll, name: dice, dice: 1d6, label: Die}, {do: work-out, values: {share: 6 // (dice - 1)}}]
    outcome: [{name: share, label: Share, show: headline}]
    """
    assert resolve(text, [3]).outcome == {"share": 3}


@pytest.mark.parametrize(
    "rows",
    [
        [{"dg": True}, {"dg": False}],
        {"1": {"dg": True}, "2": {"dg": False}},
        {"2": {"dg": True}, "10": {"dg": False}},
    ],
)
def test_flips_in_rows(rows: Any) -> None:
    """Flips in rows are found, whether the rows are a list or numbered."""
    text = """
    inputs: [{name: rows, label: Row, kind: rows, fields: [{name: dg, label: DG, kind: yes-no}]}]
    steps: [{do: work-out, values: {count: count(rows.dg)}}]
    outcome: [{name: count, label: Count, show: headline}]
    """
    assert [flip.outcome["count"] for flip in resolve(text, rows=rows).flips] == [0, 2]


EVERY = {
    "tally": TALLY.replace("MARK", 'marked: "*"'),
    "alternatives": ALTERNATIVES.replace("TAKE", "highest"),
    "shift": SHIFT,
    "rolls": ROLLS,
    "settle": SETTLE,
    "require": REQUIRE,
    "repeat": REPEAT,
    "used": USED,
    "using": USING,
    "flips": FLIPS,
    "remains": REMAINS,
    "follow": FOLLOW,
}
FULL: dict[str, dict[str, Any]] = {
    "tally": {"a": True, "b": True, "night": True, "n": 4},
    "alternatives": {"x": True, "y": True},
    "shift": {"sps": 3, "by": 1},
    "rolls": {"second": True},
    "settle": {"n": 3, "easy": False},
    "require": {"range": 3, "canister": True},
    "repeat": {"bonus": True, "firers": [{"sps": 3, "dg": True}, {"sps": 2}]},
    "used": {"need": 3},
    "using": {"first": 3, "second": 4, "sure": False},
    "flips": {
        "rating": "A",
        "leader": 2,
        "terrain": ["woods"],
        "target": {"dg": True},
        "rows": [{"dg": True}],
    },
    "remains": {"rating": "A", "leader": 1},
    "follow": {"n": 7, "terrain": ["wall"]},
}


@pytest.fixture(scope="module")
def every() -> Engine:
    """An engine with all procedures above."""
    return engine_of(**EVERY)


@pytest.mark.parametrize("name", EVERY)
def test_partial_answers_never_raise(name: str, every: Engine) -> None:
    """Any part of the answers resolves, is unfinished without required ones, and can be converted to JSON."""
    full = FULL[name]
    whole = every.resolve(f"xx:{name}", full)
    assert not whole.missing
    for kept in product([True, False], repeat=len(full)):
        answers = {key: full[key] for key, keep in zip(full, kept, strict=True) if keep}
        found = every.resolve(f"xx:{name}", answers)
        assert found.done is (not found.missing and not found.needs)
        assert not (found.missing and (found.odds or found.flips or found.next or found.needs))
        msgspec.json.encode({"outcome": found.outcome, "inputs": found.inputs, "remains": found.remains})


@pytest.mark.parametrize("name", EVERY)
def test_resolving_changes_nothing(name: str, every: Engine) -> None:
    """Resolving twice gives the same resolution, and the answers are not changed."""
    answers = msgspec.json.decode(msgspec.json.encode(FULL[name]))
    first = every.resolve(f"xx:{name}", answers)
    assert answers == FULL[name]
    assert every.resolve(f"xx:{name}", answers) == first


def test_unknown_names_are_refused() -> None:
    """The message names the procedure or input, with the nearest known name."""
    engine = engine_of(own=SHIFT)
    with pytest.raises(NotFound, match="unknown calculator onw; nearest: "):
        engine.resolve("onw", {})
    with pytest.raises(Refused, match="unknown input sp; did you mean sps"):
        engine.resolve("own", {"sp": 1})


def test_division_by_zero_is_refused_in_words() -> None:
    """The message has the title of the calculator."""
    text = """
    inputs: [{name: n, label: N, kind: number}]
    steps: [{do: work-out, values: {share: 6 / n}}]
    outcome: [{name: share, label: Share, show: headline}]
    """
    assert refused(text, n=0) == "own cannot be calculated with these answers: division by zero"


def test_a_blank_cell_in_a_sum_is_named() -> None:
    """The message has the formula, the value that is not a number, and its cell."""
    text = """
    inputs: [{name: n, label: N, kind: number, least: 2, most: 9}]
    steps:
      - {do: look-up, name: cell, chart: grid, column: "'2-3'", row: n}
      - {do: work-out, values: {counted: cell if n > 1 else 0, more: counted + 1}}
    outcome: [{name: more, label: More, show: headline}]
    """
    assert resolve(text, n=7).outcome == {"more": 2}
    assert refused(text, n=2) == (
        "own cannot be calculated with these answers: 'counted + 1' cannot be evaluated with these values: "
        "counted is '-'; Grid, row 2-3, column 2-3 is blank"
    )
    assert refused(text, n=5).endswith("with these values: counted is 'm'")


# ---- properties

MODIFIERS = [
    '{label: One, add: +1, when: a, mark: "*"}',
    "{label: Two, add: -2, when: b, one_of: cover}",
    "{label: Three, add: +3, when: a and b, one_of: cover}",
    "{label: Four, add: n, when: n > 1, bars: [{when: a, because: barred}]}",
    "{label: Five, add: n / 2, when: not a}",
    '{label: Six, add: +2, when: b or n == 3, one_of: cover, mark: "*"}',
]


def _tallied(modifiers: list[str]) -> str:
    lines = "\n".join(f"          - {each}" for each in modifiers)
    return f"""
    inputs:
      - {{name: a, label: A, kind: yes-no}}
      - {{name: b, label: B, kind: yes-no}}
      - {{name: n, label: N, kind: number, least: 0, most: 3}}
    steps:
      - do: tally
        name: total
        modifiers:
{lines}
        ignore: [{{when: n == 2, because: two, marked: "*"}}]
        alternatives: [{{name: cover, because: best, take: highest}}]
        factors: [{{label: Half, when: n == 1, times: 1 / 2, round: down}}]
    outcome: [{{name: total, label: Total, show: headline}}]
    """


@settings(deadline=None, max_examples=25)
@given(st.permutations(MODIFIERS))
def test_the_order_of_modifiers_never_matters(order: list[str]) -> None:
    """Total and state of each modifier do not depend on the order."""
    plain, mixed = engine_of(own=_tallied(MODIFIERS)), engine_of(own=_tallied(order))
    for a, b, n in product([False, True], [False, True], range(4)):
        answers = {"a": a, "b": b, "n": n}
        one, other = plain.resolve("own", answers), mixed.resolve("own", answers)
        assert one.outcome == other.outcome
        assert states(one) == states(other)


OPERATIONS = (
    "r{0} + r{1}",
    "r{0} - 2 * r{1}",
    "r{0} // 2 + r{1}",
    "max(r{0}, r{1})",
    "min(r{0}, 3) * r{1}",
    "n + r{0}",
)


@st.composite
def random_procedures(draw: st.DrawFn) -> str:
    """Random procedures of a few rolls, some conditional, some nested, that may settle early."""
    count = draw(st.integers(1, 3))
    steps, known = [], []
    for number in range(count):
        dice = draw(st.sampled_from(["1d3", "1d4", "2d2", "2d3"]))
        when = f", when: r{draw(st.integers(0, number - 1))} > {draw(st.integers(1, 4))}" if number else ""
        conditional = bool(when) and draw(st.booleans())
        if draw(st.booleans()) and not conditional:
            steps.append(
                f"{{do: use, name: u{number}, procedure: inner, given: {{least: {draw(st.integers(0, 5))}}},"
                f" take: {{r{number}: value}}}}"
            )
        elif conditional:
            steps.append(f"{{do: roll, name: x{number}, dice: {dice}, label: Die{when}}}")
            condition = when.removeprefix(", when: ")
            steps.append(f'{{do: work-out, values: {{r{number}: "x{number} if {condition} else 0"}}}}')
        else:
            steps.append(f"{{do: roll, name: r{number}, dice: {dice}, label: Die}}")
        known.append(number)
        if draw(st.integers(0, 3)) == 0:
            bound = draw(st.integers(0, 6))
            steps.append(
                f"{{do: settle, when: r{number} > {bound}, values: {{head: \"'early'\"}}, because: early}}"
            )
    text = draw(st.sampled_from(OPERATIONS)).format(
        draw(st.sampled_from(known)), draw(st.sampled_from(known))
    )
    bound = draw(st.integers(0, 8))
    steps.append(
        f'{{do: tally, name: total, start: "{text}", modifiers: [{{label: N, add: +1, when: n > 2}}]}}'
    )
    steps.append(f"{{do: work-out, values: {{head: \"'high' if total > {bound} else 'low'\"}}}}")
    lines = "\n".join(f"      - {step}" for step in steps)
    return f"""
    inputs: [{{name: n, label: N, kind: number, least: 0, most: 5}}]
    steps:
{lines}
    outcome: [{{name: head, label: Head, show: headline}}]
    """


INNER = """
    inputs: [{name: least, label: Least, kind: number}]
    steps:
      - {do: roll, name: die, dice: 1d4, label: Inner die}
      - {do: settle, when: die < least, values: {result: "0"}, because: too low}
      - {do: roll, name: more, dice: 1d2, label: Inner second}
      - {do: work-out, values: {result: die + more}}
    outcome: [{name: value, value: result, label: Value, show: headline}]
"""


def counted(engine: Engine, answers: Mapping[str, Any]) -> dict[str, Fraction]:
    """Chances of the headline, by trying every combination of dice."""
    found: dict[str, Fraction] = {}
    waiting: list[tuple[list[list[int]], Fraction]] = [([], Fraction(1))]
    while waiting:
        thrown, chance = waiting.pop()
        here = engine.resolve("xx:own", answers, thrown)
        if here.done:
            words = str(here.outcome["head"])
            found[words] = found.get(words, Fraction(0)) + chance
            continue
        count, sides = count_and_sides(here.needs[0].dice)
        for faces in product(range(1, sides + 1), repeat=count):
            waiting.append(([*thrown, list(faces)], chance / sides**count))
    return found


@settings(deadline=None, max_examples=20)
@given(random_procedures(), st.integers(0, 5))
def test_odds_match_counting(text: str, n: int) -> None:
    """The odds are exact for any dependence between the steps."""
    engine = engine_of(own=text, inner=INNER)
    odds = engine.resolve("xx:own", {"n": n}).odds
    assert odds == counted(engine, {"n": n})
    assert sum(odds.values()) == 1


def test_procedures_are_records() -> None:
    """The engine works on plain frozen records."""
    procedure = engine_of(own=SHIFT).library.procedure("own")
    assert isinstance(procedure, Procedure)
    with pytest.raises(AttributeError):
        procedure.title = "Other"  # type: ignore[misc]
