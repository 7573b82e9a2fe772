"""The turn: which phase we are in, what it allows, what is easily forgotten."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from companion.model import CompanionError, PhaseStep
from companion.play.clock import Position, back, forward, moments
from companion.render.text import shown, wrapped
from companion.ui.messages import GameChanged, OpenCalculator, OpenRule
from companion.ui.widgets.keys import Keys
from companion.ui.widgets.prose import Prose
from companion.ui.widgets.where import Where

if TYPE_CHECKING:
    from companion.ui.app import CompanionApp


class TurnScreen(Screen[None]):
    """Step through the sequence of play."""

    app: CompanionApp
    HELP = "Right goes on to the next phase, left back. Digits jump to a phase, + and - to a turn. Enter opens a step."
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,n", "step(1)", "Next phase", id="turn.next", key_display="→"),
        Binding("left,p", "step(-1)", "Back", id="turn.back", key_display="←"),
        Binding("plus", "turn(1)", "Turn on", id="turn.up", key_display="+", show=False),
        Binding("minus", "turn(-1)", "Turn back", id="turn.down", key_display="-", show=False),
        Binding("r", "rule", "Rule", id="turn.rule", tooltip="The rule of the step"),
        Binding("escape", "app.mode('find')", "Find", show=False),
        *(Binding(str(digit), f"jump({digit})", f"Phase {digit}", show=False) for digit in range(1, 10)),
    ]

    _shown: Position | None = None
    """The position that is on the screen."""

    def compose(self) -> ComposeResult:
        """Phases, what is allowed, steps."""
        yield Where(id="where")
        with Horizontal(id="turn"):
            with VerticalScroll(id="phases-side", can_focus=False):
                yield Prose(id="phases")
            with VerticalScroll(id="allowed-side", can_focus=False):
                yield Prose(id="allowed")
        yield OptionList(id="steps")
        yield Keys()

    def on_mount(self) -> None:
        """Shows the place."""
        self._show()
        self.query_one("#steps").focus()

    @on(GameChanged)
    def _changed(self) -> None:
        self._show()

    def on_screen_resume(self) -> None:
        """Another game may be in play by now."""
        self._show()

    def action_step(self, step: int) -> None:
        """The phase after or before."""
        desk = self.app.desk
        if desk is not None and desk.module.sequence is not None:
            move = forward if step > 0 else back
            self._move(move(desk.module.sequence, desk.position))

    def action_jump(self, number: int) -> None:
        """A phase of this turn by its number."""
        desk = self.app.desk
        if (
            desk is not None
            and desk.module.sequence is not None
            and number <= len(moments(desk.module.sequence))
        ):
            self._move(Position(desk.position.turn, number - 1))

    def action_turn(self, step: int) -> None:
        """A turn on or back, at its first phase."""
        desk = self.app.desk
        if desk is not None:
            self._move(Position(max(1, desk.position.turn + step), 0))

    def action_rule(self) -> None:
        """Opens the rule of the marked step, or of the phase."""
        desk = self.app.desk
        if desk is None or desk.module.sequence is None:
            return
        moment = moments(desk.module.sequence)[desk.position.moment]
        marked = self.query_one("#steps", OptionList).highlighted
        cite = (
            moment.phase.steps[marked].cite
            if marked is not None and moment.phase.steps
            else moment.phase.cite
        )
        if cite:
            self.app.post_message(OpenRule(f"{desk.game}:{cite}"))

    @on(OptionList.OptionSelected, "#steps")
    def _selected(self, event: OptionList.OptionSelected) -> None:
        desk = self.app.desk
        if desk is None or desk.module.sequence is None:
            return
        step = moments(desk.module.sequence)[desk.position.moment].phase.steps[event.option_index]
        if step.procedure:
            self.app.post_message(OpenCalculator(f"{desk.game}:{step.procedure}"))
        elif step.cite:
            self.app.post_message(OpenRule(f"{desk.game}:{step.cite}"))

    def _move(self, position: Position) -> None:
        desk = self.app.desk
        if desk is None:
            return
        try:
            prompts = desk.move_to(position)
        except CompanionError as error:
            self.notify(str(error), severity="warning", markup=False)
            return
        for prompt in prompts:
            self.notify(prompt.says, title="Now", timeout=10, markup=False)
        self._show()

    def _show(self) -> None:
        desk = self.app.desk
        self.query_one(Where).tell(desk)
        if desk is None:
            return
        sequence = desk.module.sequence
        if sequence is None:
            self.query_one("#phases", Prose).show(
                lambda width: wrapped("This game has no sequence of play.", width)
            )
            return
        order = moments(sequence)
        here = desk.position.moment
        moment = order[here]
        lines = [f"Turn {desk.position.turn}", ""]
        for number, each in enumerate(order, 1):
            sign = ">" if number - 1 == here else " "
            side = f" · {each.side}" if each.side else ""
            lines.append(f"{sign} {number} {each.phase.title}{side}")
        self.query_one("#phases", Prose).show(
            lambda width: [line for each in lines for line in wrapped(each, width, "", "    ")]
        )
        title = f"{moment.phase.title}{' · ' + moment.side if moment.side else ''} ({moment.phase.cite})"
        allows = moment.phase.allows

        def allowed(width: int) -> list[str]:
            told = wrapped(title, width)
            for each in allows:
                told += wrapped(each, width, "- ", "  ")
            return told

        self.query_one("#allowed", Prose).show(allowed)
        steps = self.query_one("#steps", OptionList)
        kept = steps.highlighted if self._shown == desk.position else None
        self._shown = desk.position
        steps.set_options([Option(_prompt(each)) for each in moment.phase.steps])
        steps.display = bool(moment.phase.steps)
        if moment.phase.steps:
            steps.highlighted = kept or 0
        self.call_after_refresh(self._scroll_to_phase, lines, here)

    def _scroll_to_phase(self, lines: list[str], here: int) -> None:
        side = self.query_one("#phases-side", VerticalScroll)
        width = max(side.content_size.width, 1)
        above = sum(len(wrapped(line, width, "", "    ")) for line in lines[: here + 2])
        side.scroll_to(y=max(0, above - 2), animate=False)


def _prompt(step: PhaseStep) -> Content:
    only = f" ({step.only})" if step.only else ""
    kind = "  calculator" if step.procedure else ""
    head = f"{step.title}{only}  {step.cite}"
    return Content.assemble(
        (shown(head), "bold"),
        (kind, "$text-accent"),
        ("\n  " + shown(step.says) if step.says else "", "$text-muted"),
    )
