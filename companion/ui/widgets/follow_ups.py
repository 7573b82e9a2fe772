"""The follow-ups of a result: changes of units, reminders and further calculators that the rules require."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from textual import on
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.events import Key
from textual.message import Message
from textual.widgets.option_list import Option

from companion.model import Decision, NextStep
from companion.render.text import cited, shown, wrapped
from companion.ui.key_queue import SerialKeyApp
from companion.ui.widgets.option_list import OptionList
from companion.ui.widgets.text import with_minus


class FollowUps(OptionList):
    """A line for each follow-up, which opens a calculator or a rule.

    Changes of units come first, as one line, then the way back to the order, chit or prompt. Right opens the marked
    line at once, while Enter right after a die that was entered at once does nothing. Dice that are typed on the line
    of the next round open it.
    """

    app: SerialKeyApp

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right", "open", "Open"),
        Binding("right", "open_rule", "Rule", show=False),
        Binding("backspace", "retype", "Retype", tooltip="Take back the die that was typed last"),
    ]

    @dataclass
    class Chosen(Message):
        """The player chose a follow-up."""

        step: NextStep

    @dataclass
    class Decided(Message):
        """The player made a choice before the next roll."""

        decision: Decision

    class Apply(Message):
        """The player applies the result to the units that took part."""

    class Return(Message):
        """The player returns with the result to the order, chit or prompt that the calculator was opened for."""

    def __init__(self) -> None:
        super().__init__(id="next", compact=True, classes="panel")
        self.steps: tuple[NextStep | Decision, ...] = ()
        self.typed = False
        """Whether the last die was typed, so that it can be taken back."""
        self.round: NextStep | None = None
        """The follow-up that needs only dice; None if there is none."""
        self._first: list[type[Message]] = []
        """Messages sent by the lines before the follow-ups."""
        self._listed: list[tuple[str, str]] = []
        """Sign and words of every line."""

    def put(
        self,
        steps: tuple[NextStep, ...],
        decisions: tuple[Decision, ...] = (),
        changes: str = "",
        place: str = "",
        next_round: NextStep | None = None,
    ) -> None:
        """Show the changes of units, the place to return to, then the follow-ups, calculators first.

        Before a roll, show the choices of the player (`decisions`).
        """
        self.round = next_round
        first: list[tuple[type[Message], str, str]] = [
            (self.Apply, "Apply: ", changes),
            (self.Return, "←  ", place),
        ]
        self._first = [kind for kind, _, words in first if words]
        self.steps = (*decisions, *sorted(steps, key=lambda step: not step.procedure))
        self._listed = [(sign, words) for _, sign, words in first if words]
        self._listed += [(_sign(step), self._words(step)) for step in self.steps]
        self.set_options([Option(prompt) for prompt in self._prompts()])
        self.display = bool(self.option_count)
        if self.display:
            self.highlighted = 0

    def _words(self, step: NextStep | Decision) -> str:
        words = cited(step.says, step.cite)
        return f"{words} Or type the dice." if step is self.round else words

    def _prompts(self) -> list[Content]:
        """Return the lines, wrapped with further lines indented."""
        whole = self.scrollable_content_region.width
        width = whole - self.get_component_styles("option-list--option").padding.width if whole else 0
        prompts = []
        for sign, words in self._listed:
            lines = wrapped(words, width - len(sign)) if width else [shown(words)]
            text = f"\n{' ' * len(sign)}".join(lines)
            prompts.append(Content.assemble((sign, "bold $accent"), with_minus(text)))
        return prompts

    def on_resize(self) -> None:
        """Wrap the lines for the new width."""
        for place, prompt in enumerate(self._prompts()):
            self.replace_option_prompt_at_index(place, prompt)

    @property
    def marked_step(self) -> NextStep | Decision | None:
        """The marked follow-up; None if there is none, or a line before them is marked."""
        place = -1 if self.highlighted is None else self.highlighted - len(self._first)
        return self.steps[place] if 0 <= place < len(self.steps) else None

    class Back(Message):
        """Request to remove the last die."""

    class Left(Message):
        """The player went up past the first line."""

    def on_key(self, event: Key) -> None:
        """Open the next round with a digit, ask to remove a die with Backspace, leave with Up from the first line."""
        if event.key == "backspace" and not self.typed:
            self.post_message(self.Back())
        elif event.key in ("up", "shift+tab") and not self.highlighted:
            self.post_message(self.Left())
        elif (
            (event.character or "").isdecimal() and self.round is not None and self.marked_step is self.round
        ):
            self.post_message(self.Chosen(self.round))
            self.app.press_again(event)
        else:
            return
        event.stop()
        event.prevent_default()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer to take a die back only if it was typed, and to open what the marked line has.

        The line of keys does not offer to open the rule of a reminder, because the key for rules is in it.
        """
        if action in ("open", "open_rule"):
            return action == self._opening
        return action != "retype" or self.typed

    @property
    def _opening(self) -> str:
        """The action that opens the marked line; empty for a reminder without a rule."""
        step = self.marked_step
        if isinstance(step, NextStep) and not step.procedure:
            return "open_rule" if step.cite else ""
        return "open"

    def action_open(self) -> None:
        """Open the marked line."""
        self.action_select()

    action_open_rule = action_open

    @on(OptionList.OptionHighlighted)
    def _offer_what_it_opens(self) -> None:
        self.screen.refresh_bindings()

    def action_retype(self) -> None:
        """Remove the last die."""
        self.post_message(self.Back())

    @on(OptionList.OptionSelected)
    def _selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        place = event.option_index - len(self._first)
        if place < 0:
            self.post_message(self._first[event.option_index]())
            return
        step = self.steps[place]
        self.post_message(self.Decided(step) if isinstance(step, Decision) else self.Chosen(step))


def _sign(step: NextStep | Decision) -> str:
    return "?  " if isinstance(step, Decision) else "→  " if step.procedure else "·  "
