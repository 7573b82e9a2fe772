"""The events of a session's log in words, one line each."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from companion.model import GameModule, Library, NotFound, Procedure, Resolution
from companion.model.event import (
    Calculated,
    ChitDrawn,
    ChitMarked,
    ChitTried,
    ClockChanged,
    Counted,
    CupFilled,
    DiceRolled,
    Event,
    Logged,
    Moved,
    Noted,
    Opened,
    OrderBecame,
    OrderRewritten,
    OrderSent,
    OrderSlip,
    Pinned,
    PromptSettled,
    Redone,
    RulingDropped,
    RulingMade,
    ScenarioChosen,
    SettingChosen,
    TableRuling,
    Ticked,
    Undone,
    UnitDropped,
    UnitKept,
)
from companion.play.clock import Position, legal, moments, words
from companion.play.recording import recorded_calculation
from companion.render.summary import headline
from companion.render.text import value_words


def logged_calculation(
    resolution: Resolution, procedure: Procedure, amends: int = 0, rulings: Iterable[TableRuling] = ()
) -> Calculated:
    """Return the event of a finished calculation; `amends` and `rulings` as in `recorded_calculation`."""
    summary = f"{procedure.title}: {headline(resolution, procedure)}"
    return recorded_calculation(resolution, " ".join(summary.split()), amends, rulings)


class LogWords:
    """Puts events into words, with the names from the games' data."""

    def __init__(self, library: Library) -> None:
        self.library = library
        self._raised: dict[tuple[str, str], str] = {}
        """Texts of prompts by game and id, of the moves seen so far."""

    def learn(self, log: Iterable[Logged]) -> None:
        """Remember the texts of prompts for the lines that settle them."""
        for each in log:
            if isinstance(each.event, Moved):
                self._raised |= {(each.game, prompt.id): prompt.says for prompt in each.event.raises}

    def line(self, logged: Logged) -> str:
        """Return an event in one line."""
        event = logged.event
        self.learn([logged])
        if isinstance(event, PromptSettled):
            says = self._raised.get((logged.game, event.prompt), "what was due")
            return f"{event.how[:1].upper()}{event.how[1:]}: {says}"
        return self._line(event, self._module(logged.game))

    def _module(self, game: str) -> GameModule | None:
        try:
            return self.library.module(game)
        except NotFound:
            return None

    def _line(self, event: Event, module: GameModule | None) -> str:
        match event:
            case Calculated(summary=summary, amends=amends):
                return f"{summary}  [puts line {amends} right]" if amends else summary
            case Opened(game=slug):
                known = self._module(slug)
                return f"{known.game.name if known else slug} on the table"
            case Moved(turn=turn, moment=moment, command=command):
                return self._moved(Position(turn, moment), command, module)
            case Ticked(step=step, on=on, moment=moment):
                title = _step_title(module, moment, step)
                return f"{'Done' if on else 'Not done after all'}: {title}"
            case Noted(text=text, about=about):
                return f"Note on line {about}: {text}" if about else f"Note: {text}"
            case Pinned(about=about, on=on):
                return f"Bookmark {'on' if on else 'off'} line {about}"
            case DiceRolled(faces=faces, sides=sides, label=label, procedure=procedure):
                what = f"{procedure} {label}".strip()
                return f"The companion rolled {len(faces)}d{sides} for {what}: {', '.join(map(str, faces))}"
            case Undone(events=events):
                return f"Undone: {_numbers(events)}"
            case Redone(events=events):
                return f"Done again: {_numbers(events)}"
            case RulingMade(ruling=ruling):
                return f"TABLE {ruling.id} on {ruling.about}: {ruling.text}"
            case RulingDropped(ruling=name):
                return f"TABLE {name} no longer holds"
        return self._table_line(event, module)

    def _table_line(self, event: Event, module: GameModule | None) -> str:
        match event:
            case ScenarioChosen(scenario=name):
                return f"Scenario: {_title(module, name)}"
            case ClockChanged(clock=clock):
                if clock is None:
                    return "Time of day not known"
                named = 0 < clock.day <= len(clock.days)
                day = clock.days[clock.day - 1] if named else f"day {clock.day}"
                return f"Turn 1 begins at {clock.minute // 60:02}:{clock.minute % 60:02} of {day}"
            case SettingChosen(name=name, value=value):
                return f"{name.replace('_', ' ')}: {value or 'nothing chosen'}"
            case UnitKept(name=name, facts=facts):
                labels = {each.name: each.label for each in (module.units.facts if module else ())}
                told = ", ".join(
                    f"{labels.get(fact) or fact.replace('_', ' ')} {value_words(value)}"
                    for fact, value in facts.items()
                )
                return f"{name}: {told or 'kept'}"
            case UnitDropped(name=name):
                return f"{name} is no longer kept"
            case Counted(counter=counter, by=by):
                title = next(
                    (
                        each.title
                        for each in (module.scenarios.counters if module else ())
                        if each.id == counter
                    ),
                    counter,
                )
                return f"{title}: {by:+d}"
        return _chit_line(event, module) or _order_line(event)

    def _moved(self, to: Position, command: str, module: GameModule | None) -> str:
        sequence = module.sequence if module else None
        if sequence is None:
            return f"Turn {to.turn}"
        return words(sequence, legal(sequence, to), command)


def _chit_line(event: Event, module: GameModule | None) -> str:
    match event:
        case CupFilled(chits=chits):
            return f"Into the cup: {', '.join(chit.name for chit in chits)}"
        case ChitDrawn(chit=chit) if _chosen(module):
            return f"{chit} acts"
        case ChitDrawn(chit=chit, by=by):
            return f"{chit} drawn{' by the companion' if by == 'app' else ''}"
        case ChitTried(hq=hq, use=use, success=success, chit=chit):
            whose = f" with {chit}" if chit and chit != hq else ""
            return f"{hq} tries {use.replace('_', ' ').replace('-', ' ')}{whose}: {'succeeds' if success else 'fails'}"
        case ChitMarked(chit=chit, mark=mark):
            return f"{chit}: {mark}"
    return ""


def _chosen(module: GameModule | None) -> bool:
    """Whether the Commands of the game are chosen and not drawn."""
    cup = module.sequence.cup if module and module.sequence else None
    return cup is not None and cup.how == "chosen"


def _order_line(event: Event) -> str:
    match event:
        case OrderSent(slip=slip):
            return f"Order to {slip.recipient}: {slip_words(slip)}; arrives on turn {slip.arrives}"
        case OrderBecame(order=number, state=state, why=why):
            return f"Order {number} {state}{f': {why}' if why else ''}"
        case OrderRewritten(order=number, slip=slip):
            return f"Order {number} now reads: {slip_words(slip)}; arrives on turn {slip.arrives}"
    return ""


def slip_words(slip: OrderSlip) -> str:
    """`attack, take the hill (from Lee), once I Corps is engaged`."""
    told = ", ".join(part for part in (slip.kind.replace("_", " "), slip.text) if part)
    sender = f" (from {slip.sender})" if slip.sender else ""
    return f"{told}{sender}{f', once {slip.condition}' if slip.condition else ''}"


def _numbers(events: tuple[int, ...]) -> str:
    return f"line {events[0]}" if len(events) == 1 else f"lines {', '.join(map(str, events))}"


def _step_title(module: GameModule | None, moment: int, step: int) -> str:
    order = moments(module.sequence) if module and module.sequence else []
    steps: Any = order[moment].phase.steps if moment < len(order) else ()
    return str(steps[step].title) if step < len(steps) else f"step {step + 1}"


def _title(module: GameModule | None, name: str) -> str:
    every = module.scenarios.scenarios if module else ()
    return next((each.title for each in every if each.id == name), name)
