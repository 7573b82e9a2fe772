"""Keys by name: as Textual calls them, as a player writes them, as they stand on the screen."""

from __future__ import annotations

import unicodedata

from textual.binding import Binding
from textual.keys import KEY_NAME_REPLACEMENTS
from textual.keys import Keys as Named

_MODIFIERS = ("ctrl", "shift", "alt", "super")
_LABELS = {
    "escape": "esc",
    "enter": "⏎",
    "backspace": "⌫",
    "space": "␣",
    "left": "←",
    "right": "→",
    "up": "↑",
    "down": "↓",
}
"""Keys whose name is not what stands on them."""


def key_name(binding: Binding) -> str:
    """What is written on the key, short."""
    if binding.key_display:
        return binding.key_display
    *modifiers, last = binding.key.split("+")
    held = "".join("^" if each == "ctrl" else f"{each}+" for each in modifiers)
    return held + _LABELS.get(last, written(last))


def key_of(written: str) -> str:
    """Textual's name of a key as a player writes it; empty for what is none."""
    if len(written) == 1:
        return _sign(written) if written.isprintable() else ""
    *modifiers, last = written.lower().replace("^", "ctrl+").split("+")
    named = {each.value for each in Named if "+" not in each.value and "<" not in each.value}
    named |= set(_SIGNS)
    if any(each not in _MODIFIERS for each in modifiers) or last not in named:
        return ""
    return "+".join([*modifiers, last])


def written(key: str) -> str:
    """A key as a player writes it: `[`, `f6`, `ctrl+s`."""
    return _SIGNS.get(key, key)


def _sign(sign: str) -> str:
    """A letter or digit as it is, another sign by its name."""
    if sign.isalnum() or sign == "_":
        return sign if sign != "_" else "underscore"
    if sign == " ":
        return "space"
    name = unicodedata.name(sign, "").lower().replace("-", "_").replace(" ", "_")
    return KEY_NAME_REPLACEMENTS.get(name, name)


_SIGNS = {_sign(chr(code)): chr(code) for code in range(33, 127)}
"""Every sign of a plain keyboard by Textual's name of its key."""
