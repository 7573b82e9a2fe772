"""Facts from earlier log lines that later lines refer to: prompts, recipients of orders, corrected answers."""

from __future__ import annotations

from companion.model import Procedure
from companion.model import event as events
from companion.model.answer_path import single_answers
from companion.model.event import Calculated, Logged
from companion.play.unit_results import RESULT
from companion.render.summary import labels

MOST_NAMED = 2
"""Maximum number of changed answers that are named; the rest are counted."""


class LogMemory:
    """Facts gathered from the events of the log, in order, each event once."""

    def __init__(self) -> None:
        self._last = 0
        self.prompts: dict[tuple[str, str], str] = {}
        """Texts of the prompts raised so far, by game and id."""
        self.recipients: dict[int, str] = {}
        """Recipient of the order that an event is about, by line number."""
        self.corrected: dict[int, Calculated] = {}
        """The calculation that a line corrects, by line number."""
        self._orders: list[tuple[int, str, str]] = []
        """Line, game and recipient of each order so far."""
        self._undone: set[int] = set()
        self._calculated: dict[int, Calculated] = {}

    def learn(self, logged: Logged) -> None:
        """Remember an event, unless it or a later one was learned before."""
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
                recipients = [
                    recipient
                    for line, game, recipient in self._orders
                    if game == logged.game and line not in self._undone
                ]
                if number <= len(recipients):
                    self.recipients[logged.id] = recipients[number - 1]
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
    """Return what a correction changed: questions, dice, names; empty if none of these changed."""
    was, answers = dict(single_answers(before.inputs)), dict(single_answers(now.inputs))
    paths = [path for path in dict.fromkeys((*was, *answers)) if was.get(path) != answers.get(path)]
    words = labels(procedure, tuple(paths)) if procedure is not None else paths
    words = list(dict.fromkeys(words))
    if len(words) > MOST_NAMED:
        words = [*words[:MOST_NAMED], f"{len(words) - MOST_NAMED} more"]
    if [roll.value for roll in before.rolls] != [roll.value for roll in now.rolls]:
        words.append("dice")
    if before.names != now.names:
        words.append("names")
    return ", ".join(words)
