"""Random cases on which an oracle agrees with its calculator: a changed calculator must say the same to them."""

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
from tests.proofs.overheard import Overheard
from tests.proofs.quick import Quick

CASES, SEED = 1900, 1
"""Cases of each calculator: the first of those that `.ci/run` compares with the oracle."""
TRIED = 60
"""Cases on which a change is tried where only some can tell, out of those that can."""
TRIED_EVERYWHERE = 400
"""Cases on which a change is tried where any case may tell."""


class DrawnCase(NamedTuple):
    """Random answers, and what the calculator says to them as it is shipped."""

    procedure: Procedure
    answers: dict[str, Any]
    said: Answer


class Again:
    """The dice of an earlier roll where they fit, else others."""

    def __init__(self, rolls: Iterable[Rolled]) -> None:
        self._left = list(rolls)
        self._others = Dice(random.Random(1))

    def roll(self, request: RollRequest) -> Rolled:
        """The dice that are requested."""
        if self._left and (self._left[0].name, self._left[0].dice) == (request.name, request.dice):
            return self._left.pop(0)
        return self._others.roll(request)


class DrawnCases:
    """The random cases of a game."""

    def __init__(self, module: GameModule, cases: int = CASES, seed: int = SEED) -> None:
        self.oracles: dict[str, Oracle] = dict(oracles_of(module.game.slug))
        self.overheard = Overheard()
        self.cases: list[DrawnCase] = []
        self.by_procedure: dict[str, list[int]] = {}
        engine = Quick(Library((module,)))
        for procedure in module.procedures:
            if procedure.id in self.oracles:
                self._draw(engine, procedure, cases, seed)

    def _draw(self, engine: Quick, procedure: Procedure, cases: int, seed: int) -> None:
        """Keep the cases on which calculator and oracle agree, with what formulas read in them."""
        numbers = self.by_procedure.setdefault(procedure.id, [])
        for answers, said in random_cases(engine, procedure, cases, seed):
            if self._difference(procedure.id, answers, said):
                continue
            number = len(self.cases)
            with self.overheard.during(number):
                asked(engine, procedure, answers, Again(said.rolls))
            self.cases.append(DrawnCase(procedure, answers, said))
            numbers.append(number)

    def _difference(self, name: str, answers: dict[str, Any], said: Answer) -> str:
        return difference(self.oracles[name], follow_ups_of(name), answers, said)

    def tell_apart(self, changed: GameModule, numbers: Iterable[int]) -> Iterator[tuple[bool, str]]:
        """Yield whether the oracle notices, and what differs, for each case in which something differs."""
        engine = Quick(Library((changed,)))
        for number in numbers:
            case = self.cases[number]
            said = _asked(engine, case)
            what = unlike(case.said, said)
            if what in ("", "explanation"):
                what = self._asks_otherwise(changed, case) or what
            if what:
                noticed = bool(self._difference(case.procedure.id, case.answers, said))
                yield noticed, what

    def _asks_otherwise(self, changed: GameModule, case: DrawnCase) -> str:
        """`question` if the changed calculator asks other questions although it comes to the same."""
        now = next(each for each in changed.procedures if each.id == case.procedure.id)
        if now is case.procedure or case.said.verdict == "refused":
            return ""
        was = take_answers(case.procedure.inputs, case.answers).asked
        return "question" if was != take_answers(now.inputs, case.answers).asked else ""


def _asked(engine: Quick, case: DrawnCase) -> Answer:
    """What a changed calculator says; a formula that cannot be worked out any more is a refusal."""
    try:
        return asked(engine, case.procedure, case.answers, Again(case.said.rolls))
    except (ValueError, TypeError, LookupError) as error:
        return Answer("refused", {}, (), str(error))


def unlike(was: Answer, now: Answer) -> str:
    """What a player sees that differs: refusal, question, result, follow-up or explanation; empty if nothing does."""
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
