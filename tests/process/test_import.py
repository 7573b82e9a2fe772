"""`companion import`: preview, keeping, finding, showing and removing a document of the player."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from companion.importing.reading import read_document
from tests.process.conftest import Say
from tests.small_documents import Text, column, pdf

pytestmark = pytest.mark.usefixtures("shipped")
POSIX = pytest.mark.skipif(sys.platform == "win32", reason="modes of files")


@pytest.fixture
def rulebook(tmp_path: Path) -> Path:
    """A rulebook of two pages; the words are its own."""
    first = [
        Text(50, 740, "3.5 Closing rolls", 14, True),
        *column(50, 700, ["Dragoons of the zanzibar roll twice."]),
    ]
    second = [Text(50, 740, "3.99 Zouaves", 14, True), *column(50, 700, ["Zouaves never roll for closing."])]
    path = tmp_path / "My Rules.pdf"
    path.write_bytes(pdf([first, second]))
    return path


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The data folder."""
    monkeypatch.setenv("COMPANION_DATA", str(tmp_path / "data"))
    return tmp_path / "data"


@pytest.fixture
def imported(rulebook: Path, data: Path, say: Say) -> Path:
    """The data folder, with the rulebook imported."""
    assert say("import", str(rulebook), "--game", "lob", "--yes").status == 0
    return data


def test_a_preview_keeps_nothing(rulebook: Path, data: Path, say: Say) -> None:
    """The preview shows what was found."""
    shown = say("import", str(rulebook), "--game", "lob", "--preview")
    assert (shown.status, shown.err) == (0, "")
    text = " ".join(shown.out.split())
    assert f"my-rules (lob, PDF): 2 pages, 2 sections (2 with a number), {rulebook}" in text
    assert "1 section with the same number as a rule, chart or calculator" in text
    assert "Sections: 3.5 Closing rolls page 1 3.99 Zouaves page 2" in text
    assert text.endswith("Not kept.")
    assert not (data / "imports").exists()


def test_a_printed_number_that_is_not_the_place(tmp_path: Path, data: Path, say: Say) -> None:
    """A printed number names its section; a section whose count is printed elsewhere has `_` in its id."""
    text = "Title page.\n\n# 1 One\n\nA.\n\n# 2 Two\n\nB.\n\n# 12 Twelve\n\nC.\n\n# 2 Again\n\nD.\n"
    (tmp_path / "r.md").write_text(text)
    answer = say("import", str(tmp_path / "r.md"), "--game", "lob", "--yes")
    shown = [line for line in answer.out.splitlines() if line.startswith(("  1", "  2", "  B"))]
    assert shown == [
        "  Before the first heading",
        "  1 One",
        "  2 Two",
        "  12 Twelve",
        "  2 Again  import/r/5",
    ]
    listed = say("import", str(tmp_path / "r.md"), "--game", "lob", "--yes", "--json").json["sections"]
    assert [each["id"].rpartition("/")[2] for each in listed] == ["_1", "1", "2", "12", "5"]
    for each in listed:
        assert say("show", each["id"]).out.startswith(f"{each['number']} {each['title']}".strip())
    assert say("show", "import/r/12").out.startswith("12 Twelve\n")
    assert say("show", "import/r/_2").out.startswith("1 One\n")
    say("show", "import/r/6").refused(1, "no section 6")
    say("show", "import/r/_0").refused(1, "no section _0")


@pytest.mark.parametrize(
    ("answer", "kept"), [("yes\n", True), ("\n", True), ("no\n", False), ("ye", False), ("", False)]
)
def test_in_a_terminal_the_player_decides(
    answer: str, kept: bool, rulebook: Path, data: Path, say: Say, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Enter and yes keep the document, nothing else does: not the end of the input either."""

    class Terminal:
        def isatty(self) -> bool:
            return True

        def readline(self) -> str:
            return answer

    monkeypatch.setattr(sys, "stdin", Terminal())
    result = say("import", str(rulebook), "--game", "lob")
    assert "Keep it as my-rules?" in result.err
    assert ("Imported as my-rules: 2 searchable sections" in result.out) is kept
    assert (data / "imports" / "my-rules.json").exists() is kept


def test_without_a_terminal_nothing_is_asked(rulebook: Path, data: Path, say: Say) -> None:
    """Without --yes and --preview the command refuses."""
    for more in ((), ("--json",)):
        result = say("import", str(rulebook), "--game", "lob", *more)
        assert result.status == 2
        assert "add --yes" in result.err
    assert not (data / "imports").exists()


def test_an_imported_section_is_found_and_shown(imported: Path, say: Say) -> None:
    """An imported section is marked YOURS, with document and page, and linked to rules with its number."""
    found = say("find", "zanzibar", "dragoons")
    assert found.status == 0
    assert found.out.splitlines()[1].endswith("[YOURS] my-rules, page 1  import/my-rules/1")
    assert 'no match for "zanzibar"' not in found.out
    shown = say("show", "import/my-rules/1")
    assert shown.out.splitlines()[:4] == [
        "3.5 Closing rolls",
        "YOURS: my-rules, page 1",
        "",
        "Dragoons of the zanzibar roll twice.",
    ]
    assert "Also numbered 3.5: lob:3.5" in shown.out
    assert "Calculators: " in shown.out and "lob:closing-roll" in shown.out
    assert say("show", "import/MY-rules/3.99").out.startswith("3.99 Zouaves\n")
    rule = say("show", "lob:3.5")
    assert rule.out.endswith("Your own text: import/my-rules/1  3.5 Closing rolls (page 1)\n")
    assert say("show", "lob:3.5", "--json").json["imported"] == ["import/my-rules/1"]
    assert say("show", "lob:3.5a", "--json").json["imported"] == []


def test_the_list_of_results(imported: Path, say: Say) -> None:
    """Shipped rules come before imported ones, other games list no import, and kind:yours only imports."""
    ids = [each["id"] for each in say("find", "closing", "roll", "--game", "lob", "--json").json]
    assert ids[0] == "lob:3.5"
    assert "import/my-rules/1" in ids
    assert len(ids) == 10
    numbered = [each["id"] for each in say("find", "3.5", "--game", "lob", "--json").json]
    assert numbered.index("lob:3.5") < numbered.index("import/my-rules/1") < numbered.index("lob:3.5a")
    assert "import/" not in say("find", "game:pub", "roll", "--json").out
    only = say("find", "--kind", "yours", "rolls", "--json").json
    assert {each["id"] for each in only} == {"import/my-rules/1", "import/my-rules/2"}
    assert "import/" not in say("find", "--kind", "chart", "zouaves", "--json").out


def test_documents_of_another_game_are_listed_like_its_rules(imported: Path, say: Say) -> None:
    """Documents of another game are listed like its rules: only if better, and below the current game."""
    (other,) = say("find", "zanzibar", "--game", "aor", "--json").json
    assert other["id"] == "import/my-rules/1"
    assert say("find", "zanzibar", "--game", "aor").out.startswith("Not found in this game; in other games:")
    mixed = [each["id"] for each in say("find", "dragoons zanzibar", "--game", "aor", "--json").json]
    assert mixed[0] == "import/my-rules/1"
    below = [each["id"] for each in say("find", "morale zanzibar", "--game", "aor", "--json").json]
    assert below.index("import/my-rules/1") == 9
    assert {each.partition(":")[0] for each in below[:9]} == {"aor"}
    assert "import/" not in say("find", "morale check", "--game", "aor", "--json").out
    numbered = [each["id"] for each in say("find", "3.5", "--game", "aor", "--json").json]
    assert numbered.index("lob:3.5") < numbered.index("import/my-rules/1")
    assert "import/" not in say("find", "21.4", "--game", "aor", "--json").out


def test_a_number_that_only_the_document_has(imported: Path, say: Say) -> None:
    """A rule number that only an imported document has is not reported as missing."""
    before = say("find", "3.99", "--game", "lob")
    assert "import/my-rules/2" in before.out
    assert "rule 3.99 not found" not in before.out


def test_importing_again_replaces(imported: Path, rulebook: Path, say: Say) -> None:
    """Importing a document again replaces its text and its index."""
    rulebook.write_bytes(pdf([[Text(50, 740, "9.9 Supply", 14, True), Text(50, 600, "Wagons of marzipan.")]]))
    assert say("import", str(rulebook), "--game", "lob", "--yes").status == 0
    assert "import/my-rules/1" in say("find", "marzipan").out
    assert say("find", "zanzibar").status == 1
    assert [path.name for path in (imported / "imports").glob("*.json")] == ["my-rules.json"]
    assert len(list((imported / "imports").glob("index-*"))) == 1


def test_list_and_remove(imported: Path, rulebook: Path, say: Say) -> None:
    """A removed document leaves nothing behind but its file."""
    assert say("import", "--list").out.startswith(
        "my-rules (lob, PDF): 2 pages, 2 sections (2 with a number)"
    )
    assert say("import", "--remove", "my-rules").out.startswith("Removed my-rules; ")
    assert rulebook.exists()
    assert not (imported / "imports").exists()
    assert say("find", "zanzibar").status == 1
    assert say("import", "--list").out == "No imported documents.\n"
    say("import", "--remove", "my-rules").refused(1, "my-rules; there are no imported documents")
    say("show", "import/my-rules/1").refused(1, "unknown imported document my-rules")
    say("show", "import/x").refused(1, "write it as in import/rulebook/12")


def test_a_section_that_does_not_exist(imported: Path, say: Say) -> None:
    """The refusal names what exists."""
    say("show", "import/my-rules/3").refused(1, "it has 1 to 2")
    say("show", "import/other/1").refused(1, "known: my-rules")


@POSIX
def test_only_the_player_can_read_it(imported: Path) -> None:
    """Folder, document and index are private."""
    folder = imported / "imports"
    modes = {stat.S_IMODE(path.stat().st_mode) for path in (folder, *folder.glob("index-*"))}
    assert modes == {0o700}
    assert stat.S_IMODE((folder / "my-rules.json").stat().st_mode) == 0o600


def test_the_cache_and_reports_have_none_of_it(imported: Path, tmp_path: Path, say: Say) -> None:
    """The words of a document are in its own folder only, not in the cache or in reports."""
    say("session", "new", "Friday", "--game", "lob")
    say("find", "zanzibar")
    say("log", "export", "--out", str(tmp_path / "report.md"))
    assert (tmp_path / "report.md").exists()
    cache = Path(os.environ["COMPANION_CACHE"])
    elsewhere = [*imported.rglob("*"), *cache.rglob("*"), tmp_path / "report.md"]
    with_text = [path for path in elsewhere if path.is_file() and b"zanzibar" in path.read_bytes()]
    assert with_text
    assert {path.relative_to(imported).parts[0] for path in with_text} == {"imports"}


def test_a_damaged_file_does_not_disturb_the_search(imported: Path, say: Say) -> None:
    """Rules are still found; the list names the file."""
    (imported / "imports" / "my-rules.json").write_text("{")
    assert say("find", "closing", "roll").status == 0
    say("import", "--list").refused(2, "my-rules.json cannot be read")
    (imported / "imports" / "my-rules.json").write_text('{"format": 2}')
    say("import", "--list").refused(2, "was written by a newer version of the companion (format 2)")
    assert say("show", "lob:3.5").status == 0


@POSIX
def test_no_search_waits_for_a_pipe_among_the_documents(imported: Path, say: Say) -> None:
    """Rules are still found; the list names the file."""
    os.mkfifo(imported / "imports" / "pipe.json")
    assert say("find", "closing", "roll").status == 0
    say("import", "--list").refused(2, "pipe.json cannot be read: not a regular file")


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no such names")
def test_the_name_of_a_document_may_be_no_text(imported: Path, say: Say) -> None:
    """Rules are still found; the list names the file."""
    Path(os.fsdecode(bytes(imported / "imports") + b"/a\xff.json")).write_text("{}")
    assert say("find", "closing", "roll").status == 0
    say("import", "--list").refused(2, "a<dcff>.json cannot be read")


def test_a_lost_index_is_built_again(imported: Path, say: Say) -> None:
    """The documents are the source of the index."""
    (index,) = (imported / "imports").glob("index-*")
    (index / "manifest.json").unlink()
    assert "import/my-rules/1" in say("find", "zanzibar").out


def test_a_reader_that_fails_is_one_line(
    rulebook: Path, data: Path, say: Say, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process that crashes, or says nothing, is a refusal."""
    popen = subprocess.Popen

    def crashing(command: list[str], **more: object) -> object:
        return popen([sys.executable, "-c", "import os; print('{}', flush=True); os.abort()"], **more)  # type: ignore[call-overload]

    monkeypatch.setattr(subprocess, "Popen", crashing)
    say("import", str(rulebook), "--game", "lob", "--yes").refused(
        2, "My Rules.pdf cannot be read: the reader failed"
    )


@POSIX
def test_the_reader_is_limited() -> None:
    """Too much memory ends in a refusal, not in a crash of the companion."""
    script = (
        "from companion.importing import bounds, child\n"
        "bounds.MOST_MEMORY = 300_000_000\n"
        "child.limit()\n"
        "try:\n    bytearray(400_000_000)\nexcept MemoryError:\n    print('limited')"
    )
    run = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=300, check=False
    )
    if sys.platform == "linux":
        assert run.stdout == "limited\n", run.stderr


def test_progress_of_many_pages(tmp_path: Path, data: Path, say: Say) -> None:
    """Without a terminal, a line of progress for every hundred pages, on standard error."""
    path = tmp_path / "long.pdf"
    pages = [
        [Text(50, 740, f"{number} Scenario", 16, True), Text(50, 600, f"Scenario of {number}.")]
        for number in range(1, 202)
    ]
    path.write_bytes(pdf(pages))
    done = say("import", str(path), "--game", "lob", "--yes")
    assert done.err == "Reading: 100 of 201 pages\nReading: 200 of 201 pages\n"
    assert "201 searchable sections" in done.out
    seen: list[tuple[int, int]] = []
    assert len(read_document(path, lambda done, of: seen.append((done, of))).sections) == 201
    assert seen == [(number, 201) for number in range(202)]


def test_without_the_package(rulebook: Path, say: Say, monkeypatch: pytest.MonkeyPatch) -> None:
    """PDF names the extra; text needs none."""
    from companion.errors import Refused
    from companion.importing.formats import read_source

    monkeypatch.setitem(sys.modules, "pypdfium2", None)
    with pytest.raises(Refused, match=r"pip install 'tabletop-companion\[import\]'"):
        read_source(rulebook, lambda done, of: None)
