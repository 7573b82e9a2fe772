"""Filled-in answers give the same result as the same answers typed by hand.

Answers come from the previous calculation, from the settings of the session, from saved units and from the clock.
Each calculator is tested with random other answers.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from companion.engine import Engine
from companion.model import CompanionError, GameModule, Library, NextStep, Procedure
from companion.play.turn import choose_setting, jump
from companion.play.units_and_notes import keep_unit
from companion.workspace import autofill
from companion.workspace.calculation import Calculation
from companion.workspace.context import AppContext
from companion.workspace.unit_facts import fact_form
from tests.answering import made, resolved
from tests.conftest import CASES, json_lines

GAMES = ("aor", "bar", "bp", "lob", "pub")
GAMES_WITH_SETTINGS = ("bar", "lob", "pub")
LEAST_UNITS, MOST_UNITS = 8, 200
"""Number of units to test: stop once each fact has answered its questions."""
Path = tuple[str, ...]


def leaves(value: Any, path: Path = ()) -> Iterator[tuple[Path, str]]:
    """Yield the path of every single answer, and the text a player types for it."""
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
    """Return whether an answer is a list of units."""
    return isinstance(value, list | tuple) and any(isinstance(each, Mapping) for each in value)


def with_units(calculation: Calculation, rows: Mapping[str, int]) -> Calculation:
    """Add units without answers to each list. `rows` is the number of units per list."""
    for name, number in rows.items():
        calculation.sheet.put(name, [{} for _ in range(number)])
    return calculation


def type_in(calculation: Calculation, answers: Mapping[Path, str]) -> None:
    """Answer one question after another; add units to lists as needed."""
    for path, text in answers.items():
        while len(path) == 3 and calculation.sheet.units_in(path[:1]) < int(path[1]):
            calculation.sheet.add_unit(path[:1])
        calculation.sheet.answer(path, text)


def begun(context: AppContext, name: str, carry: Mapping[str, Any], typed: Mapping[Path, str]) -> Calculation:
    """Return a new calculation with these answers, not yet resolved."""
    calculation = Calculation(context, name, carry)
    calculation.start_over({}, [])
    type_in(calculation, typed)
    return calculation


def result(calculation: Calculation) -> tuple[Any, ...]:
    """Return everything a player is shown: refusal and resolution."""
    return str(calculation.update()), calculation.resolution, calculation.refusal, calculation.refused_path


# ---- answers carried over


Edge = tuple[str, str, str]
"""A calculator, the one that follows it, and the rule of the follow-up."""


def edges(procedure: Procedure) -> set[Edge]:
    """Return the follow-ups of a calculator that carry answers over."""
    return {
        (procedure.id, f"{procedure.game}:{follow.procedure}", follow.cite)
        for follow in procedure.next
        if follow.procedure and follow.carry
    }


def finished(engine: Engine, procedure: Procedure, times: int) -> Iterator[tuple[NextStep, ...]]:
    """Yield the follow-ups of worked examples and of random calculations."""
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
    """Yield up to `each` follow-ups per edge of the calculator, with different answers each time."""
    left = dict.fromkeys(edges(procedure), each)
    known: set[str] = set()
    for steps in finished(engine, procedure, 300):
        for step in steps:
            edge = (procedure.id, step.procedure, step.cite)
            if left.get(edge, 0) and step.carry and (key := f"{edge} {step.carry}") not in known:
                known.add(key)
                left[edge] -= 1
                yield edge, step
        if not any(left.values()):
            return


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.variants
def test_answers_carried_over(game: str, library: Library, context: AppContext) -> None:
    """Every follow-up of every calculator is compared."""
    chance, tested = random.Random(game), set()
    procedures = library.module(game).procedures
    for edge, step in (each for procedure in procedures for each in carried(context.engine, procedure)):
        tested.add(edge)
        carried_answers = dict(leaves(step.carry))
        rest = made(library.procedure(step.procedure), chance)
        typed = {
            path: text
            for path, text in leaves(rest)
            if path not in carried_answers and not (len(path) != 2 and path[0] in step.carry)
        }
        filled = begun(context, step.procedure, step.carry, typed)
        by_hand = begun(context, step.procedure, {}, {**carried_answers, **typed})
        assert result(filled) == result(by_hand), (edge, step.carry, rest)
    assert tested == set().union(*(edges(procedure) for procedure in procedures))


@pytest.mark.parametrize("game", GAMES)
def test_answers_carried_over_are_legal(game: str, library: Library, context: AppContext) -> None:
    """A calculator without other answers refuses none of them."""
    for procedure in library.module(game).procedures:
        for edge, step in carried(context.engine, procedure, 1):
            calculation = begun(context, step.procedure, step.carry, {})
            assert calculation.update() is None, (edge, step.carry)


# ---- settings of the session


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES_WITH_SETTINGS)
def test_settings_of_the_session(game: str, library: Library, context: AppContext) -> None:
    """Every choice of every setting is compared, in every calculator that asks for it."""
    module, chance = library.module(game), random.Random(2)
    context.session.open_game(game)
    used: set[Path] = set()
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
                result_of_filled = result(filled)
                taken: dict[Path, str] = {tuple(path.split(".")): choice for path in filled.sheet.origins}
                used.update(taken)
                choose_setting(context.session, setting.name, "")
                by_hand = begun(context, procedure.id, {}, {**dict(leaves(rest)), **taken})
                assert result_of_filled == result(by_hand), (procedure.id, rest)
    assert {(setting.name,) for setting in module.scenarios.settings} <= used


def test_every_game_with_settings_is_tested(library: Library) -> None:
    """Settings answer questions only in these games; facts of units do in all."""
    with_settings = [module.game.slug for module in library.modules if module.scenarios.settings]
    assert sorted(with_settings) == sorted(GAMES_WITH_SETTINGS)
    assert all(module.units.facts for module in library.modules)


# ---- units and the clock


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.slow
def test_units_and_the_clock(game: str, library: Library, context: AppContext) -> None:
    """Every fact of a unit is compared, in every part it can have in a calculator."""
    module, chance = library.module(game), random.Random(3)
    context.session.open_game(game)
    jump(context.session, 9, None)
    form = fact_form(module, "Unit")
    used: set[str] = set()
    for number in range(MOST_UNITS):
        facts = made(form, chance)
        keep_unit(context.session, "5th Texas", facts)
        for setting in module.scenarios.settings:
            choose_setting(context.session, setting.name, chance.choice(setting.choices))
        for procedure in module.procedures:
            used |= filled_and_by_hand(context, procedure, facts, chance if number % 2 else None)
        if number >= LEAST_UNITS and facts_that_answer(module) <= used:
            return
    assert facts_that_answer(module) <= used


def filled_and_by_hand(
    context: AppContext, procedure: Procedure, facts: Mapping[str, Any], chance: random.Random | None
) -> set[str]:
    """Compare filled-in with typed answers. Return the paths filled in.

    With `chance`, half of the questions are typed first.
    """
    answers = made(procedure, chance or random.Random(3))
    rows = {name: len(value) for name, value in answers.items() if is_rows(value)}
    typed = {path: text for path, text in leaves(answers) if chance and chance.random() < 0.5}
    filled = with_units(begun(context, procedure.id, {}, {}), rows)
    type_in(filled, typed)
    filled.update()
    for offer in autofill.offers(filled):
        if all(filled.sheet.at(tuple(path.split("."))) is None for path in offer.answers):
            autofill.accept(filled, offer)
    filled.update()
    result_of_filled = result(filled)
    by_hand = with_units(begun(context, procedure.id, {}, {}), rows)
    type_in(by_hand, dict(leaves(filled.sheet.values)))
    assert result_of_filled == result(by_hand), (procedure.id, facts, typed)
    return {re.sub(r"\.\d+", "", path) for path in filled.sheet.origins}


def facts_that_answer(module: GameModule) -> set[str]:
    """Return the paths of the questions that facts of units answer, without numbers of units."""
    fills = {path for fact in module.units.facts for path in fact.fills}
    return fills | {f"{part.rows}.{path}".lstrip(".") for part in module.units.parts for path in part.answers}
