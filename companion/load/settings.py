"""The user's settings: `config.yaml` in the folder for settings.

    theme: light
    game: lob
    guests_read_imports: no
    keys:
      find.kind: F8

Each setting is optional. An invalid one is reported and ignored; the others apply.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.load.short_files import read_short

if TYPE_CHECKING:
    from companion.load.text_yaml import Tree
    from companion.model import Fault

FILE = "config.yaml"
THEMES = ("dark", "light", "contrast")
GUESTS = "guests_read_imports"
"""Setting: whether visitors of `companion serve` may read the documents that the player imported."""
NAMES = ("theme", "game", "keys", GUESTS)


class Settings(NamedTuple):
    """The content of `config.yaml`; missing and invalid settings are empty."""

    file: str
    """Path of the file, for messages."""
    theme: str = ""
    game: str = ""
    keys: Mapping[str, Any] = {}
    """Names of commands with their keys as written, not checked yet."""
    lines: Mapping[str, int] = {}
    """Lines of the settings and of keys such as `keys.find.kind`, counted from 1."""
    faults: tuple[Fault, ...] = ()


def read_settings(folder: Path) -> Settings:
    """Read the settings in a folder; the settings of an unreadable file are empty, with one fault."""
    path = folder / FILE
    try:
        text = _text_of(path)
    except (FileNotFoundError, NotADirectoryError):
        return Settings(str(path))
    except (OSError, UnicodeError) as error:
        from companion.model import Fault

        return Settings(str(path), faults=(Fault(str(path), 0, "", f"cannot be read: {error}"),))
    from companion.load.text_yaml import YamlFault, read_yaml
    from companion.model import Fault

    try:
        tree = read_yaml(text)
    except YamlFault as fault:
        return Settings(str(path), faults=(Fault(str(path), fault.line, "", fault.says, fault.mend),))
    return _Reader(str(path), text, tree).read()


def _text_of(path: Path, errors: str = "strict") -> str:
    """Return the text of a file, with Unix line endings. Raises OSError and UnicodeError."""
    return read_short(path).decode("utf-8-sig", errors).replace("\r\n", "\n").replace("\r", "\n")


class _Reader:
    """Checks the content of `config.yaml`."""

    def __init__(self, file: str, text: str, tree: Tree) -> None:
        self.file = file
        self.text = text
        self.lines = {".".join(map(str, path)): line for path, line in tree.lines.items()}
        self.value = tree.value
        self.faults: list[Fault] = []

    def read(self) -> Settings:
        given = self.value if isinstance(self.value, dict) else {}
        if not isinstance(self.value, dict):
            self._fault("", "no settings found", "write one setting per line, as in theme: light")
        for name in given:
            if name not in NAMES:
                self._fault(name, "unknown setting", _suggest(name, NAMES))
        theme, game = (self._word(name, given.get(name)) for name in ("theme", "game"))
        if theme and theme not in THEMES:
            self._fault("theme", f"unknown theme {theme!r}", _suggest(theme, THEMES))
            theme = ""
        guests = self._word(GUESTS, given.get(GUESTS))
        if guests not in ("", "yes", "no"):
            self._fault(GUESTS, f"{guests!r} is neither yes nor no", _suggest(guests, ("yes", "no")))
        keys = given.get("keys") or {}
        if not isinstance(keys, dict):
            self._fault(
                "keys", "expected a list of keys", "write one key per line below it, indented: find.kind: F8"
            )
            keys = {}
        return Settings(self.file, theme, game, keys, self.lines, tuple(self.faults))

    def _word(self, name: str, value: Any) -> str:
        """Return the word given for a setting; empty if there is none, or a fault."""
        if value in (None, ""):
            return ""
        if not isinstance(value, str) or _word_of(self.text, name) != value:
            self._fault(name, "expected one word on the same line", f"write {name}: and one word")
            return ""
        return value

    def _fault(self, key: str, says: str, mend: str) -> None:
        from companion.model import Fault

        self.faults.append(Fault(self.file, self.lines.get(key, 1), key, says, mend))


def setting(folder: Path, name: str) -> str:
    """Return a setting that is one word, read without a YAML parser; empty if there is none.

    The first frame and `find` cannot wait 25 ms for the parser. `read_settings` reports invalid settings.
    """
    try:
        return _word_of(_text_of(folder / FILE, "replace"), name)
    except OSError:
        return ""


def _word_of(text: str, name: str) -> str:
    match = re.search(rf"""^{name}[ \t]*:[ \t]+(["']?)([\w-]+)\1[ \t]*(?:[ \t]#.*)?$""", text, re.MULTILINE)
    return match[2] if match else ""


def usual_game(folder: Path, slugs: Collection[str]) -> tuple[str, str]:
    """Return the game in the settings and an empty message, or an empty game and a message if it is unknown."""
    game = setting(folder, "game")
    if not game or game in slugs:
        return game, ""
    from companion.model import Fault

    line = read_settings(folder).lines.get("game", 0)
    return "", str(
        Fault(str(folder / FILE), line, "game", f"unknown game {game!r}", _suggest(game, sorted(slugs)))
    )


def _suggest(name: str, known: Collection[str]) -> str:
    from companion.load.suggestions import suggest_in_order

    return suggest_in_order(name, known)
