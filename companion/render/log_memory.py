"""Facts from earlier log lines that later lines need: texts of prompts, recipients of orders, corrected answers."""

from __future__ import annotations

from companion.model import Procedure
from companion.model import event as events
from companion.model.answer_path import single_answers
from companion.model.event import Calculated, Logged
from companion.play.unit_results import RESULT
from companion.render.summary import labels

MOST_NAMED = 2
"""Changed answers that are named; more are counted."""


class LogMemory:
    """Remembers events in the order of the log, each once."""

    def __init__(self) -> None:
        self._last = 0
        self.prompts: dict[tuple[str, str], str] = {}
        """Texts of prompts by game and id, of the moves seen so far."""
        self.recipients: dict[int, str] = {}
        """Recipient of the order that an event is about, by number of the line."""
        self.corrected: dict[int, Calculated] = {}
        """The calculation that a line corrects, by number of the line."""
        self._orders: list[tuple[int, str, str]] = []
        """Line, game and recipient of each order so far."""
        self._undone: set[int] = set()
        self._calculated: dict[int, Calculated] = {}

    def learn(self, logged: Logged) -> None:
        """Remember an event, unless it or a later one is known."""
        if logged.id <= self._last:
            return
        self._last = logged.id
        match logged.event:
            case events.Moved(raises=raises):
                self.prompts |= {(logged.game, prompt.id): prompt.says for prompt in raises}
            case events.ScenarioChosen(orders=slips):
                self._orders += [(logged.id, logged.game, slip.recipient) for slip in slips]
            case events.OrderSent(slip=slip):
                self._orders.append((logged.id, logged.game, slip.recipient))
            case events.OrderBecame(order=number) | events.OrderRewritten(order=number):
                standing = [
                    recipient
                    for line, game, recipient in self._orders
                    if game == logged.game and line not in self._undone
                ]
                if number <= len(standing):
                    self.recipients[logged.id] = standing[number - 1]
            case events.Undone(events=numbers):
                self._undone |= set(numbers)
            case events.Redone(events=numbers):
                self._undone -= set(numbers)
            case Calculated(amends=amends) as done:
                self._calculated[logged.id] = done
                self.prompts[logged.game, f"{RESULT}{logged.id}"] = f"result of line {logged.id}"
                if amends in self._calculated:
                    self.corrected[logged.id] = self._calculated[amends]


def correction_words(before: Calculated, now: Calculated, procedure: Procedure | None) -> str:
    """Return what a correction changed: answers by their questions, dice, names; empty if none of these."""
    was, answers = dict(single_answers(before.inputs)), dict(single_answers(now.inputs))
    paths = [path for path in dict.fromkeys((*was, *answers)) if was.get(path) != answers.get(path)]
    told = labels(procedure, tuple(paths)) if procedure is not None else paths
    told = list(dict.fromkeys(told))
    if len(told) > MOST_NAMED:
        told = [*told[:MOST_NAMED], f"{len(told) - MOST_NAMED} more"]
    if [roll.value for roll in before.rolls] != [roll.value for roll in now.rolls]:
        told.append("dice")
    if before.names != now.names:
        told.append("names")
    return ", ".join(told)
