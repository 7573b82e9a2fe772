"""Answers for a calculator: from key=value words, JSON, and the settings of the session."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from typing import Any

from companion.cli.streams import read_input
from companion.errors import Refused
from companion.model import GameModule, Procedure
from companion.model.answer_path import input_at, put_answer
from companion.model.wording import value_words
from companion.play.session_defaults import session_defaults
from companion.render.text import wrapped
from companion.workspace.answer_sheet import SESSION, AnswerSheet, Known


def given_answers(options: argparse.Namespace) -> dict[str, Any]:
    """Return the answers from --input, overridden by key=value words. Raises Refused."""
    answers: dict[str, Any] = {}
    if options.input is not None:
        try:
            document = json.loads(read_input("-") if options.input == "-" else options.input)
        except UnicodeDecodeError:
            raise Refused("--input is not UTF-8 text") from None
        except (ValueError, RecursionError) as error:
            raise Refused(f"--input is not valid JSON: {error}") from None
        if not isinstance(document, dict):
            raise Refused("--input must be a JSON object of answers")
        answers = document
    return _with_words(answers, options.answers)


def names_given(procedure: Procedure, words: list[str]) -> dict[str, str]:
    """Return names by role, from NAME or ROLE=NAME; names without a role get the next free role. Raises Refused."""
    roles = [role.name for role in procedure.named_roles]
    names: dict[str, str] = {}
    for word in words:
        role, sign, name = word.partition("=")
        if not sign:
            role, name = next((role for role in roles if role not in names), ""), word
        if role not in roles or not name.strip():
            raise Refused(f"--who {word[:40]!r}: write NAME, or ROLE=NAME with one of {', '.join(roles)}")
        names[role] = " ".join(name.split())
    return names


def changed_answers(answers: dict[str, Any], words: list[str]) -> dict[str, Any]:
    """Return logged answers, overridden by key=value words. Raises Refused."""
    return _with_words({name: _numbered(value) for name, value in answers.items()}, words)


def _numbered(value: Any) -> Any:
    """Return a logged answer with each list of rows as a mapping from row numbers, as in key=value words."""
    if isinstance(value, dict):
        return {name: _numbered(field) for name, field in value.items()}
    if isinstance(value, list | tuple) and value and all(isinstance(row, dict) for row in value):
        return {str(number): _numbered(row) for number, row in enumerate(value, 1)}
    return value


def _with_words(answers: dict[str, Any], words: list[str]) -> dict[str, Any]:
    for word in words:
        key, sign, value = word.partition("=")
        if not sign or not key:
            raise Refused(f"invalid answer {word!r}; write key=value")
        put_answer(answers, key, value)
    return answers


def apply_settings(
    module: GameModule, settings: Mapping[str, str], procedure: Procedure, answers: dict[str, Any]
) -> dict[str, Any]:
    """Add to `answers` the answers that only the settings of the session give; return those by path."""
    defaults = session_defaults(module, settings, procedure)
    sheet = AnswerSheet(procedure, answers)
    sheet.fill_known({path: Known(value, SESSION) for path, value in defaults.items()})
    return {path: defaults[path] for path in sheet.origins}


def settings_lines(procedure: Procedure, applied: Mapping[str, Any], width: int) -> list[str]:
    """Return a line such as `Battle: Kolin (from the session; override with battle=...)` for each such answer."""
    lines: list[str] = []
    for path, value in applied.items():
        asked = input_at(procedure.inputs, path)
        choices = asked.choices if asked else ()
        words = next((choice.label for choice in choices if choice.key == value), "") or value_words(value)
        label = asked.label if asked else path
        lines += wrapped(f"{label}: {words} (from the session; override with {path}=...)", width)
    return lines
