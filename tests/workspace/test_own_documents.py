"""The player's own documents: finding files, the summary before saving, saving, removing, and the search after it."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.errors import NotFound, Refused
from companion.importing.reading import Cancellation
from companion.model.imported import ImportedDocument, ImportedSection, Paragraph
from companion.workspace import own_documents
from companion.workspace.context import AppContext
from companion.workspace.own_documents import MOST_LISTED, UP, ListedFile, files_at, start_path

_unix = pytest.mark.skipif(sys.platform == "win32", reason="folders and messages of Unix")


def document(name: str = "rules", word: str = "zanzibar", game: str = "drum") -> ImportedDocument:
    """Return a document of one section with this word."""
    section = ImportedSection("3", f"The {word}", 1, 0, 0, (Paragraph(f"All of the {word}."),))
    return ImportedDocument(name, game, "/rules.md", "Markdown", 0, (section,))


def found(context: AppContext, word: str) -> list[str]:
    """Return the ids of what the search finds."""
    return [each.id for each in context.finder.find(word, "drum").results]


def no_progress(done: int, of: int) -> None:
    """Ignore the progress."""


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The home folder, which is the current folder too: documents, folders, hidden files and others."""
    home = tmp_path / "home"
    for name in ("Alps.md", "balps.PDF", "alp.png", ".alps.txt", "z.htm", "Palps/in.txt", "alphabet/x.md"):
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).touch()
    (home / ".hidden").mkdir()
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("USERPROFILE", str(home))
    monkeypatch.chdir(home)
    return home


def paths(listed: list[ListedFile]) -> list[str]:
    """Return the paths as they are typed."""
    return [each.path for each in listed]


@pytest.mark.parametrize(
    ("typed", "listed"),
    [
        ("~/", ["alphabet/", "Palps/", "Alps.md", "balps.PDF", "z.htm"]),
        ("~", ["alphabet/", "Palps/", "Alps.md", "balps.PDF", "z.htm"]),
        ("  ~/ ", ["alphabet/", "Palps/", "Alps.md", "balps.PDF", "z.htm"]),
        ("~/alp", ["alphabet/", "Alps.md", "Palps/", "balps.PDF"]),
        ("~/LPS", ["Palps/", "Alps.md", "balps.PDF"]),
        ("~/.", [".hidden/", ".alps.txt", "Alps.md", "balps.PDF", "z.htm"]),
        ("~/.a", [".alps.txt"]),
        ("~/alphabet/", ["alphabet/x.md"]),
        ("~/zz", []),
    ],
)
def test_files_that_contain_the_typed_text_are_listed(
    home: Path, drum: AppContext, typed: str, listed: list[str]
) -> None:
    """Names that begin with it come first, then folders before documents, each in the order of the alphabet."""
    assert [each.path for each in files_at(drum, typed) if each.name != UP] == [
        f"~/{name}" for name in listed
    ]


def test_the_parent_folder_comes_first_if_no_name_is_typed(home: Path, drum: AppContext) -> None:
    """The parent folder is listed first if no name is typed; the root folder has no parent."""
    assert files_at(drum, "~/")[0] == ListedFile(UP, f"{home.parent.as_posix()}/")
    assert files_at(drum, "~/alphabet/") == [ListedFile(UP, "~/"), ListedFile("x.md", "~/alphabet/x.md")]
    assert UP not in [each.name for each in files_at(drum, "~/alp")]
    (home / "alphabet/deep").mkdir()
    assert files_at(drum, "alphabet/deep/") == [ListedFile(UP, "~/alphabet/")]
    assert UP not in [each.name for each in files_at(drum, "/")]
    assert files_at(drum, str(home.parent / "home/alphabet/../z")) == [
        ListedFile("z.htm", f"{home.parent}/home/alphabet/../z.htm")
    ]


def test_a_path_without_a_folder_is_in_the_current_one(home: Path, drum: AppContext) -> None:
    """A path without a folder is in the current folder, and so are the listed paths."""
    assert paths(files_at(drum, "alp")) == ["alphabet/", "Alps.md", "Palps/", "balps.PDF"]
    assert [each.is_folder for each in files_at(drum, "alp")] == [True, False, True, False]


def test_only_the_first_files_of_a_large_folder_are_listed(home: Path, drum: AppContext) -> None:
    """Only the first files of a large folder are listed, in addition to the parent folder."""
    for number in range(MOST_LISTED + 1):
        (home / "alphabet" / f"{number:03}.txt").touch()
    listed = files_at(drum, "~/alphabet/")
    assert len(listed) == 501
    assert (listed[1].name, listed[-1].name) == ("000.txt", "499.txt")


@_unix
@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("~/none/a", "^~/none/ cannot be read: No such file or directory$"),
        ("~/Alps.md/", "^~/Alps.md/ cannot be read: Not a directory$"),
        ("~/a\0b/", "^~/a\0b/ cannot be read: .*embedded null"),
    ],
)
def test_a_folder_that_cannot_be_read_is_refused(
    home: Path, drum: AppContext, typed: str, message: str
) -> None:
    """The message has the folder as typed, and the reason."""
    with pytest.raises(Refused, match=message):
        files_at(drum, typed)


def test_the_home_folder_of_nobody_is_refused(home: Path, drum: AppContext) -> None:
    """The message has the folder as typed."""
    with pytest.raises(Refused, match=r"^~nobody-here/ cannot be read: "):
        files_at(drum, "~nobody-here/")


@pytest.mark.parametrize(("inside", "path"), [("", "~/"), ("alphabet", "~/alphabet/"), ("..", None)])
def test_the_search_for_a_file_starts_in_the_current_folder(
    home: Path, drum: AppContext, monkeypatch: pytest.MonkeyPatch, inside: str, path: str | None
) -> None:
    """The home folder is written `~`; a guest sees no folder."""
    monkeypatch.chdir(home / inside)
    assert start_path(drum) == (path or f"{home.parent.as_posix()}/")
    drum.guest = True
    assert start_path(drum) == ""


@_unix
def test_the_root_folder_has_one_slash(home: Path, drum: AppContext, monkeypatch: pytest.MonkeyPatch) -> None:
    """The root folder is written with one slash."""
    monkeypatch.chdir("/")
    assert start_path(drum) == "/"


@_unix
def test_without_a_current_folder_the_home_folder_is_the_start(
    home: Path, drum: AppContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the current folder was removed, the search for a file starts in the home folder."""
    gone = home / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    assert start_path(drum) == "~/"


def test_a_saved_document_is_found_until_it_is_removed(drum: AppContext) -> None:
    """A document of the same name replaces it; the removed document is returned."""
    assert found(drum, "zanzibar") == []
    own_documents.keep(drum, document())
    assert found(drum, "zanzibar") == ["import/rules/3"]
    replaced = document(word="marzipan")
    own_documents.keep(drum, replaced)
    assert (found(drum, "zanzibar"), found(drum, "marzipan")) == ([], ["import/rules/3"])
    assert own_documents.documents(drum) == [replaced]
    assert own_documents.remove(drum, "rules") == replaced
    assert found(drum, "marzipan") == []
    assert own_documents.documents(drum) == []


def test_an_unknown_document_is_not_removed(drum: AppContext) -> None:
    """The message names the documents."""
    with pytest.raises(NotFound, match=r"^unknown imported document x; there are no imported documents$"):
        own_documents.remove(drum, "x")
    own_documents.keep(drum, document())
    with pytest.raises(NotFound, match=r"^unknown imported document x; known: rules$"):
        own_documents.remove(drum, "x")
    assert found(drum, "zanzibar") == ["import/rules/3"]


def test_documents_of_the_game_in_play_come_first(drum: AppContext) -> None:
    """Otherwise they are in the order of their names."""
    for name, game in (("a", "fife"), ("b", "drum"), ("c", "fife"), ("d", "drum")):
        own_documents.keep(drum, document(name, game=game))
    assert [each.name for each in own_documents.documents(drum)] == ["b", "d", "a", "c"]


def test_a_summary_says_whether_a_document_is_replaced(drum: AppContext) -> None:
    """Its last line names the document of the same name."""
    own_documents.keep(drum, document("other"))
    first = own_documents.preview(drum, document(), 80)
    assert first[0] == "Drum and Colours, Markdown, 1 section with a number: /rules.md"
    assert "replaces" not in "".join(first)
    own_documents.keep(drum, document())
    assert own_documents.preview(drum, document(), 80) == [
        *first,
        "",
        "This replaces the imported document rules.",
    ]


def test_a_guest_neither_sees_files_nor_changes_documents(home: Path, drum: AppContext) -> None:
    """The message says how the owner imports."""
    own_documents.keep(drum, document())
    assert own_documents.is_owner(drum)
    drum.guest = True
    assert not own_documents.is_owner(drum)
    acts: list[Callable[[], object]] = [
        lambda: files_at(drum, "~/"),
        lambda: own_documents.read_file(drum, "Alps.md", no_progress, Cancellation()),
        lambda: own_documents.keep(drum, document("more")),
        lambda: own_documents.remove(drum, "rules"),
        lambda: own_documents.documents(drum),
    ]
    for act in acts:
        with pytest.raises(Refused) as error:
            act()
        assert str(error.value) == (
            "guests cannot import files from the host; on the host, use companion import"
        )
    drum.guest = False
    assert [each.name for each in own_documents.documents(drum)] == ["rules"]


def test_a_file_whose_name_has_no_letters_is_not_read(home: Path, drum: AppContext) -> None:
    """The id of a section could not be written."""
    with pytest.raises(Refused, match=r"^the name of the document must contain letters or digits"):
        own_documents.read_file(drum, "~/!!.md", no_progress, Cancellation())
