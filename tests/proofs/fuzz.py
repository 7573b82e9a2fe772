"""Give hostile input to everything that reads files or arguments.

Each input must be refused clearly, within a bounded number of calls, and must not control the terminal.

`python -m tests.proofs.fuzz --times 2000 --seed 1` tries every target 2000 times; a failure prints its target and
seed.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import random
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from companion.cli import COMMANDS
from companion.engine import Engine, parse_rolls
from companion.load.cache import write_record
from companion.load.library import read_library
from companion.load.places import Places
from companion.model import CompanionError, Input, Library
from companion.model.event import Noted
from companion.play.annotations import write_note
from companion.play.opening import open_session
from companion.play.store.player_file import FILE as PLAYER_FILE
from companion.play.store.session_file import SessionFile
from companion.render.text import shown
from companion.workspace.draft import decode_draft
from tests.proofs import hostile
from tests.proofs.watch import bounded, command, steers

ROOT = Path(__file__).resolve().parent.parent.parent
GAMES = ("aor", "bar", "bp", "lob", "pub")


class Sandbox:
    """A temporary folder with all folders of the companion."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.data = folder / "data"
        self.overlay = folder / "own"
        self.shipped = {
            game: {
                str(path.relative_to(ROOT)): path.read_text(encoding="utf-8")
                for kind in ("rulebook", "tables")
                for path in sorted((ROOT / kind / game).rglob("*"))
                if path.is_file()
            }
            for game in GAMES
        }
        self.enter()
        self.procedures = [each for module in self.library().modules for each in module.procedures]
        self.ids = [each.id for each in self.procedures]
        self.session = self._played()

    def enter(self) -> None:
        """Make the commands use this folder."""
        os.chdir(self.folder)
        os.environ |= {
            "COMPANION_DATA": str(self.data),
            "COMPANION_CACHE": str(self.folder / "cache"),
            "COMPANION_OVERLAY": str(self.overlay),
            "COMPANION_CONFIG": str(self.folder / "config"),
        }
        for name in ("COMPANION_SESSION", "COMPANION_LOG"):
            os.environ.pop(name, None)

    def library(self) -> Library:
        """Read the shipped games."""
        return read_library(Places((ROOT, self.overlay), self.folder / "cache", self.data), "shipped")

    def _played(self) -> bytes:
        """Contents of a session file with some events."""
        session = open_session(self.data, self.library(), "Evening")
        session.open_game("pub")
        for text in ("one", "two", "three"):
            session.add(Noted(text))
        session.close()
        return (self.data / "sessions" / "Evening.session").read_bytes()

    def clean(self) -> None:
        """Remove all sessions and rulings."""
        shutil.rmtree(self.data, ignore_errors=True)
        (self.data / "sessions").mkdir(parents=True)


def overlay(sandbox: Sandbox, chance: random.Random) -> None:
    """Break some files of a game, then read, cache and use it; every fault must be printable."""
    game = chance.choice(("bp", "pub"))
    files = {name: text.encode() for name, text in sandbox.shipped[game].items()}
    for name in chance.sample(sorted(files), chance.randint(1, 3)):
        files[name] = hostile.broken(sandbox.shipped[game][name], chance)
    read(sandbox, files)


def read(sandbox: Sandbox, files: dict[str, bytes]) -> Library:
    """Read these files and resolve every calculator."""
    base = sandbox.folder / "game"
    shutil.rmtree(base, ignore_errors=True)
    for name, raw in files.items():
        path = base / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(raw)
    with bounded():
        library = read_library(Places((base,), base, base), "x")
    for fault in library.faults:
        assert not steers(shown(str(fault)))
    with bounded():
        write_record(sandbox.folder / "game cache", "x", library)
    engine = Engine(library)
    for module in library.modules:
        for procedure in module.procedures:
            with contextlib.suppress(CompanionError), bounded():
                engine.resolve(procedure.id, {})
    return library


def session_file(sandbox: Sandbox, chance: random.Random) -> None:
    """Damage a session file, then run commands that read it."""
    sandbox.clean()
    path = sandbox.data / "sessions" / "Evening.session"
    path.write_bytes(hostile.flipped(sandbox.session, chance))
    _look(chance)


def events(sandbox: Sandbox, chance: random.Random) -> None:
    """Write malformed and unknown events, and a malformed draft, then run commands that read them."""
    sandbox.clean()
    store = SessionFile(sandbox.data / "sessions", "Evening")
    kinds = ("noted", "opened", "ruled", "unruled", "undone", "redone", "calculated", "sent", "future", "")
    for number in range(1, chance.randint(2, 5)):
        text = hostile.json_text(chance)
        if chance.random() < 0.6:
            fields = {
                "kind": chance.choice(kinds),
                "text": hostile.value(chance),
                "events": hostile.value(chance),
            }
            text = json.dumps({**fields, "ruling": hostile.value(chance)})
        row = (number, "2026-01-01T10:00:00", chance.choice(GAMES), number, text[:1000])
        store._file.execute("INSERT INTO event VALUES (?, ?, ?, ?, ?)", row)
    store.set_value("draft", hostile.json_text(chance))
    store.close()
    _look(chance)


LOOKS = (
    ["log"],
    ["log", "--json"],
    ["turn"],
    ["cup"],
    ["orders"],
    ["units"],
    ["session"],
    ["session", "list"],
    ["ruling"],
    ["find", "charge", "--game", "bp"],
    ["show", "bp:shooting"],
    ["calc", "bp:blunder", "--describe"],
)


def _look(chance: random.Random) -> None:
    for arguments in chance.sample(LOOKS, 3):
        command(list(arguments))


def small_files(sandbox: Sandbox, chance: random.Random) -> None:
    """Write a damaged file of notes and rulings, malformed rulings and a malformed name of the last session."""
    sandbox.clean()
    write_note(sandbox.data, "lob:3.5", chance.choice(hostile.TOKENS), "2026-01-01")
    file = sandbox.data / PLAYER_FILE
    file.write_bytes(hostile.flipped(file.read_bytes(), chance) if chance.random() < 0.7 else _bytes(chance))
    rulings = sandbox.data / "rulings.json"
    rulings.write_bytes(_bytes(chance))
    command(["ruling", "import", str(rulings)])
    (sandbox.data / "session.txt").write_bytes(_bytes(chance)[:5000])
    _look(chance)


def _bytes(chance: random.Random) -> bytes:
    if chance.random() < 0.3:
        return chance.randbytes(chance.randrange(200))
    ruling = {"id": hostile.value(chance, 1), "about": "bp:shooting", "text": chance.choice(hostile.TOKENS)}
    if chance.random() < 0.5:
        return json.dumps([ruling, hostile.value(chance)][: chance.randint(1, 2)]).encode()
    return hostile.json_text(chance).encode("utf-8", "surrogatepass")


WORDS = (
    *(
        "--json",
        "--game",
        "--session",
        "--limit",
        "--roll",
        "--input",
        "--odds",
        "--list",
        "--describe",
        "--stdin",
    ),
    *(
        "new",
        "list",
        "next",
        "step",
        "fill",
        "draw",
        "send",
        "undo",
        "redo",
        "note",
        "add",
        "remove",
        "-1",
        "0",
        "3",
    ),
    *(
        "--help",
        "--",
        "-",
        "-x",
        "",
        "\ud800",
        "bp",
        "lob",
        "lob:1.1",
        "Evening",
        "a=b",
        "=",
        "x" * 3000,
        "--all",
    ),
)


def arguments(sandbox: Sandbox, chance: random.Random) -> None:
    """Run a command with random words."""
    name = chance.choice([each for each in COMMANDS if each not in ("coverage", "check", "serve")])
    words = [name]
    for _ in range(chance.randrange(6)):
        way = chance.randrange(4)
        words.append(
            chance.choice((WORDS, hostile.TOKENS, sandbox.ids, list(COMMANDS))[way])
            if way
            else f"{chance.choice(('strength', 'rating', 'formation', 'a.b'))}={chance.choice(hostile.TOKENS)}"
        )
    if any(each.startswith(("--out", "--cases", "--tests")) for each in words):
        return
    command(words, given=chance.choice(("", "yes\n", "\x1b[31m\n", "9" * 50 + "\n")) * chance.randrange(9))


def dice(sandbox: Sandbox, chance: random.Random) -> None:
    """Give hostile text as dice."""
    parts = [*hostile.TOKENS, "6", "1,2", "a=1", "attacker=", ",", "=", "app", "00", "-3", "6" * 400]
    texts = ["".join(chance.choice(parts) for _ in range(chance.randint(1, 3))) for _ in range(2)]
    with contextlib.suppress(CompanionError), bounded():
        parse_rolls(texts)
    command(["calc", chance.choice(sandbox.ids), "--roll", texts[0].replace("\x00", "")])


def answers(sandbox: Sandbox, chance: random.Random) -> None:
    """Give hostile and almost legal JSON as answers, on the command line, on standard input and as a draft."""
    text = hostile.json_text(chance)
    with bounded():
        decode_draft(text)
    procedure = chance.choice(sandbox.procedures)
    given = {each.name: _answer(each, chance) for each in procedure.inputs if chance.random() < 0.9}
    rolls = [["--roll", "app"], ["--odds"], ["--roll", "3,4"], []][chance.randrange(4)]
    command(["calc", procedure.id, "--input", "-", *rolls], given=json.dumps(given))
    if chance.random() < 0.5:
        command(["calc", chance.choice(sandbox.ids), "--input", "-"], given=text)
    else:
        command(["calc", chance.choice(sandbox.ids), "--input", text[:20_000], "--json"])


def _answer(given: Input, chance: random.Random) -> object:
    """An answer in the domain of an input; occasionally any value."""
    if chance.random() < 0.03:
        return hostile.value(chance)
    match given.kind:
        case "yes-no":
            return chance.random() < 0.5
        case "number":
            return chance.randint(-1 if given.least is None else given.least, given.most or 12)
        case "choice":
            return chance.choice([each.key for each in given.choices] or ["x"])
        case "set":
            return [each.key for each in given.choices if chance.random() < 0.3]
        case "group":
            return {each.name: _answer(each, chance) for each in given.fields}
        case _:
            rows = range(chance.randint(given.least or 0, 3))
            return [{each.name: _answer(each, chance) for each in given.fields} for _ in rows]


def questions(sandbox: Sandbox, chance: random.Random) -> None:
    """Search for hostile questions, one per line."""
    lines = [chance.choice(("charge ", '{"q": "', "")) + chance.choice(hostile.TOKENS) for _ in range(3)]
    lines.append(hostile.json_text(chance).replace("\n", " "))
    command(["find", "--stdin", *chance.choice(([], ["--json"]))], given="\n".join(lines))


SETTINGS = """\
# Mine
theme: light
game: lob
keys:
  find.kind: f8
  turn.go: w, G
"""


def settings(sandbox: Sandbox, chance: random.Random) -> None:
    """Break the settings, then run commands that read or report them."""
    sandbox.clean()
    folder = sandbox.folder / "config"
    folder.mkdir(exist_ok=True)
    (folder / "config.yaml").write_bytes(hostile.broken(SETTINGS, chance))
    command(["keys", *chance.choice(([], ["--json"]))])
    _look(chance)
    shutil.rmtree(folder)


MARKS = (
    *(
        "# ",
        "## 1.1 ",
        "### ",
        "- ",
        "  - ",
        "1. ",
        "> ",
        "| a | b |\n|---|---|\n| c | d |",
        "```\n",
        "~~~",
        "---",
    ),
    *(
        "**",
        "*",
        "_",
        "`",
        "[[bp:shooting]]",
        "[[",
        "]]",
        "[a](b)",
        "![a](b)",
        "<b>",
        "&#27;",
        "&nbsp;",
        "\\",
        "{.x}",
    ),
    *(
        "{.erratum}",
        "{#id}",
        "{",
        "*Also asked:* a; b",
        "canister",
        "1.1",
        "bp:8.4",
        " ",
        "  ",
        "\t",
        "\n",
        "\n\n",
    ),
    *("\u2028", "\x85", "\x0c", "\u200b", "a\u0301", "\ufeff", "\u202e", "\x1b[2J", "\U0001f600"),
)
"""Parts of Markdown."""


def markdown(sandbox: Sandbox, chance: random.Random) -> None:
    """Read a chapter of random Markdown."""
    parts = [chance.choice(MARKS) * chance.choice((1, 1, 1, 2, 40)) for _ in range(chance.randint(1, 60))]
    files = {name: text.encode() for name, text in sandbox.shipped["bp"].items()}
    head = chance.choice(("---\ntitle: More\n---\n\n", "---\ntitle: More\nauthority: notes\n---\n", ""))
    files["rulebook/bp/90-more.md"] = f"{head}{''.join(parts)}\n".encode()
    read(sandbox, files)


def cases(sandbox: Sandbox, chance: random.Random) -> None:
    """Give hostile worked examples, rulings and folders to the commands that read files."""
    sandbox.clean()
    file = sandbox.folder / "given.jsonl"
    lines = [hostile.json_text(chance).replace("\n", " ") for _ in range(chance.randint(1, 3))]
    file.write_bytes("\n".join(lines).encode("utf-8", "surrogatepass")[:200_000])
    way = chance.randrange(3)
    if way == 0:
        command(["check", "--cases", str(file)])
    elif way == 1:
        command(["ruling", "import", str(file), *chance.choice(([], ["--json"]))])
    else:
        command(["calc", chance.choice(sandbox.ids), "--input", "-", "--odds"], given=lines[0][:20_000])
    file.unlink()


VARIABLES = (
    "COMPANION_SESSION",
    "COMPANION_OVERLAY",
    "COMPANION_DATA",
    "COLUMNS",
    "LINES",
    "NO_COLOR",
    "HOME",
)


def environment(sandbox: Sandbox, chance: random.Random) -> None:
    """Run commands with hostile environment variables."""
    sandbox.clean()
    odd = [
        each for each in (*hostile.TOKENS, "-1", "0", "1", "x" * 3000, "/", "..", "~x") if "\0" not in each
    ]
    before = dict(os.environ)
    try:
        for name in chance.sample(VARIABLES, chance.randint(1, 3)):
            value = chance.choice(odd)
            is_folder = name in ("COMPANION_OVERLAY", "COMPANION_DATA", "HOME")
            os.environ[name] = str(sandbox.folder / "odd" / value.replace("/", "")) if is_folder else value
        _look(chance)
    finally:
        os.environ.clear()
        os.environ.update(before)
        shutil.rmtree(sandbox.folder / "odd", ignore_errors=True)


TARGETS: dict[str, Callable[[Sandbox, random.Random], None]] = {
    "overlay": overlay,
    "session file": session_file,
    "events": events,
    "small files": small_files,
    "arguments": arguments,
    "dice": dice,
    "answers": answers,
    "questions": questions,
    "settings": settings,
    "markdown": markdown,
    "cases": cases,
    "environment": environment,
}


def special(sandbox: Sandbox, name: str) -> Library:
    """Read one of the files that are made to take long."""
    files = {each: text.encode() for each, text in sandbox.shipped["bp"].items()}
    return read(sandbox, files | hostile.SPECIAL[name]())


def attempt(sandbox: Sandbox, target: str, seed: int) -> str:
    """Run a target; return an empty text if it passes, else the error."""
    chance = random.Random(f"{target} {seed}")
    try:
        TARGETS[target](sandbox, chance)
    except Exception as error:  # noqa: BLE001 - any exception is the finding
        import traceback

        where = traceback.extract_tb(error.__traceback__)[-1]
        return f"{type(error).__name__}: {str(error)[:300]} at {Path(where.filename).name}:{where.lineno}"
    return ""


def tried(times: int, seed: int, targets: list[str], most: int) -> list[str]:
    """Run every target, print the counts, and return the failures."""
    failed: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        sandbox = Sandbox(Path(folder))
        for target in targets:
            started = time.monotonic()
            found = []
            for number in range(seed, seed + times):
                error = attempt(sandbox, target, number)
                if error:
                    found.append(f"{target}, seed {number}: {error}")
                if len(found) >= most:
                    break
            spent = time.monotonic() - started
            print(f"{target}: {times} from seed {seed}, {len(found)} fail; {spent:.0f} s", flush=True)
            failed += found
    return failed


def main_line() -> int:
    """Run the targets, and print the failures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--target", action="append", choices=list(TARGETS))
    parser.add_argument("--most", type=int, default=20, help="stop a target after this many failures")
    options = parser.parse_args()
    import resource  # not on Windows; the tests call only `attempt`

    resource.setrlimit(resource.RLIMIT_AS, (2_000_000_000, 2_000_000_000))
    failed = tried(options.times, options.seed, options.target or list(TARGETS), options.most)
    for each in failed:
        print(f"  {each}")
    print(f"peak memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MB")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main_line())
