"""Panels, which are frames with a title, and the windows of dialogs.

A panel is any widget with the class `panel` whose title was set by `entitle`; frames are in first.tcss.
"""

from __future__ import annotations

from typing import Any

from textual.containers import Vertical
from textual.content import Content
from textual.screen import Screen
from textual.style import Style
from textual.widget import Widget

from companion.render.text import shown
from companion.ui.key_names import with_keys
from companion.ui.widgets.text import PlainText

NARROW = 72
"""Columns below which panels have no sides; as in `CompanionApp.HORIZONTAL_BREAKPOINTS`."""
WIDE, TALL = 110, 30
"""Columns and rows from which a screen shows everything; as in the breakpoints of `CompanionApp`."""
_LONGEST_NUMBER = 10
"""Characters of the longest number of a rule."""
_TITLE = 34
"""Characters of a title that a frame of 40 columns has room for."""


def heading(name: str, rest: str = "", number: str = "") -> Content:
    """Return a title: name in bold, number of the rule, and further text."""
    parts = ((shown(name), "bold"), (shown(number), "$link"), (shown(rest), "$quiet"))
    return Content("  ").join(Content.styled(*part) for part in parts if part[0])


def touch(key: str) -> Style:
    """Return the style of a text that acts as a key when it is clicked."""
    return Style.from_meta({"@click": f"app.simulate_key('{key}')"})


def key_hint(name: str, label: str, key: str = "") -> Content:
    """Return the name of a key with its label; a click acts as `key`, by default the key of that name."""
    hint = Content.assemble((name, "bold $accent"), f" {shown(label)}" if label else "")
    return hint.stylize(touch(key or name.lower()))


def fit_heading(title: Content, room: int) -> Content:
    """Return a title in which name and rest are shortened so that the rule number is not cut off.

    The rest loses whole parts after a comma, if it has any.

    A text in place of a number that is longer than one, such as the title of a section, may be cut off.
    """
    name, _, number = title.plain.partition("  ")
    number = number.partition("  ")[0]
    if title.cell_length <= room or not number or len(number) > _LONGEST_NUMBER:
        return title
    least = room - len(number) - 2
    if len(name) <= least:
        whole = title.plain.rfind(", ", len(name) + 2 + len(number), room)
        return title[:whole] if whole > 0 else title.truncate(room, ellipsis=True)
    return Content.assemble(
        title[: max(least - 1, 1)], ("…", "bold"), title[len(name) : len(name) + 2 + len(number)]
    )


def entitle(panel: Widget, title: str | Content, hints: Content | None = None) -> None:
    """Set the title of a panel in its upper edge; with `hints`, also what is at the right of its lower edge."""
    width, content = panel.app.size.width, heading(title) if isinstance(title, str) else title
    if panel.outer_size.width:
        content = fit_heading(content, panel.outer_size.width - (4 if width < NARROW else 6))
    content = _fitted(content, width)
    if panel.border_title != content.markup:
        panel.border_title = content
    if hints is not None:
        panel.border_subtitle = hints


def fit_titles(screen: Screen[Any]) -> None:
    """Set the titles of a screen's panels again, after its width has changed."""
    for panel in screen.query(".panel"):
        if panel.border_title:
            panel.border_title = _fitted(Content.from_markup(panel.border_title), screen.app.size.width)


def _fitted(title: Content, width: int) -> Content:
    """Return a title for the width of the screen: a frame without sides leaves no gap beside its title."""
    spaced = title.plain.startswith(" ")
    if spaced == (width < NARROW) or not title.plain:
        return title
    return title[1:-1] if spaced else Content.assemble(" ", title, " ")


def empty_state(what: str, why: str = "", hint: Content | None = None) -> Content:
    """Return the text of an empty list: what is missing, the reason or purpose, and the key that adds something."""
    parts = [Content.styled(shown(what), "bold")]
    parts += [Content.assemble("\n\n", with_keys(why).stylize_before("$quiet"))] if why else []
    parts += [Content.assemble("\n\n", hint)] if hint is not None else []
    return Content.assemble("\n\n", *parts)


class Window(Vertical):
    """The frame of a dialog. The first line of `says` is its title if short enough; the rest is the first text."""

    def __init__(self, says: str) -> None:
        head, _, rest = says.partition("\n")
        self._title, text = (head, rest) if len(head) <= _TITLE else ("", says)
        first = (PlainText(with_keys(text), id="says"),) if text else ()
        super().__init__(*first, id="dialog", classes="panel")

    def on_mount(self) -> None:
        """Set the title."""
        entitle(self, self._title)
