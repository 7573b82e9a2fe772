"""The phases of the turn, with a mark on the phase in play."""

from __future__ import annotations

from textual.content import Content
from textual.style import Style

from companion.render.text import shown
from companion.ui.widgets.bars import beside
from companion.ui.widgets.lines import Lines, row
from companion.ui.widgets.panel import TALL, WIDE
from companion.ui.widgets.text import PlainText

_DIGITS = 9
"""Phases that have a digit to jump to them."""


class Phases(PlainText):
    """A line for each phase with the digit that jumps to it; on a small screen, all phases in two lines."""

    def __init__(self) -> None:
        super().__init__(id="phases")
        self.phases: list[str] = []
        self.here = 0
        self._row = 0

    def track(self, phases: list[str], here: int) -> None:
        """Show a turn; `here` is the place of the phase in play, counted from 0."""
        self.phases, self.here = phases, here
        self.update(Lines(self._track))

    def row(self) -> int:
        """Return the row of the mark."""
        return self._row

    def _track(self, width: int) -> list[Content]:
        self._row = 0
        if self.app.size.width < WIDE or self.app.size.height < TALL:
            return self._short(width)
        rows: list[Content] = []
        for place, phase in enumerate(self.phases):
            now = place == self.here
            if now:
                self._row = len(rows)
            lead = Content.assemble(
                ("▸ " if now else "  ", "bold"), _dot(place, self.here), f" {_digit(place):1} "
            )
            drawn = row(lead, Content.styled(shown(phase), "bold" if now else "")).at(width)
            rows += [line.stylize(_touch(place)) for line in drawn]
        return rows

    def _short(self, width: int) -> list[Content]:
        """Return the phase in play, then a dot for each phase and the name of the next one."""
        count = f"{self.here + 1} of {len(self.phases)}"
        now = Content.assemble(("▸ ", "bold"), (shown(self.phases[self.here]), "bold"))
        dots = [
            Content.assemble(_dot(place, self.here), _digit(place), " ").stylize(_touch(place))
            for place in range(len(self.phases))
        ]
        if sum(dot.cell_length for dot in dots) > width - 2:
            dots = [_dot(place, self.here).stylize(_touch(place)) for place in range(len(self.phases))]
        track = Content.assemble("  ", *dots)
        following = self.phases[self.here + 1 : self.here + 2]
        then = Content.styled(f"then {shown(following[0])}" if following else "", "$quiet")
        if track.cell_length + then.cell_length + 2 > width:
            then = Content("")
        return [
            beside(now, Content.styled(count, "$quiet"), width),
            beside(track, then.stylize(_touch(self.here + 1)), width),
        ]


def _dot(place: int, here: int) -> Content:
    if place == here:
        return Content.styled("◉", "bold $accent")
    return Content.styled("●" if place < here else "○", "$quiet")


def _touch(place: int) -> Style:
    """Return the style of a phase, to which a click jumps."""
    return Style.from_meta({"@click": f"screen.jump({place + 1})"})


def _digit(place: int) -> str:
    return str(place + 1) if place < _DIGITS else ""
