"""The themes: dark, light, high contrast. Every text has a contrast of at least 7 to 1.

Style sheet and texts name colours by role: `$text`, `$quiet`, `$accent`, `$link`, `$good`, `$heed`, `$bad`.
"""

from __future__ import annotations

from pathlib import Path

from textual.theme import Theme

from companion.load.settings import setting

ROLES = {
    # role: dark, light, high contrast
    "ground": ("#0f1318", "#fbf9f4", "#000000"),
    "raised": ("#1c242d", "#ece7dc", "#242424"),
    "mark": ("#16324f", "#d3e3f5", "#00327a"),
    "line": ("#5d6b78", "#857f73", "#b4b4b4"),
    "text": ("#f1f4f7", "#17191c", "#ffffff"),
    "quiet": ("#b8c2cd", "#3c4148", "#ffffff"),
    "accent": ("#ffcf7d", "#6b2d00", "#ffe94a"),
    "link": ("#a3d2ff", "#0b3a75", "#8fe6ff"),
    "good": ("#9be3a8", "#0d4420", "#8dff9c"),
    "heed": ("#ffbd91", "#732400", "#ffc766"),
    "bad": ("#ffb9b6", "#7d0016", "#ffc4c4"),
    "side-a": ("#a3d2ff", "#0b3a75", "#8fe6ff"),
    "side-b": ("#f2bfe0", "#6a1150", "#ffb8ec"),
    "band-a": ("#17395a", "#c9def4", "#00327a"),
    "band-b": ("#4a2e14", "#f7dcba", "#5a2f00"),
}
"""Colours by role: three backgrounds (screen, header and footer, marked row), frames, texts legible on all three."""


def _of_textual(role: dict[str, str]) -> dict[str, str]:
    """Return the colours of Textual's own widgets, by variable."""
    mark, text, accent, line = (role[name] for name in ("mark", "text", "accent", "line"))
    return {
        **dict.fromkeys(("text-primary", "text-secondary", "text-accent"), accent),
        **dict.fromkeys(("text-muted", "text-disabled"), role["quiet"]),
        "text-success": role["good"],
        "text-warning": role["heed"],
        "text-error": role["bad"],
        "block-cursor-background": mark,
        "block-cursor-blurred-background": role["ground"],
        **dict.fromkeys(("block-cursor-foreground", "block-cursor-blurred-foreground"), text),
        **dict.fromkeys(("block-hover-background", "link-background-hover"), role["raised"]),
        **dict.fromkeys(("input-selection-background", "screen-selection-background"), mark),
        **dict.fromkeys(("input-selection-foreground", "screen-selection-foreground"), text),
        "input-cursor-background": role["ground"],
        "input-cursor-foreground": text,
        "input-cursor-text-style": "reverse",
        "border": accent,
        "border-blurred": line,
        **dict.fromkeys(("block-cursor-text-style", "block-cursor-blurred-text-style"), "none"),
        **dict.fromkeys(("scrollbar-background", "scrollbar-background-hover"), role["ground"]),
        **dict.fromkeys(("scrollbar-background-active", "scrollbar-corner-color"), role["ground"]),
        "scrollbar": line,
        "scrollbar-active": accent,
        "scrollbar-hover": accent,
        **dict.fromkeys(("panel-lighten-1", "panel-darken-1"), role["raised"]),
    }


def _theme(name: str, column: int) -> Theme:
    """Return the theme of a column of `ROLES`."""
    role = {name: colours[column] for name, colours in ROLES.items()}
    return Theme(
        name,
        primary=role["mark"],
        secondary=role["mark"],
        accent=role["accent"],
        success=role["good"],
        warning=role["heed"],
        error=role["bad"],
        foreground=role["text"],
        background=role["ground"],
        surface=role["ground"],
        panel=role["raised"],
        boost=role["raised"],
        dark=name != "light",
        variables=role | _of_textual(role),
    )


DARK, LIGHT, CONTRAST = (_theme(name, column) for column, name in enumerate(("dark", "light", "contrast")))
THEMES = {theme.name: theme for theme in (DARK, LIGHT, CONTRAST)}


def saved_theme(config: Path) -> str:
    """Return the theme named in the settings in the folder `config`; dark if they name none or an unknown one."""
    name = setting(config, "theme")
    return name if name in THEMES else DARK.name
