"""The events of a session's log in words, one line each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from companion.model import GameModule, Procedure, Resolution
from companion.model import event as events
from companion.model.event import Event, Logged
from companion.model.recorded import OrderSlip, TableRuling
from companion.model.wording import value_words
from companion.play.clock import Position, day_name, legal, moments, time_of, words
from companion.play.recording import recorded_calculation
from companion.render.log_memory import LogMemory, correction_words
from companion.render.names import log_words
from companion.render.outcome import outcome_words


def logged_calculation(
    resolution: Resolution,
    procedure: Procedure,
    amends: int = 0,
    rulings: Iterable[TableRuling] = (),
    names: Mapping[str, str] | None = None,
    needed: str = "",
) -> events.Calculated:
    """Return the event of a finished calculation; `amends`, `rulings`, `names` as in `recorded_calculation`.

    `needed`: the roll that was needed, in words.
    """
    summary = log_words(procedure, resolution, names or {}, needed)
    return recorded_calculation(resolution, summary, amends, rulings, names)


class LogWords:
    """Puts events into words, with the names from the games' data."""

    def __init__(self, find_module: Callable[[str], GameModule | None]) -> None:
        """`find_module` returns the records of a game by its slug, None if it is not installed."""
        self._find_module = find_module
        self._memory = LogMemory()

    def learn(self, log: Iterable[Logged]) -> None:
        """Remember what later lines say only in part: texts of prompts, recipients of orders, corrected answers."""
        for logged in log:
            self._memory.learn(logged)

    def line(self, logged: Logged) -> str:
        """Return an event in one line."""
        self.learn([logged])
        event, module = logged.event, self._find_module(logged.game)
        match event:
            case events.PromptSettled(prompt=prompt, how=how):
                says = self._memory.prompts.get((logged.game, prompt), "what was due")
                return f"{how[:1].upper()}{how[1:]}: {says}"
            case events.Opened(game=slug):
                module = self._find_module(slug)
                return f"Switched to {module.game.name if module else slug}"
            case events.Calculated(amends=amends) if amends:
                return f"{event.summary}  [corrects line {amends}{self._changed(logged.id, event, module)}]"
        recipient = self._memory.recipients.get(logged.id, "")
        return (
            _log_line(event)
            or _turn_line(event, module)
            or _unit_line(event, module)
            or _order_line(event, f" to {recipient}" if recipient else "", module)
        )

    def _changed(self, line: int, event: events.Calculated, module: GameModule | None) -> str:
        before = self._memory.corrected.get(line)
        procedure = module.find_procedure(event.procedure) if module else None
        changed = correction_words(before, event, procedure) if before is not None else ""
        return f": {changed}" if changed else ""


def _log_line(event: Event) -> str:
    match event:
        case events.Calculated(summary=summary):
            return summary
        case events.Noted(text=text, about=about):
            return f"Note on line {about}: {text}" if about else f"Note: {text}"
        case events.Pinned(about=about, on=on):
            return f"Bookmark {'on' if on else 'off'} line {about}"
        case events.DiceRolled(faces=faces, sides=sides, label=label, procedure=procedure):
            what = label or procedure
            return f"The companion rolled {len(faces)}d{sides} for {what}: {', '.join(map(str, faces))}"
        case events.Undone(events=numbers):
            return f"Undone: {_lines(numbers)}"
        case events.Redone(events=numbers):
            return f"Redone: {_lines(numbers)}"
        case events.RulingMade(ruling=ruling):
            return f"TABLE {ruling.id} on {ruling.about}: {ruling.text}"
        case events.RulingDropped(ruling=name):
            return f"TABLE {name} removed"
        case events.PlayerClockSet(runs=runs, by_app=by_app):
            why = f": companion {'opened' if runs else 'closed'}" if by_app else ""
            return f"Player clock {'started' if runs else 'stopped'}{why}"
    return ""


def _turn_line(event: Event, module: GameModule | None) -> str:
    sequence = module.sequence if module else None
    match event:
        case events.Moved(turn=turn, moment=moment, command=command):
            if sequence is None:
                return f"Turn {turn}"
            return words(sequence, legal(sequence, Position(turn, moment)), command)
        case events.Ticked(step=step, on=on, moment=moment):
            order = moments(sequence) if sequence else []
            steps = order[moment].phase.steps if moment < len(order) else ()
            title = steps[step].title if step < len(steps) else f"step {step + 1}"
            return f"{'Done' if on else 'Not done after all'}: {title}"
        case events.ScenarioChosen(scenario=name):
            scenario = module.find_scenario(name) if module else None
            return f"Scenario: {scenario.title if scenario else name}"
        case events.ClockChanged(clock=None):
            return "Time of day not known"
        case events.ClockChanged(clock=events.ClockSetting() as clock):
            return f"Turn 1 begins at {time_of(clock.minute)} on {day_name(clock.days, clock.day)}"
        case events.SettingChosen(name=name, value=value):
            return f"{name.replace('_', ' ')}: {value or 'nothing chosen'}"
        case events.SidesNamed(sides=sides):
            return f"Sides: {' and '.join(sides.values()) or 'as the game names them'}"
        case events.OutcomeRecorded():
            return outcome_words(event)
        case events.Counted(counter=counter, by=by):
            counters = module.scenarios.counters if module else ()
            titles = {known.id: known.title for known in counters}
            return f"{titles.get(counter, counter)}: {by:+d}"
    return ""


def _unit_line(event: Event, module: GameModule | None) -> str:
    cup = module.cup if module else None
    match event:
        case events.UnitKept(name=name, facts=facts):
            labels = {fact.name: fact.label for fact in (module.units.facts if module else ())}
            told = ", ".join(
                f"{labels.get(fact) or fact.replace('_', ' ')} {value_words(value)}"
                for fact, value in facts.items()
            )
            return f"{name}: {told or 'added'}"
        case events.UnitDropped(name=name):
            return f"{name} removed"
        case events.CupFilled(chits=chits):
            return f"Into the cup: {', '.join(chit.name for chit in chits)}"
        case events.ChitDrawn(chit=chit) if cup is not None and cup.how == "chosen":
            return f"{chit} acts"
        case events.ChitDrawn(chit=chit, by=by):
            return f"{chit} drawn{' by the companion' if by == 'app' else ''}"
        case events.ChitTried(hq=hq, use=use, success=success, chit=chit):
            whose = f" with the chit of {chit}" if chit and chit != hq else ""
            known = next((each for each in (cup.uses if cup is not None else ()) if each.id == use), None)
            result = "" if known is not None and not known.procedure else " succeeds" if success else " fails"
            return f"{hq}{whose}: {known.title if known is not None else use}{result}"
        case events.ChitMarked(chit=chit, mark=mark):
            return f"{chit}: {mark}"
    return ""


def _order_line(event: Event, to: str, module: GameModule | None) -> str:
    match event:
        case events.OrderSent(slip=slip):
            return f"Order to {slip.recipient}: {slip_words(slip, module)}; arrives on turn {slip.arrives}"
        case events.OrderBecame(order=number, state=state, why=why):
            return f"Order {number}{to} {state}{f': {why}' if why else ''}"
        case events.OrderRewritten(order=number, slip=slip):
            return f"Order {number}{to} now reads: {slip_words(slip, module)}; arrives on turn {slip.arrives}"
    return ""


def slip_words(slip: OrderSlip, module: GameModule | None) -> str:
    """Return the text of an order, as in `Attack, take the hill (from Lee), once I Corps is engaged`."""
    kind = module.order_kind(slip.kind) if module is not None else slip.kind
    told = ", ".join(part for part in (kind, slip.text) if part)
    sender = f" (from {slip.sender})" if slip.sender else ""
    return f"{told}{sender}{f', once {slip.condition}' if slip.condition else ''}"


def _lines(numbers: tuple[int, ...]) -> str:
    return f"line{'s' if len(numbers) > 1 else ''} {', '.join(map(str, numbers))}"
