"""Follow the authoring guide from start to end: write its files, run its commands, compare the output."""

from __future__ import annotations

import json
import re
import shlex
import shutil
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml
from jsonschema import Draft7Validator

from companion.cli import COMMANDS, main
from companion.cli.authoring.calculator.methods import METHODS
from companion.load.schema import FILE_KINDS, schema
from tests.conftest import ROOT
from tests.recorded import writing

pytestmark = pytest.mark.usefixtures("games_are_read_once")

PAGES = ("authoring.md", "authoring-forms.md", "authoring-recipes.md")
BLOCK = re.compile(r"(?ms)(?:^`(\S+)`:\n\n)?^```(\w+)\n(.*?)^```$")
"""A snippet; the line before it has the name if it is a file."""
FILES = ("yaml", "markdown", "json", "csv")


class Snippet(NamedTuple):
    """A snippet of the guide."""

    name: str
    """Path of the file; empty for commands."""
    language: str
    text: str


def snippets() -> list[Snippet]:
    """Snippets in the order of the pages."""
    return [
        Snippet(*(each or "" for each in found.groups()))
        for page in PAGES
        for found in BLOCK.finditer((ROOT / "docs" / page).read_text())
    ]


def write(snippet: Snippet, folder: Path) -> Path:
    """Write the file of a snippet; return its path."""
    assert snippet.name, f"no file is named before {snippet.text[:60]!r}"
    path = folder / snippet.name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(snippet.text)
    return path


def output_of(line: str, capsys: pytest.CaptureFixture[str]) -> str:
    """Output of a command line on both streams, without the warning that the game was edited since the last command."""
    words = shlex.split(line)
    assert words[0] == "companion"
    with suppress(SystemExit):
        main(words[1:])
    captured = capsys.readouterr()
    return captured.out + re.sub(
        r"(?m)^companion: the game data has changed since this session was last played: .*\n",
        "",
        captured.err,
    )


def write_in_guide(before: str, now: str) -> None:
    """Replace the recorded output of a command in the page that contains it."""
    for page in PAGES:
        path = ROOT / "docs" / page
        path.write_text(path.read_text().replace(f"```console\n{before}```", f"```console\n{now}```"))


@pytest.fixture
def mygames(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The empty folder with which the guide begins."""
    folder = tmp_path / "mygames"
    folder.mkdir()
    monkeypatch.chdir(folder)
    monkeypatch.setenv("COMPANION_OVERLAY", str(folder))
    monkeypatch.setenv("COLUMNS", "100")
    return folder


def test_every_step_prints_what_the_guide_says(mygames: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Run the commands in the order of the pages, starting with an empty folder."""
    commands = files = 0
    for snippet in snippets():
        if snippet.language in FILES:
            write(snippet, mygames)
            files += 1
        elif snippet.language == "console":
            given = [line[2:] for line in snippet.text.splitlines() if line.startswith("$ ")]
            assert given
            shown = "".join(f"$ {line}\n{output_of(line, capsys)}" for line in given)
            if writing():
                write_in_guide(snippet.text, shown)
            else:
                assert shown == snippet.text
            commands += len(given)
        else:
            assert snippet.language == "sh"
    assert (files, commands) > (20, 30)


def test_the_finished_game_matches_the_schemas(mygames: Path) -> None:
    """Every YAML file of the guide matches the schema of its kind, except the one that is wrong on purpose."""
    kinds: dict[str, list[str]] = {}
    for snippet in snippets():
        if snippet.language == "yaml":
            path = write(snippet, mygames).relative_to(mygames)
            kind = next(
                name for name, each in FILE_KINDS.items() if path.match(each.files.replace("SLUG", "ford"))
            )
            errors: list[Any] = list(Draft7Validator(schema(kind)).iter_errors(yaml.safe_load(snippet.text)))
            if errors:
                kinds.setdefault(str(path), []).extend(error.message for error in errors)
    assert list(kinds) == ["tables/ford/procedures/luck.yaml"]


def test_every_kind_of_file_and_every_step_is_explained() -> None:
    """Every kind of file and question and every step of a calculator occurs in a snippet or in the text."""
    text = "".join((ROOT / "docs" / page).read_text() for page in PAGES)
    names = [each.files.rpartition("/")[2] for each in FILE_KINDS.values() if "*" not in each.files]
    steps = schema("procedure")["$defs"]["Procedure"]["properties"]["steps"]["items"]["properties"]["do"][
        "enum"
    ]
    kinds = schema("procedure")["$defs"]["Input"]["properties"]["kind"]["enum"]
    lacking = [each for each in (*names, *kinds) if each not in text]
    lacking += [step for step in steps if f"do: {step}" not in text]
    assert lacking == []
    assert {"new-game", "new-chart", "new-calculator", "schema", "check", "coverage"} <= set(COMMANDS)


def test_a_wrong_result_in_the_guide_is_noticed(mygames: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The comparison can fail: another number in the chart gives another result."""
    for snippet in snippets():
        if snippet.language in FILES:
            write(snippet, mygames)
    line = "companion calc ford:fire men=5 range=2 target=water --roll 9"
    right = output_of(line, capsys)
    assert right in "".join(each.text for each in snippets() if each.language == "console")
    chart = mygames / "tables" / "ford" / "charts" / "fire-table.yaml"
    chart.write_text(chart.read_text().replace("| 1   | 2   | 3*", "| 1   | 1   | 3*"))
    assert output_of(line, capsys) != right
    shutil.rmtree(mygames / "tables")
    assert "unknown calculator ford:fire" in output_of(line, capsys)


def test_every_recipe_has_an_example() -> None:
    """Every calculator of the recipes has an example with a result; the page names the kinds of new-calculator."""
    page = (ROOT / "docs" / "authoring-recipes.md").read_text()
    named = re.findall(r"(?m)^`tables/ford/procedures/(\S+)\.yaml`:$", page)
    lines = (
        page.partition("`tests/cases/ford-recipes.jsonl`:\n\n```json\n")[2].partition("```")[0].splitlines()
    )
    examples = [json.loads(line) for line in lines]
    assert {f"ford:{name}" for name in named} == {each["procedure"] for each in examples if each["outcome"]}
    assert len(named) >= 8
    assert [method for method in METHODS if f"`{method}`" not in page] == []
