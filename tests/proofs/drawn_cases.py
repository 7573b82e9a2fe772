"""Random cases on which oracle and calculator agree; a changed calculator must give the same results."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import msgspec

from companion.engine import Dice, take_answers
from companion.model import GameModule, Library, Procedure, RollRequest
from companion.model.resolution import Rolled
from tests.oracles import Oracle, follow_ups_of, oracles_of
from tests.proofs.differences import Answer, difference
from tests.proofs.oracle import asked, random_cases
from tests.proofs.quick import Quick
from tests.proofs.recorded_reads import RecordedReads

CASES, SEED = 1900, 1
"""Cases of each calculator: the first ones that `.ci/run` compares with the oracle."""
TRIED = 60
"""Cases tried for a change that only some cases can notice."""
TRIED_EVERYWHERE = 400
"""Cases tried for a change that any case may notice."""


class DrawnCase(NamedTuple):
    """Random answers, and the response of the unchanged calculator."""

    procedure: Procedure
    answers: dict[str, Any]
    response: Answer


class RepeatedDice:
    """Dice of an earlier roll while they fit, then other dice."""

    def __init__(self, rolls: Iterable[Rolled]) -> None:
        self._left = list(rolls)
        self._others = Dice(random.Random(1))

    def roll(self, request: RollRequest) -> Rolled:
        """Return dice for the request."""
        if self._left and (self._left[0].name, self._left[0].dice) == (request.name, request.dice):
            return self._left.pop(0)
        return self._others.roll(request)


class DrawnCases:
    """The random cases of a game."""

    def __init__(self, module: GameModule, cases: int = CASES, seed: int = SEED) -> None:
        self.oracles: dict[str, Oracle] = dict(oracles_of(module.game.slug))
        self.recorded_reads = RecordedReads()
        self.cases: list[DrawnCase] = []
        self.by_procedure: dict[str, list[int]] = {}
        engine = Quick(Library((module,)))
        for procedure in module.procedures:
            if procedure.id in self.oracles:
                self._draw(engine, procedure, cases, seed)

    def _draw(self, engine: Quick, procedure: Procedure, cases: int, seed: int) -> None:
        """Keep the cases on which calculator and oracle agree, with the values that formulas read in them."""
        numbers = self.by_procedure.setdefault(procedure.id, [])
        for answers, response in random_cases(engine, procedure, cases, seed):
            if self._difference(procedure.id, answers, response):
                continue
            number = len(self.cases)
            with self.recorded_reads.during(number):
                asked(engine, procedure, answers, RepeatedDice(response.rolls))
            self.cases.append(DrawnCase(procedure, answers, response))
            numbers.append(number)

    def _difference(self, name: str, answers: dict[str, Any], response: Answer) -> str:
        return difference(self.oracles[name], follow_ups_of(name), answers, response)

    def differences(self, changed: GameModule, numbers: Iterable[int]) -> Iterator[tuple[bool, str]]:
        """Yield for each case with a difference: whether the oracle notices it, and what differs."""
        engine = Quick(Library((changed,)))
        for number in numbers:
            case = self.cases[number]
            response = _response(engine, case)
            what = visible_difference(case.response, response)
            if what in ("", "explanation"):
                what = self._different_questions(changed, case) or what
            if what:
                noticed = bool(self._difference(case.procedure.id, case.answers, response))
                yield noticed, what

    def _different_questions(self, changed: GameModule, case: DrawnCase) -> str:
        """`question` if the changed calculator asks other questions although its results are the same, else empty."""
        now = next(each for each in changed.procedures if each.id == case.procedure.id)
        if now is case.procedure or case.response.verdict == "refused":
            return ""
        was = take_answers(case.procedure.inputs, case.answers).asked
        return "question" if was != take_answers(now.inputs, case.answers).asked else ""


def _response(engine: Quick, case: DrawnCase) -> Answer:
    """The response of a changed calculator; an error in a formula counts as a refusal."""
    try:
        return asked(engine, case.procedure, case.answers, RepeatedDice(case.response.rolls))
    except (ValueError, TypeError, LookupError) as error:
        return Answer("refused", {}, (), str(error))


def visible_difference(was: Answer, now: Answer) -> str:
    """The kind of difference that a player sees: refusal, question, result, follow-up, explanation, or empty."""
    if was.verdict != now.verdict:
        return "question" if "open" in (was.verdict, now.verdict) else "refusal"
    if was.resolution is None or now.resolution is None:
        return "explanation" if was.why != now.why else ""
    if was.resolution.missing != now.resolution.missing:
        return "question"
    if was.outcome != now.outcome or _without_label(was.rolls) != _without_label(now.rolls):
        return "result"
    if was.resolution.next != now.resolution.next:
        return "follow-up"
    return "explanation" if was.resolution != now.resolution else ""


def _without_label(rolls: Iterable[Rolled]) -> list[Any]:
    return [msgspec.structs.astuple(each)[:4] for each in rolls]
