"""Changes settings in `config.yaml`, which the player may also edit."""

from __future__ import annotations

import re
from pathlib import Path

from companion.load.settings import FILE
from companion.load.short_files import read_short
from companion.load.text_yaml import YamlFault, read_yaml
from companion.model import CompanionError
from companion.play.replacing import replace_file
from companion.play.store.lock import file_lock


def write_setting(folder: Path, name: str, value: str) -> None:
    """Write one setting whose value is a word, keeping all other lines; other processes wait. Raises CompanionError."""
    path = folder / FILE
    with file_lock(path):
        try:
            text = read_short(path).decode("utf-8-sig") if path.exists() else ""
            changed = _changed(text, name, value)
            settings = read_yaml(changed).value
        except YamlFault as fault:
            raise CompanionError(
                f"{path} was not changed because of a fault in line {fault.line}: {fault.says}"
            ) from None
        except UnicodeError:
            raise CompanionError(f"{path} was not changed: it is not UTF-8 text") from None
        except OSError as error:
            raise CompanionError(f"{path} cannot be written: {error.strerror}") from None
        if not isinstance(settings, dict) or settings.get(name) != value:
            raise CompanionError(f"{path} was not changed: {name} is not on a separate line")
        replace_file(path, changed.encode())


def _changed(text: str, name: str, value: str) -> str:
    """Return `text` with the line of a setting changed, keeping its comment, or with the line added at the end."""
    line = re.compile(rf"^({name}[ \t]*:)[^#\r\n]*?([ \t]+#[^\r\n]*)?(?=\r?$)", re.MULTILINE)
    changed, replaced = line.subn(rf"\g<1> {value}\g<2>", text, count=1)
    if replaced:
        return changed
    end = "\r\n" if "\r\n" in text else "\n"
    return f"{text}{end if text and not text.endswith(end) else ''}{name}: {value}{end}"
