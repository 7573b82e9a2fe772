"""The events of a session's log in words, one line each."""

from __future__ import annotations

from collections.abc import Iterable

from companion.model import GameModule, Library, Procedure, Resolution
from companion.model import event as events
from companion.model.event import Event, Logged, OrderSlip, TableRuling
from companion.model.wording import value_words
from companion.play.clock import Position, legal, moments, words
from companion.play.recording import recorded_calculation
from companion.render.summary import headline


def logged_calculation(
    resolution: Resolution, procedure: Procedure, amends: int = 0, rulings: Iterable[TableRuling] = ()
) -> events.Calculated:
    """Return the event of a finished calculation; `amends` and `rulings` as in `recorded_calculation`."""
    summary = f"{procedure.title}: {headline(resolution, procedure)}"
    return recorded_calculation(resolution, " ".join(summary.split()), amends, rulings)


def module_of(library: Library, game: str) -> GameModule | None:
    """Return the records of a game, None if it is not installed."""
    return next((module for module in library.modules if module.game.slug == game), None)


class LogWords:
    """Puts events into words, with the names from the games' data."""

    def __init__(self, library: Library) -> None:
        self.library = library
        self._raised: dict[tuple[str, str], str] = {}
        """Texts of prompts by game and id, of the moves seen so far."""

    def learn(self, log: Iterable[Logged]) -> None:
        """Remember the texts of prompts for the lines that settle them."""
        for logged in log:
            if isinstance(logged.event, events.Moved):
                self._raised |= {(logged.game, prompt.id): prompt.says for prompt in logged.event.raises}

    def line(self, logged: Logged) -> str:
        """Return an event in one line."""
        self.learn([logged])
        match logged.event:
            case events.PromptSettled(prompt=prompt, how=how):
                says = self._raised.get((logged.game, prompt), "what was due")
                return f"{how[:1].upper()}{how[1:]}: {says}"
            case events.Opened(game=slug):
                module = module_of(self.library, slug)
                return f"Switched to {module.game.name if module else slug}"
        event, module = logged.event, module_of(self.library, logged.game)
        return (
            _log_line(event) or _turn_line(event, module) or _unit_line(event, module) or _order_line(event)
        )


def _log_line(event: Event) -> str:
    match event:
        case events.Calculated(summary=summary, amends=amends):
            return f"{summary}  [corrects line {amends}]" if amends else summary
        case events.Noted(text=text, about=about):
            return f"Note on line {about}: {text}" if about else f"Note: {text}"
        case events.Pinned(about=about, on=on):
            return f"Bookmark {'on' if on else 'off'} line {about}"
        case events.DiceRolled(faces=faces, sides=sides, label=label, procedure=procedure):
            what = f"{procedure} {label}".strip()
            return f"The companion rolled {len(faces)}d{sides} for {what}: {', '.join(map(str, faces))}"
        case events.Undone(events=numbers):
            return f"Undone: {_lines(numbers)}"
        case events.Redone(events=numbers):
            return f"Redone: {_lines(numbers)}"
        case events.RulingMade(ruling=ruling):
            return f"TABLE {ruling.id} on {ruling.about}: {ruling.text}"
        case events.RulingDropped(ruling=name):
            return f"TABLE {name} removed"
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
            named = 0 < clock.day <= len(clock.days)
            day = clock.days[clock.day - 1] if named else f"day {clock.day}"
            return f"Turn 1 begins at {clock.minute // 60:02}:{clock.minute % 60:02} of {day}"
        case events.SettingChosen(name=name, value=value):
            return f"{name.replace('_', ' ')}: {value or 'nothing chosen'}"
        case events.Counted(counter=counter, by=by):
            counters = module.scenarios.counters if module else ()
            titles = {known.id: known.title for known in counters}
            return f"{titles.get(counter, counter)}: {by:+d}"
    return ""


def _unit_line(event: Event, module: GameModule | None) -> str:
    cup = module.sequence.cup if module and module.sequence else None
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
            whose = f" with {chit}" if chit and chit != hq else ""
            return f"{hq} tries {use.replace('_', ' ').replace('-', ' ')}{whose}: {'succeeds' if success else 'fails'}"
        case events.ChitMarked(chit=chit, mark=mark):
            return f"{chit}: {mark}"
    return ""


def _order_line(event: Event) -> str:
    match event:
        case events.OrderSent(slip=slip):
            return f"Order to {slip.recipient}: {slip_words(slip)}; arrives on turn {slip.arrives}"
        case events.OrderBecame(order=number, state=state, why=why):
            return f"Order {number} {state}{f': {why}' if why else ''}"
        case events.OrderRewritten(order=number, slip=slip):
            return f"Order {number} now reads: {slip_words(slip)}; arrives on turn {slip.arrives}"
    return ""


def slip_words(slip: OrderSlip) -> str:
    """Return the text of an order, as in `attack, take the hill (from Lee), once I Corps is engaged`."""
    told = ", ".join(part for part in (slip.kind.replace("_", " "), slip.text) if part)
    sender = f" (from {slip.sender})" if slip.sender else ""
    return f"{told}{sender}{f', once {slip.condition}' if slip.condition else ''}"


def _lines(numbers: tuple[int, ...]) -> str:
    return f"line{'s' if len(numbers) > 1 else ''} {', '.join(map(str, numbers))}"
