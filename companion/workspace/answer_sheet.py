"""The answers to a calculator's questions, each with where it came from."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from companion.engine import take_answers
from companion.model import Procedure, Refused
from companion.model.answer_path import AnswerPath, answer_at, put_answer

Path = tuple[str, ...]
"""Names from the outside in; units of a list are numbered from 1: `("firers", "1", "sps")`."""

SESSION = "the session"
"""Origin of an answer that the settings of the session give."""


class AnswerSheet:
    """The answers so far, in the form that the engine takes; unanswered questions are absent."""

    def __init__(
        self,
        procedure: Procedure,
        values: dict[str, Any] | None = None,
        origins: dict[str, str] | None = None,
    ) -> None:
        self.procedure = procedure
        self.values: dict[str, Any] = values if values is not None else {}
        self.origins: dict[str, str] = origins if origins is not None else {}
        """The origin of each answer that was filled in, by dotted path; the player's own answers are absent."""
        self.declined: set[str] = set()
        """Dotted paths of answers that the player removed: they are not filled in again unasked."""

    def at(self, path: Path) -> Any:
        """Return the answer at `path`, None if there is none."""
        return answer_at(self.values, path)

    def put(self, path: AnswerPath, value: Any) -> None:
        """Set an answer; None removes it. A list of units must already contain the unit."""
        put_answer(self.values, path, value)

    def answer(self, path: Path, value: Any) -> None:
        """Set the player's own answer; None removes the answer for good."""
        dotted = ".".join(path)
        self.origins.pop(dotted, None)
        if value is None:
            self.declined.add(dotted)
        self.put(path, value)

    def fill(self, dotted: str, value: Any, source: str) -> None:
        """Set an answer that comes from `source`, such as `5th Texas`."""
        self.put(dotted, value)
        self.origins[dotted] = source

    def units(self, path: Path) -> int:
        """Return how many units a list has."""
        return len(self.at(path) or [])

    def add_unit(self, path: Path) -> None:
        """Append a unit without answers to a list."""
        self.put(path, [*(self.at(path) or []), {}])

    def drop_unit(self, path: Path) -> None:
        """Remove the last unit of a list with its answers."""
        units = self.at(path)
        gone = ".".join((*path, str(len(units)))) + "."
        self.origins = {
            dotted: source for dotted, source in self.origins.items() if not dotted.startswith(gone)
        }
        self.put(path, units[:-1])

    def apply_session_defaults(self, defaults: Mapping[str, str]) -> None:
        """Answer open questions from the session's settings, and remove such answers that no longer hold.

        Only questions that are asked are answered, and none whose answer the player removed.
        """
        for dotted in [dotted for dotted, source in self.origins.items() if source == SESSION]:
            self.put(dotted, None)
            del self.origins[dotted]
        for dotted, value in defaults.items():
            if dotted in self.declined or answer_at(self.values, dotted) is not None:
                continue
            try:
                self.put(dotted, value)
                asked = dotted in take_answers(self.procedure.inputs, self.values).asked
            except Refused as error:
                asked = error.where != dotted
            if asked:
                self.origins[dotted] = SESSION
            else:
                self.put(dotted, None)

    def take_procedure(self, procedure: Procedure) -> None:
        """Use an edited calculator; answers to questions that it no longer asks are dropped."""
        self.procedure = procedure
        asked = {given.name for given in procedure.inputs}
        self.values = {name: value for name, value in self.values.items() if name in asked}

    def copy(self) -> AnswerSheet:
        """Return an independent copy of the answers, without their origins."""
        return AnswerSheet(self.procedure, json.loads(json.dumps(self.values)))
