"""The turn: what is due, the phases, what the phase allows, its checklist."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll

from companion.model import PhaseStep, Sequence
from companion.model.event import Prompt
from companion.play.chits import draw
from companion.play.clock import Position, moments
from companion.play.turn import jump, settle, step, tick
from companion.render.turn import to_choose
from companion.ui.base.dialogs import ask, numbered_choices
from companion.ui.base.page import Page
from companion.ui.due_prompts import see_to
from companion.ui.messages import OpenCalculator
from companion.ui.screens.counters import CountersScreen
from companion.ui.screens.go import GoScreen, TurnTarget
from companion.ui.screens.turn_lines import allowed_lines, news_lines, options, phase_titles, turn_words
from companion.ui.widgets.bars import Keys, StatusLine, TopBar
from companion.ui.widgets.option_list import OptionList
from companion.ui.widgets.phases import Phases
from companion.ui.widgets.text import WrappedText


class TurnScreen(Page[None]):
    """Step through the sequence of play."""

    HELP = (
        "Right goes on to the next phase, or asks which Command acts next, left back. "
        "Digits jump to a phase, + and - to the next and previous turn, g to any turn. "
        "Enter opens what is marked, Space ticks a step, d says that something due is done. "
        "k counts. Tab goes to the other lists."
    )
    AUTO_FOCUS = "#steps"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,n", "step(1)", "Next", id="turn.next", key_display="→", tooltip="Next phase"),
        Binding("left,p", "step(-1)", "Back", id="turn.back", tooltip="Phase before", show=False),
        Binding("d", "done('done')", "Done", id="turn.done", tooltip="What is due is done"),
        Binding(
            "x", "done('waved away')", "Dismiss", id="turn.dismiss", show=False, tooltip="Skip what is due"
        ),
        Binding("enter", "open", "Open", id="turn.open", tooltip="What is marked", show=False),
        Binding("space", "tick", "Tick", id="turn.tick", tooltip="The step is done"),
        Binding("g", "go", "Go", id="turn.go", tooltip="Any turn and phase"),
        Binding("c", "app.open('cup')", "Cup", id="turn.cup", tooltip="Chits and order of moves"),
        Binding("o", "app.open('orders')", "Orders", id="turn.orders", tooltip="Orders on their way"),
        Binding("u", "app.open('units')", "Units", id="turn.units", tooltip="Units at the table"),
        Binding("l", "app.open('log')", "Log", id="turn.log", tooltip="What happened"),
        Binding("s", "app.open('setup')", "Setup", id="turn.setup", tooltip="Scenario, time of day"),
        Binding("t", "app.open('rulings')", "Rulings", id="turn.rulings", show=False, tooltip="House rules"),
        Binding("k", "counters", "Count", id="turn.counters", show=False, tooltip="Losses and the like"),
        Binding("r", "rule", "Rule", id="turn.rule", tooltip="The rule of the step", show=False),
        Binding("plus", "turn(1)", "Turn on", id="turn.up", show=False),
        Binding("minus", "turn(-1)", "Turn back", id="turn.down", show=False),
        Binding("escape", "app.mode('find')", "Find", id="turn.leave", show=False),
        *(Binding(str(digit), f"jump({digit})", f"Phase {digit}", show=False) for digit in range(1, 10)),
    ]

    _drawn_position: Position | None = None
    """The turn and phase on the screen."""

    def compose(self) -> ComposeResult:
        """Phases and news on the left; due prompts, checklist and what is allowed on the right."""
        yield TopBar(id="where")
        with Horizontal(id="turn"):
            with VerticalScroll(id="phases-side"):
                yield Phases()
                yield WrappedText(id="news")
            with Vertical(id="do"):
                yield OptionList(id="steps")
                with VerticalScroll(id="allowed-side"):
                    yield WrappedText(id="allowed")
        yield StatusLine("said")
        yield Keys()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer what the game has and what there is to do now."""
        match action:
            case "done":
                return bool(self.context.session.game_state.due())
            case "counters":
                return bool(self.context.module.scenarios.counters)
            case "tick":
                return bool(self._steps())
        return True

    def action_step(self, by: int) -> None:
        """Go to the next phase (1) or the previous one (-1); before a Command's phases, ask which Command acts next."""
        sequence = self._sequence()
        if sequence is None:
            return
        left = to_choose(self.context.module, self.context.session.game_state) if by > 0 else ()
        if left and sequence.cup is not None and sequence.cup.how == "chosen":
            choices = numbered_choices([(each, each) for each in left])
            ask(self, "Who acts next?", choices, self._chosen)
        else:
            self.attempt(lambda: step(self.context.session, by))

    def _chosen(self, command: str) -> None:
        self.attempt(lambda: draw(self.context.session, command))

    def action_jump(self, number: int) -> None:
        """Go to a phase of this turn by its number."""
        sequence = self._sequence()
        if sequence is not None and number <= len(moments(sequence)):
            self.attempt(lambda: self.context.move_to(Position(self.context.position.turn, number - 1)))

    def action_turn(self, step: int) -> None:
        """Go to the first phase of the next turn (1) or the previous one (-1)."""
        self.attempt(lambda: self.context.move_to(Position(max(1, self.context.position.turn + step), 0)))

    def action_go(self) -> None:
        """Ask for a turn and phase, and go there."""
        sequence = self._sequence()
        if sequence is not None:
            self.app.push_screen(GoScreen(sequence), self._go)

    def _go(self, target: TurnTarget | None) -> None:
        if target is not None:
            self.attempt(lambda: jump(self.context.session, *target))

    def action_counters(self) -> None:
        """Open the counters."""
        self.app.push_screen(CountersScreen())

    def action_tick(self) -> None:
        """Toggle the tick of the marked step; a due prompt is settled."""
        match self._marked():
            case Prompt() as prompt:
                self.attempt(lambda: settle(self.context.session, prompt.id))
            case int(number):
                self.attempt(lambda: tick(self.context.session, number + 1))

    def action_done(self, how: str) -> None:
        """Settle the marked due prompt."""
        match self._marked():
            case Prompt() as prompt:
                self.attempt(lambda: settle(self.context.session, prompt.id, how))
            case _:
                self.say("Move the mark to what is due first.")

    def action_rule(self) -> None:
        """Open the rule of the marked line, or of the phase."""
        sequence = self._sequence()
        if sequence is None:
            return
        cite = moments(sequence)[self.context.position.moment].phase.cite
        match self._marked():
            case Prompt() as prompt:
                cite = prompt.cite
            case int(number):
                cite = self._steps()[number].cite
        self.open_rule(cite)

    @on(OptionList.OptionSelected)
    def action_open(self) -> None:
        """Open what a due prompt asks for, or the calculator or rule of a step."""
        match self._marked():
            case Prompt() as prompt:
                see_to(self, prompt)
            case int(number):
                step = self._steps()[number]
                if step.procedure:
                    self.app.post_message(OpenCalculator(f"{self.context.game}:{step.procedure}"))
                else:
                    self.open_rule(step.cite)

    def _sequence(self) -> Sequence | None:
        """The sequence of play; None if the game has none."""
        return self.context.module.sequence

    def _steps(self) -> tuple[PhaseStep, ...]:
        """The checklist of the phase."""
        sequence = self._sequence()
        return moments(sequence)[self.context.position.moment].phase.steps if sequence is not None else ()

    def _marked(self) -> Prompt | int | None:
        """The marked due prompt or the place of the marked step, if any."""
        kind, _, name = self.option_list.marked_id.partition("|")
        if kind == "due":
            return next(
                (prompt for prompt in self.context.session.game_state.due() if prompt.id == name), None
            )
        return int(name) if kind == "step" and int(name) < len(self._steps()) else None

    def draw(self) -> None:
        """Show the turn; in another phase the first line is marked."""
        context = self.context
        self.option_list.refill(options(context), mark_first=self._drawn_position != context.position)
        self._drawn_position = context.position
        self.option_list.display = bool(self.option_list.option_count)
        self.query_one("#news", WrappedText).show(news_lines(context))
        sequence = context.module.sequence
        phases = self.query_one(Phases)
        self.query_one("#allowed-side").display = sequence is not None
        if sequence is None:
            phases.put("This game has no sequence of play.", [], 0)
            return
        self.query_one("#allowed", WrappedText).show(allowed_lines(context, sequence))
        phases.put(turn_words(context, sequence), phase_titles(sequence), context.position.moment)
        self.call_after_refresh(self._scroll_to_phase)

    def _scroll_to_phase(self) -> None:
        side = self.query_one("#phases-side", VerticalScroll)
        side.scroll_to(y=max(0, self.query_one(Phases).row() - 2), animate=False)
