"""Answers that are filled in give the same result as the same answers typed by hand.

Answers come from the calculation before, from the settings of the session, from recorded units and from the clock. Each
calculator is tried with random other answers.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from companion.engine import Engine
from companion.model import CompanionError, Library, NextStep, Procedure
from companion.play.turn import choose_setting
from companion.play.units_and_notes import keep_unit
from companion.workspace import autofill
from companion.workspace.calculation import Calculation
from companion.workspace.context import AppContext
from companion.workspace.unit_facts import fact_form
from tests.answering import made, resolved
from tests.conftest import CASES, json_lines

GAMES = ("aor", "bar", "bp", "lob", "pub")
Path = tuple[str, ...]


def leaves(value: Any, path: Path = ()) -> Iterator[tuple[Path, str]]:
    """Every single answer as a player types it, with its path."""
    if isinstance(value, Mapping):
        for name, inner in value.items():
            yield from leaves(inner, (*path, name))
    elif is_rows(value):
        for number, row in enumerate(value, 1):
            yield from leaves(row, (*path, str(number)))
    elif isinstance(value, bool):
        yield path, "yes" if value else "no"
    elif isinstance(value, list | tuple):
        yield path, ",".join(sorted(value))
    elif value is not None:
        yield path, str(value)


def is_rows(value: Any) -> bool:
    """Whether an answer is a list of units."""
    return isinstance(value, list | tuple) and any(isinstance(each, Mapping) for each in value)


def with_units(calculation: Calculation, rows: Mapping[str, int]) -> Calculation:
    """Give each list so many units without answers."""
    for name, number in rows.items():
        calculation.sheet.put(name, [{} for _ in range(number)])
    return calculation


def type_in(calculation: Calculation, answers: Mapping[Path, str]) -> None:
    """Answer one question after the other; a list gets the units that the answers name."""
    for path, text in answers.items():
        while len(path) == 3 and calculation.sheet.units(path[:1]) < int(path[1]):
            calculation.sheet.add_unit(path[:1])
        calculation.sheet.answer(path, text)


def begun(context: AppContext, name: str, carry: Mapping[str, Any], typed: Mapping[Path, str]) -> Calculation:
    """A new calculation with these answers, not yet resolved."""
    calculation = Calculation(context, name, carry)
    calculation.start_over({}, [])
    type_in(calculation, typed)
    return calculation


def result(calculation: Calculation) -> tuple[Any, ...]:
    """All that a player is told."""
    return str(calculation.update()), calculation.resolution, calculation.refusal, calculation.refused_path


# ---- answers carried over


Edge = tuple[str, str, str]
"""Calculator, the one that follows, and the rule that says so."""


def edges(procedure: Procedure) -> set[Edge]:
    """The follow-ups of a calculator that carry answers over."""
    return {
        (procedure.id, f"{procedure.game}:{follow.procedure}", follow.cite)
        for follow in procedure.next
        if follow.procedure and follow.carry
    }


def finished(engine: Engine, procedure: Procedure, times: int) -> Iterator[tuple[NextStep, ...]]:
    """The follow-ups of worked examples and of random calculations."""
    for file in sorted(CASES.glob(f"{procedure.game}-*.jsonl")):
        for case in json_lines(file.name):
            if case.get("procedure") == procedure.id and not case.get("refused"):
                yield engine.resolve(procedure.id, case["inputs"], case.get("rolls"), flips=False).next
    for seed in range(times):
        try:
            yield resolved(
                engine, procedure, made(procedure, random.Random(f"{procedure.id} {seed}")), seed
            ).next
        except CompanionError:
            continue


def carried(engine: Engine, procedure: Procedure, each: int = 3) -> Iterator[tuple[Edge, NextStep]]:
    """Some follow-ups for each one that the calculator has; different answers are carried over each time."""
    left = dict.fromkeys(edges(procedure), each)
    known: set[str] = set()
    for steps in finished(engine, procedure, 300):
        for step in steps:
            edge = (procedure.id, step.procedure, step.cite)
            if left.get(edge, 0) and step.carry and (told := f"{edge} {step.carry}") not in known:
                known.add(told)
                left[edge] -= 1
                yield edge, step
        if not any(left.values()):
            return


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.variants
def test_answers_carried_over(game: str, library: Library, context: AppContext) -> None:
    """Each follow-up of each calculator."""
    chance, seen = random.Random(game), set()
    procedures = library.module(game).procedures
    for edge, step in (each for procedure in procedures for each in carried(context.engine, procedure)):
        seen.add(edge)
        handed = dict(leaves(step.carry))
        rest = made(library.procedure(step.procedure), chance)
        typed = {
            path: text
            for path, text in leaves(rest)
            if path not in handed and not (len(path) == 3 and path[0] in step.carry)
        }
        filled = begun(context, step.procedure, step.carry, typed)
        by_hand = begun(context, step.procedure, {}, {**handed, **typed})
        assert result(filled) == result(by_hand), (edge, step.carry, rest)
    assert seen == set().union(*(edges(procedure) for procedure in procedures))


@pytest.mark.parametrize("game", GAMES)
def test_answers_carried_over_are_legal(game: str, library: Library, context: AppContext) -> None:
    """A calculator that has no other answers refuses none of them."""
    for procedure in library.module(game).procedures:
        for edge, step in carried(context.engine, procedure, 1):
            calculation = begun(context, step.procedure, step.carry, {})
            assert calculation.update() is None, (edge, step.carry)


# ---- settings of the session


def test_settings_of_the_session(library: Library, context: AppContext) -> None:
    """Every choice of every setting, in every calculator that it answers."""
    module, chance = library.module("bar"), random.Random(2)
    context.session.open_game("bar")
    used: set[tuple[str, Path]] = set()
    for setting in module.scenarios.settings:
        for choice in setting.choices:
            for procedure in module.procedures:
                if setting.name not in {given.name for given in procedure.inputs}:
                    continue
                rest = {
                    name: value for name, value in made(procedure, chance).items() if name != setting.name
                }
                choose_setting(context.session, setting.name, choice)
                filled = begun(context, procedure.id, {}, dict(leaves(rest)))
                told = result(filled)
                taken: dict[Path, str] = {tuple(path.split(".")): choice for path in filled.sheet.origins}
                used.update((procedure.id, path) for path in taken)
                choose_setting(context.session, setting.name, "")
                by_hand = begun(context, procedure.id, {}, {**dict(leaves(rest)), **taken})
                assert told == result(by_hand), (procedure.id, rest)
    assert len(used) > 10


def test_every_game_that_fills_answers_in_is_tried(library: Library) -> None:
    """Settings, and facts of units, answer questions in these games alone."""
    assert [module.game.slug for module in library.modules if module.scenarios.settings] == ["bar"]
    assert [module.game.slug for module in library.modules if module.units.facts] == ["lob"]


# ---- units and the clock


def test_units_and_the_clock(library: Library, context: AppContext) -> None:
    """Every fact of a unit, in every calculator whose questions it answers."""
    module, chance = library.module("lob"), random.Random(3)
    form = fact_form(module, "Unit")
    used: set[str] = set()
    for number in range(8):
        facts = made(form, chance)
        keep_unit(context.session, "5th Texas", facts)
        for procedure in module.procedures:
            answers = made(procedure, chance)
            rows = {name: len(value) for name, value in answers.items() if is_rows(value)}
            typed = {path: text for path, text in leaves(answers) if number and chance.random() < 0.5}
            filled = with_units(begun(context, procedure.id, {}, {}), rows)
            type_in(filled, typed)
            filled.update()
            for offer in autofill.offers(filled):
                if all(filled.sheet.at(tuple(path.split("."))) is None for path in offer.answers):
                    autofill.accept(filled, offer)
            told = result(filled)
            used |= {re.sub(r"\.\d+", "", path) for path in filled.sheet.origins}
            by_hand = with_units(begun(context, procedure.id, {}, {}), rows)
            type_in(by_hand, dict(leaves(filled.sheet.values)))
            assert told == result(by_hand), (procedure.id, facts, typed)
    fills = {path for fact in module.units.facts for path in fact.fills}
    assert fills | {"turn"} <= used
