"""Each answer of each calculator can change its results.

For every input, searches for two complete sets of answers that differ only in this answer and have different results
with the same dice: first among the worked examples, then among random answers. Results are what a player acts on:
outcome, odds, ledger, follow-ups, refusals. A repeated answer is not a result.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, repeat
from typing import Any, NamedTuple

import pytest

from companion.engine import Engine
from companion.formula import names_read
from companion.model import Input, LedgerLine, Library, Procedure, Refused
from tests.answering import changed, is_never_asked, made, resolved, slots
from tests.conftest import CASES, json_lines
from tests.unit.test_engine import engine_of

EXAMPLES = 60
"""Most worked examples varied for each calculator."""
MADE = 400
"""Most random sets of answers for each calculator; usually a few are enough."""


class Answer(NamedTuple):
    """An answer that must have an effect: one choice of an input, or a number or yes-no question as a whole."""

    input: str
    choice: str = ""


def answers_of(inputs: Sequence[Input], above: str = "") -> Iterator[Answer]:
    """Yield every answer that must have an effect."""
    for each in inputs:
        name = f"{above}{each.name}"
        if is_never_asked(each):
            continue
        if each.fields:
            yield from answers_of(each.fields, f"{name}.")
        elif each.choices:
            yield from (Answer(name, choice.key) for choice in each.choices)
        else:
            yield Answer(name)


def result_of(engine: Engine, procedure: Procedure, answers: Mapping[str, Any], seed: int) -> Any:
    """The results without the answers themselves; None if an answer is missing."""
    try:
        found = resolved(engine, procedure, answers, seed)
    except Refused as refusal:
        return str(refusal)
    if found.missing:
        return None
    inputs = {each.name for each in procedure.inputs}
    echoes = {each.name for each in procedure.outcome if each.source in inputs}
    return (
        {name: value for name, value in found.outcome.items() if name not in echoes},
        found.odds,
        found.settled,
        [_line(each) for each in found.ledger],
        [(each.says, each.procedure) for each in found.next],
    )


def _line(line: LedgerLine) -> tuple[Any, ...]:
    """The comparable parts of a ledger line, without the answers that decided it."""
    barred = line.because if line.state == "not allowed" else ""
    return line.key, line.value, line.state, line.note, barred


def without_effect(
    engine: Engine, procedure: Procedure, examples: Sequence[dict[str, Any]] = ()
) -> set[Answer]:
    """The answers of a calculator for which no effect is found."""
    chance = random.Random(1)
    still = set(answers_of(procedure.inputs))
    tried = chain(examples[:EXAMPLES], (made(procedure, chance) for _ in repeat(None, MADE)))
    for seed, answers in enumerate(tried):
        if not still:
            break
        still -= set(_differences(engine, procedure, answers, seed, chance, still))
    return still


def _differences(
    engine: Engine,
    procedure: Procedure,
    answers: dict[str, Any],
    seed: int,
    chance: random.Random,
    still: set[Answer],
) -> Iterator[Answer]:
    """Yield the answers in `still` that have an effect on these answers."""
    names = {each.input for each in still}
    sought = [slot for slot in slots(procedure.inputs, answers) if slot.name in names]
    now = result_of(engine, procedure, answers, seed) if sought else None
    if now is None:
        return
    for slot in sought:
        for value, choices in slot.others(answers, chance):
            concerned = {Answer(slot.name, each) for each in choices or ("",)} & still
            if concerned and result_of(engine, procedure, changed(answers, slot, value), seed) not in (
                None,
                now,
            ):
                yield from concerned


def drop_handed_on(procedures: Mapping[str, Procedure], idle: dict[str, set[Answer]]) -> None:
    """Remove answers from `idle` that are handed over to a calculator where they have an effect."""
    before = -1
    while before != (before := sum(map(len, idle.values()))):
        names = {name: {each.input for each in found} for name, found in idle.items()}
        for name, found in idle.items():
            handed = set(_handed_on(procedures[name], names))
            found -= {each for each in found if each.input in handed}


def _handed_on(procedure: Procedure, idle: Mapping[str, set[str]]) -> Iterator[str]:
    """Yield the inputs that a follow-up hands over to an input with an effect."""
    for follow in procedure.next:
        for target, formula in follow.carry.items():
            if target not in idle.get(f"{procedure.game}:{follow.procedure}", ()):
                yield from (path[0] for path in names_read(formula))


@pytest.mark.slow
@pytest.mark.parametrize(
    "game", ["aor", "bp", "pub", *(pytest.param(game, marks=pytest.mark.slow) for game in ("bar", "lob"))]
)
def test_every_answer_has_an_effect(game: str, library: Library, engine: Engine) -> None:
    """An answer has an effect in its own calculator, or in one to which it is handed over."""
    examples: defaultdict[str, list[dict[str, Any]]] = defaultdict(list)
    for path in sorted(CASES.glob(f"{game}-*.jsonl")):
        for each in json_lines(path.name):
            if "procedure" in each and not each.get("refused"):
                examples[each["procedure"]].append(each.get("inputs") or {})
    procedures = {each.id: each for each in library.module(game).procedures}
    idle = {each.id: without_effect(engine, each, examples[each.id]) for each in procedures.values()}
    drop_handed_on(procedures, idle)
    assert [f"{name}: {'='.join(filter(None, each))}" for name, found in idle.items() for each in found] == []


OWN = """
    inputs:
      - {{name: men, label: Men, kind: number, least: 1, most: 3}}
      - {{name: place, label: Place, kind: choice, choices: [{{key: open}}, {{key: wood}}, {{key: hill}}]}}
      - {{name: with_them, label: With them, kind: set, choices: [{{key: drum}}, {{key: flag}}]}}
      - {{name: tired, label: Tired, kind: yes-no}}
      - {{name: never, label: Never asked, kind: yes-no, when: "no"}}
    steps: [{{do: work-out, values: {{v: "{formula}"}}}}]
    outcome: [{{name: v, label: V, show: headline}}, {{name: men, label: Men}}]
    next: [{follow}]
"""
EVERYTHING = "men + (1 if place == 'wood' else 0) + count(with_them) + (1 if tired else 0)"


def idle_in(formula: str, follow: str = "", **others: str) -> set[str]:
    """Answers without effect in a calculator whose only result is this formula."""
    engine = engine_of(own=OWN.format(formula=formula, follow=follow), **others)
    found = without_effect(engine, engine.library.procedure("xx:own"))
    return {"=".join(filter(None, each)) for each in found}


def test_answers_with_an_effect_are_not_reported() -> None:
    """Equivalent choices count if a third one differs from both; questions that are never asked do not count."""
    assert idle_in(EVERYTHING) == set()


@pytest.mark.parametrize(
    ("formula", "idle"),
    [
        (EVERYTHING.replace("men", "1"), {"men"}),
        (EVERYTHING.replace("1 if tired", "0 if tired"), {"tired"}),
        (EVERYTHING.replace("count(with_them)", "count(with_them - ['flag'])"), {"with_them=flag"}),
        (EVERYTHING.replace("'wood'", "'wood' and tired"), set()),
        (EVERYTHING.replace("1 if place", "0 if place"), {"place=open", "place=wood", "place=hill"}),
    ],
    ids=["number", "yes-no", "member", "rarely", "choice"],
)
def test_an_answer_without_effect_is_found(formula: str, idle: set[str]) -> None:
    """The repeated answer among the results is not an effect."""
    assert idle_in(formula) == idle


def test_a_follow_up_is_an_effect() -> None:
    """A player acts on a follow-up."""
    without_tired = EVERYTHING.replace("1 if tired", "0 if tired")
    assert idle_in(without_tired, "{when: tired, says: Rest.}") == set()


@pytest.mark.parametrize(("counts", "left"), [("yes", set()), ("no", {"tired"})])
def test_an_answer_that_is_handed_over(counts: str, left: set[str]) -> None:
    """The answer has an effect if it has one in the calculator that receives it."""
    then = """
        inputs: [{name: worn, label: Worn, kind: yes-no}]
        steps: [{do: work-out, values: {v: "1 if worn else X"}}]
        outcome: [{name: v, label: V, show: headline}]
    """.replace("X", "2" if counts == "yes" else "1")
    own = OWN.format(
        formula=EVERYTHING.replace("1 if tired", "0 if tired"),
        follow="{says: Go on., procedure: later, carry: {worn: tired}}",
    )
    engine = engine_of(own=own, later=then)
    procedures = {each.id: each for each in engine.library.modules[0].procedures}
    idle = {name: without_effect(engine, each) for name, each in procedures.items()}
    drop_handed_on(procedures, idle)
    assert {each.input for each in idle["xx:own"]} == left
