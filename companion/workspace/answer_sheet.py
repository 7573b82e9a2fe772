"""The answers to a calculator's questions, and the origin of each."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from companion.engine import take_answers
from companion.engine.answers import CheckedAnswers, is_asked
from companion.model import Procedure, Refused
from companion.model.answer_path import OPEN, AnswerPath, answer_at, put_answer

Path = tuple[str, ...]
"""Names from the outside in; units of a list are numbered from 1: `("firers", "1", "sps")`."""


SESSION = "the session"
"""Origin of answers that come from the settings of the session."""


class Known(NamedTuple):
    """An answer that the session knows."""

    value: Any
    source: str
    """Its origin as the form shows it: `the clock`, `Longstreet's chit`, `5th Texas`."""


class AnswerSheet:
    """The answers so far, in the form that the engine reads; unanswered questions are absent."""

    def __init__(
        self,
        procedure: Procedure,
        values: dict[str, Any] | None = None,
        origins: dict[str, str] | None = None,
    ) -> None:
        self.procedure = procedure
        self.values: dict[str, Any] = values if values is not None else {}
        self.origins: dict[str, str] = origins if origins is not None else {}
        """The origin of each answer that was filled in, by dotted path; without the player's own answers."""
        self.standing: set[str] = set()
        """Dotted paths of answers that the session knows; they change with it until dice are rolled or it is logged."""
        self.known: dict[str, Known] | None = None
        """Answers that the session knew when it last filled any in; None before that."""
        self.units: dict[str, str] = {}
        """The unit that takes each part, by part; in a list also by row, as in `firers.2`."""
        self.names: dict[str, str] = {}
        """Names of units and leaders, by role, as the player typed them."""
        self.declined: set[str] = set()
        """Dotted paths of answers that the player removed: they are not filled in again automatically."""
        self.latest: list[str] = []
        """Paths of the player's own answers in the order in which they were given; `terrain=slope` for a member."""
        self._decided: list[tuple[int, dict[Path, Any]]] = []
        """The choices made between rolls: the number of rolls before the choice, and the answers before it."""

    def at(self, path: Path) -> Any:
        """Return the answer at `path`; None if there is none."""
        return answer_at(self.values, path)

    def put(self, path: AnswerPath, value: Any) -> None:
        """Set an answer; None removes it. A list of units must already contain the unit."""
        put_answer(self.values, path, value)

    def answer(self, path: Path, value: Any) -> None:
        """Set the player's own answer; None removes the answer, and it is not filled in again."""
        dotted = ".".join(path)
        self._mark_as_own(dotted, declined=value is None)
        before = self.at(path)
        had, has = (each if isinstance(each, list) else [] for each in (before, value))
        changed = [*(each for each in had if each not in has), *(each for each in has if each not in had)]
        for member in changed:
            self._mark_as_own(f"{dotted}={member}", declined=member not in has)
        for answered in [f"{dotted}={member}" for member in changed] or [dotted]:
            self.latest = [*(earlier for earlier in self.latest if earlier != answered), answered]
        self.put(path, value)

    def _mark_as_own(self, dotted: str, declined: bool) -> None:
        """Record that an answer, or the tick of a member of a set, is the player's; `declined`: that it was removed."""
        self._forget_origin(dotted)
        if declined:
            self.declined.add(dotted)

    def decide(self, answers: Mapping[str, Any], rolls: int) -> None:
        """Set the answers of a choice that was made after `rolls` rolls."""
        paths = {tuple(dotted.split(".")): value for dotted, value in answers.items()}
        self._decided.append((rolls, {path: self.at(path) for path in paths}))
        for path, value in paths.items():
            self.answer(path, value)

    def take_back_choices(self, rolls: int) -> None:
        """Take back the choices that were made after more than `rolls` rolls."""
        while self._decided and self._decided[-1][0] > rolls:
            for path, before in self._decided.pop()[1].items():
                self.answer(path, before)
                dotted = ".".join(path)
                self.declined = {each for each in self.declined if each.partition("=")[0] != dotted}

    def drop_refused(self, dotted: str) -> None:
        """Remove an invalid answer; of a set, only its invalid members."""
        value = answer_at(self.values, dotted)
        is_set = isinstance(value, list) and all(isinstance(member, str) for member in value)
        members = value if is_set else []
        legal = [member for member in members if self._is_legal(dotted, [member])]
        self.put(dotted, legal if 0 < len(legal) < len(members) else None)

    def _is_legal(self, dotted: str, value: Any) -> bool:
        self.put(dotted, value)
        try:
            take_answers(self.procedure.inputs, self.values)
        except Refused as error:
            return error.where != dotted
        return True

    def fill(self, dotted: str, value: Any, source: str) -> None:
        """Fill in an answer that comes from `source`, such as `5th Texas`."""
        self.put(dotted, value)
        self.origins[dotted] = source

    def units_in(self, path: Path) -> int:
        """Return the number of units in a list."""
        return len(self.at(path) or [])

    def add_unit(self, path: Path) -> None:
        """Append a unit without answers to a list."""
        self.put(path, [*(self.at(path) or []), {}])

    def drop_unit(self, path: Path) -> None:
        """Remove the last unit of a list with its answers."""
        units = self.at(path)
        prefix = ".".join((*path, str(len(units)))) + "."
        self.origins = {
            dotted: source for dotted, source in self.origins.items() if not dotted.startswith(prefix)
        }
        self.standing = {dotted for dotted in self.standing if not dotted.startswith(prefix)}
        self.declined = {dotted for dotted in self.declined if not dotted.startswith(prefix)}
        self.units.pop(prefix.rstrip("."), None)
        self.put(path, units[:-1])

    def fill_known(self, known: Mapping[str, Known]) -> None:
        """Answer open questions with what the session knows, and remove such answers once they no longer hold.

        Answers only questions that are asked, and not those whose answer the player removed.
        """
        refused_now = self._taken() is None
        for dotted in sorted(self.standing):
            gone = dotted not in known or known[dotted].value != self.at(tuple(dotted.split(".")))
            if gone or (refused_now and "=" in dotted):
                self._remove_known(dotted)
        tried: set[str] = set()
        while (taken := self._taken()) is not None:
            asked = {
                path for path in {*known, *self.standing} if is_asked(self.procedure.inputs, taken, path)
            }
            for dotted in self.standing - asked:
                self._remove_known(dotted)
            fresh = [dotted for dotted in known if dotted in asked - tried and self._is_open(dotted)]
            if not fresh:
                return
            for dotted in fresh:
                self._put_known(dotted, known[dotted])
            tried.update(fresh)

    def _taken(self) -> CheckedAnswers | None:
        """Return the checked answers; None if one is refused."""
        try:
            return take_answers(self.procedure.inputs, self.values)
        except Refused:
            return None

    def _is_open(self, dotted: str) -> bool:
        return dotted not in self.declined and answer_at(self.values, dotted) is None

    def _put_known(self, dotted: str, known: Known) -> None:
        """Fill in an answer if it is valid."""
        self.put(dotted, known.value)
        if self._taken() is None:
            self.put(dotted, None)
            return
        if known.value != OPEN:
            self.origins[dotted] = known.source
        self.standing.add(dotted)

    def _remove_known(self, dotted: str) -> None:
        self.put(dotted, None)
        self._forget_origin(dotted)

    def _forget_origin(self, dotted: str) -> None:
        self.origins.pop(dotted, None)
        self.standing.discard(dotted)

    def use_procedure(self, procedure: Procedure) -> None:
        """Use an edited calculator, and drop answers to questions that it no longer asks."""
        self.procedure = procedure
        asked = {question.name for question in procedure.inputs}
        self.values = {name: value for name, value in self.values.items() if name in asked}

    def copy(self) -> AnswerSheet:
        """Return an independent copy of the answers, without their origins."""
        return AnswerSheet(self.procedure, json.loads(json.dumps(self.values)))
