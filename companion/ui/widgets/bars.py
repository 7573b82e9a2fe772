"""The lines around every screen: the header, the status line, and the footer with the keys."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from textual.binding import Binding
from textual.content import Content
from textual.events import Resize
from textual.geometry import Region
from textual.screen import Screen
from textual.widget import Widget

from companion.render.text import shown
from companion.ui.bindings import EVERYWHERE
from companion.ui.key_names import is_function_key, key_label, key_name
from companion.ui.widgets.panel import NARROW, WIDE, key_hint, touch
from companion.ui.widgets.status_line import StatusLine
from companion.ui.widgets.text import PlainText

if TYPE_CHECKING:
    from companion.workspace.context import AppContext

VIEWS = {"find": "Find", "calculators": "Calculators", "turn": "Turn", "log": "Log"}
"""The main views, by the id of their key."""
_SHORT = {"calculators": "Calc"}
"""Names of views for narrow headers."""
_DROPPED = ("game", "time", "side")
"""Parts of the header that are left out of narrow headers, in this order."""
_CHIPS = ("awaited", "alert", "due")
"""Parts of the header in colour: the roll that another window waits for, a warning, the number of due prompts."""
_CORNERS = 4
"""Columns of the lower edge of a panel that keys cannot use."""
_LONG_NAMES = 108
"""Columns from which the header has room for long names."""
_KEYS = {binding.id: binding.key for binding in EVERYWHERE if isinstance(binding, Binding)}


class Header(PlainText):
    """The main views with their keys on the left; due prompts, turn and phase on the right."""

    def __init__(self) -> None:
        super().__init__(id="where")
        self.parts: dict[str, str] = {"loading": "Opening the rulebooks …"}
        """Texts of the right side, in this order: those of `_CHIPS`, `turn`, `time`, `side`, `phase`, `game`."""
        self.view = ""
        """The view that the screen belongs to."""
        self._own_keys: dict[str, str] = {}

    def show_loading(self, step: str) -> None:
        """Show what is being loaded."""
        self._put({"loading": f"{step} …"})

    def show(
        self, context: AppContext | None, view: str, own_keys: dict[str, str], awaited: str = ""
    ) -> None:
        """Show the view, and the turn and phase of the game.

        `own_keys` are the keys that the player has changed, by id; `awaited` is the roll that another window waits for.
        """
        self.view, self._own_keys = view, own_keys
        if context is None:
            self.show_loading("Opening the rulebooks")
            return
        from companion.play.unit_results import due  # the first frame would wait 45 ms for it

        count = len(due(context.session))
        place = context.where_parts()
        self._put({
            "awaited": awaited,
            "alert": context.session.store.alert,
            "due": f"{count} due" if count else "",
            **(place._asdict() if place is not None else {}),
            "game": context.module.game.name,
        })  # fmt: skip

    def on_resize(self, event: Resize) -> None:
        """Fit the line to the new width."""
        self._draw()

    def _put(self, parts: dict[str, str]) -> None:
        self.parts = {name: shown(text) for name, text in parts.items() if text}
        self._draw()

    def _draw(self) -> None:
        width = self.content_size.width
        if not width:
            return
        narrow = self.app.size.width < NARROW
        left = Content("") if narrow else self._views(width >= _LONG_NAMES)
        parts = dict(self.parts)
        if narrow:
            place = ("turn",) if "awaited" in parts else ("turn", "phase")
            left = self._place([parts.pop(name, "") for name in place])
            parts = {name: parts[name] for name in ("loading", *_CHIPS) if name in parts}
        for dropped in ("", *_DROPPED):
            parts.pop(dropped, None)
            right = _standing(parts, self._key("turn"))
            if left.cell_length + 2 + right.cell_length <= width:
                break
        self.update(beside(left, right, width))

    def _key(self, name: str) -> str:
        return self._own_keys.get(name, _KEYS[name]).partition(",")[0]

    def _views(self, long: bool) -> Content:
        parts: list[Content] = []
        for name, label in VIEWS.items():
            key, label = self._key(name), label if long else _SHORT.get(name, label)
            if name == self.view:
                part = Content.styled(f" {key_label(key)} {label} ", "bold $ground on $accent")
            else:
                part = Content.assemble(" ", key_hint(key_label(key), label), " ")
            parts.append(part.stylize(touch(key)))
        return Content(" ").join(parts)

    def _place(self, words: list[str]) -> Content:
        """Return turn and phase, which replace the views on a narrow screen; a click opens the turn."""
        text = "  ".join(word for word in words if word)
        return Content.styled(text, "bold").stylize(touch(self._key("turn")))


def _standing(parts: dict[str, str], turn: str) -> Content:
    """Return the right side of the header; a click opens the turn."""
    chips = [Content.styled(f" {parts[name]} ", "bold $ground on $heed") for name in _CHIPS if name in parts]
    rest = [Content(text) for name, text in parts.items() if name not in _CHIPS]
    return Content("  ").join([*chips, *rest]).stylize(touch(turn))


def beside(left: Content, right: Content, width: int) -> Content:
    """Return a line with `right` at the right edge; what does not fit is cut off, preferably from `right`."""
    room = max(width - left.cell_length - 1, width // 3)
    right = right.truncate(room, ellipsis=True)
    left = left.truncate(max(width - right.cell_length - (1 if right.cell_length else 0), 0), ellipsis=True)
    return Content.assemble(left, " " * (width - left.cell_length - right.cell_length), right)


def footer_bindings(screen: Screen[Any], enabled: list[Binding]) -> tuple[list[Binding], ...]:
    """Return which of the enabled bindings the footer offers, in groups, one binding per action.

    First come the groups that the screen names (`Page.footer`), then its other letters, its function keys, and the
    keys at the right edge: Esc, Undo or Quit, F1.
    """
    wanted: tuple[tuple[str, ...], ...] = getattr(screen, "footer", ())
    groups: list[list[Binding]] = [[] for _ in wanted]
    group_of = {name: group for names, group in zip(wanted, groups, strict=True) for name in names}
    shown_too = getattr(screen, "shown_too", ())
    named: dict[str, Binding] = {}
    left_out = {*VIEWS, *getattr(screen, "not_offered", ()), *({"undo"} if _nothing_to_undo(screen) else ())}
    for binding in enabled:
        if (binding.show or binding.action in shown_too) and binding.id not in left_out:
            named.setdefault(binding.action, binding)
    letters: list[Binding] = []
    functions: list[Binding] = []
    right: list[Binding] = []
    for binding in named.values():
        last = binding.key == "escape" or binding.id == "help" or binding.action in shown_too
        others = functions if is_function_key(binding.key) else letters
        (right if last else group_of.get(binding.id or binding.action, others)).append(binding)
    for names, group in zip(wanted, groups, strict=True):
        group.sort(key=lambda each: names.index(each.id or each.action))
    right.sort(key=lambda each: (each.id == "help", each.key != "escape"))
    return *groups, letters, functions, right


def _nothing_to_undo(screen: Screen[Any]) -> bool:
    """Return whether there is nothing to undo."""
    context: AppContext | None = getattr(screen.app, "context", None)
    return context is None or not context.session.undoable


def enabled_bindings(screen: Screen[Any]) -> list[Binding]:
    """Return the enabled bindings: of widgets, of the screen in its own order, and of the app."""
    order = {each.id: place for place, each in enumerate(screen.BINDINGS) if isinstance(each, Binding)}
    enabled = [active.binding for active in screen.active_bindings.values() if active.enabled]
    return sorted(enabled, key=lambda each: order.get(each.id, len(order) if each.id in _KEYS else -1))


def key_purpose(binding: Binding, screen: Screen[Any]) -> str:
    """Return the current label of a key in the footer of a screen."""
    labels: Mapping[str, str] = getattr(screen, "state_labels", {})
    return "More" if binding.id == "help" else labels.get(binding.id or "", binding.description)


class Keys(PlainText):
    """The keys of the screen in one line; those that do not fit are left out, from the right.

    The groups that the screen names (`Page.footer`) come first, then its other letters, then its function keys.
    Keys that the lower edge of a panel shows are not repeated. The keys that leave the screen and that list all keys
    are always at the right edge. A dialog, which has no list of all keys, has as many lines as its keys need. On a
    narrow screen, labels are short.
    """

    def __init__(self) -> None:
        super().__init__(id="keys")
        self.groups: tuple[list[Content], ...] = ()
        """Keys on offer, even if there is no room for them; the last group is at the right edge."""
        self._on_panels: set[str | None] = set()
        """Ids of the keys that panels show."""
        self._edges: dict[str, tuple[tuple[str | None, ...], int]] = {}
        """Keys on the lower edges of panels with the columns they need, by selector."""
        self._message_width = 0
        """Columns of a message at the left of this line."""

    def on_mount(self) -> None:
        """Draw the keys whenever the bindings change or other panels come into view."""
        self.screen.bindings_updated_signal.subscribe(self, self._read)
        self.screen.screen_layout_refresh_signal.subscribe(self, self._follow_layout)
        self._read(self.screen)

    def on_resize(self, event: Resize) -> None:
        """Fit the line to the new width."""
        self._read(self.screen)

    def _follow_layout(self, screen: Screen[Any]) -> None:
        if self._seen(screen) != (self._on_panels, self._message_width):
            self._read(screen)

    def _read(self, screen: Screen[Any]) -> None:
        """Read the bindings."""
        enabled = enabled_bindings(screen)
        self._hint_in_panels(screen, enabled)
        self._on_panels, self._message_width = self._seen(screen)
        self.groups = tuple(
            [_hint(each, self._label(each)) for each in group if each.id not in self._on_panels]
            for group in footer_bindings(screen, enabled)
        )
        self._draw()

    def _label(self, binding: Binding) -> str:
        """Label of a key, for the width of the screen."""
        if binding.id == "help" or self.screen.is_modal:
            return key_purpose(binding, self.screen)
        if self.app.size.width >= NARROW:
            return self._long_label(binding)
        return self._state_label(binding, getattr(self.screen, "short_labels", {}))

    def _long_label(self, binding: Binding) -> str:
        """Label of a key on a panel and, from 72 columns, in the footer; longer on a wide screen."""
        long: dict[str, str] = getattr(self.screen, "long_labels", {}) if self.app.size.width >= WIDE else {}
        return self._state_label(binding, long)

    def _state_label(self, binding: Binding, labels: Mapping[str, str]) -> str:
        state: Mapping[str, str] = getattr(self.screen, "state_labels", {})
        return state.get(binding.id or "") or labels.get(binding.id or "", binding.description)

    def _hint_in_panels(self, screen: Screen[Any], enabled: list[Binding]) -> None:
        """Show the keys that act on a panel on its lower edge."""
        wanted: dict[str, tuple[str, ...]] = getattr(screen, "hints", {})
        left_out: tuple[str, ...] = getattr(screen, "not_offered", ())
        panels = self._panels_and_messages(screen, wanted)
        for selector, names in wanted.items():
            ids = tuple(name for name in names if name not in left_out)
            first = {binding.id: binding for binding in reversed(enabled) if binding.id in ids}
            hints = [_hint(first[name], self._long_label(first[name])) for name in ids if name in first]
            edge = Content("  ").join(hints)
            self._edges[selector] = (tuple(first), edge.cell_length + _CORNERS)
            for panel in panels.get(selector, ()):
                if (panel.border_subtitle or "") != edge.markup:
                    panel.border_subtitle = edge

    def _panels_and_messages(self, screen: Screen[Any], selectors: Iterable[str]) -> dict[str, list[Widget]]:
        """Return the panels by selector, `#` and an id, and the messages by `StatusLine`.

        One query for all: with one for each, this line took a tenth of the processor time of all screens.
        """
        found: dict[str, list[Widget]] = {}
        for widget in screen.query(", ".join((StatusLine.__name__, *selectors))):
            kind = StatusLine.__name__ if isinstance(widget, StatusLine) else f"#{widget.id}"
            found.setdefault(kind, []).append(widget)
        return found

    def _seen(self, screen: Screen[Any]) -> tuple[set[str | None], int]:
        """Return the ids of the keys on the lower edges of panels in sight, and the columns that a message covers."""
        found = self._panels_and_messages(screen, self._edges)
        messages = [line.region for line in found.pop(StatusLine.__name__, ()) if line.display]
        return self._seen_on_panels(found, messages), self._columns_of_message(messages)

    def _seen_on_panels(self, panels: Mapping[str, list[Widget]], messages: list[Region]) -> set[str | None]:
        """Return the ids of the keys that are on the lower edge of a panel which can be seen."""
        if self.app.size.width < NARROW:
            return set()
        has_message = any(region.y < self.region.y for region in messages)
        return {
            name
            for selector, (ids, edge) in self._edges.items()
            for panel in panels.get(selector, ())
            if _displayed(panel) and panel.region.bottom <= self.region.y - has_message
            if _is_whole(panel) or not self.region.area
            if panel.outer_size.width >= edge or not panel.outer_size.width
            for name in ids
        }

    def _columns_of_message(self, messages: list[Region]) -> int:
        """Return the columns of this line that a message covers."""
        if self.screen.is_modal:
            return 0
        ends = (region.right for region in messages if region.bottom > self.region.y)
        return max((end - self.content_region.x for end in ends), default=0)

    def _draw(self) -> None:
        width = self.content_size.width
        if not width:
            return
        *groups, right = self.groups
        between = "  " if self.app.size.width >= NARROW else " "
        edge = Content(between).join(right)
        if self._message_width and self._message_width + len(between) + edge.cell_length > width:
            edge = Content("")
        room = width - edge.cell_length - len(between)
        lines = [Content(" " * self._message_width)]
        gapped = [("  " if number else " │ ", hint) for hints in groups for number, hint in enumerate(hints)]
        for gap, hint in gapped:
            longer = Content.assemble(lines[-1], (gap if lines[-1].plain else "", "$line"), hint)
            if longer.cell_length <= room:
                lines[-1] = longer
            elif self.screen.is_modal:
                lines.append(hint)
            else:
                break
        *above, last = lines
        self.update(Content("\n").join([*above, beside(last, edge, width)]))


def _displayed(widget: Widget) -> bool:
    """Return whether neither a widget nor any of its ancestors is hidden."""
    return all(node.display for node in widget.ancestors_with_self if isinstance(node, Widget))


def _is_whole(widget: Widget) -> bool:
    """Return whether a widget is on the screen, and its parent does not cut it off."""
    parent = widget.parent
    return widget.is_on_screen and isinstance(parent, Widget) and parent.region.contains_region(widget.region)


def _hint(binding: Binding, label: str) -> Content:
    """Return a key with its label, which can be clicked."""
    return key_hint(key_name(binding), label, binding.key)
