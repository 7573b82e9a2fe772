"""The turn: what is due, which phase we are in, what it allows, what is easily forgotten."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll

from companion.model import PhaseStep, Sequence
from companion.model.event import Prompt
from companion.play.clock import Position, back, forward, moments
from companion.play.turn import jump, settle, tick
from companion.ui.messages import OpenCalculator, OpenRule
from companion.ui.screens.counters import CountersScreen
from companion.ui.screens.go import Aim, GoScreen
from companion.ui.screens.table import TableScreen, refill
from companion.ui.screens.turn_lines import allowed_lines, news_lines, options, phase_titles, turn_words
from companion.ui.widgets.keys import Keys
from companion.ui.widgets.option_list import OptionList
from companion.ui.widgets.phases import Phases
from companion.ui.widgets.prose import Prose
from companion.ui.widgets.told import Told
from companion.ui.widgets.where import Where
from companion.workspace.context import Desk


class TurnScreen(TableScreen):
    """Step through the sequence of play."""

    HELP = (
        "Right goes on to the next phase, left back. Digits jump to a phase, + and - to a turn, g to any turn. "
        "Enter opens what is marked, Space ticks a step, d says that something due is done. "
        "k counts. Tab goes to the other lists."
    )
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,n", "step(1)", "Next", id="turn.next", key_display="→", tooltip="Next phase"),
        Binding("left,p", "step(-1)", "Back", id="turn.back", tooltip="Phase before", show=False),
        Binding("d", "done('done')", "Done", id="turn.done", tooltip="What is due is done"),
        Binding(
            "x",
            "done('waved away')",
            "Dismiss",
            id="turn.dismiss",
            show=False,
            tooltip="What is due is not played",
        ),
        Binding("enter", "look", "Open", id="turn.open", tooltip="What is marked", show=False),
        Binding("space", "tick", "Tick", id="turn.tick", tooltip="The step is done"),
        Binding("g", "go", "Go", id="turn.go", tooltip="Any turn and phase"),
        Binding("c", "app.open('cup')", "Cup", id="turn.cup", tooltip="Chits and order of moves"),
        Binding("o", "app.open('orders')", "Orders", id="turn.orders", tooltip="Orders on their way"),
        Binding("u", "app.open('units')", "Units", id="turn.units", tooltip="Units at the table"),
        Binding("l", "app.open('log')", "Log", id="turn.log", tooltip="What happened"),
        Binding("s", "app.open('setup')", "Setup", id="turn.setup", tooltip="Scenario, time of day"),
        Binding(
            "t",
            "app.open('rulings')",
            "Rulings",
            id="turn.rulings",
            show=False,
            tooltip="How it is played here",
        ),
        Binding("k", "counters", "Count", id="turn.counters", show=False, tooltip="Losses and the like"),
        Binding("r", "rule", "Rule", id="turn.rule", tooltip="The rule of the step", show=False),
        Binding("plus", "turn(1)", "Turn on", id="turn.up", key_display="+", show=False),
        Binding("minus", "turn(-1)", "Turn back", id="turn.down", key_display="-", show=False),
        Binding("escape", "app.mode('find')", "Find", id="turn.leave", show=False),
        *(Binding(str(digit), f"jump({digit})", f"Phase {digit}", show=False) for digit in range(1, 10)),
    ]

    _shown: Position | None = None
    """The position that is on the screen."""

    def compose(self) -> ComposeResult:
        """Phases and news at the side; what is due, the checklist, what is allowed."""
        yield Where(id="where")
        with Horizontal(id="turn"):
            with VerticalScroll(id="phases-side"):
                yield Phases()
                yield Prose(id="news")
            with Vertical(id="do"):
                yield OptionList(id="steps")
                with VerticalScroll(id="allowed-side"):
                    yield Prose(id="allowed")
        yield Told("said")
        yield Keys()

    def on_mount(self) -> None:
        """Shows the place."""
        self.show()
        self.query_one("#steps").focus()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Keys for what the game has, and what there is to do now."""
        desk = self.app.desk
        if desk is None:
            return True
        sequence = desk.module.sequence
        match action, parameters:
            case "done", _:
                return bool(desk.session.game_state.due())
            case "counters", _:
                return bool(desk.module.scenarios.counters)
            case "tick", _:
                return sequence is not None and bool(moments(sequence)[desk.position.moment].phase.steps)
        return True

    def action_step(self, step: int) -> None:
        """The phase after or before."""
        desk, sequence = self._playing()
        if desk is not None and sequence is not None:
            move = forward if step > 0 else back
            self.attempt(lambda: desk.move_to(move(sequence, desk.position)))

    def action_jump(self, number: int) -> None:
        """A phase of this turn by its number."""
        desk, sequence = self._playing()
        if desk is not None and sequence is not None and number <= len(moments(sequence)):
            self.attempt(lambda: desk.move_to(Position(desk.position.turn, number - 1)))

    def action_turn(self, step: int) -> None:
        """A turn on or back, at its first phase."""
        desk, _ = self._playing()
        if desk is not None:
            self.attempt(lambda: desk.move_to(Position(max(1, desk.position.turn + step), 0)))

    def action_go(self) -> None:
        """Asks where to."""
        desk, sequence = self._playing()
        if desk is not None and sequence is not None:
            self.app.push_screen(GoScreen(desk.game, sequence), self._go)

    def _go(self, aim: Aim | None) -> None:
        if aim is not None:
            self.attempt(lambda: jump(self.ready.session, *aim))

    def action_counters(self) -> None:
        """Up or down with what is counted."""
        self.app.push_screen(CountersScreen(self.ready))

    def action_tick(self) -> None:
        """Turns the tick of the marked step over; something due is done with it."""
        match self._marked():
            case Prompt() as prompt:
                self.attempt(lambda: settle(self.ready.session, prompt.id))
            case int(number):
                self.attempt(lambda: tick(self.ready.session, number + 1))

    def action_done(self, how: str) -> None:
        """What is marked as due is seen to."""
        match self._marked():
            case Prompt() as prompt:
                self.attempt(lambda: settle(self.ready.session, prompt.id, how))
            case _:
                self.say("Move the mark to what is due first.")

    def action_look(self) -> None:
        """Opens what is marked."""
        self.query_one("#steps", OptionList).action_select()

    def action_rule(self) -> None:
        """Opens the rule of what is marked, or of the phase."""
        desk, sequence = self._playing()
        if desk is None or sequence is None:
            return
        phase = moments(sequence)[desk.position.moment].phase
        cite = phase.cite
        match self._marked():
            case Prompt() as prompt:
                cite = prompt.cite
            case int(number):
                cite = phase.steps[number].cite
        if cite:
            self.app.post_message(OpenRule(f"{desk.game}:{cite}"))

    @on(OptionList.OptionSelected, "#steps")
    def _selected(self, event: OptionList.OptionSelected) -> None:
        desk, _ = self._playing()
        match self._marked():
            case Prompt() as prompt:
                self.see_to(prompt)
            case int(number) if desk is not None:
                step = self._steps()[number]
                if step.procedure:
                    self.app.post_message(OpenCalculator(f"{desk.game}:{step.procedure}"))
                elif step.cite:
                    self.app.post_message(OpenRule(f"{desk.game}:{step.cite}"))

    def _playing(self) -> tuple[Desk | None, Sequence | None]:
        desk = self.app.desk
        return desk, desk.module.sequence if desk is not None else None

    def _steps(self) -> tuple[PhaseStep, ...]:
        desk, sequence = self._playing()
        if desk is None or sequence is None:
            return ()
        return moments(sequence)[desk.position.moment].phase.steps

    def _marked(self) -> Prompt | int | None:
        """What the mark stands on: something due, the place of a step, or nothing."""
        desk, _ = self._playing()
        option = self.query_one("#steps", OptionList).highlighted_option
        kind, _, name = (option.id or "" if option is not None else "").partition("|")
        if desk is not None and kind == "due":
            return next((each for each in desk.session.game_state.due() if each.id == name), None)
        return int(name) if kind == "step" and int(name) < len(self._steps()) else None

    def show(self) -> None:
        """Everything as the session has it."""
        desk = self.tell()
        if desk is None:
            return
        listed = self.query_one("#steps", OptionList)
        anew = self._shown != desk.position
        self._shown = desk.position
        refill(listed, options(desk), anew=anew)
        listed.display = bool(listed.option_count)
        self.query_one("#news", Prose).show(news_lines(desk))
        sequence = desk.module.sequence
        phases = self.query_one(Phases)
        self.query_one("#allowed-side").display = sequence is not None
        if sequence is None:
            phases.put("This game has no sequence of play.", [], 0)
            return
        self.query_one("#allowed", Prose).show(allowed_lines(sequence, desk.position))
        phases.put(turn_words(desk, sequence), phase_titles(sequence), desk.position.moment)
        self.call_after_refresh(self._scroll_to_phase)

    def _scroll_to_phase(self) -> None:
        side = self.query_one("#phases-side", VerticalScroll)
        side.scroll_to(y=max(0, self.query_one(Phases).row() - 2), animate=False)
