"""Writes records as YAML in the style of the shipped files; every text reads back unchanged."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from companion.errors import Refused
from companion.load.parsed import SENTENCE_LISTS
from companion.load.text_yaml import YamlFault, read_yaml

_PLAIN = re.compile(r"[A-Za-z][\w ()/.'!?;*+<>=-]*|-?\d+")
"""Text that needs no quotes; all other text is quoted."""
_WORDS = {"null", "true", "false", "on", "off", "yes", "no", "y", "n"}
"""Words that editors interpret as something other than text."""
_WIDEST = 110


def scalar(text: str) -> str:
    """Return a text as YAML, in quotes if it needs them."""
    if _PLAIN.fullmatch(text) and text == text.strip() and text.lower() not in _WORDS and " #" not in text:
        return text
    return json.dumps(text, ensure_ascii=False)


def mapping_lines(record: Mapping[str, Any], indent: str = "") -> list[str]:
    """Return the lines of keys with their values: texts, lists and mappings. Empty values are left out."""
    lines: list[str] = []
    for key, value in record.items():
        if value in ("", None) or (isinstance(value, Mapping | Sequence) and not value):
            continue
        if isinstance(value, str) and "\n" in value:
            lines += [f"{indent}{scalar(key)}: |", *(f"{indent}  {line}" for line in value.splitlines())]
        elif isinstance(value, str):
            lines.append(f"{indent}{scalar(key)}: {scalar(value)}")
        elif len(short := f"{indent}{scalar(key)}: {_flow(value)}") <= _WIDEST and not _needs_lines(
            key, value
        ):
            lines.append(short)
        elif isinstance(value, Mapping):
            lines += [f"{indent}{scalar(key)}:", *mapping_lines(value, f"{indent}  ")]
        else:
            lines.append(f"{indent}{scalar(key)}:")
            for item in value:
                lines += _item(item, f"{indent}  ")
    return lines


def _item(item: Any, indent: str) -> list[str]:
    short = f"{indent}- {_flow(item)}"
    if not isinstance(item, Mapping):
        return [short]
    if len(short) <= _WIDEST and not any(_needs_lines(key, each) for key, each in item.items()):
        return [short]
    first, *rest = mapping_lines(item, f"{indent}  ")
    return [f"{indent}- {first.lstrip()}", *rest]


def _needs_lines(key: str, value: Any) -> bool:
    """Return whether a value is a list with a line for each item: records, and sentences that would look like one."""
    if not isinstance(value, Sequence) or isinstance(value, str):
        return False
    is_split = key in SENTENCE_LISTS and any(each[:1].islower() for each in value[1:])
    return is_split or any(isinstance(each, Mapping) for each in value)


def _flow(value: Any) -> str:
    if isinstance(value, Mapping):
        return (
            "{"
            + ", ".join(f"{scalar(key)}: {_flow(each)}" for key, each in value.items() if each != "")
            + "}"
        )
    if isinstance(value, str):
        return scalar(value)
    return f"[{', '.join(map(_flow, value))}]"


def yaml_text(record: Mapping[str, Any], comments: Sequence[str] = ()) -> str:
    """Return a record as a YAML file with comments at the top. Raises Refused if a text cannot be written."""
    text = "\n".join([*(f"# {comment}" for comment in comments), *mapping_lines(record)]) + "\n"
    try:
        read = read_yaml(text).value
    except YamlFault as fault:
        raise Refused(f"a text cannot be written to the file: {fault.says}") from None
    if read != read_back(record):
        raise Refused("a text would change when the file is read back; remove unusual characters")
    return text


def read_back(value: Any) -> Any:
    """Return a value as it reads back: without empty keys, and with a final line break in multi-line texts."""
    if isinstance(value, Mapping):
        items = {key: read_back(each) for key, each in value.items()}
        return {key: each for key, each in items.items() if each not in ("", None, [], {})}
    if isinstance(value, str):
        return f"{value.rstrip()}\n" if "\n" in value else value
    return [read_back(each) for each in value]
