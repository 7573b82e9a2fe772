"""`companion new-rules`: sections of an imported document become rules of the player's own game."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.load.library import read_library
from companion.load.places import Places
from companion.model import Entry
from companion.render.text import row_lines, unlinked
from tests.process.conftest import CommandResult, Say

RULES = """\
Welcome to the game.

## 3 Movement

## 3.1 Marching

A column marches eight inches.

* It halts at a river.

- Guns march six.

### 3.1.1 Roads

On a road add two.

## 3.2 Charging

A charge needs a roll of 4 or more.

## 3.10 Retreats

Broken units retreat.

## Designer's notes

We like it fast.

## 4 Fire

| Dice | Loss |
|---|---|
| 1-3 | 0 |
| 4-6 | 1* |
"""
HOSTILE = (
    "See [[lob:3.5]] and [[nowhere]] now.",
    "A rout {.erratum}",
    "A rout {erratum}",
    "Only there {battle=zorndorf}",
    "Roll *twice* and _never_ once, **ever**, ___ and 3* as in 4**.",
    "# Heading",
    "#Glued",
    "<b>bold</b> &amp; <!-- no comment -->",
    "> quoted",
    "1. First of a list",
    "12) Twelfth of a list",
    "+ added",
    "* starred",
    "***",
    "---",
    "| a | b |",
    "|---|---|",
    "``` fence",
    "~~~",
    "===",
    "[3.5]: see there",
    "*Also asked:* who goes first; and who last",
    r"A path C:\*new\_one\\ ends in \ ",
    "Rule `code` ![x](y) $100 {. } and {.rule} in between.",
    "- - - dashes",
)


class Maker:
    """Makes rules of the game `ford` in its own folder."""

    def __init__(self, folder: Path, say: Say) -> None:
        self.folder = folder
        self.say = say

    def run(self, *options: str) -> CommandResult:
        """Run new-rules on the document `rules`."""
        return self.say("new-rules", "rules", "--game", "ford", *options)

    def imported(self, text: str, name: str = "rules") -> None:
        """Import a Markdown file."""
        path = self.folder / "book.md"
        path.write_text(text)
        assert self.say("import", str(path), "--game", "ford", "--name", name, "--yes").status == 0

    def rules(self, chapter: str = "02-rulebook") -> dict[str, Entry]:
        """The rules of the new chapter, as the companion reads them."""
        library = read_library(Places((self.folder / "mine",), self.folder, self.folder))
        assert library.faults == ()
        entries = library.module("ford").entries
        return {each.number or each.title: each for each in entries if Path(each.file).stem == chapter}

    @property
    def files(self) -> list[str]:
        """Names of the chapters."""
        return sorted(path.name for path in (self.folder / "mine/rulebook/ford").iterdir())


@pytest.fixture
def maker(
    tmp_path: Path, say: Say, own_game: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch
) -> Maker:
    """A maker of rules in a new small game."""
    monkeypatch.setenv("COLUMNS", "100")
    own_game("--small")
    return Maker(tmp_path, say)


def texts(entry: Entry) -> list[str]:
    """The points of a rule as they are shown."""
    return [unlinked(point.text) for point in entry.points]


def test_numbered_sections_become_rules(maker: Maker, say: Say) -> None:
    """Paragraphs, items and rows are points; a section without a number is named; the game has no fault."""
    maker.imported(RULES)
    answer = maker.run()
    assert (answer.status, answer.err) == (0, "")
    rules = maker.rules()
    assert list(rules) == ["3", "3.1", "3.1.1", "3.2", "3.10", "4"]
    assert texts(rules["3.1"]) == [
        "A column marches eight inches.",
        "It halts at a river.",
        "Guns march six.",
    ]
    assert texts(rules["4"]) == ["| Dice | Loss |\n| --- | --- |\n| 1-3 | 0 |\n| 4-6 | 1* |"]
    assert [point.kind for point in rules["4"].points] == ["table"]
    assert "1-3   0\n4-6   1*\n" in say("show", "ford:4").out
    assert rules["3.1.1"].parent == "ford:3.1"
    assert {(rule.document, rule.authority) for rule in rules.values()} == {("rules", "rule")}
    assert "02-rulebook.md: 6 rules, 1 table (none doubtful), 2 sections left out\n" in answer.out
    assert "(no number; include them with --all): Before the first heading; Designer's notes" in answer.out
    assert "Compare it with the rulebook: companion show ford:3.1\n" in answer.out
    assert say("check", str(maker.folder / "mine")).out == "0 faults in 1 game.\n"
    assert "A charge needs a roll of 4 or more." in say("show", "ford:3.2").out


def test_the_report_tells_how_to_teach_the_search(maker: Maker, say: Say) -> None:
    """The report says below which heading to write questions, and the search finds the rule by them."""
    maker.imported(RULES)
    out = " ".join(maker.run().out.split())
    chapter = maker.folder / "mine/rulebook/ford/02-rulebook.md"
    lines = chapter.read_text().splitlines()
    at = lines.index("## 3.1 Marching") + 1
    assert (
        f'"*Also asked:* who goes first; whose turn" below its heading ({chapter.name}:{at}, 3.1 Marching).'
        in out
    )
    assert "Marching" not in say("find", "how fast are my lads", "--game", "ford").out
    lines.insert(at, "\n*Also asked:* how fast are my lads")
    chapter.write_text("\n".join(lines))
    assert say("find", "how fast are my lads", "--game", "ford").out.startswith("ford 3.1 Marching")


def test_the_example_rule_is_removed(maker: Maker) -> None:
    """The example chapter of new-game is removed, so that a rule may have the number of the example."""
    maker.imported("# 1.0 One\n\nMen march.\n\n# 2.0 Two\n\nGuns roll.\n")
    out = " ".join(maker.run("--sections", "1.0").out.split())
    assert "which had only the example rule of a new game" in out
    assert maker.files == ["02-rulebook-1-0.md"]
    assert [rule.title for rule in maker.rules("02-rulebook-1-0").values()] == ["One"]
    assert "example rule" not in maker.run("--sections", "2.0").out


def test_a_chapter_with_the_title_of_the_example(maker: Maker) -> None:
    """A chapter with the title of the example chapter replaces it."""
    maker.imported("# 1.0 One\n\nMen march.\n")
    assert maker.run("--title", "Rules").status == 0
    assert maker.files == ["01-rules.md"]
    assert [rule.title for rule in maker.rules("01-rules").values()] == ["One"]


@pytest.mark.parametrize("cited", [False, True])
def test_an_example_that_was_edited_or_is_cited_stays(cited: bool, maker: Maker) -> None:
    """Its chapter is no example any more, and its title is taken."""
    chapter = maker.folder / "mine/rulebook/ford/01-rules.md"
    if cited:
        chart = "id: fire\ntitle: Fire\ncite: '1.0'\npage: Card\ngrid: |\n  Dice | Men\n  1    | 2\n"
        (maker.folder / "mine/tables/ford/charts").mkdir()
        (maker.folder / "mine/tables/ford/charts/fire.yaml").write_text(chart)
    else:
        chapter.write_text(chapter.read_text() + "- Mine.\n")
    text = chapter.read_text()
    maker.imported("# 1.0 One\n\nMen march.\n\n# 2.0 Two\n\nGuns roll.\n")
    maker.run("--title", "Rules").refused(2, "01-rules.md already exists")
    assert "Left out (the game already has this rule): 1.0 One" in maker.run().out
    assert chapter.read_text() == text


def test_a_search_finds_each_text_once(maker: Maker, say: Say) -> None:
    """A section that became a rule is found as the rule, also after a small correction; the others stay."""
    maker.imported(RULES)
    assert "[YOURS]" in say("find", "column marches", "--game", "ford").out
    assert maker.run("--sections", "3.1").status == 0
    found = say("find", "column marches", "--game", "ford").out
    assert found.startswith("ford 3.1 Marching") and "import/rules/3.1" not in found
    chapter = next((maker.folder / "mine/rulebook/ford").glob("02-*"))
    text = chapter.read_text()
    for old, new, is_found in (("eight inches", "8 inches", False), ("marches eight inches", "halts", True)):
        chapter.write_text(text.replace(old, new))
        found = say("find", "column" if is_found else "column marches", "--game", "ford").out
        assert ("import/rules/3.1" in found) is is_found
    assert "[YOURS]" in say("find", "broken units retreat", "--game", "ford").out


def test_a_section_of_headings_links_to_them(maker: Maker) -> None:
    """A section without text says where its text is, as a note of the companion."""
    maker.imported(RULES)
    assert maker.run().status == 0
    point = maker.rules()["3"].points[0]
    assert point.authority == "companion"
    assert maker.rules()["3"].links == ("ford:3.1", "ford:3.1.1", "ford:3.2", "ford:3.10")


@pytest.mark.parametrize(
    ("sections", "numbers"),
    [
        ("3.1", ["3.1", "3.1.1"]),
        ("3.2, 3.1.1", ["3.1.1", "3.2"]),
        ("3.1-3.2", ["3.1", "3.1.1", "3.2"]),
        ("3.1.1–3.10,4", ["3.1.1", "3.2", "3.10", "4"]),
        ("3", ["3", "3.1", "3.1.1", "3.2", "3.10"]),
        ("Charging", ["3.2"]),
        ("designer's notes", [""]),
        ("3.2; Designer's Notes, 4", ["3.2", "", "4"]),
    ],
)
def test_sections_are_chosen(sections: str, numbers: list[str], maker: Maker) -> None:
    """A section comes with its sub-sections, a range with all between; the order is that of the document."""
    maker.imported(RULES)
    made = maker.run("--sections", sections, "--title", "Chosen", "--json").json
    assert [each["number"] for each in made["sections"]] == numbers
    assert list(maker.rules("02-chosen")) == [number or "Designer's notes" for number in numbers]


def test_sections_without_a_number(maker: Maker) -> None:
    """With --all, sections without a number are written too."""
    maker.imported(RULES)
    made = maker.run("--all", "--json").json
    assert made["left_out"] == []
    assert "ford:designer-s-notes" in [each["id"] for each in made["sections"]]
    assert texts(maker.rules()["Designer's notes"]) == ["We like it fast."]


@pytest.mark.parametrize(
    ("text", "parents", "optional"),
    [
        ("# OPTIONAL RULES\n\n## 10.1 Smoke\n\nA.\n", {"10.1": "optional-rules"}, ["10.1"]),
        ("## ADVANCED RULES\n\nAgree.\n\n## 10.1 Smoke\n\nA.\n", {"10.1": "advanced-rules"}, ["10.1"]),
        (
            "# Optional rules\n\n# 10 Smoke\n\nA.\n\n## 10.1 Mud\n\nB.\n\n# 11 Rain\n\nC.\n\n"
            "# Notes\n\n# 12 End\n\nD.\n",
            {"10": "optional-rules", "10.1": "10", "11": "optional-rules", "12": "notes"},
            ["10", "10.1", "11"],
        ),
        ("# Siege rules\n\n# 10 Saps\n\nA.\n", {"10": "siege-rules"}, []),
        ("# An example\n\nFive men.\n\n# 10 Saps\n\nA.\n", {"10": ""}, []),
        ("# Examples\n\n## 9.2 Saps\n\nA.\n", {"9.2": "9"}, []),
    ],
)  # fmt: skip
def test_a_heading_without_a_number_heads_rules(
    text: str, parents: dict[str, str], optional: list[str], maker: Maker, say: Say
) -> None:
    """Such a heading is kept above the rules; those that it calls optional or advanced are optional, and named."""
    maker.imported(f"# 9 Victory\n\n## 9.1 Points\n\nCount.\n\n{text}")
    made = maker.run("--json").json
    rules = maker.rules()
    above = {number: rules[number].parent.removeprefix("ford:") for number in parents}
    assert above == parents
    named = [each["number"] for each in made["sections"] if each["optional"] and each["number"]]
    assert named == optional == [number for number, rule in rules.items() if rule.optional and rule.number]
    assert ("\nOptional rule.\n" in say("show", f"ford:{next(iter(parents))}").out) is bool(optional)
    assert ("Optional, because a heading says" in maker.run("--list").out) is bool(optional)
    assert say("check", str(maker.folder / "mine")).out == "0 faults in 1 game.\n"


def test_notes_after_optional_rules(maker: Maker) -> None:
    """A heading like that of the optional rules ends them."""
    maker.imported(
        "# 9 Victory\n\nCount.\n\n## Optional rules\n\n## 10.1 Smoke\n\nA.\n\n## Designer's notes\n\nWe like it.\n"
    )
    made = maker.run("--all", "--json").json
    assert [each["id"] for each in made["sections"] if each["optional"]] == [
        "ford:optional-rules",
        "ford:10.1",
    ]
    assert [each["id"] for each in made["sections"] if each["notes"]] == ["ford:designer-s-notes"]
    assert maker.rules()["Designer's notes"].parent == ""


def test_a_chosen_rule_below_an_optional_heading(maker: Maker, say: Say) -> None:
    """Without its heading it is marked itself, and `optional:yes` finds it; the mark may be removed."""
    maker.imported("# 1 One\n\nA.\n\n# Optional rules\n\n# 10 Smoke\n\nGuns smoke.\n\n## 10.1 Wind\n\nB.\n")
    assert maker.run("--sections", "10").status == 0
    chapter = maker.folder / "mine/rulebook/ford" / maker.files[0]
    assert [line for line in chapter.read_text().splitlines() if "#" in line] == [
        "## 10 Smoke {.optional}",
        "### 10.1 Wind",
    ]
    assert say("find", "smoke", "optional:yes", "--game", "ford").out.splitlines()[1].startswith("ford 10")
    chapter.write_text(chapter.read_text().replace(" {.optional}", ""))
    assert say("show", "ford:10.1", "--json").json["optional"] is False


@pytest.mark.parametrize(
    ("heading", "is_note"),
    [
        ("Designer's Notes", True),
        ("DESIGNERS’ NOTES", True),
        ("Historical notes", True),
        ("Credits", True),
        ("Acknowledgements and thanks", True),
        ("Historical units", False),
        ("Notes of march", False),
    ],
)
def test_notes_are_no_rules(heading: str, is_note: bool, maker: Maker) -> None:
    """The points under a heading of notes or credits, and those that call themselves notes, are the designer's."""
    first = "# 1 One\n\nMen march.\n\nDesigner’s note: we tried it.\n\n"
    maker.imported(f"{first}# 2 {heading}\n\nWe like it.\n\n## 2.1 Thanks\n\nAll.\n")
    out = maker.run().out
    authorities = {
        number: [point.authority for point in rule.points] for number, rule in maker.rules().items()
    }
    whose = "designer" if is_note else "rule"
    assert authorities == {"1": ["rule", "designer"], "2": [whose], "2.1": [whose]}
    named = f"1 One; 2 {heading}; 2.1 Thanks" if is_note else "1 One"
    assert f"With notes or credits, marked {{.designer}}: {named}\n" in out


@pytest.mark.parametrize(
    ("paragraph", "is_named"),
    [
        ("With thanks to the Tuesday table.", True),
        ("Playtesters: Ann, Bo.", True),
        ("It never happens. We tried it, and nobody liked it.", True),
        ("(This was a long debate.)", True),
        ("Men (also guns) march.", False),
        ("We march at dawn.", False),
    ],
)
def test_what_may_be_a_note_is_named(paragraph: str, is_named: bool, maker: Maker) -> None:
    """A possible note stays a rule; the report names its section and quotes its beginning."""
    maker.imported(f"# 1 One\n\nMen march.\n\n{paragraph}\n\n# 2 Two\n\n(Guns) roll.\n")
    out = " ".join(maker.run().out.split())
    assert (f"Perhaps a note or thanks: line 10: 1 One ({paragraph[:12]}" in out) is is_named
    assert ("at the end of that line. Each point is a line that begins with a dash" in out) is is_named
    (path,) = maker.folder.rglob("02-rulebook.md")
    assert (f"into Open in an editor: {path}" in out) is is_named
    assert path.read_text().splitlines()[9].startswith("- ")
    assert [point.authority for point in maker.rules()["1"].points] == ["rule", "rule"]


def test_numbers_of_other_rules_are_links(maker: Maker) -> None:
    """A number in brackets is a link if the game has the rule; the text is shown as printed."""
    text = "Men march (3.2), halt (see 3.1a), fire (9.9), test (3.1) and count (3)."
    maker.imported(f"# 3 A\n\nB.\n\n## 3.1 March\n\n{text}\n\n### 3.1a Halt\n\nC.\n\n## 3.2 Roads\n\nD.\n")
    assert maker.run().status == 0
    rule = maker.rules()["3.1"]
    assert (rule.links, texts(rule)) == (("ford:3.2", "ford:3.1a"), [text])


def test_headings_of_other_rules_are_links(maker: Maker) -> None:
    """A heading in brackets at the end of a sentence is a link if exactly one rule has it; its number is added."""
    text = (
        "Men march (see march). They halt (Halt); they may (Halt) or not. Some ride (see Ride). Or (march)."
    )
    heads = f"## 3.1 Orders\n\n{text}\n\n## 3.2 March\n\nC (see Orders, see March).\n\n## 3.3 Ride\n\nD.\n\n"
    maker.imported(f"# 3 A\n\nB.\n\n{heads}## 3.4 Ride\n\nE (see March).\n\n## Halt\n\nF (Halt).\n")
    assert maker.run("--all").status == 0
    rules = maker.rules()
    assert rules["3.1"].links == ("ford:3.2", "ford:halt")
    assert texts(rules["3.1"]) == [text.replace("see march", "see march, 3.2").replace("(Halt);", "(halt);")]
    assert [rules[name].links for name in ("3.2", "3.4")] == [(), ("ford:3.2",)]


def test_roman_numbers_are_chosen(maker: Maker) -> None:
    """A number without a digit is no title."""
    maker.imported("# I. One\n\nA.\n\n# II. Two\n\nB.\n\n# III. Three\n\nC.\n\n# IV. Four\n\nD.\n")
    for sections, numbers in (("II-III", ["II", "III"]), ("I IV", ["I", "IV"])):
        made = maker.run("--sections", sections, "--title", sections, "--json").json
        assert [each["number"] for each in made["sections"]] == numbers


def test_the_text_under_a_heading_without_a_number(maker: Maker) -> None:
    """A section without text names the heading that has it; --all writes both, and links to it."""
    maker.imported("# 7.1 One\n\nText.\n\n# 7.4 Results\n\n## Morale Results\n\nA unit halts.\n")
    out = " ".join(maker.run("--title", "Numbered").out.split())
    assert (
        "Left out (no text; the section below it is Morale Results: --sections 'Morale Results' writes that): 7.4"
        in out
    )
    (maker.folder / "mine/rulebook/ford/02-numbered.md").unlink()
    assert maker.run("--all").status == 0
    assert maker.rules("01-rulebook")["7.4"].links == ("ford:morale-results",)


def test_rules_of_the_game_are_never_replaced(maker: Maker) -> None:
    """A second run writes only what is missing, into the next file; equal numbers are named."""
    maker.imported("# 1.0 One\n\nA.\n\n# 2.0 Two\n\nB.\n\n# 2.0 Again\n\nC.\n\n# 3.0 Three\n\nD.\n")
    answer = maker.run("--sections", "1.0-2.0")
    assert "Left out (another section has the same number or title): 2.0 Again" in answer.out
    made = maker.run("--json").json
    assert [each["number"] for each in made["sections"]] == ["3.0"]
    assert [each["title"] for each in made["left_out"]] == ["One", "Two", "Again"]
    assert maker.files == ["02-rulebook-1-0-2-0.md", "03-rulebook.md"]


@pytest.mark.parametrize("title", ["[x] {.gap}", "Fire #", r"C:\*", "Fire {.erratum} now", "*Fire*", "# x"])
def test_titles_with_marks(title: str, maker: Maker) -> None:
    """A title is shown as printed."""
    _kept(maker, title, ["A."])
    assert maker.run().status == 0
    assert maker.rules()["7.1"].title == title


def _kept(maker: Maker, title: str, paragraphs: list[str]) -> None:
    """Import a section, then put this title and these paragraphs in the kept file."""
    maker.imported("# 7.1 Title\n\nText.\n\n# 7.2 Other\n\nText.\n")
    path = maker.folder / "data/imports/rules.json"
    kept = json.loads(path.read_text())
    section = kept["document"]["sections"][0]
    section |= {"title": title, "paragraphs": [[text, 0, False] for text in paragraphs]}
    path.write_text(json.dumps(kept))


def test_hostile_marks_are_shown_as_printed(maker: Maker, say: Say) -> None:
    """No text of a document becomes a heading, a link, a mark, a table or emphasis."""
    _kept(maker, "Hostile", list(HOSTILE))
    assert maker.run().status == 0
    rule = maker.rules()["7.1"]
    assert texts(rule) == [each.strip() for each in (*HOSTILE[:-1], HOSTILE[-1].removeprefix("- "))]
    assert {(point.kind, point.authority, point.mark) for point in rule.points} == {("point", "rule", "")}
    assert (rule.links, rule.asked) == ((), ())
    assert say("check", str(maker.folder / "mine")).out == "0 faults in 1 game.\n"
    shown = say("show", "ford:7.1").out
    assert all(f"- {each}\n" in shown for each in HOSTILE[:10])


def _with_rows(maker: Maker, rows: list[str]) -> Entry:
    """Return the rule of a section with these rows of a table."""
    _kept(maker, "Table", [])
    path = maker.folder / "data/imports/rules.json"
    kept = json.loads(path.read_text())
    kept["document"]["sections"][0]["paragraphs"] = [["Before.", 0, False], *([row, 0, True] for row in rows)]
    path.write_text(json.dumps(kept))
    assert maker.run().status == 0
    assert maker.say("check", str(maker.folder / "mine")).out == "0 faults in 1 game.\n"
    return maker.rules()["7.1"]


@pytest.mark.parametrize(
    ("rows", "written"),
    [
        (
            ["Arm | Line | Column", "Infantry | 4 | 6", "Guns | — | 5"],
            ["| Arm | Line | Column |", "| --- | --- | --- |", "| Infantry | 4 | 6 |", "| Guns | — | 5 |"],
        ),
        (["Guard | +2", "Raw | -1"], ["|  |  |", "| --- | --- |", "| Guard | +2 |", "| Raw | -1 |"]),
        (
            ["Gun | to 12 to 24", "Light | 6 | 8"],
            ["| Gun | to 12 to 24 |  |", "| --- | --- | --- |", "| Light | 6 | 8 |"],
        ),
        (["Guns | 2", "- | -"], []),
        (["a|b | 2", "c | 3"], []),
        (["Only | one"], []),
    ],
)
def test_rows_become_a_table(rows: list[str], written: list[str], maker: Maker) -> None:
    """Rows in succession are a Markdown table; one that would be shown differently stays points."""
    points = _with_rows(maker, rows).points
    assert points[0].text == "Before."
    if written:
        assert [(each.kind, each.text.splitlines()) for each in points[1:]] == [("table", written)]
    else:
        assert [unlinked(each.text) for each in points[1:]] == [row.removeprefix("- ") for row in rows]


def test_marks_in_cells_are_shown_as_printed(maker: Maker) -> None:
    """No cell becomes a link, a mark or emphasis."""
    cells = [each for each in HOSTILE if "|" not in each]
    rule = _with_rows(maker, ["Name | Value", *(f"{cell} | 1" for cell in cells if set(cell) - set(":-"))])
    shown = row_lines(unlinked(rule.points[1].text))
    assert shown == ["Name; Value", *(f"{cell.strip()}; 1" for cell in cells if set(cell) - set(":-"))]
    assert (rule.links, rule.asked) == ((), ())


def test_what_cannot_be_written_is_left_out(maker: Maker) -> None:
    """A text that would be taken for something else is named with the reason; the others are written."""
    _kept(maker, "Questions", ["Also asked: what is this"])
    answer = maker.run()
    assert list(maker.rules()) == ["7.2"]
    assert "not recognized as a line of questions" in " ".join(answer.out.split())


def test_pages_are_printed(maker: Maker) -> None:
    """A document with pages names them."""
    (maker.folder / "book.txt").write_text("7.1 One\n\nFirst text.\n\f7.2 Two\n\nSecond text.\n")
    book = str(maker.folder / "book.txt")
    assert maker.say("import", book, "--game", "ford", "--name", "rules", "--yes").status == 0
    answer = maker.run("--json").json
    assert [(each["number"], each["page"]) for each in answer["sections"]] == [("7.1", 1), ("7.2", 2)]
    maker.say("import", book, "--game", "ford", "--name", "charts", "--yes")
    Path(answer["file"]).unlink()
    assert "  7.2 Two, page 2\n" in maker.run("--list").out


def test_a_document_that_game_yaml_lacks(maker: Maker) -> None:
    """The refusal has the line to add; --document names another one, whose authority the rules get."""
    maker.imported(RULES, "book")
    run: Callable[..., CommandResult] = lambda *more: maker.say("new-rules", "book", "--game", "ford", *more)  # noqa: E731
    run().refused(
        2, "no document book in", "- {id: book, title: Rulebook, authority: rule}", "--document rules"
    )
    assert maker.files == ["01-rules.md"]
    assert run("--document", "charts").status == 0
    assert {rule.authority for rule in maker.rules("02-chart-sheet").values()} == {"chart"}


@pytest.mark.parametrize(
    ("options", "status", "says"),
    [
        (("--sections", "3.3"), 1, "rules has no section 3.3; nearest: 3.2, 3.1"),
        (
            ("--sections", "Designer notes"),
            1,
            "rules has no section Designer notes; nearest: designer's notes",
        ),
        (("--sections", "3.2-3.1"), 2, "3.1 comes before 3.2"),
        (("--sections", "3.2-"), 2, "invalid range"),
        (("--sections", ","), 2, "--sections requires numbers"),
        (("--title", "?"), 2, "must contain letters or digits"),
    ],
)
def test_refusals(options: tuple[str, ...], status: int, says: str, maker: Maker) -> None:
    """Each refusal is one line, and nothing is written."""
    maker.imported(RULES)
    maker.run(*options).refused(status, says)
    assert maker.files == ["01-rules.md"]


def test_nothing_is_overwritten(maker: Maker) -> None:
    """A chapter of the same name is refused, also with another number."""
    maker.imported(RULES)
    path = maker.folder / "mine/rulebook/ford/09-rulebook.md"
    path.write_text("---\ntitle: Mine\n---\n\n# 9 Mine\n\n- Text.\n")
    maker.run().refused(2, "09-rulebook.md already exists")
    assert path.read_text().startswith("---\ntitle: Mine\n")
    assert maker.run("--title", "All rules").status == 0
    assert "10-all-rules.md" in maker.files


def test_unknown_names(maker: Maker, say: Say) -> None:
    """An unknown document or game, and a document of another game."""
    maker.run().refused(1, "unknown imported document rules; there are no imported documents")
    maker.imported(RULES)
    say("new-rules", "rules", "--game", "mill").refused(1, "unknown game mill")
    assert say("new-game", "mere", "--small").status == 0
    say("new-rules", "rules", "--game", "mere").refused(2, "rules belongs to ford")


def test_another_folder(maker: Maker, say: Say) -> None:
    """--folder chooses the folder."""
    maker.imported(RULES)
    there = maker.folder / "there"
    made = maker.run("--folder", str(there), "--json").json
    assert made["file"] == str(there / "rulebook/ford/01-rulebook.md")
    assert Path(made["file"]).exists()
    assert maker.files == ["01-rules.md"]


def test_a_section_that_is_too_long(maker: Maker) -> None:
    """A section longer than a chapter may be is named and left out."""
    _kept(maker, "Long", ["word " * 20_000] * 3)
    answer = maker.run()
    assert "longer than 250,000 characters" in " ".join(answer.out.split())
    assert list(maker.rules()) == ["7.2"]


def test_the_report_is_short(maker: Maker, monkeypatch: pytest.MonkeyPatch) -> None:
    """Even for a long document the report is short: it counts what it leaves out, and --list shows all."""
    monkeypatch.setenv("COLUMNS", "80")
    rows = "| Arm | Line | |\n|---|---|---|\n| Foot | 4 | 1 |\n| Horse | 6 | 2 |\n"
    numbers = [*range(1, 30), *range(40, 70)]
    text = "".join(
        f"## 3.{each} Rule {each}\n\nText.\n\n{rows}\n## Note {each}\n\nWords.\n\n" for each in numbers
    )
    maker.imported(
        text + "## 8.1 Empty\n\n## Morale\n\nA unit halts.\n\n## 8.2 Bare\n\n## 8.3 Last\n\nEnd.\n"
    )
    before = maker.run("--list").out
    assert maker.files == ["01-rules.md"]
    out = maker.run().out
    assert len(out.splitlines()) <= 18 + len(str(maker.folder)) // 80 + 1
    assert "60 rules, 59 tables, 62 sections left out" in " ".join(out.split())
    assert (
        out.index("below it is Morale") < out.index("Left out (no text)") < out.index("Left out (no number")
    )
    assert "Note 1; Note 2; Note 3; Note 4; and 56 more" in " ".join(out.split())
    assert "Doubtful in the document: numbering jumps from 3.29 to 3.40" in " ".join(out.split())
    assert "Full report: companion new-rules rules --game ford --list\n" in out
    after = maker.run("--list").out
    assert (
        "To be written: 60\n  3.1 Rule 1\n" in before and "In the game already: 60\n  3.1 Rule 1\n" in after
    )
    for listed in (before, after):
        assert "Left out (no number; include them with --all): 60\n  Note 1\n" in listed
        assert "Tables to compare with the rulebook: 59\n  3.1 Rule 1 (a column without a name)\n" in listed
    assert maker.files == ["02-rulebook.md"]


def test_many_remarks_are_counted(maker: Maker, monkeypatch: pytest.MonkeyPatch) -> None:
    """A narrow terminal shows the first ones, and the number of the others."""
    monkeypatch.setenv("COLUMNS", "40")
    parts = [f"## 8.{each} Empty {each}\n\n## Title of section {each}\n\nText.\n\n" for each in range(1, 9)]
    maker.imported("".join(parts) + "## 9 Last\n\nEnd.\n")
    out = maker.run().out
    assert "more remarks.\nFull report: companion new-rules rules" in out
    path_lines = len(str(maker.folder)) // 24 + 1
    assert len(out.splitlines()) <= 22 + 2 * path_lines  # two lines have a path


def test_doubts_of_the_sections_that_are_written(maker: Maker) -> None:
    """Only doubts on the pages of the written sections are named, also in the JSON."""
    (maker.folder / "book.txt").write_text("7.1 One\n\nText.\n\f7.4 Two\n\nText.\n\f7.9 Three\n\nText.\n")
    book = str(maker.folder / "book.txt")
    assert maker.say("import", book, "--game", "ford", "--name", "rules", "--yes").status == 0
    for sections, pages in (("7.4", [2]), ("7.4-7.9", [2, 3]), ("7.1", [])):
        listed = maker.run("--sections", sections, "--list", "--json").json
        assert ([each["page"] for each in listed["doubts"]], listed["file"]) == (pages, None)


def test_rows_that_stay_points_are_named(maker: Maker) -> None:
    """A table that would be shown differently is no table, and the report says so."""
    _kept(maker, "Table", [])
    path = maker.folder / "data/imports/rules.json"
    kept = json.loads(path.read_text())
    kept["document"]["sections"][0]["paragraphs"] = [["Guns | 2", 0, True], ["- | -", 0, True]]
    path.write_text(json.dumps(kept))
    assert "Rows of a table, kept as points: 7.1 Table\n" in maker.run().out


@pytest.mark.parametrize(
    ("rows", "doubt"),
    [
        ("| Arm | Line |\n|---|---|\n| Foot | 4 |\n| Horse | 6 |\n", ""),
        ("| | Line |\n|---|---|\n| Foot | 4 |\n| Guns | |\n| Horse | 6 |\n", ""),
        ("| | |\n|---|---|\n| Case | 2D6 |\n| Guard | +1 |\n| Raw | -1 |\n", ""),
        ("| | |\n|---|---|\n| 4 | 1 |\n| 6 | 2 |\n", "no names of columns"),
        ("| | |\n|---|---|\n| 1-3 | 1 |\n| 4-6 | 2 |\n", "no names of columns"),
        ("| Arm | Line | |\n|---|---|---|\n| Foot | 4 | 1 |\n| Horse | 6 | 2 |\n", "a column without a name"),
        ("| Arm | Line |\n|---|---|\n| Foot | 4 |\n| Foot | 6 |\n", "rows with the same name"),
        ("| Arm | Line |\n|---|---|\n| Foot | 4 |\n| | 6 |\n", "a row without a name"),
    ],
)
def test_doubtful_tables_are_named(rows: str, doubt: str, maker: Maker) -> None:
    """Tables that may have been read wrongly are named, each with the reason."""
    maker.imported(f"# 1 Rule\n\nText.\n\n{rows}\n# 2 Other\n\nText.\n")
    out = " ".join(maker.run().out.split())
    assert "1 table" in out
    assert ("Tables to compare with the rulebook" in out) == bool(doubt)
    assert f"Tables to compare with the rulebook: 1 Rule ({doubt})" in out or not doubt


def test_numbered_rows_have_no_head(maker: Maker) -> None:
    """The first of rows that are numbered from 1 is a row, which needs no look."""
    maker.imported(
        "# 1 Turn\n\nText.\n\n| 1 | Fire | Throw D6, as in phases 3 and 4. |\n|---|---|---|\n"
        "| 2 | Move | Units move. |\n| 3 | Rally | Units rally. |\n"
    )
    assert "Tables to compare" not in maker.run().out
    (path,) = (maker.folder / "mine/rulebook/ford").glob("02-*.md")
    assert (
        "|  |  |  |\n| --- | --- | --- |\n| 1 | Fire | Throw D6, as in phases 3 and 4. |\n"
        in path.read_text()
    )
