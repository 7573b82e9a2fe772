"""The themes: dark, light, high contrast. Every text has a contrast of at least 7 to 1."""

from __future__ import annotations

from pathlib import Path

from textual.theme import Theme

from companion.load.settings import setting


def _marked(ground: str, raised: str, text: str, mark: str, accent: str, line: str) -> dict[str, str]:
    """Colours of what is marked, selected or hovered, and of borders."""
    return {
        **dict.fromkeys(("block-cursor-background", "block-cursor-blurred-background"), mark),
        **dict.fromkeys(("block-cursor-foreground", "block-cursor-blurred-foreground"), text),
        **dict.fromkeys(("block-hover-background", "primary-background", "link-background-hover"), raised),
        **dict.fromkeys(("input-selection-background", "screen-selection-background"), mark),
        **dict.fromkeys(("input-selection-foreground", "screen-selection-foreground"), text),
        "input-cursor-background": ground,
        "input-cursor-foreground": text,
        "input-cursor-text-style": "reverse",
        "footer-key-foreground": accent,
        "primary-muted": line,
        "border": accent,
        "border-blurred": line,
        "scrollbar": line,
        "scrollbar-hover": accent,
        "panel-lighten-1": raised,
        "panel-darken-1": raised,
    }


_COLOURS = {
    # role: dark, light, high contrast
    "ground": ("#11151a", "#fbf9f4", "#000000"),
    "raised": ("#1d242c", "#ebe7dd", "#000000"),
    "text": ("#e8eaed", "#17191c", "#ffffff"),
    "quiet": ("#c3cad3", "#383d44", "#ffffff"),
    "mark": ("#1b3a5c", "#cfe1f5", "#00327a"),
    "accent": ("#ffcf7d", "#0b3a75", "#ffe94a"),
    "success": ("#9be3a8", "#0d4420", "#8dff9c"),
    "warning": ("#ffc59a", "#643000", "#ffd23f"),
    "error": ("#ffc2bf", "#7d0016", "#ffc4c4"),
    "line": ("#7d8894", "#6f6a60", "#ffffff"),
}
"""Few colours: two backgrounds, that of the marked line, and texts that are legible on all three."""


def _theme(name: str, column: int) -> Theme:
    """The theme of a column of `_COLOURS`."""
    colour = {role: colours[column] for role, colours in _COLOURS.items()}
    ground, raised, text, mark = (colour[role] for role in ("ground", "raised", "text", "mark"))
    texts = dict.fromkeys(("text-primary", "text-secondary", "text-accent"), colour["accent"])
    texts |= {"text": text, **dict.fromkeys(("text-muted", "text-disabled"), colour["quiet"])}
    texts |= {f"text-{role}": colour[role] for role in ("success", "warning", "error")}
    return Theme(
        name,
        primary=mark,
        secondary=mark,
        accent=colour["accent"],
        success=colour["success"],
        warning=colour["warning"],
        error=colour["error"],
        foreground=text,
        background=ground,
        surface=ground,
        panel=raised,
        boost=raised,
        dark=name != "light",
        variables=texts | _marked(ground, raised, text, mark, colour["accent"], colour["line"]),
    )


DARK, LIGHT, CONTRAST = (_theme(name, column) for column, name in enumerate(("dark", "light", "contrast")))
THEMES = {theme.name: theme for theme in (DARK, LIGHT, CONTRAST)}


def kept_theme(config: Path) -> str:
    """Return the theme named in the settings in the folder `config`; dark if they name none or an unknown one."""
    name = setting(config, "theme")
    return name if name in THEMES else DARK.name
