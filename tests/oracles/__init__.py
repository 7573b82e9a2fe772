'''A second implementation of every calculator, written from the sources alone, for comparison with the first.

Each game has a module (`lob.py`, or a package `lob/`) with an oracle for each of its calculators. An oracle is a plain
function from answers and dice to the outcome. It is written from the game's sources, `rulebook/<game>` and
`tests/keyed/<game>` (which `tests.oracles.charts` reads). If sources differ, `conflicts.yaml` says which reading
counts. The author of an oracle must not look at `tables/<game>/procedures`, so that a misreading is not repeated.
The names of inputs, dice and results are those of `companion calc ID --describe --json`. The docstring of an oracle
cites its rules.

    @oracle("lob:closing-roll")
    def closing_roll(answers: Answers, dice: Dice) -> Outcome:
        """3.5: one die plus modifiers must reach the number of the morale rating."""
        needed = NEEDED[answers["rating"]]              # an answer that the player must give
        if not answers.yes("enemy_can_fire", True):     # yes by default
            return {"success": True, "automatic": "no enemy can fire"}
        total = dice.total("die", "1d6") - answers.yes("shaken")
        return {"success": total >= needed, "modified_roll": total}

- The answers are the player's: some may be missing, and some may be given although the calculator does not ask for
  them. An oracle uses the rules' defaults for missing answers, and reads only answers that the rules ask for.
- `answers[NAME]` raises `Missing` if there is no answer; oracles do not catch it.
- An oracle raises `Refused` if the rules do not allow the answers. It never gets answers outside the domain in
  `--describe`.
- `dice` has the dice that the calculator rolled, in order for each name. The oracle says which dice it expects. Dice
  that only one of the two uses are differences.
- The outcome has every result, under its full name (`target.state`). A result of None is the same as no result. True
  is not 1, and a fraction is a `Fraction`.
- If the calculator waits for an answer, the oracle must need one too, with any dice.

A second function may return the follow-ups that the rules require, from the answers and the outcome, in any order:
each by the id of its calculator or by the beginning of its text. `Next` also has the answers that are handed over; a
text alone is a reminder without a calculator. The outcome also has the total of each roll, as `roll.NAME`. An oracle
may add values for its follow-ups: names that begin with `_` are not compared with the results of the calculator.

    @follow_ups("lob:unlimber")
    def after_unlimbering(answers: Answers, outcome: Outcome) -> Iterator[str | Next]:
        """9.1c, 3.1f."""
        yield "A posted battery may not unlimber" if outcome["allowed"] else "The battery may not unlimber"

`python -m tests.proofs.oracle --game lob` compares the oracles of a game with its calculators.
'''

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from companion.model import Rolled

Outcome = dict[str, Any]
"""Results by name."""


class Refused(Exception):
    """The rules do not allow these answers."""


class Missing(Exception):
    """A required answer was not given."""


class NotRolled(Exception):
    """The rules need dice that the calculator did not roll."""


class Answers(dict[str, Any]):
    """The player's answers by the names of the inputs; answers of a group or a row are `Answers`, too."""

    def __missing__(self, name: str) -> Any:
        raise Missing(name)

    def yes(self, name: str, left_out: bool = False) -> bool:
        """Return the answer to a yes-no question, `left_out` if there is none."""
        return bool(self.get(name, left_out))

    def members(self, name: str) -> frozenset[str]:
        """Return the chosen members of a set; empty without an answer."""
        return frozenset(self.get(name, ()))

    def group(self, name: str) -> Answers:
        """Return the answers of a group."""
        return Answers(self.get(name, {}))

    def rows(self, name: str, least: int = 0) -> list[Answers]:
        """Return the answers of each row. Raises Missing if there are fewer rows than `least`."""
        rows = [Answers(row) for row in self.get(name, ())]
        if len(rows) < least:
            raise Missing(name)
        return rows


class Dice:
    """The dice that the calculator rolled, by the name of the roll."""

    def __init__(self, rolls: Iterable[Rolled]) -> None:
        self._rolls: defaultdict[str, deque[Rolled]] = defaultdict(deque)
        for rolled in rolls:
            self._rolls[rolled.name].append(rolled)

    def total(self, name: str, dice: str) -> int:
        """Return the total of the next roll of this name; `dice` as in `2d6`, or `00-99`. Raises NotRolled."""
        return self._next(name, dice).value

    def faces(self, name: str, dice: str) -> tuple[int, ...]:
        """Return each die of the next roll of this name; a pool of 0 dice is not rolled. Raises NotRolled."""
        return () if dice.startswith("0d") else self._next(name, dice).faces

    def left(self) -> dict[str, int]:
        """Return how often each roll was left unused."""
        return {name: len(rolls) for name, rolls in self._rolls.items() if rolls}

    def _next(self, name: str, dice: str) -> Rolled:
        if not self._rolls[name]:
            raise NotRolled(f"{name}, {dice}")
        rolled = self._rolls[name].popleft()
        if rolled.dice != dice:
            raise NotRolled(f"{name}, {dice}, instead of {rolled.dice}")
        return rolled


Oracle = Callable[[Answers, Dice], Outcome]

_ORACLES: dict[str, Oracle] = {}


def oracle(name: str) -> Callable[[Oracle], Oracle]:
    """Register the oracle of the calculator `name`, as in `lob:fire`."""

    def register(function: Oracle) -> Oracle:
        if name in _ORACLES:
            raise ValueError(f"{name} has two oracles")
        _ORACLES[name] = function
        return function

    return register


class Next(NamedTuple):
    """A follow-up."""

    what: str
    """Id of the calculator, or the beginning of the text."""
    carry: Mapping[str, Any] | None = None
    """The answers that are handed over to its calculator; None for a reminder, which has no calculator."""


FollowUps = Callable[[Answers, Outcome], Iterable[str | Next]]

_FOLLOW_UPS: dict[str, FollowUps] = {}


def follow_ups(name: str) -> Callable[[FollowUps], FollowUps]:
    """Register the follow-ups of the calculator `name`."""

    def register(function: FollowUps) -> FollowUps:
        if name in _FOLLOW_UPS:
            raise ValueError(f"{name} has two functions for follow-ups")
        _FOLLOW_UPS[name] = function
        return function

    return register


def follow_ups_of(name: str) -> FollowUps | None:
    """Return the follow-ups of the calculator `name`, as in `lob:fire`; None if no oracle has them."""
    oracles_of(name.partition(":")[0])
    return _FOLLOW_UPS.get(name)


def games() -> list[str]:
    """Return the games that have oracles."""
    modules = {path.stem for path in Path(__file__).parent.iterdir() if path.suffix in ("", ".py")}
    return sorted(modules - {"__init__", "__pycache__", "charts"})


def oracles_of(game: str) -> Mapping[str, Oracle]:
    """Return the oracles of a game by the id of the calculator; empty if the game has no module."""
    if game in games():
        import_module(f"{__name__}.{game}")
    return {name: each for name, each in _ORACLES.items() if name.startswith(f"{game}:")}
