"""Names of keys: as Textual names them, as a player writes them, and as the screen shows them."""

from __future__ import annotations

import re
import unicodedata

from textual.binding import Binding
from textual.content import Content
from textual.keys import KEY_NAME_REPLACEMENTS
from textual.keys import Keys as Named

from companion.render.text import shown

_MODIFIERS = ("ctrl", "shift", "alt", "super")
_LABELS = {
    "escape": "Esc",
    "enter": "Enter",
    "tab": "Tab",
    "backspace": "⌫",
    "space": "Space",
    "left": "←",
    "right": "→",
    "up": "↑",
    "down": "↓",
}
"""Keys that the screen shows by a sign or another name."""
_WRITTEN = {"pageup": "PageUp", "pagedown": "PageDown"}
"""Names of keys whose first letter is not the only capital."""
_FUNCTION_KEY = re.compile(r"f\d+")
_IN_SENTENCE = re.compile(
    r"\^[A-Z]\b|\bF\d+\b|\bEsc(?:ape)?\b"
    r"|(?<=[Pp]ress )(?:(?:Enter|Space|Tab|End|Backspace|Left|Right)\b|[^\sa](?=[\s.,;]))"
)
"""The keys that a sentence of the app names."""


def key_name(binding: Binding) -> str:
    """Return the short name that is shown on the screen."""
    if binding.key_display:
        return binding.key_display
    return key_label(binding.key)


def key_label(key: str) -> str:
    """Return the name of a key that is shown on the screen: `F6`, `Enter`, `^S`, `n`."""
    *modifiers, last = key.split("+")
    if not modifiers:
        return _LABELS.get(last) or written(last)
    prefix = "".join("^" if modifier == "ctrl" else f"{written(modifier)}+" for modifier in modifiers)
    return prefix + (_LABELS.get(last) or _capital(last))


def with_keys(text: str) -> Content:
    """Return a sentence of the app, the keys in it in their colour."""
    return Content(shown(text)).highlight_regex(_IN_SENTENCE, style="bold $accent")


def is_function_key(key: str) -> bool:
    """Return whether a key is one of F1 to F12."""
    return _FUNCTION_KEY.fullmatch(key) is not None


def key_of(written: str) -> str:
    """Return Textual's name of a key that a player has written; empty if there is no such key."""
    if len(written) == 1:
        return _sign(written) if written.isprintable() else ""
    *modifiers, last = written.lower().replace("^", "ctrl+").split("+")
    named = {key.value for key in Named if "+" not in key.value and "<" not in key.value}
    named |= set(_SIGNS)
    if not set(modifiers) <= set(_MODIFIERS) or last not in named:
        return ""
    return "+".join([*modifiers, last])


def written(key: str) -> str:
    """Return a key as a player writes it: `[`, `n`, `F6`, `PageUp`, `Ctrl+S`."""
    return key if len(key) == 1 else "+".join(map(_capital, key.split("+")))


def _capital(name: str) -> str:
    return _WRITTEN.get(name) or _SIGNS.get(name, name).capitalize()


def _sign(sign: str) -> str:
    """Return Textual's name of a character: letters and digits as they are, other characters by name."""
    if sign.isalnum() or sign == "_":
        return sign if sign != "_" else "underscore"
    if sign == " ":
        return "space"
    name = unicodedata.name(sign, "").lower().replace("-", "_").replace(" ", "_")
    return KEY_NAME_REPLACEMENTS.get(name, name)


_SIGNS = {_sign(chr(code)): chr(code) for code in range(33, 127)}
"""The printable ASCII characters, by Textual's name of their keys."""
