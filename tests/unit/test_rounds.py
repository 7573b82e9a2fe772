"""Rounds: exact odds without a fixed number of rounds, dice in order, separate ledgers, a limit for endless rounds."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine import odds
from companion.engine.dice import chances
from companion.engine.rounds import MOST_ROUNDS
from companion.load.cache import read_record, write_record
from companion.model import Library, Refused
from companion.render.procedure import procedure_json, procedure_lines
from companion.render.resolution import resolution_lines
from companion.render.resolution_json import resolution_json
from tests.unit.test_engine import engine_of, modules, refused, resolve

WAIT = """
    inputs: [{name: n, label: N, kind: number, least: 0, most: 6}]
    steps:
      - do: rounds
        name: rounds
        begin: {state: "'on'"}
        during: state == 'on'
        then: {state: after}
        steps:
          - {do: roll, name: die, dice: 1d6, label: Die}
          - {do: work-out, values: {after: "'won' if die <= n else 'lost' if die == 6 else 'on'"}}
    outcome:
      - {name: state, label: State, show: headline}
      - {name: rounds, label: Rounds}
"""


@pytest.mark.parametrize("n", range(6))
def test_waiting_for_a_die(n: int) -> None:
    """A geometric series: any other die leads to another round."""
    found = resolve(WAIT, n=n).odds
    if n == 0:
        assert found == {"lost": 1}
    else:
        assert found == {"won": Fraction(n, n + 1), "lost": Fraction(1, n + 1)}


def test_rounds_that_begin_in_several_states() -> None:
    """From a, a 1 wins and a 2 or 3 leads to b; from b, a 1 wins, a 2 loses and a 3 leads to a.

    So a wins 1/3 + 2/3 b, and b wins 1/3 + 1/3 a: a wins 5 times in 7, b 4 times.
    """
    found = resolve("""
    inputs: []
    steps:
      - {do: roll, name: first, dice: 1d6, label: Beginning}
      - do: rounds
        name: rounds
        begin: {state: "'a' if first <= 2 else 'b'"}
        during: state in ['a', 'b']
        then: {state: after}
        steps:
          - {do: roll, name: die, dice: 1d6, label: Die}
          - do: work-out
            values:
              from_a: "'won' if die == 1 else 'b' if die <= 3 else 'a'"
              from_b: "'won' if die == 1 else 'lost' if die == 2 else 'a' if die == 3 else 'b'"
              after: "from_a if state == 'a' else from_b"
    outcome: [{name: state, label: State, show: headline}]
""")
    won = Fraction(1, 3) * Fraction(5, 7) + Fraction(2, 3) * Fraction(4, 7)
    assert found.odds == {"won": won, "lost": 1 - won}


def test_dice_of_each_round_in_order() -> None:
    """Dice are used in order until the rounds end; one die too many is refused."""
    found = resolve(WAIT, [3, 4, 5, 1], n=2)
    assert (found.done, found.outcome) == (True, {"state": "won", "rounds": 4})
    waiting = resolve(WAIT, [3, 4], n=2)
    assert (waiting.done, len(waiting.rolls), waiting.needs[0].dice) == (False, 2, "1d6")
    assert waiting.odds == resolve(WAIT, n=2).odds
    with pytest.raises(Refused, match="rolls: 2 needed, 3 given"):
        resolve(WAIT, [3, 6, 1], n=2)


RUIN = """
    inputs: [{name: purse, label: Purse, kind: number, least: 0, most: 7}]
    steps:
      - do: rounds
        name: rounds
        begin: {left: purse}
        during: left > 0 and left < 7
        then: {left: "left + (1 if die > LOSES else -1)"}
        steps: [{do: roll, name: die, dice: 1d6, label: Die}]
      - {do: work-out, values: {rich: left == 7}}
    outcome: [{name: rich, label: Rich, show: headline}]
"""


@pytest.mark.parametrize("loses", [2, 3, 4])
@pytest.mark.parametrize("purse", range(1, 7))
def test_gamblers_ruin(purse: int, loses: int) -> None:
    """Every state leads back to others; the known answer is (1 - r ** k) / (1 - r ** n)."""
    found = resolve(RUIN.replace("LOSES", str(loses)), purse=purse).odds
    ratio = Fraction(loses, 6 - loses)
    rich = Fraction(purse, 7) if ratio == 1 else (1 - ratio**purse) / (1 - ratio**7)
    assert found == {"yes": rich, "no": 1 - rich}


@pytest.mark.parametrize(("purse", "rich"), [(0, False), (7, True)])
def test_no_rounds_are_needed(purse: int, rich: bool) -> None:
    """The rounds end before the first one."""
    found = resolve(RUIN.replace("LOSES", "3"), purse=purse)
    assert (found.done, found.outcome, found.odds) == (True, {"rich": rich}, {})


# ---- random chains of states, compared with manual elimination

INNER = "abcd"
ENDS = "yz"


def _chain(leads: dict[str, list[str]]) -> str:
    """A procedure that moves from state to state depending on a die."""
    lines = "".join(
        f"\n              from_{state}: "
        + '"'
        + "".join(f"'{to}' if die == {face} else " for face, to in enumerate(following[:-1], 1))
        + f"'{following[-1]}'"
        + '"'
        for state, following in leads.items()
    )
    pick = "".join(f"from_{state} if state == '{state}' else " for state in INNER[:-1]) + f"from_{INNER[-1]}"
    return f"""
    inputs: []
    steps:
      - do: rounds
        name: rounds
        begin: {{state: "'a'"}}
        during: state not in ['y', 'z']
        then: {{state: "{pick}"}}
        steps:
          - {{do: roll, name: die, dice: 1d{len(leads["a"])}, label: Die}}
          - do: work-out
            values:{lines}
    outcome: [{{name: state, label: State, show: headline}}]
    """


def _solved(leads: dict[str, list[str]], end: str) -> Fraction:
    """The chance to get from a to `end`, by solving the equations of all states."""
    chance = Fraction(1, len(leads["a"]))
    rows = []
    for state in INNER:
        row = [Fraction(int(state == other)) - chance * leads[state].count(other) for other in INNER]
        rows.append([*row, chance * leads[state].count(end)])
    for place in range(len(rows)):
        pivot = next(row for row in rows[place:] if row[place])
        rows.remove(pivot)
        rows.insert(place, [value / pivot[place] for value in pivot])
        for other in range(len(rows)):
            if other != place:
                factor = rows[other][place]
                rows[other] = [a - factor * b for a, b in zip(rows[other], rows[place], strict=True)]
    return rows[0][-1]


def _met(leads: dict[str, list[str]], start: str) -> set[str]:
    found, waiting = {start}, [start]
    while waiting:
        for each in set(leads.get(waiting.pop(), [])) - found:
            found.add(each)
            waiting.append(each)
    return found


@pytest.mark.slow
@settings(deadline=None, max_examples=60)
@given(st.integers(2, 5), st.data())
def test_random_chains_of_states(sides: int, data: st.DataObject) -> None:
    """Chains may have nested cycles; there are no odds if the dice might never end."""
    leads = {
        state: data.draw(st.lists(st.sampled_from(INNER + ENDS), min_size=sides, max_size=sides))
        for state in INNER
    }
    found = resolve(_chain(leads)).odds
    if any(not _met(leads, state) & set(ENDS) for state in _met(leads, "a") - set(ENDS)):
        assert found == {}
        return
    for state in INNER:
        if state not in _met(leads, "a"):
            leads[state] = ["y"] * sides
    assert {end: found.get(end, Fraction(0)) for end in ENDS} == {end: _solved(leads, end) for end in ENDS}


def test_rounds_with_a_number() -> None:
    """Three dice in succession have the odds of three dice at once."""
    text = """
    inputs: []
    steps:
      - do: rounds
        name: rounds
        begin: {total: "0"}
        during: rounds < 3
        then: {total: total + die}
        steps: [{do: roll, name: die, dice: 1d6, label: Die}]
    outcome: [{name: total, label: Total, show: headline}, {name: rounds, label: Rounds}]
    """
    assert resolve(text).odds == {str(total): chance for total, chance in chances("3d6")}
    assert resolve(text, [1, 2, 3]).outcome == {"total": 6, "rounds": 3}


def test_pools_in_rounds() -> None:
    """Two sides roll their remaining dice against each other; compared with a manual count over the states."""
    text = """
    inputs: []
    steps:
      - do: rounds
        name: rounds
        begin: {red: "2", blue: "1"}
        during: red > 0 and blue > 0
        then: {red: "max(0, red - b)", blue: "max(0, blue - r)"}
        steps:
          - {do: roll, name: reds, label: Red, part: red, dice: d6, count: red, counts: {r: face == 6}}
          - {do: roll, name: blues, label: Blue, part: blue, dice: d6, count: blue, counts: {b: face == 6}}
      - {do: work-out, values: {winner: "'red' if red > 0 else 'blue' if blue > 0 else 'nobody'"}}
    outcome: [{name: winner, label: Winner, show: headline}]
    """

    def won(red: int, blue: int) -> dict[str, Fraction]:
        if not red or not blue:
            return {"red" if red else "blue" if blue else "nobody": Fraction(1)}
        found: dict[str, Fraction] = {}
        stays = Fraction(0)
        for faces in product(range(1, 7), repeat=red + blue):
            left = max(0, red - faces[red:].count(6)), max(0, blue - faces[:red].count(6))
            share = Fraction(1, 6 ** (red + blue))
            if left == (red, blue):
                stays += share
                continue
            for name, chance in won(*left).items():
                found[name] = found.get(name, Fraction(0)) + share * chance
        return {name: chance / (1 - stays) for name, chance in found.items()}

    assert resolve(text).odds == won(2, 1)
    going_on = resolve(text, {"red": [1, 2], "blue": [6]})
    assert (going_on.done, len(going_on.rolls), going_on.outcome) == (False, 2, {})
    assert (going_on.needs[0].part, going_on.needs[0].pool) == ("red", 1)
    lost = resolve(text, {"red": [1, 2, 3], "blue": [6, 6]})
    assert (lost.done, lost.outcome) == (True, {"winner": "blue"})
    with pytest.raises(Refused, match="red: 3 needed, 4 given"):
        resolve(text, {"red": [1, 2, 3, 4], "blue": [6, 6]})
    ended = resolve(text, {"red": [1, 2, 6], "blue": [6, 5]})
    assert (ended.done, ended.outcome) == (True, {"winner": "red"})
    assert ended.odds == won(2, 1)


# ---- state that rounds keep

MEMORY = """
    inputs: []
    steps:
      - do: rounds
        name: rounds
        begin: {first: "yes", kept: "0"}
        during: rounds < 2
        then: {first: "no", kept: "7"}
        steps:
          - {do: work-out, when: first, values: {spoken: "1"}}
          - {do: work-out, values: {number: rounds, was: kept}}
      - {do: work-out, values: {end: number, then_was: was}}
    outcome:
      - {name: end, label: End, show: headline}
      - {name: then_was, label: Was}
      - {name: spoken, label: Spoken}
      - {name: rounds, label: Rounds}
"""


def test_dice_that_are_thrown_already_count_in_their_own_round_only() -> None:
    """Known dice count only in their own round: after a 1, both dice are rolled again until one shows a 6."""
    text = """
    inputs: []
    steps:
      - do: rounds
        name: turn
        during: sixes == 0
        begin: {sixes: "0"}
        steps: [{do: roll, name: faces, label: Dice, dice: d6, count: "2", counts: {found: face == 6}}]
        then: {sixes: found}
    outcome: [{name: sixes, label: Sixes, show: headline}]
    """
    assert resolve(text, [1]).odds_now == {"1": Fraction(61, 66), "2": Fraction(5, 66)}


def test_only_kept_values_reach_the_next_round() -> None:
    """Values of the last round are known afterwards; other values of earlier rounds are not."""
    assert resolve(MEMORY).outcome == {"end": 2, "then_was": 7, "rounds": 2}
    once = resolve(MEMORY.replace("rounds < 2", "rounds < 1"))
    assert once.outcome == {"end": 1, "then_was": 0, "spoken": 1, "rounds": 1}


def test_kept_values_change_simultaneously() -> None:
    """Kept values change simultaneously, so that two values can be exchanged."""
    text = """
    inputs: [{name: n, label: N, kind: number, least: 0, most: 9}]
    steps:
      - do: rounds
        name: rounds
        begin: {one: "1", other: "2"}
        during: rounds < n
        then: {one: other, other: one}
        steps: [{do: work-out, values: {x: one}}]
    outcome: [{name: one, label: One, show: headline}, {name: other, label: Other}]
    """
    assert [resolve(text, n=n).outcome for n in (0, 1, 2, 3)] == [
        {"one": 1, "other": 2},
        {"one": 2, "other": 1},
        {"one": 1, "other": 2},
        {"one": 2, "other": 1},
    ]


def test_rounds_in_rounds() -> None:
    """The inner rounds start again in each outer round."""
    text = """
    inputs: []
    steps:
      - do: rounds
        name: days
        title: Day
        begin: {sofar: "0"}
        during: days < 2
        then: {sofar: sofar + hours}
        steps:
          - do: rounds
            name: hours
            title: Hour
            begin: {dark: "no"}
            during: not dark
            then: {dark: die == 6}
            steps:
              - {do: roll, name: die, dice: 1d6, label: Die}
              - {do: tally, name: sum, modifiers: [{label: The die, add: die}]}
    outcome: [{name: dark, label: Dark, show: headline}, {name: hours_in_all, value: sofar, label: Hours}]
    """
    found = resolve(text, [1, 6, 6])
    assert found.outcome == {"dark": True, "hours_in_all": 3}
    assert found.odds == {"yes": 1}
    assert [line.round for line in found.ledger] == ["Day 1, Hour 1", "Day 1, Hour 2", "Day 2, Hour 1"]


FIVE = """          - do: settle
            when: die == 5
            values: {SAVED: "'saved'"}
            because: a five
          - {do: work-out"""
"""A step that ends everything in the middle of a round."""
FIGHT = """
    inputs:
      - {name: state, label: State, kind: choice, choices: [{key: fresh}, {key: spent}]}
      - {name: bonus, label: Bonus, kind: number, least: 0, most: 3}
    steps:
      - {do: tally, name: total, title: Bonus, modifiers: [{label: Bonus, add: bonus, when: state == 'fresh'}]}
      - {do: roll, name: die, dice: 1d6, label: Die}
      - {do: settle, when: die == 1, values: {after: "'gone'"}, because: a one}
      - {do: work-out, values: {after: "state if die + total > 3 else 'gone' if state == 'spent' else 'spent'"}}
    outcome: [{name: unit.state, value: after, label: State, show: headline}]
"""
BATTLE = """
    inputs: [{name: bonus, label: Bonus, kind: number, least: 0, most: 3}]
    steps:
      - do: rounds
        name: rounds
        begin: {unit: "'fresh'"}
        during: unit != 'gone'
        then: {unit: after}
        steps:
          - do: use
            name: fight
            procedure: fight
            given: {state: unit, bonus: bonus}
            take: {after: unit.state}
    outcome: [{name: unit, label: State, show: headline}, {name: rounds, label: Rounds}]
"""
"""A unit that fights until it is gone."""


def test_a_procedure_used_in_every_round() -> None:
    """The ledger has its tally for each round; settling ends only the used procedure."""
    engine = engine_of(fight=FIGHT, battle=BATTLE)
    going_on = engine.resolve("xx:battle", {"bonus": 1}, [2, 5])
    assert (going_on.done, going_on.outcome, len(going_on.rolls)) == (False, {}, 2)
    found = engine.resolve("xx:battle", {"bonus": 1}, [3, 2, 5, 3])
    assert found.outcome == {"unit": "gone", "rounds": 4}
    assert found.settled == ""
    assert [(line.round, line.state) for line in found.ledger] == [
        ("Round 1", "applied"),
        ("Round 2", "applied"),
        ("Round 3", "not applied"),
        ("Round 4", "not applied"),
    ]
    assert engine.resolve("xx:battle", {"bonus": 3}, [1]).outcome == {"unit": "gone", "rounds": 1}


def test_how_rounds_are_shown() -> None:
    """Each round has its own tally, in lines and in JSON."""
    engine = engine_of(fight=FIGHT, battle=BATTLE)
    procedure = engine.library.procedure("xx:battle")
    found = engine.resolve("xx:battle", {"bonus": 0}, [2, 3])
    lines = resolution_lines(found, procedure, 80)
    assert [line for line in lines if "Bonus, Round" in line] == [
        "fight: Bonus, Round 1:",
        "fight: Bonus, Round 2:",
    ]
    assert lines.count("  Total: 0") == 2
    assert [line.get("round") for line in resolution_json(found)["ledger"]] == ["Round 1", "Round 2"]
    description = " ".join(" ".join(procedure_lines(engine.library.procedure("xx:fight"), 80)).split())
    assert "Dice: Die. 1d6" in description
    assert procedure_json(procedure)["rounds"] == [
        {"name": "rounds", "title": "Round", "while": "unit != 'gone'"}
    ]


def test_a_ledger_without_rounds() -> None:
    """A ledger without rounds does not mention rounds."""
    found = engine_of(fight=FIGHT).resolve("xx:fight", {"state": "fresh", "bonus": 1}, [4])
    assert [line.round for line in found.ledger] == [""]
    assert "round" not in resolution_json(found)["ledger"][0]


def test_settling_ends_the_rounds_too() -> None:
    """Settling also ends the procedure, whatever steps would follow."""
    late = "      - {do: tally, name: late, modifiers: [{label: Late, add: 1}]}\n    outcome:"
    text = WAIT.replace("          - {do: work-out", FIVE.replace("SAVED", "state")).replace(
        "    outcome:", late
    )
    found = resolve(text, [3, 5], n=2)
    assert (found.outcome, found.settled, found.ledger) == ({"state": "saved", "rounds": 2}, "a five", ())
    assert found.odds == {"won": Fraction(1, 2), "saved": Fraction(1, 4), "lost": Fraction(1, 4)}
    assert [line.round for line in resolve(text, [1], n=2).ledger] == [""]


def test_skipped_rounds() -> None:
    """Rounds whose condition is false are skipped."""
    text = (
        WAIT.replace("name: rounds\n        begin", "name: rounds\n        when: n > 1\n        begin")
        .replace(
            "{name: state, label: State, show: headline}",
            "{name: state, label: State, show: headline}\n      - {name: n2, value: same, label: N}",
        )
        .replace("    outcome:", "      - {do: work-out, values: {same: n}}\n    outcome:")
    )
    found = resolve(text, n=1)
    assert (found.done, found.outcome) == (True, {"n2": 1})
    assert not resolve(text, n=2).done


def test_flips_with_the_dice_of_all_rounds() -> None:
    """A die of one more would have won the previous round."""
    found = resolve(WAIT, [3, 6], n=2)
    assert [(flip.input, flip.would, flip.outcome) for flip in found.flips] == [("n", 3, {"state": "won"})]


def test_a_missing_answer_leaves_the_result_open() -> None:
    """No result is shown as if there were no rounds; the ledger of a round has its open values."""
    text = """
    inputs: [{name: n, label: N, kind: number, least: 0, most: 3}]
    steps:
      - do: rounds
        name: rounds
        begin: {left: n}
        during: left > 0
        then: {left: left - 1}
        steps: [{do: tally, name: sum, modifiers: [{label: Left, add: left}]}]
      - {do: work-out, values: {end: "'over'"}}
    outcome: [{name: end, label: End, show: headline}, {name: rounds, label: Rounds}]
    """
    found = resolve(text)
    assert (found.missing, found.outcome, found.done) == (("n",), {}, False)
    assert [(line.round, line.value) for line in found.ledger] == [("Round 1", None)]
    assert found.remains == {"end": ("over",), "rounds": (0, 1, 2, 3)}
    assert resolve(text, n=3).outcome == {"end": "over", "rounds": 3}


# ---- endless rounds

ENDLESS = """
    inputs: [{name: n, label: N, kind: number, least: 0, most: 3}]
    steps:
      - do: rounds
        name: rounds
        title: Turn
        begin: {on: "yes"}
        during: on
        then: {on: "hits < 9"}
        steps: [{do: roll, name: pool, label: Dice, dice: d6, count: n, counts: {hits: face == 6}}]
    outcome: [{name: on, label: On, show: headline}]
"""


def test_rounds_that_never_end_are_refused() -> None:
    """Rounds without dice are refused after a large number of them."""
    assert refused(ENDLESS, n=0) == f"stopped after Turn {MOST_ROUNDS}: the rounds do not end"


def test_endless_dice_have_no_odds() -> None:
    """No odds instead of wrong ones; the dice can still be rolled."""
    found = resolve(ENDLESS, n=2)
    assert (found.odds, found.done, found.needs[0].pool) == ({}, False, 2)
    with pytest.raises(Refused, match="the rounds do not end"):
        resolve(ENDLESS, [1] * 2 * MOST_ROUNDS, n=2)


def test_endless_states_have_no_odds() -> None:
    """No state occurs twice if the number of the round is in the headline."""
    text = WAIT.replace("{name: rounds, label: Rounds}", "{name: rounds, label: Rounds, show: headline}")
    found = resolve(text, n=2)
    assert found.odds == {}
    assert resolve(text, [3, 1], n=2).outcome == {"state": "won", "rounds": 2}


def test_too_many_throws_have_no_odds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Computing odds stops at a limit instead of taking long."""
    text = RUIN.replace("LOSES", "3")
    monkeypatch.setattr(odds, "MOST_IN_CYCLE", 5)
    assert resolve(text, purse=3).odds == {}
    monkeypatch.setattr(odds, "MOST_IN_CYCLE", 6)
    monkeypatch.setattr(odds, "MOST_THROWS", 36)
    assert resolve(text, purse=3).odds != {}
    monkeypatch.setattr(odds, "MOST_THROWS", 35)
    assert resolve(text, purse=3).odds == {}


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("during: state == 'on'", 'during: "yes"', "once begun, the rounds never end"),
        ("during: state == 'on'", "during: n > 2", "once begun, the rounds never end"),
        ("then: {state: after}", "then: {state: state}", "once begun, the rounds never end"),
        ("then: {state: after}", "", "once begun, the rounds never end"),
        ("then: {state: after}", "then: {state: aftr}", "unknown name aftr"),
        ("then: {state: after}", "then: {status: after}", "status has no initial value (add it to begin:)"),
        ("during: state == 'on'", "during: state == 'of'", "unknown choice 'of'"),
        ("during: state == 'on'", "during: after == 'on'", "unknown name after"),
        ("during: state == 'on'", "during: rounds", "'rounds' is a number, but a yes/no value is needed"),
        ("begin: {state:", "begin: {n:", "the name n is taken"),
        ("name: die, dice", "name: rounds, dice", "the name rounds is taken"),
        ("dice: 1d6", "dice: 6", "'6' is not valid dice notation"),
    ],
)
def test_faults_of_rounds(old: str, new: str, says: str) -> None:
    """Each is reported once, when the game is loaded."""
    assert old in WAIT
    reported = [str(fault) for fault in modules(own=WAIT.replace(old, new)).faults]
    assert len([fault for fault in reported if says in fault]) == 1, reported


def test_ending_the_procedure_ends_its_rounds() -> None:
    """Later decisions therefore need no change."""
    text = WAIT.replace("during: state == 'on'", "during: n > 2")
    text = text.replace("          - {do: work-out", FIVE.replace("SAVED", "last"))
    text = text.replace("{name: state, label", "{name: last, label")
    assert resolve(text, n=3).odds == {"saved": 1}


def test_no_rows_in_rounds() -> None:
    """Fields that a repeat adds to rows would remain from the previous round."""
    text = """
    inputs:
      - {name: units, label: Units, kind: rows, fields: [{name: n, label: N, kind: number}]}
    steps:
      - do: rounds
        name: rounds
        during: rounds < 2
        steps: [{do: repeat, rows: units, steps: [{do: work-out, values: {twice: n * 2}}]}]
    outcome: [{name: rounds, label: R, show: headline}]
    """
    assert any("repeat is not allowed in rounds" in str(fault) for fault in modules(own=text).faults)


def test_a_state_that_only_a_round_sets_is_known() -> None:
    """The choices of a kept value are those of the beginning and of every round."""
    text = WAIT.replace("during: state == 'on'", "during: state not in ['won', 'lost']")
    assert modules(own=text).faults == ()


def test_rounds_and_pools_are_kept_in_the_cache(tmp_path: Path) -> None:
    """The cache keeps nested steps as they were read."""
    library = modules(fight=FIGHT, battle=BATTLE, wait=WAIT, endless=ENDLESS)
    write_record(tmp_path, "content", library)
    assert read_record([tmp_path], "content", Library) == library


def test_odds_do_not_depend_on_the_dice_rolled() -> None:
    """In every round, the odds are those before the first die."""
    first: Any = resolve(WAIT, n=3).odds
    assert resolve(WAIT, [4, 5, 4], n=3).odds == first
