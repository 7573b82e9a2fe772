"""A walk between its rolls: results of steps, remaining odds, choices of the player."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from companion.engine import Engine
from companion.model import Library, Resolution
from companion.render.resolution import decision_lines, odds_lines, resolution_lines
from companion.render.resolution_json import resolution_json
from companion.render.summary import headline, second_line
from tests.unit.test_engine import engine_of, modules, resolve

FIRE = """
    inputs: [{name: plus, label: Plus, kind: number, least: 0, most: 3}]
    steps:
      - {do: roll, name: die, dice: 1d6, label: Fire, says: "{die + plus} in all"}
      - {do: work-out, values: {hits: "max(die + plus - 4, 0)"}}
    outcome: [{name: hits, label: Hits, show: headline, words: {"0": missed}}]
"""

WALK = """
    inputs: [{name: plus, label: Plus, kind: number, least: 0, most: 3}]
    steps:
      - {do: use, name: shot, procedure: fire, given: {plus: plus}, take: {lost: hits}}
      - {do: work-out, values: {left: "max(3 - lost, 0)"}}
      - {do: settle, when: left == 0, values: {state: "'gone'"}, because: none is left}
      - {do: roll, name: nerve, dice: 1d6, label: Nerve, says: "{nerve - left} short"}
      - {do: work-out, values: {state: "'steady' if nerve <= left else 'broken'"}}
    outcome:
      - {name: state, label: State, show: headline}
      - {name: left, label: Left}
"""

REPLACED = WALK.replace(
    "because: none is left}",
    """because: none is left}
      - {do: roll, name: more, dice: 1d6, label: More}
      - {do: settle, when: more == 1, values: {left: 0, state: "'back'"}, because: more came}""",
)

STAND = """
    inputs:
      - {name: goes, label: Goes, kind: yes-no}
      - {name: after, label: After, kind: number, least: 1, most: 9, when: goes}
    steps:
      - do: rounds
        name: rounds
        begin: {life: 2, on: "yes", stays: after if goes else 0}
        during: on
        then: {life: life - 1 if hit else life, on: "not dead and not leaves", stays: "max(stays - 1, 0)"}
        steps:
          - {do: roll, name: die, dice: 1d6, label: Die}
          - do: work-out
            values: {hit: die == 6, dead: hit and life == 1, leaves: not dead and goes and stays == 1}
          - do: decide
            when: not dead and not leaves
            says: "Leave after {rounds} rounds."
            answers: {goes: "yes", after: rounds}
            cite: "1.1"
    outcome:
      - {name: dead, label: Dead, show: headline, words: {"yes": dead, "no": away}}
      - {name: rounds, label: Rounds}
"""


def steps_so_far(resolution: Resolution) -> list[tuple[int, str]]:
    """The results of steps, each with the number of the roll next to which it is shown."""
    return [(step.rolls, step.shown) for step in resolution.steps]


def test_each_finished_step_is_listed() -> None:
    """A step is listed with the headline of its calculator instead of its last roll, or with the roll's own words."""
    engine = engine_of(own=WALK, fire=FIRE)
    before = engine.resolve("xx:own", {"plus": 1})
    between = engine.resolve("xx:own", {"plus": 1}, [5])
    after = engine.resolve("xx:own", {"plus": 1}, [5, 4])
    assert steps_so_far(before) == []
    assert steps_so_far(between) == [(1, "Hits 2")]
    assert steps_so_far(after) == [(1, "Hits 2"), (2, "3 short")]
    assert steps_so_far(engine.resolve("xx:own", {"plus": 0}, [1])) == [(1, "missed")]
    assert steps_so_far(engine.resolve("xx:fire", {"plus": 1}, [3])) == [(1, "4 in all")]


def test_a_step_with_its_own_words() -> None:
    """`says` gives a step its words; without it, a calculator without dice has no line."""
    flat = FIRE.replace('- {do: roll, name: die, dice: 1d6, label: Fire, says: "{die + plus} in all"}', "")
    flat = flat.replace("die + plus - 4", "plus")
    use = "take: {lost: hits}"
    silent = engine_of(own=WALK, fire=flat).resolve("xx:own", {"plus": 1})
    speaking = engine_of(own=WALK.replace(use, f'{use}, says: "{{lost}} hits"'), fire=flat)
    assert steps_so_far(silent) == []
    assert steps_so_far(speaking.resolve("xx:own", {"plus": 1})) == [(0, "1 hit")]


def test_results_that_no_die_can_change_are_known_between_rolls() -> None:
    """Results that a later step may replace are not known yet."""
    engine = engine_of(own=WALK, fire=FIRE)
    assert engine.resolve("xx:own", {"plus": 1}, [5]).outcome == {"left": 1}
    assert engine_of(own=REPLACED, fire=FIRE).resolve("xx:own", {"plus": 1}, [5]).outcome == {}


def average(engine: Engine, procedure: str, answers: Mapping[str, Any], dice: int) -> dict[str, Fraction]:
    """The odds before the first roll, averaged over the odds after each result of some six-sided dice."""
    total: dict[str, Fraction] = {}
    throws = Counter(tuple(sorted(faces)) for faces in product(range(1, 7), repeat=dice))
    for faces, number in throws.items():
        after = engine.resolve(procedure, answers, [" ".join(map(str, faces))], flips=False)
        words = {headline_of(engine, after): Fraction(1)} if after.done else after.odds_now
        for word, chance in words.items():
            total[word] = total.get(word, Fraction(0)) + chance * Fraction(number, 6**dice)
    return total


def headline_of(engine: Engine, resolution: Resolution) -> str:
    """The headline results in words."""
    procedure = engine.library.procedure(resolution.procedure)
    return ", ".join(each.words_for(resolution.outcome[each.name]) for each in procedure.headlines)


CHARGE = {
    "rating": "B",
    "attacker_sps": 6,
    "attacker_leader": True,
    "leader_morale": 2,
    "defender_rating": "C",
    "defender_sps": 4,
}


COMBAT = {
    "mode": "melee",
    "attacker": {"type": "infantry"},
    "defender": {"type": "infantry", "quality": "elite"},
}


@pytest.mark.parametrize(
    ("procedure", "answers", "dice"),
    [("lob:charge", CHARGE, 1), ("pub:combat", COMBAT, 3), ("pub:combat-round", COMBAT, 3)],
)
def test_remaining_odds_average_to_the_odds_before(
    library: Library, procedure: str, answers: dict[str, Any], dice: int
) -> None:
    """The average over all results of the first dice: the law of total probability."""
    engine = Engine(library)
    before = engine.resolve(procedure, answers)
    assert before.odds_now == {}
    assert average(engine, procedure, answers, dice) == before.odds


def test_impossible_results_are_dropped() -> None:
    """After 6 and 1 only the end counts; the odds before the first die stay known."""
    engine = engine_of(own=WALK, fire=FIRE)
    before = engine.resolve("xx:own", {"plus": 3})
    after = engine.resolve("xx:own", {"plus": 3}, [5])
    assert (after.done, after.settled, after.odds_now) == (True, "none is left", {})
    between = engine.resolve("xx:own", {"plus": 3}, [2])
    assert between.odds == before.odds and set(before.odds) == {"gone", "steady", "broken"}
    assert between.odds_now == {"steady": Fraction(1, 3), "broken": Fraction(2, 3)}
    assert odds_lines(between, 80) == ["Odds now: steady 33% (1/3); broken 67% (2/3)."]
    assert headline(between, engine.library.procedure("xx:own")) == "Now: steady 33%, broken 67%"


@pytest.mark.parametrize("faces", [(1, 1), (1, 6), (6, 6)])
def test_known_dice_of_a_pool_count_in_the_odds(faces: tuple[int, int]) -> None:
    """Two of three dice are known: only the third is open."""
    text = """
        inputs: []
        steps: [{do: roll, name: shots, dice: d6, count: 3, label: Shots, counts: {hits: face == 6}}]
        outcome: [{name: hits, label: Hits, show: headline}]
    """
    there = faces.count(6)
    found = resolve(text, [" ".join(map(str, faces))])
    assert found.needs[0].given == 2
    assert found.odds_now == {str(there): Fraction(5, 6), str(there + 1): Fraction(1, 6)}


def test_a_choice_between_rounds() -> None:
    """The choice is offered after a round that allows it, with its answers; it ends the rounds with the same dice."""
    assert resolve(STAND).decisions == ()
    (first,) = resolve(STAND, [3]).decisions
    assert (first.says, first.cite, first.answers) == (
        "Leave after 1 round.",
        "1.1",
        {"goes": True, "after": 1},
    )
    waiting = resolve(STAND, [6, 2])
    (second,) = waiting.decisions
    assert second.answers == {"goes": True, "after": 2}
    assert decision_lines(waiting, 80) == ["a: Leave after 2 rounds. (1.1)"]
    assert waiting.odds_now == {"dead": 1}
    made = resolve(STAND, [6, 2], **second.answers)
    assert (made.done, made.outcome, made.decisions) == (True, {"dead": False, "rounds": 2}, ())
    assert resolve(STAND, [6, 6]).decisions == ()


def test_a_choice_adds_no_states() -> None:
    """The number of the round, which only the choice reads, does not make a cycle endless."""
    assert resolve(STAND).odds == {"dead": 1}


def test_a_calculator_that_is_used_leaves_choices_to_its_user() -> None:
    """Its answers come from the step, so nobody could change them."""
    walk = """
        inputs: []
        steps: [{do: use, name: stand, procedure: stand, given: {}, take: {dead: dead}}]
        outcome: [{name: dead, label: Dead, show: headline}]
    """
    assert engine_of(own=walk, stand=STAND).resolve("xx:own", {}, [3]).decisions == ()


def test_as_lines_and_as_json() -> None:
    """Dice with their results; between rolls also the odds and the choices."""
    engine = engine_of(own=WALK, fire=FIRE)
    procedure = engine.library.procedure("xx:own")
    lines = resolution_lines(engine.resolve("xx:own", {"plus": 1}, [5, 4]), procedure, 80)
    assert [line for line in lines if line.startswith("Dice")] == [
        "Dice (Fire): 5 on 1d6, typed: Hits 2.",
        "Dice (Nerve): 4 on 1d6, typed: 3 short.",
    ]
    between = resolution_json(resolve(STAND, [3]))
    assert between["odds_now"] == {"dead": "1"}
    assert between["decisions"] == [
        {"says": "Leave after 1 round.", "cite": "1.1", "answers": {"goes": True, "after": 1}}
    ]
    done = resolution_json(engine.resolve("xx:own", {"plus": 1}, [5, 4]))
    assert "odds_now" not in done and "decisions" not in done
    assert done["steps"] == [
        {"title": "fire", "says": "Hits 2", "rolls": 1},
        {"title": "Nerve", "says": "3 short", "rolls": 2},
    ]


def test_an_end_after_a_roll_is_described_as_such() -> None:
    """A settled walk says that no further roll is needed."""
    engine = engine_of(own=WALK, fire=FIRE)
    lines = resolution_lines(
        engine.resolve("xx:own", {"plus": 3}, [5]), engine.library.procedure("xx:own"), 80
    )
    assert "Decided: none is left." in lines


@pytest.mark.parametrize(
    ("was", "now", "fault"),
    [
        ('{goes: "yes", after: rounds}', '{gose: "yes"}', "unknown input gose"),
        ('{goes: "yes", after: rounds}', "{}", "the choice changes no answer"),
        ("Leave after {rounds}", "Leave after {round}", "round"),
        ("when: not dead and not leaves", "when: life + 1", "a yes/no value is needed"),
        ("label: Die}", 'label: Die, says: "{dye}"}', "dye"),
    ],
)
def test_mistakes_in_the_data_are_found(was: str, now: str, fault: str) -> None:
    """A misspelt input, a choice without answers, and formulas that cannot be evaluated."""
    assert was in STAND
    assert any(fault in str(each) for each in modules(own=STAND.replace(was, now)).faults)


def test_needed_numbers_disappear_after_the_roll() -> None:
    """On the screen, the number needed for a die is replaced by its result."""
    text = """
        inputs: [{name: plus, label: Plus, kind: number, least: 0, most: 3}]
        steps:
          - {do: work-out, values: {need: 5 - plus}}
          - {do: roll, name: die, dice: 1d6, label: Die}
          - {do: work-out, values: {hit: die >= need, over: die - need}}
        outcome:
          - {name: hit, label: Hit, show: headline}
          - {name: need, label: Needs, show: before}
          - {name: over, label: Over}
    """
    engine = engine_of(own=text)
    procedure = engine.library.procedure("xx:own")
    before, after = engine.resolve("xx:own", {"plus": 2}), engine.resolve("xx:own", {"plus": 2}, [5])
    assert second_line(before, procedure) == "Before the roll: Needs: 3"
    assert second_line(after, procedure) == "Over: 2"
    assert "   Needs: 3" in resolution_lines(after, procedure, 80)
