"""The turn: what is due, the phases, what the phase allows, its checklist."""

from __future__ import annotations

from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.events import DescendantFocus
from textual.timer import Timer

from companion.model import Phase, PhaseStep
from companion.model.recorded import Prompt
from companion.play.chits import draw
from companion.play.clock import Position, moments
from companion.play.player_clock import clock_runs, set_clock_running
from companion.play.turn import jump, settle, step, tick
from companion.play.unit_results import due
from companion.render.turn import to_choose
from companion.ui.base.dialogs import ask, numbered_choices
from companion.ui.base.page import Page
from companion.ui.due_prompts import open_prompt
from companion.ui.messages import OpenCalculator
from companion.ui.screens.counters import CountersScreen
from companion.ui.screens.go import GoScreen, TurnTarget
from companion.ui.screens.outcome_form import outcome_form
from companion.ui.screens.turn_lines import (
    checked_steps,
    clock_line,
    coming_lines,
    counter_lines,
    done_words,
    due_rows,
    latest_lines,
    list_keys,
    phase_titles,
    step_rows,
)
from companion.ui.screens.unit import UnitScreen
from companion.ui.widgets.bars import Header, Keys
from companion.ui.widgets.card import Card, PanelColumn
from companion.ui.widgets.lines import bullets
from companion.ui.widgets.option_list import OptionList
from companion.ui.widgets.panel import entitle, heading
from companion.ui.widgets.phases import Phases
from companion.ui.widgets.status_line import StatusLine
from companion.ui.widgets.text import PlainText

CLOCK_LOOK = 5.0
"""Seconds between updates of a running player clock, which shows minutes."""


class TurnScreen(Page[None]):
    """Steps through the sequence of play."""

    HELP = (
        "Right goes to the next phase, or asks which Command acts next; Left goes back. "
        "Digits jump to a phase, + and - to the next and previous turn, g to any turn. "
        "Enter opens the marked line. In Due now, d marks a line as done, x as not needed. In Steps, Space toggles "
        "the tick of a step. Tab goes to the other list. k changes the running totals, w starts or stops the player "
        "clock, v records who won."
    )
    AUTO_FOCUS = None
    shown_too = ("history(-1)",)
    short_labels = {"turn.next": "Next", "turn.tick": "Done", "turn.cup": "Cup", "turn.go": "Go"}
    long_labels = {"turn.go": "Go to phase"}
    hints = {
        "#phases-side": ("turn.next", "turn.go"),
        "#counted": ("turn.counters",),
        "#latest": ("turn.log",),
    }
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,n", "step(1)", "Next phase", id="turn.next", key_display="→"),
        Binding("left,p", "step(-1)", "Back", id="turn.back", tooltip="Previous phase", show=False),
        Binding("d", "done('done')", "Done", id="turn.done", tooltip="Mark the due line as done"),
        Binding(
            "x",
            "done('waved away')",
            "Not needed",
            id="turn.dismiss",
            show=False,
            tooltip="Mark the due line as not needed",
        ),
        Binding(
            "enter", "open", "Open", id="turn.open", tooltip="The marked line", show=False, priority=True
        ),
        Binding("space", "tick", "Step done", id="turn.tick", tooltip="Toggle the tick"),
        Binding("tab", "lists", "Other list", id="turn.lists", tooltip="Due now or Steps", show=False),
        Binding("g", "go", "Go to", id="turn.go", tooltip="Any turn and phase"),
        Binding("c", "app.open('cup')", "Chit cup", id="turn.cup", tooltip="Chits and order of moves"),
        Binding("o", "app.open('orders')", "Orders", id="turn.orders", tooltip="On their way and in force"),
        Binding(
            "u", "app.open('units')", "Units", id="turn.units", tooltip="Those at the table, with their facts"
        ),
        Binding("l", "app.open('log')", "Log", id="turn.log", tooltip="What happened so far"),
        Binding("s", "app.open('setup')", "Setup", id="turn.setup", tooltip="Scenario, time of day"),
        Binding("t", "app.open('rulings')", "Rulings", id="turn.rulings", show=False, tooltip="House rules"),
        Binding("k", "counters", "Count", id="turn.counters", tooltip="Losses and other totals"),
        Binding(
            "v", "outcome", "Who won", id="turn.outcome", show=False, tooltip="The outcome of the battle"
        ),
        Binding(
            "w", "player_clock", "Player clock", id="turn.player_clock", show=False, tooltip="Time per side"
        ),
        Binding("f4", "rule", "Rule", id="turn.rule", tooltip="The rule for the step", show=False),
        Binding("plus", "turn(1)", "Next turn", id="turn.up", show=False),
        Binding("minus", "turn(-1)", "Previous turn", id="turn.down", show=False),
        Binding("escape", "app.mode('find')", "Find", id="turn.leave", show=False),
        *(Binding(str(digit), f"jump({digit})", f"Phase {digit}", show=False) for digit in range(1, 10)),
    ]

    _drawn_position: Position | None = None
    """The turn and phase that were drawn last."""
    _clock_timer: Timer | None = None
    """Draws the player clock again while it runs."""

    def compose(self) -> ComposeResult:
        """Phases and coming events on the left; what is due, the steps and what is allowed on the right."""
        yield Header()
        yield PlainText(id="player-clock", classes="-nothing")
        with Horizontal(id="turn"):
            with PanelColumn(id="turn-side"):
                with VerticalScroll(id="phases-side", classes="panel", can_focus=False):
                    yield Phases()
                for name in ("coming", "counted", "latest"):
                    yield Card(name, f"{name}-text")
            with Vertical(id="do"):
                prompts, steps = (OptionList(id=name, classes="panel") for name in ("due", "steps"))
                prompts.partner, steps.partner = steps, prompts
                yield prompts
                yield steps
                with VerticalScroll(id="allowed-side", classes="panel", can_focus=False):
                    yield PlainText(id="allowed")
        yield Keys()
        yield StatusLine("said")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer what the game has and what is possible now."""
        match action:
            case "done":
                return bool(due(self.context.session))
            case "counters":
                return bool(self.context.module.scenarios.counters)
            case "tick":
                return bool(self._steps())
            case "lists":
                return bool(due(self.context.session) and self._steps())
        return True

    @on(DescendantFocus)
    def _show_keys(self) -> None:
        """Show the keys of the focused list."""
        keys = list_keys(self.context, self.option_list.id or "")
        self.hints = {**type(self).hints, **keys.hints}
        self.not_offered, self.state_labels = keys.not_offered, keys.labels
        self.refresh_bindings()

    def action_lists(self) -> None:
        """Go to the other list."""
        self.query_one("#steps" if self.option_list.id == "due" else "#due").focus()

    def action_step(self, by: int) -> None:
        """Go to the next phase (1) or the previous one (-1); before a Command's phases, ask which Command acts next."""
        sequence = self.context.module.sequence
        if sequence is None:
            return
        left = to_choose(self.context.module, self.context.session.game_state) if by > 0 else ()
        if left and sequence.cup is not None and sequence.cup.how == "chosen":
            choices = numbered_choices([(each, each) for each in left])
            ask(
                self,
                "Who acts next?",
                choices,
                lambda name: self.attempt(lambda: draw(self.context.session, name)),
            )
        else:
            self.attempt(lambda: step(self.context.session, by))

    def action_jump(self, number: int) -> None:
        """Go to a phase of this turn by its number."""
        sequence = self.context.module.sequence
        if sequence is not None and number <= len(moments(sequence)):
            self.attempt(lambda: self.context.move_to(Position(self.context.position.turn, number - 1)))

    def action_turn(self, step: int) -> None:
        """Go to the first phase of the next turn (1) or the previous one (-1)."""
        self.attempt(lambda: self.context.move_to(Position(max(1, self.context.position.turn + step), 0)))

    def action_go(self) -> None:
        """Ask for a turn and phase, and go there."""
        sequence = self.context.module.sequence
        if sequence is not None:
            self.app.push_screen(GoScreen(sequence), self._go)

    def _go(self, target: TurnTarget | None) -> None:
        if target is not None:
            self.attempt(lambda: jump(self.context.session, *target))

    def action_counters(self) -> None:
        """Open the counters."""
        self.app.push_screen(CountersScreen())

    def action_outcome(self) -> None:
        """Ask who won, and record it."""
        self.app.push_screen(outcome_form(self.context))

    def action_player_clock(self) -> None:
        """Start the player clock, or stop it."""
        session = self.context.session
        runs = not clock_runs(session)
        message = f"Player clock {'on' if runs else 'off'}"
        self.attempt(lambda: set_clock_running(session, runs), message)

    def _draw_player_clock(self) -> None:
        """Show the time each side has used so far; nothing while the clock is off."""
        session = self.context.session
        runs = clock_runs(session)
        self.query_one("#player-clock", PlainText).show_or_hide(clock_line(session) if runs else None)
        if runs and self._clock_timer is None:
            self._clock_timer = self.set_interval(CLOCK_LOOK, self._draw_player_clock)
        elif not runs and self._clock_timer is not None:
            self._clock_timer.stop()
            self._clock_timer = None

    def action_tick(self, step: int | None = None) -> None:
        """Toggle the tick of a step, by default of the marked line; a due prompt is settled."""
        match self._marked() if step is None else step:
            case Prompt() as prompt:
                self.attempt(lambda: settle(self.context.session, prompt.id))
            case int(number) | (int(number), _):
                self.attempt(lambda: tick(self.context.session, number + 1))

    def action_done(self, how: str) -> None:
        """Settle the marked due prompt."""
        match self._marked():
            case Prompt() as prompt:
                self.attempt(lambda: settle(self.context.session, prompt.id, how))
            case _:
                self.say("Mark a line in Due now first.")

    def action_rule(self) -> None:
        """Open the rule of the marked line, or of the phase."""
        phase = self._phase()
        if phase is None:
            return
        cite = phase.cite
        match self._marked():
            case Prompt() as prompt:
                cite = prompt.cite
            case int(number) | (int(number), _):
                cite = self._steps()[number].cite
        self.open_rule(cite)

    @on(OptionList.OptionSelected)
    def action_open(self) -> None:
        """Open what a due prompt asks for, the calculator or rule of a step, or a unit that the step is for."""
        match self._marked():
            case Prompt() as prompt:
                open_prompt(self, prompt)
            case int(number):
                step = self._steps()[number]
                if step.procedure:
                    self._open_calculator(step.procedure)
                else:
                    self.open_rule(step.cite)
            case (int(number), str(unit)):
                procedure = self._steps()[number].procedure
                if procedure:
                    self._open_calculator(procedure, unit)
                else:
                    self.app.push_screen(UnitScreen(unit))

    def _open_calculator(self, procedure: str, unit: str = "") -> None:
        from companion.workspace.place import phase_place  # the first frame would wait for it

        name = f"{self.context.game}:{procedure}"
        self.app.post_message(OpenCalculator(name, place=phase_place(self.context, unit)))

    def _phase(self) -> Phase | None:
        """Return the current phase; None for a game without a sequence of play."""
        sequence = self.context.module.sequence
        return moments(sequence)[self.context.position.moment].phase if sequence is not None else None

    def _steps(self) -> tuple[PhaseStep, ...]:
        """Return the checklist of the phase."""
        phase = self._phase()
        return phase.steps if phase is not None else ()

    def _marked(self) -> Prompt | int | tuple[int, str] | None:
        """Return the marked due prompt, the place of the marked step, or place and unit; None if nothing is marked."""
        kind, _, name = self.option_list.marked_id.partition("|")
        if kind == "unit":
            number, _, unit = name.partition("|")
            return int(number), unit
        if kind == "due":
            return next((prompt for prompt in due(self.context.session) if prompt.id == name), None)
        return int(name) if kind == "step" and int(name) < len(self._steps()) else None

    @property
    def option_list(self) -> OptionList:
        """The list in use: Due now or Steps."""
        prompts = self.query_one("#due", OptionList)
        return prompts if self.focused is prompts else self.query_one("#steps", OptionList)

    def draw(self) -> None:
        """Show the turn; after a change of phase, the first line is marked."""
        context = self.context
        self._draw_lists(moved=self._drawn_position != context.position)
        self._drawn_position = context.position
        self._draw_player_clock()
        place = context.where_parts()
        self.heading = heading(place.turn, place.time) if place is not None else "Turn"
        soon, more = coming_lines(context)
        self.query_one("#coming", Card).show_lines(heading("Coming up", more), soon)
        self.query_one("#counted", Card).show_lines("Running totals", counter_lines(context))
        self.query_one("#latest", Card).show_lines("Latest", latest_lines(context))
        sequence, phase, phases = context.module.sequence, self._phase(), self.query_one(Phases)
        self._show_keys()
        allowed = self.query_one("#allowed-side")
        allowed.set_class(not (phase and phase.allows), "-nothing")
        if sequence is None or phase is None:
            phases.update(Content("This game has no sequence of play."))
            return
        entitle(allowed, heading("Allowed now", "rule " * phase.cite[:1].isdigit() + phase.cite))
        self.query_one("#allowed", PlainText).show_or_hide(bullets(phase.allows))
        phases.track(phase_titles(context, sequence), context.position.moment)
        self.call_after_refresh(self._scroll_to_phase)

    def _draw_lists(self, moved: bool) -> None:
        """Show what is due and the steps; after a change of phase (`moved`), focus what is due, else the steps."""
        prompts, steps = self.query_one("#due", OptionList), self.query_one("#steps", OptionList)
        rows, listed = due_rows(self.context), checked_steps(self.context)
        entitle(prompts, heading("Due now", str(len(rows))))
        entitle(steps, heading("Steps of this phase", done_words(listed)))
        prompts.display, steps.display = bool(rows), bool(listed)
        self.set_class(bool(listed), "-steps")
        prompts.refill(rows, mark_first=moved)
        steps.refill(step_rows(self.context), mark_first=moved)
        if self.focused in (None, prompts, steps):
            if moved and rows:
                prompts.focus()
            elif moved or not (self.focused and self.focused.display):
                (steps if listed else prompts).focus()

    def _scroll_to_phase(self) -> None:
        side, row = self.query_one("#phases-side", VerticalScroll), self.query_one(Phases).row()
        side.scroll_to(y=max(0, row - 2), animate=False)
