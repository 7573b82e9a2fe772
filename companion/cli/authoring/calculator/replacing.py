"""The calculator that `new-calculator` makes again: its file, its former answers, and its examples."""

from __future__ import annotations

import hashlib
import re
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import msgspec

from companion.cli.authoring.additions import Additions
from companion.cli.authoring.interview import Interview, Question
from companion.errors import CompanionError, Refused
from companion.load.files import shown_path
from companion.model import Procedure
from companion.play.replacing import replace_file

_PARTS = {"inputs": "questions", "steps": "dice and modifiers", "outcome": "results", "next": "what follows"}
"""The parts of a file that a refusal names, with the lines on which they begin."""
_KEYS = "companion schema procedure"
"""The command that explains every key of a calculator's file."""


class _Written(msgspec.Struct, frozen=True):
    """The answers and examples of a calculator that was written."""

    answers: dict[str, str]
    """Answers to all questions as typed, by question name."""
    examples: str
    """Digest of the worked examples to fill in."""
    calculator: str = ""
    """Id of the calculator, with the game."""


class Replaced(NamedTuple):
    """A calculator that is made again from the answers of its author."""

    name: str
    """Id without the game."""
    path: Path
    kept: Path
    """File with the former answers."""
    examples: str
    """Digest of the worked examples as they were written."""

    def has_own_examples(self, path: Path) -> bool:
        """Return whether its worked examples at `path` were changed since they were written."""
        return path.exists() and _digest(path) != self.examples


def keep_answers(
    interview: Interview, name: str, calculator: Path, examples: Path, additions: Additions
) -> None:
    """Keep the answers for a later change of the calculator `name`. If they cannot be written, they are not kept."""
    written = _Written(interview.answers(), _digest(examples), f"{additions.slug}:{name}")
    with suppress(CompanionError):
        replace_file(_kept_file(calculator, additions), msgspec.json.encode(written))


def ask_replaced(title: str, interview: Interview, additions: Additions) -> Replaced | None:
    """Return the calculator of this title (or of the id in `--answer`) if it is made again; None for a new one.

    Its former answers are then offered for each question. Raises Refused if its file was edited.
    """
    interview.offer({})
    old = _known(title, interview, additions)
    path = _file_of(old, additions) if old is not None else None
    if old is None:
        return None
    if path is None:
        interview.say(f"{old.id} has the title {old.title}, too. It stays as it is.")
        return None
    exists = f"{old.id} already exists in {shown_path(path)}"
    kept = _kept_file(path, additions)
    written = _read(kept)
    if written is None:
        _refuse_or_add(exists, path, interview, _last_answers(old.id, additions))
        return None
    says = f"{exists}, with your answers. Replace it (yes), or write another calculator (no)?"
    explains = (
        "yes asks all questions again, and Enter keeps each of your answers. Worked examples that you filled in stay. "
        "no leaves the calculator as it is, and writes another one."
    )
    if not _decided(Question("replace", says, "yes", "yes", explains=explains), exists, interview):
        return None
    interview.offer(written.answers)
    name = old.id.partition(":")[2]
    interview.ask(Question("id", "Id", name, name, is_asked=False))
    return Replaced(name, path, kept, written.examples)


def _refuse_or_add(exists: str, path: Path, interview: Interview, former: dict[str, str]) -> None:
    """Tell the author where to edit a calculator, and ask whether to write another one. Raises Refused if not.

    In a terminal, the other one offers the `former` answers.
    """
    why = f"{exists}. It was edited, or was not written by this command, so it stays as it is"
    where = f"{why}. To change it, edit the file: {_part_lines(path)}; {_KEYS} explains every key"
    with_answers = ", starting from your former answers" if former else ""
    says = f"{where}. Or write another calculator beside it{with_answers}?"
    explains = (
        "yes writes another calculator with its own id; Enter keeps each former answer, if there are any. You can copy "
        "its lines into the edited file. no stops, and changes nothing."
    )
    if not _decided(Question("another", says, "yes", "no", explains=explains), where, interview):
        if interview.kept is not None:
            interview.kept.remove()
        raise Refused(f"{where}. Nothing was written")
    if interview.asks:
        interview.offer(former)


def _decided(question: Question, exists: str, interview: Interview) -> bool:
    """Return the answer to a yes-no question. Raises Refused without a terminal if `--answer` does not give it."""
    if not interview.asks and question.name not in interview.given:
        replace = "--answer replace=yes, or " if question.name == "replace" else ""
        new = "--answer replace=no" if replace else "--answer another=yes"
        raise Refused(f"{exists}; add {replace}{new} to write another calculator")
    return interview.ask_yes(question)


def _known(title: str, interview: Interview, additions: Additions) -> Procedure | None:
    """Return the calculator with the id of `--answer`, else the last with the title; None without one."""
    wanted = " ".join(title.split()).casefold()
    by_id = interview.given.get("id", "").strip()
    known = [
        each
        for each in additions.module.procedures
        if (each.id == f"{additions.slug}:{by_id}" if by_id else each.title.casefold() == wanted)
    ]
    return next(iter(sorted(known, key=lambda each: _file_of(each, additions) is None)), None)


def _file_of(procedure: Procedure, additions: Additions) -> Path | None:
    """Return the file of a calculator in the folder of the author; None if it is elsewhere."""
    game, _, name = procedure.id.partition(":")
    folder = additions.folder / "tables" / game / "procedures"
    line = re.compile(rf"id:\s*[\"']?{re.escape(name)}[\"']?\s*(?:#.*)?")
    for path in (folder / f"{name}.yaml", *sorted(folder.glob("*.yaml"))):
        with suppress(OSError, ValueError):
            if any(line.fullmatch(each) for each in path.read_text(encoding="utf-8").splitlines()):
                return path
    return None


def _part_lines(path: Path) -> str:
    """Return the lines of a file on which its parts begin."""
    lines = path.read_text(encoding="utf-8").splitlines()
    found = {line.partition(":")[0]: number for number, line in enumerate(lines, 1)}
    parts = [f"{words} from line {found[key]}" for key, words in _PARTS.items() if key in found]
    return ", ".join(parts)


def _kept_file(calculator: Path, additions: Additions) -> Path:
    """Return the file with the answers of a calculator, named by its text, so that an edited one has none."""
    return additions.places.data / "written" / f"calculator-{_digest(calculator)}.json"


def _last_answers(calculator: str, additions: Additions) -> dict[str, str]:
    """Return the answers from which a calculator, given by its id, was last written; empty if they are not kept."""
    files = (additions.places.data / "written").glob("calculator-*.json")
    with suppress(OSError):
        for path in sorted(files, key=lambda each: each.stat().st_mtime_ns, reverse=True):
            written = _read(path)
            if written is not None and written.calculator == calculator:
                return {name: text for name, text in written.answers.items() if name not in ("id", "replace")}
    return {}


def _digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()[:32]


def _read(path: Path) -> _Written | None:
    """Return the answers and examples in a file; None if the file is missing or damaged."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=_Written)
    except (OSError, msgspec.MsgspecError, ValueError, RecursionError):
        return None
