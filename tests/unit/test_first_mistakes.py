"""Typical mistakes of a new author: one clear fault; consequences refer to it or are not reported."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.model import MEND_FIRST, Library, NotFound
from companion.search.question_cases import QuestionChecker, finder_of, question_verdict
from tests.unit.test_authoring_guide import FILES, mygames, snippets, write
from tests.unit.test_loading_faults import CHAPTER, SEQUENCE, SHORT, changed, loaded

pytestmark = [pytest.mark.usefixtures("games_are_read_once"), pytest.mark.variants]

__all__ = ["mygames"]

MISTAKES: dict[str, tuple[str, str, str, str, str]] = {
    "single =": ("procedures/fire.yaml", "range <= 2", "range = 2", "a single =", ""),
    "choice without quotes": ("procedures/fire.yaml", "== 'cover'", "== cover", "cover is a choice", ""),
    "tab": ("procedures/fire.yaml", "  - {do: roll", "\t- {do: roll", "invalid YAML", "spaces, not with a tab"),
    "colon": ("procedures/fire.yaml", "label: Fire,", "label: Fire: dice,", "invalid YAML", "quotes around text"),
    "comma": (
        "procedures/fire.yaml", "label: Fire,", "label: Fire, first volley,", "unknown key first volley",
        "quotes around text that contains a comma",
    ),
    "star": ("charts/fire-table.yaml", 'mark: "*"', "mark: *", "invalid YAML", "begins with a special"),
    "formula in one pair of quotes": (
        "procedures/march.yaml", "\"'Foot' if arm == 'foot' else 'Horse'\"", "'Foot' if arm == 'foot' else 'Horse'",
        "invalid YAML", "double quotes around a formula",
    ),
    "hotkey of the app": (
        "procedures/fire.yaml", "kind: yes-no, cite", "kind: yes-no, hotkey: r, cite",
        "r is reserved in every", "another letter",
    ),
    "hotkey of a choice": (
        "procedures/fire.yaml", "{key: open, label: In the open}", "{key: S}\n      - {key: open, hotkey: ss}",
        "invalid hotkey 'ss'", "use a lower-case letter or a digit",
    ),
    "hotkey of a number": (
        "procedures/fire.yaml", "least: 1, most: 9", "least: 1, most: 9, hotkey: m",
        "not a yes-no question", "leave out hotkey",
    ),
    "chart": ("procedures/fire.yaml", "chart: fire-table", "chart: firetable", "unknown chart", "mean fire-table?"),
    "calculator": ("procedures/attack.yaml", "re: nerve", "re: nervs", "unknown procedure nervs", "mean nerve?"),
    "result": ("procedures/fire.yaml", "total: modifier", "total: modifer", "is not defined", "mean modifier?"),
    "id": ("charts/fire-table.yaml", "id: fire-table", "id: Fire Table", "is not a valid id", "as in fire-table"),
    "phase": ("sequence.yaml", "phase: action", "phase: actions", "unknown name", "mean action?"),
    "calculator of a step": (
        "sequence.yaml", "procedure: fire", "procedure: fier", "unknown procedure fier", "mean fire?",
    ),
    "game before it": (
        "sequence.yaml", "procedure: fire", "procedure: ford:fire", "unknown procedure ford:fire",
        "write fire, without the game prefix",
    ),
    "game before a chart": (
        "procedures/fire.yaml", "chart: fire-table", "chart: ford:fire-table", "unknown chart ford:fire-table",
        "write fire-table, without the game prefix",
    ),
    "game before what is used": (
        "procedures/attack.yaml", "procedure: nerve,", "procedure: ford:nerve,", "unknown procedure ford:nerve",
        "write nerve, without the game prefix",
    ),
    "game before a fact": (
        "units.yaml", "like: fire.men", "like: ford:fire.men", "unknown procedure ford:fire", "write fire, without",
    ),
    "answer of a unit": (
        "units.yaml", "answers: {men: men}", "answers: {man: men}", "attack has no single-answer input man", "men",
    ),
    "list as an answer": (
        "units.yaml", "melee, id: attackers, title: Attackers, follows: [attack.firers], answers: {attackers:",
        "march, id: company, title: Company, answers: {hexes:", "has no single-answer input hexes", "",
    ),
    "fact of a part": ("units.yaml", "answers: {men: men}", "answers: {men: man}", "unknown name man; did you", ""),
    "part that changes": ("units.yaml", "part: target,", "part: targe,", "unknown part 'targe'", "mean target?"),
    "no part that changes": ("units.yaml", "part: target, ", "", "unknown part ''", ""),
    "part before": ("units.yaml", "[attack.firers]", "[attack.firer]", "unknown name", "mean attack.firers?"),
    "role of a heading": (
        "procedures/attack.yaml",
        "Fire of {firers}\"\nsent",
        "Fire of {firer}\"\nsent",
        "unknown role firer",
        "mean firers?",
    ),
    "role of a sentence": (
        "procedures/attack.yaml",
        "{target} is {state}",
        "{target} is {stat}",
        "unknown role or result stat",
        "mean state?",
    ),
    "condition of a sentence": (
        "procedures/attack.yaml", "when: loss > 0}\n  - {says", "when: los > 0}\n  - {says", "unknown name los", "",
    ),
    "role that takes a result's name": (
        "procedures/attack.yaml",
        "{name: target, label: Target}",
        "{name: loss, label: Target}",
        "the name loss is taken",
        "",
    ),
    "name handed to nobody": (
        "procedures/attack.yaml",
        "names: {who: firers}",
        "names: {whom: firers}",
        "melee has no role whom",
        "mean who?",
    ),
    "name handed over of nobody": (
        "procedures/attack.yaml", "names: {who: firers}", "names: {who: firer}", "unknown role firer", "mean firers?",
    ),
    "too few names of sides": (
        "sequence.yaml",
        "sides: [Raiders, Militia]\n",
        "sides: [Raiders, Militia]\nside_names: [[French]]\n",
        "1 name for 2 sides",
        "one name each for",
    ),
    "what a command knows": (
        "sequence.yaml", "how: chosen}", "how: chosen, fills: {men: ratings}}", "unknown name 'ratings'", "rating?",
    ),
    "what a command fills": (
        "sequence.yaml", "how: chosen}", "how: chosen, fills: {mem: rating}}",
        "no calculator has a single-answer input mem",
        "men",
    ),
    "missing cells": ("charts/fire-table.yaml", "| 1   | 1   | 2", "| 1   | 1", "has 2 cells, not 3", ""),
    "unknown kind": ("procedures/fire.yaml", "kind: yes-no", "kind: yesno", "unknown value 'yesno'", "yes-no?"),
    "side": ("scenarios.yaml", "side: Militia, time", "side: Militias, time", "unknown name", "mean Militia?"),
    "who": ("sequence.yaml", "title: Rally, who: both", "title: Rally, who: Raider", "unknown name", "mean Raiders?"),
    "arrival between turns": (
        "scenarios.yaml", '"06:20", says', '"06:05", says', "no turn begins at 06:05", "nearest turns: 06:00 and 06:20",
    ),
    "end between turns": (
        "scenarios.yaml", 'last_time: "09:00"', 'last_time: "09:10"', "no turn begins at 09:10", "09:00 and 09:20",
    ),
    "cite": ("procedures/fire.yaml", 'range <= 2, cite: "3.2"', 'range <= 2, cite: "3.9"', "citation 3.9", "3.3"),
    "cite of a term": ("glossary.yaml", 'cite: "2.1"', 'cite: "2.l"', "unknown citation 2.l", "nearest: 2.1"),
    "comma in a sentence": (
        "sequence.yaml", "moves or fires.]", "moves, or fires, or both.]", "'or fires' continues", "split at a comma?",
    ),
    "list": ("sequence.yaml", "sides: [Raiders, Militia]", "sides: Raiders", "expected a list", ""),
}  # fmt: skip


@pytest.mark.parametrize("what", MISTAKES)
def test_one_mistake_in_the_guides_game(what: str, mygames: Path, tmp_path: Path) -> None:
    """The fault is reported at its line with a correction; any further fault names the file with the mistake."""
    from companion.load.library import read_library
    from companion.load.places import Places

    for snippet in snippets():
        if snippet.language in FILES:
            write(snippet, mygames)
    name, old, new, says, mend = MISTAKES[what]
    path = mygames / "tables" / "ford" / name
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))
    faults = read_library(Places((mygames,), tmp_path, tmp_path)).faults
    here = [fault for fault in faults if fault.file.endswith(name) and fault.mend != MEND_FIRST]
    assert says in here[0].says
    assert mend in here[0].mend
    others = {fault.says for fault in faults if not fault.file.endswith(name) and fault.mend != MEND_FIRST}
    if what != "id":  # the file is valid, but references to it fail
        assert others == set()


@pytest.mark.parametrize(
    ("old", "new", "says", "mend"),
    [
        ("{.erratum}", "{erratum}", "unknown mark {erratum}", "write {.erratum}, or leave it out"),
        ("## 1.1 ", "## 1.1. ", "the number is not recognized", "write 1.1 "),
        ("*Also asked:*", "Also asked:", "not recognized as a line of questions", "write *Also asked:*"),
        (
            "[[xx:1.1]].",
            "[[xx:1.1]].\n  also asked: why",
            "not recognized as a line of questions",
            "write *Also asked:*",
        ),
        ("document: book", "document: boke", "unknown document boke: not in game.yaml", "did you mean book?"),
        ("[[xx:1.1]]", "[[1.1]]", "broken link [[1.1]]", "write [[xx:1.1]]"),
    ],
)
def test_one_mistake_in_a_chapter(old: str, new: str, says: str, mend: str, tmp_path: Path) -> None:
    """Text that would otherwise be displayed wrongly, or not at all, is a fault."""
    text = f"{CHAPTER}\n*Also asked:* what else\n\n- See [[xx:1.1]].\n"
    if "document:" not in text:
        text = text.replace("title:", "document: book\ntitle:", 1)
    assert old in text
    name = SHORT["chapter"]
    reported = {(each.says, each.mend) for each in loaded(tmp_path, {name: text.replace(old, new, 1)}).faults}
    assert any(says in each[0] and mend in each[1] for each in reported), reported
    assert loaded(tmp_path / "sound", {name: text}).faults == ()


def test_questions_stand_under_a_heading_or_under_a_point(tmp_path: Path) -> None:
    """An entry lists its own questions, then those of its points; a point keeps its mark, text and links."""
    text = (
        f"{CHAPTER}\n*Also asked:* what else\n\n- See [[xx:1.1]]. {{.chart}}\n  *Also asked:* where; how far\n"
        "  - Below.\n\n    *Also asked:* how deep;\n      how wide\n- Last.\n"
    )
    assert loaded(tmp_path, {SHORT["chapter"]: text}).faults == ()
    last = loaded(tmp_path, {SHORT["chapter"]: text}).modules[0].entries[-1]
    below, see = last.points[-2], last.points[-3]
    assert (see.text, see.authority, see.asked) == ("See [[xx:1.1]].", "chart", ("where", "how far"))
    assert (below.text, below.depth, below.asked) == ("Below.", 1, ("how deep", "how wide"))
    assert last.points[-1].asked == ()
    assert last.asked == ("what else", "where", "how far", "how deep", "how wide")


SEVERAL_DAYS = """\
scenarios:
  - id: long
    title: Long
    day: 2
    time: "22:00"
    last_day: 4
    last_time: "01:00"
    light: [{time: "06:00", light: day}, {time: "20:00", light: night}]
    arrivals: "yes"
  - {id: none, title: None, time: "05:05"}
arrivals:
"""


@pytest.mark.parametrize(
    ("arrival", "mend"),
    [
        ('day: 2, time: "23:00"', ""),
        ('day: 3, time: "06:00"', ""),
        ('day: 3, time: "06:20"', ""),
        ('day: 3, time: "19:40"', ""),
        ('day: 4, time: "00:00"', ""),
        ('day: 3, time: "05:20"', "nearest turns: 05:00 and 06:00"),
        ('day: 3, time: "06:25"', "nearest turns: 06:20 and 06:40"),
        ('day: 3, time: "23:59"', "nearest turns: 23:00 and 00:00"),
        ('time: "12:11"', ""),  # before the scenario begins
        ('day: 4, time: "01:01"', ""),  # after the scenario ends
    ],
)
def test_arrivals_by_day_and_night(arrival: str, mend: str, tmp_path: Path) -> None:
    """Turns have other lengths at night, and a day may continue after midnight."""
    clock = "clock:\n  lengths: [{light: day, minutes: 20}, {light: night, minutes: 60}]\n"
    files = {
        SHORT["sequence"]: clock + SEQUENCE,
        "tables/xx/scenarios.yaml": f"{SEVERAL_DAYS}  - {{side: Blue, says: Guard, {arrival}}}\n",
    }
    reported = loaded(tmp_path, files).faults
    assert [(each.key, each.mend) for each in reported] == ([("arrivals[0].time", mend)] if mend else [])


def test_an_arrival_between_turns_of_a_minute(tmp_path: Path) -> None:
    """A turn of one minute begins at every minute, up to the last one."""
    clock = "clock:\n  lengths: [{light: day, minutes: 1}, {light: night, minutes: 60}]\n"
    late = SEVERAL_DAYS + '  - {side: Blue, says: Guard, day: 3, time: "23:59"}\n'
    reported = loaded(
        tmp_path, {SHORT["sequence"]: clock + SEQUENCE, "tables/xx/scenarios.yaml": late}
    ).faults
    assert [each.key for each in reported] == ["arrivals[0].time"]


def test_an_arrival_at_no_time_of_day(tmp_path: Path) -> None:
    """The message shows how to write a time."""
    files = {"tables/xx/scenarios.yaml": 'arrivals:\n  - {side: Blue, says: Guard, time: "9.30"}\n'}
    reported = [(each.line, each.says, each.mend) for each in loaded(tmp_path, files).faults]
    assert reported == [(2, "'9.30' is not a time of day", "write hours and minutes, as in 09:00")]


def test_an_arrival_on_a_clock_of_printed_turns(tmp_path: Path) -> None:
    """The nearest turns are listed, without invalid times."""
    clock = 'clock:\n  times: ["09:00", "10:00", "11:00", late]\n'
    files = {
        SHORT["sequence"]: clock + SEQUENCE,
        "tables/xx/scenarios.yaml": 'arrivals:\n  - {side: Blue, says: Guard, time: "10:50"}\n',
    }
    reported = [(each.key, each.mend) for each in loaded(tmp_path, files).faults]
    assert ("arrivals[0].time", "nearest turns: 10:00 and 11:00") in reported


def test_a_wrong_citation_leaves_the_calculator_usable(tmp_path: Path) -> None:
    """A game without rules has no invalid citations."""
    library = loaded(tmp_path, {SHORT["check"]: changed("check", '"1.1"', '"1.7"')})
    assert [each.says for each in library.faults] == ["unknown citation 1.7"]
    assert library.procedure("xx:check")
    broken = {
        SHORT["check"]: changed("check", '"1.1"', '"1.7"'),
        SHORT["chapter"]: f"{CHAPTER}\n- x {{.law}}\n",
    }
    assert all("cited" not in each.says for each in loaded(tmp_path / "broken", broken).faults)


def test_a_faulty_game_file_is_not_called_missing(tmp_path: Path) -> None:
    """The fault of the file is the only one."""
    library = loaded(tmp_path, {SHORT["game"]: changed("game", "authority: rule}", "authority: law}")})
    assert [each.says for each in library.faults] == ["unknown value 'law'"]


def test_the_cause_is_listed_first(mygames: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`companion check` lists consequences of other faults last."""
    from companion.cli import main

    for snippet in snippets():
        if snippet.language in FILES:
            write(snippet, mygames)
    path = mygames / "tables" / "ford" / "procedures" / "fire.yaml"
    path.write_text(path.read_text().replace("column: men", "column: man"))
    assert main(["check", "."]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert "did you mean men?" in lines[0]
    assert len(lines) > 2
    assert all(MEND_FIRST in line for line in lines[1:-1])


def test_a_question_without_answers_fails(library: Library) -> None:
    """The message lists the results."""
    finder = finder_of(library)
    accept = [{"game": "pub", "section": "none"}, "pub:none", {"game": "pub", "heading": ""}]
    for wrong in ([], "pub", accept):
        message = question_verdict(finder, {"q": "combat dice", "game": "pub", "accept": wrong})
        assert message.startswith("found pub:")
    assert (
        question_verdict(finder, {"q": "combat dice", "accept": [{"game": "pub", "heading": "Combat Dice"}]})
        == ""
    )
    assert question_verdict(finder, {"q": "", "accept": accept}) == "found nothing"


def test_a_question_names_an_entry_that_exists(library: Library) -> None:
    """A question that names an unknown entry has a fault, whatever it finds."""
    checker = QuestionChecker(library)
    faults = {
        entry: list(checker.faults({"q": "who closes", "accept": [{"game": "lob", "entry": entry}]}))
        for entry in ("lob:3.5", "lob:3.5z")
    }
    assert faults == {"lob:3.5": [], "lob:3.5z": ["entry lob:3.5z not found"]}


@pytest.mark.parametrize(
    ("old", "new", "says", "mend"),
    [
        ("dice: 2d6", "dice: d6", "'d6' is not valid dice notation", "write 1d6"),
        ("dice: 2d6", "dice: 2D6", "'2D6' is not valid dice notation", "write 2d6"),
        ("dice: 2d6", "dice: dX", "'dX' is not valid dice notation", "as in 2d6, or 00-99"),
        (
            '"dice >= (7 if shaken else 5)"', "\"dice > {'a': 7, 'b': 5}['a']\"",
            "[...] is not supported; write 4 if quality == 'raw' else 3, or look it up in a chart", "",
        ),
        ('"dice >= (7 if shaken else 5)"', "\"{'a': 7}\"", "{...} is not supported; write 4 if", ""),
        ('"dice >= (7 if shaken else 5)"', "{a: 7, b: 5}[x]", "invalid YAML", "cannot look up in {...}; write 4 if"),
        ('"dice >= (7 if shaken else 5)"', "dice and shaken", "dice is a number", ""),
        ('"dice >= (7 if shaken else 5)"', "dice and shaken", "needed here (write dice > 0)", ""),
        (
            "outcome:", "next:\n  - {says: Go on., when: dice}\noutcome:",
            "'dice' is a number, but a yes/no value is needed", "write dice > 0",
        ),
    ],
)  # fmt: skip
def test_messages_contain_the_correction(old: str, new: str, says: str, mend: str, tmp_path: Path) -> None:
    """The correction is text that can be copied."""
    reported = loaded(tmp_path, {SHORT["check"]: changed("check", old, new)}).faults
    assert any(says in each.says and mend in each.mend for each in reported), reported
    assert all("put quotes" not in each.mend for each in reported)


def test_a_calculator_that_is_left_out_is_not_called_unknown(tmp_path: Path) -> None:
    """The message refers to its faults."""
    library = loaded(tmp_path, {SHORT["check"]: changed("check", "2d6", "2x6")})
    for name in ("xx:check", "check"):
        with pytest.raises(NotFound, match=f"{name} has faults and is left out; companion check"):
            library.procedure(name)
    with pytest.raises(NotFound, match="unknown calculator xx:chek"):
        library.procedure("xx:chek")


@pytest.mark.parametrize(
    ("text", "says"), [("slug: [", "has faults"), ("slug: other\n", "has faults"), (None, "No game found")]
)
def test_the_only_game_cannot_be_used(
    text: str | None, says: str, mygames: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The message names its file, and asks for no other game."""
    from companion.cli import main

    path = mygames / "tables" / "mine" / "game.yaml"
    path.parent.mkdir(parents=True)
    if text is not None:
        path.write_text(text)
    assert main(["check", "."]) == 1
    out = capsys.readouterr().out
    assert says in out
    assert ("new-game" in out) == (text is None)
