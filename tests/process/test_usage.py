"""Help, examples, and suggestions for mistyped words."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys

import pytest

from companion.cli import COMMANDS
from companion.cli.parser import EXAMPLES, VARIABLES, build_parser
from tests.conftest import ROOT
from tests.process.conftest import Say


def examples(text: str) -> list[list[str]]:
    """The words of every example in a help text."""
    _, _, rest = text.partition("\nexamples:\n")
    lines = rest.partition("\n\n")[0].splitlines()
    return [shlex.split(line.partition(" > ")[0]) for line in lines]


@pytest.mark.parametrize("command", COMMANDS)
def test_help_shows_examples_that_are_legal(command: str, say: Say, monkeypatch: pytest.MonkeyPatch) -> None:
    """The help of each command has one to three legal examples."""
    monkeypatch.setenv("COLUMNS", "200")
    page = say(command, "--help")
    assert (page.status, page.err) == (0, "")
    shown = examples(page.out)
    assert 1 <= len(shown) <= 3
    for words in shown:
        assert words[:2] == ["companion", command]
        assert build_parser(COMMANDS).parse_args(words[1:]).command == command


def test_help_lists_commands_environment_and_status(say: Say) -> None:
    """The help lists commands, variables, examples and exit status."""
    page = say("--help").out
    for word in (*COMMANDS, *(name for name, _ in VARIABLES), *EXAMPLES, "exit status:"):
        assert word in page


def test_every_variable_that_is_read_is_listed() -> None:
    """The help lists every variable that the code reads."""
    code = "\n".join(path.read_text() for path in (ROOT / "companion").rglob("*.py"))
    read = set(re.findall(r'"(COMPANION_[A-Z]+)"', code))
    assert {"COMPANION_OVERLAY", "COMPANION_LOG"} < read
    assert read <= {name for name, _ in VARIABLES}


@pytest.mark.parametrize("words", [["--help"], ["find", "--help"], ["turn", "to", "--help"]])
def test_help_fits_forty_columns(words: list[str], say: Say, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tables and examples fit; argparse alone controls the indentation of the usage."""
    monkeypatch.setenv("COLUMNS", "40")
    lines = say(*words).out.partition("\n\n")[2].splitlines()
    assert lines
    assert [line for line in lines if len(line) > 40] == []


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["fnd"], "unknown command 'fnd'. Did you mean 'find'?"),
        (["--game", "lob", "tunr", "next"], "unknown command 'tunr'. Did you mean 'turn'?"),
        (["xyzzy"], "unknown command 'xyzzy'. companion --help lists the commands."),
        ([""], "unknown command ''. companion --help lists the commands."),
        (["turn", "nxt"], "done, apply, undo, redo, count. Did you mean 'next'? (companion turn --help)"),
        (["find", "x", "--jsn"], "unknown option '--jsn'. Did you mean '--json'? (companion find --help)"),
        (["find", "x", "--limt=3"], "unknown option '--limt'. Did you mean '--limit'?"),
        (["orders", "fail", "1", "--sesion", "x"], "Did you mean '--session'? (companion orders fail --help)"),
        (["--sesion", "x"], "unknown option '--sesion'. Did you mean '--session'? (companion --help)"),
        (["find", "x", "--optional", "ye"], "'ye' is not one of yes, no. Did you mean 'yes'?"),
        (["find", "x", "--jso"], "unknown option '--jso'. Did you mean '--json'?"),
        (["keys", "x"], "unexpected argument 'x'"),
    ],
)  # fmt: skip
def test_a_mistyped_word_is_answered_with_the_nearest(words: list[str], message: str, say: Say) -> None:
    """A mistyped word is refused in one line that suggests the nearest; options cannot be abbreviated."""
    say(*words).refused(2, message)


@pytest.mark.variants
@pytest.mark.parametrize("words", [["find", "fire"], ["--game=lob", "--session", "", "find", "fire"]])
def test_only_the_wanted_command_is_imported(words: list[str]) -> None:
    """A look-up imports neither other commands nor the modules for the debugging log, the settings or refusals."""
    probe = (
        "import sys; from companion.cli import COMMANDS, main; main(sys.argv[1:]); "
        "names = {f'companion.cli.{each}'.replace('-', '_') for each in COMMANDS}; "
        "print(sorted((names | {'logging', 'yaml', 'msgspec', 'companion.model'}) & set(sys.modules)))"
    )
    line = [sys.executable, "-c", probe, *words]
    run = subprocess.run(line, capture_output=True, text=True, check=True, cwd=ROOT, timeout=300)
    assert run.stdout.splitlines()[-1] == "['companion.cli.find']"
