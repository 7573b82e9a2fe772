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


def _theme(
    name: str,
    dark: bool,
    *,
    ground: str,
    raised: str,
    text: str,
    quiet: str,
    mark: str,
    accent: str,
    good: str,
    heed: str,
    wrong: str,
    line: str,
) -> Theme:
    """A theme of few colours: two backgrounds, that of the marked line, and texts that are legible on all three."""
    texts = {"primary": accent, "secondary": accent, "accent": accent}
    texts |= {"success": good, "warning": heed, "error": wrong}
    plain = {"text": text, "text-muted": quiet, "text-disabled": quiet}
    marked = _marked(ground, raised, text, mark, accent, line)
    return Theme(
        name,
        primary=mark,
        secondary=mark,
        accent=accent,
        success=good,
        warning=heed,
        error=wrong,
        foreground=text,
        background=ground,
        surface=ground,
        panel=raised,
        boost=raised,
        dark=dark,
        variables=plain | marked | {f"text-{role}": colour for role, colour in texts.items()},
    )


DARK = _theme(
    "dark",
    True,
    ground="#11151a",
    raised="#1d242c",
    text="#e8eaed",
    quiet="#c3cad3",
    mark="#1b3a5c",
    accent="#ffcf7d",
    good="#9be3a8",
    heed="#ffc59a",
    wrong="#ffc2bf",
    line="#7d8894",
)
LIGHT = _theme(
    "light",
    False,
    ground="#fbf9f4",
    raised="#ebe7dd",
    text="#17191c",
    quiet="#383d44",
    mark="#cfe1f5",
    accent="#0b3a75",
    good="#0d4420",
    heed="#643000",
    wrong="#7d0016",
    line="#6f6a60",
)
CONTRAST = _theme(
    "contrast",
    True,
    ground="#000000",
    raised="#000000",
    text="#ffffff",
    quiet="#ffffff",
    mark="#00327a",
    accent="#ffe94a",
    good="#8dff9c",
    heed="#ffd23f",
    wrong="#ffc4c4",
    line="#ffffff",
)
THEMES = {theme.name: theme for theme in (DARK, LIGHT, CONTRAST)}


def kept_theme(config: Path) -> str:
    """Return the theme named in the settings in the folder `config`; dark if they name none or an unknown one."""
    name = setting(config, "theme")
    return name if name in THEMES else DARK.name
