"""Which records are used: faulty ones are replaced by the shipped version or left out; mistakes are reported once."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.engine import Engine
from companion.load.content import content_of
from companion.load.library import load_library, read_library
from companion.model import Library, NotFound, Refused
from tests.unit.test_loading_faults import (
    BOTH,
    CHAPTER,
    CHART,
    CHECK,
    FILES,
    FIRE,
    SEQUENCE,
    SHORT,
    cached,
    changed,
    faults_in,
    line_of,
    loaded,
    module_of,
    places_of,
    write,
)


def procedures(library: Library) -> dict[str, str]:
    """Whether each procedure is the player's own, by id."""
    return {each.id: each.overlay for each in module_of(library).procedures}


def reported(library: Library) -> set[tuple[str, str]]:
    """File name and message of every fault."""
    return {(Path(fault.file).name, fault.says) for fault in library.faults}


SHIPPED = {"xx:fire": "no", "xx:check": "no", "xx:both": "no"}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("shaken else", "shakn else"),
        ("2d6", "2x6"),
        ("name: holds,", "name: hold,"),
        ("title: Check", "tilte: Check\ntitle: Check"),
        ("steps:\n", "steps:\n  - {do: use, name: u, procedure: none, given: {}, take: {}}\n"),
        ("steps:\n", "steps:\n  - {do: use, name: u, procedure: both, given: {}, take: {again: one}}\n"),
    ],
)
def test_a_faulty_procedure_falls_back(old: str, new: str, tmp_path: Path) -> None:
    """The shipped version is used instead, also by procedures that refer to it."""
    library = loaded(tmp_path, own={"tables/xx/procedures/mine.yaml": CHECK.replace(old, new, 1)})
    assert library.faults
    assert {Path(fault.file).name for fault in library.faults} <= {"mine.yaml", "both.yaml"}
    assert procedures(library)["xx:check"] == "no"
    assert Engine(library).resolve("xx:check", {}, [7]).done


def test_a_procedure_stays_usable_with_the_shipped_version_of_what_it_uses(tmp_path: Path) -> None:
    """The shipped version counts even if the faulty version no longer gives the result that is needed."""
    own = CHECK.replace("name: holds, label", "name: stands, label").replace("shaken else", "shakn else")
    library = loaded(tmp_path, own={SHORT["check"]: own})
    assert all("/own/" in fault.file for fault in library.faults)
    assert procedures(library) == SHIPPED


def test_a_procedure_that_no_longer_fits_is_left_out(tmp_path: Path) -> None:
    """The player's version is used; a shipped procedure that needs its old results is left out."""
    own = CHECK.replace("{name: holds, label", "{name: stands, value: holds, label")
    library = loaded(tmp_path, own={SHORT["check"]: own})
    assert reported(library) == {("both.yaml", "check has no result holds")}
    assert procedures(library) == {"xx:fire": "no", "xx:check": "yes"}


def test_a_procedure_that_uses_a_faulty_one_says_so(tmp_path: Path) -> None:
    """Uses and follow-ups refer to the fault; sequence, conflicts and links report nothing further."""
    library = loaded(tmp_path, {SHORT["check"]: CHECK.replace("2d6", "2x6")})
    assert reported(library) == {
        ("check.yaml", "'2x6' is not valid dice notation"),
        ("both.yaml", "check has faults and is left out"),
        ("fire.yaml", "check has faults and is left out"),
    }
    assert procedures(library) == {}
    with pytest.raises(NotFound):
        Engine(library).resolve("xx:both", {})


def test_a_procedure_that_borrows_from_a_faulty_one_is_left_out(tmp_path: Path) -> None:
    """A borrowed input has no kind without its owner."""
    given = "  - {name: shaken, label: Shaken, kind: borrowed, of: check, input: shaken}\n"
    text = BOTH.replace("  - {name: shaken, label: Shaken, kind: yes-no}\n", given)
    assert loaded(tmp_path / "whole", {SHORT["both"]: text}).faults == ()
    library = loaded(tmp_path / "not", {SHORT["both"]: text, SHORT["check"]: CHECK.replace("2d6", "2x6")})
    (borrowed, used) = faults_in(library, "both")
    assert (borrowed.key, borrowed.line) == ("inputs[0].of", line_of(text, "borrowed"))
    assert used.key == "steps[0].procedure"


GROUPED = """\
id: grouped
title: Grouped
cite: "1.1"
summary: S
inputs:
  - name: side
    label: Side
    kind: group
    fields:
      - {name: weak, label: Weak, kind: borrowed, of: check, input: shaken}
steps:
  - {do: work-out, values: {bad: side.weak}}
outcome:
  - {name: bad, label: Bad, show: headline}
"""


def test_a_field_of_a_group_may_be_borrowed(tmp_path: Path) -> None:
    """The field is asked, checked and left out like an input that is not borrowed."""
    file = "tables/xx/procedures/grouped.yaml"
    library = loaded(tmp_path / "whole", {file: GROUPED})
    assert library.faults == ()
    answer = Engine(library).resolve("xx:grouped", {"side": {"weak": True}})
    assert answer.outcome == {"bad": True}
    with pytest.raises(Refused, match=r"side\.weak"):
        Engine(library).resolve("xx:grouped", {"side": {"weak": "perhaps"}})
    wrong = loaded(tmp_path / "wrong", {file: GROUPED.replace("input: shaken", "input: shakn")})
    assert reported(wrong) == {("grouped.yaml", "check does not define the input shakn")}
    assert wrong.faults[0].key == "inputs[0].fields[0].input"
    left = loaded(tmp_path / "left", {file: GROUPED, SHORT["check"]: CHECK.replace("2d6", "2x6")})
    assert ("grouped.yaml", "check has faults and is left out") in reported(left)


def test_a_borrowed_input_has_the_key_of_its_name(tmp_path: Path) -> None:
    """A question has the same key in every calculator; under another name it is another question."""
    file = "tables/xx/procedures/grouped.yaml"
    again = "  - {name: shaken, label: Shaken, kind: borrowed, of: check, input: shaken}\nsteps:"
    asked = "label: Shaken, kind: yes-no, hotkey: z, help: A marker lies on it."
    text = CHECK.replace("label: Shaken, kind: yes-no", asked)
    library = loaded(tmp_path, {SHORT["check"]: text, file: GROUPED.replace("steps:", again)})
    group, same = library.procedure("xx:grouped").inputs
    assert (same.hotkey, group.fields[0].hotkey) == ("z", "")
    assert same.help == "A marker lies on it."


def test_a_borrowed_input_cannot_be_borrowed_again(tmp_path: Path) -> None:
    """A group with a borrowed field cannot be borrowed either, so cycles are impossible."""
    file = "tables/xx/procedures/grouped.yaml"
    again = GROUPED.replace("id: grouped", "id: again").replace(
        "kind: group\n    fields:\n      - {name: weak, label: Weak, kind: borrowed, of: check, input: shaken}",
        "kind: borrowed\n    of: grouped\n    input: side",
    )
    library = loaded(tmp_path, {file: GROUPED, "tables/xx/procedures/again.yaml": again})
    assert ("again.yaml", "grouped does not define the input side") in reported(library)


def chain(name: str, uses: str) -> str:
    """A procedure that uses another."""
    return (
        f'id: {name}\ntitle: T\ncite: "1.1"\nsummary: S\ninputs: []\nsteps:\n'
        f"  - {{do: use, name: u, procedure: {uses}, given: {{}}, take: {{r: holds}}}}\n"
        "outcome: [{name: holds, value: r, label: R, show: headline}]\n"
    )


def test_a_procedure_that_uses_a_cycle_is_left_out(tmp_path: Path) -> None:
    """A procedure a uses b, b uses c, and c uses b."""
    files = {
        f"tables/xx/procedures/{name}.yaml": chain(name, uses)
        for name, uses in [("a", "b"), ("b", "c"), ("c", "b")]
    }
    library = loaded(tmp_path, files)
    assert reported(library) == {
        ("a.yaml", "b has faults and is left out"),
        ("b.yaml", "circular use: c uses this procedure"),
        ("c.yaml", "circular use: b uses this procedure"),
    }
    assert procedures(library) == SHIPPED


def test_a_procedure_that_only_uses_an_edited_one_keeps_its_own_version(tmp_path: Path) -> None:
    """Of two of the player's procedures, only the one with the fault is replaced."""
    faulty = CHECK.replace("shaken else", "shakn else")
    mine = chain("mine", "check")
    library = loaded(tmp_path, own={SHORT["check"]: faulty, "tables/xx/procedures/mine.yaml": mine})
    assert {name for name, _ in reported(library)} == {"check.yaml"}
    assert procedures(library)["xx:mine"] == "yes"


def test_procedures_that_follow_each_other_are_not_a_cycle(tmp_path: Path) -> None:
    """A check follows fire, and fire follows the check."""
    text = CHECK + "next:\n  - {says: fire again, procedure: fire}\n"
    assert loaded(tmp_path / "whole", {SHORT["check"]: text}).faults == ()
    own = {SHORT["check"]: text.replace("shaken else", "shakn else")}
    library = loaded(tmp_path / "own", own=own)
    assert procedures(library) == SHIPPED
    assert [Path(fault.file).name for fault in library.faults] == ["check.yaml"]


def test_a_duplicate_record_in_one_folder_is_a_fault_at_its_line(tmp_path: Path) -> None:
    """The first record is used."""
    text = CHECK.replace("title: Check", "title: Other")
    library = loaded(tmp_path, {"tables/xx/procedures/zz.yaml": text})
    (fault,) = library.faults
    assert (Path(fault.file).name, fault.line, fault.key) == ("zz.yaml", 1, "id")
    assert "xx:check appears twice, first in" in fault.says
    assert library.procedure("xx:check").title == "Check"


def test_a_duplicate_heading_in_one_folder_is_a_fault_at_its_line(tmp_path: Path) -> None:
    """The first heading is used."""
    text = CHAPTER + "\n## 1.1 Fire again\n\n- Something else.\n"
    library = loaded(tmp_path, {SHORT["chapter"]: text})
    (fault,) = library.faults
    assert fault.line == line_of(text, "## 1.1 Fire again")
    assert [entry.title for entry in module_of(library).entries] == ["Firing", "Fire", "Volleys"]


def test_a_chart_and_a_calculator_may_not_share_an_id(tmp_path: Path) -> None:
    """A link could mean either of them."""
    chart = CHART.replace("id: table", "id: check")
    library = loaded(tmp_path, {"tables/xx/charts/check.yaml": chart})
    assert "xx:check is also the id of a chart" in {says for _, says in reported(library)}


def test_duplicate_ids_of_phases_are_a_fault(tmp_path: Path) -> None:
    """An id must name one phase."""
    text = SEQUENCE + "  - {id: fire, title: Again, who: both}\n"
    (fault,) = loaded(tmp_path, {SHORT["sequence"]: text}).faults
    assert (fault.key, fault.line) == ("phases[1].id", line_of(text, "Again"))


def test_a_link_has_its_line_within_a_paragraph(tmp_path: Path) -> None:
    """The fault has the line of the link, not of the paragraph."""
    text = CHAPTER.replace("A paragraph about [[xx:1.0]].", "A paragraph\nof two lines [[xx:1.9]].")
    (fault,) = loaded(tmp_path, {SHORT["chapter"]: text}).faults
    assert fault.line == line_of(text, "[[xx:1.9]]")


def test_a_folder_without_a_game_is_a_fault(tmp_path: Path) -> None:
    """The message names the missing file."""
    (fault,) = loaded(tmp_path, {"rulebook/xy/01-fire.md": CHAPTER}).faults
    assert fault.file == "rulebook/xy"
    assert "tables/xy/game.yaml" in fault.says
    assert fault.mend == "rename it after a game (xx), or add that file"
    places = places_of(tmp_path / "without")
    write(places.bases[0], {"rulebook/xy/01-fire.md": CHAPTER})
    assert [each.mend for each in read_library(places).faults] == ["add that file"]


FURTHER = [
    (
        "rows without one",
        "  - {name: r, label: R, kind: rows, fields: [{name: a, label: A, kind: yes-no}]}\n",
        "",
    ),
    (
        "rows",
        "  - {name: r, label: R, kind: rows, least: 1, fields: [{name: a, label: A, kind: yes-no}]}\n",
        "r",
    ),
    ("choice", "  - {name: r, label: R, kind: choice, choices: [{key: A}]}\n", "r"),
    ("number", "  - {name: r, label: R, kind: number}\n", "r"),
    ("field", "  - {name: r, label: R, kind: group, fields: [{name: a, label: A, kind: number}]}\n", "r.a"),
    ("set", "  - {name: r, label: R, kind: set, choices: [{key: A}]}\n", ""),
    ("with a rule", '  - {name: r, label: R, kind: number, rule: "1"}\n', ""),
    ("on a condition", "  - {name: r, label: R, kind: number, when: shaken}\n", ""),
]


@pytest.mark.parametrize(("given", "needs"), [row[1:] for row in FURTHER], ids=[row[0] for row in FURTHER])
def test_an_unanswered_input_of_a_used_procedure_is_a_fault(given: str, needs: str, tmp_path: Path) -> None:
    """A required input must be given."""
    text = CHECK.replace(
        "inputs:\n  - {name: shaken, label: Shaken, kind: yes-no}\n",
        f"inputs:\n  - {{name: shaken, label: Shaken, kind: yes-no}}\n{given}",
    )
    says = [fault.says for fault in faults_in(loaded(tmp_path, {SHORT["check"]: text}), "both")]
    assert says == ([f"check requires {needs}"] if needs else [])


@pytest.mark.parametrize("name", ["yes", "no", "nothing", "from_", "for", "if", "lambda"])
def test_a_name_with_a_meaning_in_formulas_is_a_fault(name: str, tmp_path: Path) -> None:
    """The fault is reported for inputs and values alike."""
    text = FIRE.replace("{name: shaken, label", f'{{name: "{name}", label')
    assert any(
        "reserved word" in each.says for each in faults_in(loaded(tmp_path, {SHORT["fire"]: text}), "fire")
    )
    value = FIRE.replace("values: {total:", f'values: {{"{name}": "1", total:')
    faults = faults_in(loaded(tmp_path, {SHORT["fire"]: value}), "fire")
    assert [each.key for each in faults] == [f"steps[2].values.{name}"]


@pytest.mark.parametrize("name", ["from", "class", "min", "count"])
def test_other_python_keywords_are_names(name: str, tmp_path: Path) -> None:
    """An author need not know the keywords of Python."""
    value = FIRE.replace("values: {total:", f'values: {{"{name}": "1", total:')
    assert loaded(tmp_path, {SHORT["fire"]: value}).faults == ()


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ("kind: choice\n", "kind: choice\n    rule: D\n", "inputs[0].rule"),
        ("least: 1, most: 9", 'least: 1, rule: "0"', "inputs[1].rule"),
        ("least: 1}", "least: 1, most: 0}", "inputs[3].fields[0].least"),
        ("  - {do: roll", '  - {do: require, that: shaken, says: "{n}"}\n  - {do: roll', "steps[1].says"),
        (
            "  - {do: roll",
            "  - {do: require, that: shaken, says: a, about: firers.sp}\n  - {do: roll",
            "steps[1].about",
        ),
        ("losses, label: Losses", "lost, value: loses, label: Losses", "outcome[1].value"),
    ],
)
def test_a_procedure_that_can_never_work_is_a_fault(old: str, new: str, key: str, tmp_path: Path) -> None:
    """The fault is reported when the game is loaded, with its line."""
    text = changed("fire", old, new)
    (fault,) = faults_in(loaded(tmp_path, {SHORT["fire"]: text}), "fire")
    assert (fault.key, fault.line) == (
        key,
        line_of(text, new.strip().split("\n")[-1 if "rule: D" in new else 0]),
    )


def test_a_choice_may_be_repeated_under_conditions(tmp_path: Path) -> None:
    """A choice may, for example, have another label in another case."""
    text = changed("fire", "[{key: A}, ", "[{key: A}, {key: A, label: Ay, when: rating2}, ")
    text = text.replace("inputs:\n", "inputs:\n  - {name: rating2, label: Two, kind: yes-no}\n")
    assert loaded(tmp_path, {SHORT["fire"]: text}).faults == ()


def test_a_misspelt_key_hides_nothing_and_adds_nothing(tmp_path: Path) -> None:
    """The content under the key is read as the closest known key."""
    text = FIRE.replace("take: {losses", "tkae: {losses").replace("dice: 1d6", "dice: 1x6")
    faults = faults_in(loaded(tmp_path, {SHORT["fire"]: text}), "fire")
    assert [each.key for each in faults] == ["steps[1].dice", "steps[3].tkae"]


def test_every_changed_byte_of_the_cache_is_noticed(tmp_path: Path) -> None:
    """Changed bytes are noticed in header, checksum and records."""
    places, library, file = cached(tmp_path)
    raw = file.read_bytes()
    for at in [*range(80), *range(80, len(raw), 97), len(raw) - 1]:
        file.write_bytes(raw[:at] + bytes([raw[at] ^ 1]) + raw[at + 1 :])
        assert load_library(places) == library
        assert file.read_bytes() == raw


def test_file_names_that_are_not_text(tmp_path: Path) -> None:
    """The files are read; messages show a sign for each invalid byte."""
    places = places_of(tmp_path)
    write(places.bases[0], FILES)
    before = content_of(places).whole
    (places.bases[0] / "tables/xx/charts/\udcff.yaml").write_text("id: [")
    assert content_of(places).whole != before
    (fault,) = load_library(places).faults
    assert fault.file.endswith("tables/xx/charts/\ufffd.yaml")
    assert read_library(places, content_of(places).whole) == load_library(places)


def test_a_number_too_large_for_the_cache(tmp_path: Path) -> None:
    """Tables with a number of more than 64 bits are not cached."""
    places = places_of(tmp_path)
    write(places.bases[0], {**FILES, SHORT["check"]: f"{CHECK}order: {'9' * 30}\n"})
    assert load_library(places) == load_library(places)
    assert not list(places.cache.glob("tables-*"))
