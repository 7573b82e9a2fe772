"""The command line: output, streams and exit status of the look-up commands."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from shutil import copytree

import pytest

from companion.cli import main
from tests.conftest import ROOT


def companion(
    *arguments: str, given: str = "", folder: Path | None = None, **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run `companion` in this process without a terminal."""
    out, err = io.StringIO(), io.StringIO()
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(err):
        patch.chdir(folder or ROOT)
        for name, value in {"COLUMNS": "80", **environment}.items():
            patch.setenv(name, value)
        patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given.encode()), "utf-8"))
        status = main(arguments)
    return subprocess.CompletedProcess(arguments, status, out.getvalue(), err.getvalue())


def process(
    *arguments: str, given: str = "", folder: Path | None = None, **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run `companion` in a separate process without a terminal."""
    return subprocess.run(
        [sys.executable, "-m", "companion", *arguments],
        input=given,
        capture_output=True,
        text=True,
        cwd=folder or ROOT,
        env={**os.environ, **environment},
        timeout=300,
    )


def refused(run: subprocess.CompletedProcess[str], status: int, *words: str) -> None:
    """Assert one line on standard error with these words, nothing on standard output, no traceback."""
    assert run.returncode == status, run
    assert run.stdout == ""
    assert run.stderr.startswith("companion: ")
    assert run.stderr.count("\n") == 1
    for word in words:
        assert word in run.stderr


def test_find_lists_the_best_entry_first_with_all_keys() -> None:
    """The best result comes first, with all documented keys."""
    run = companion("find", "closing", "roll", "canister", "--json")
    assert run.returncode == 0
    results = json.loads(run.stdout)
    assert results[0]["id"] == "lob:3.5"
    assert list(results[0]) == [
        "id",
        "game",
        "section",
        "title",
        "kind",
        "authority",
        "source",
        "snippet",
        "score",
        "matched",
    ]


def test_other_games_can_be_left_out() -> None:
    """The line above their results says how, and the filter does it."""
    found = companion("find", "skedaddle", "radius", "--game", "pub").stdout
    own, line, others = found.partition("Other games (add game:pub to leave them out):\n")
    assert line and own.startswith("pub ") and others.startswith("lob ")
    left = companion("find", "game:pub", "skedaddle", "radius", "--game", "pub").stdout
    assert "pub " in left and "lob " not in left and "Other games" not in left


def test_find_why_adds_up_to_the_score() -> None:
    """The features that count, the greatest first."""
    text = " ".join(companion("find", "skedaddle", "--game", "lob", "--why").stdout.split())
    score, features = re.findall(r"why: ([\d.]+) = ((?:\w+ [\d.-]+ \([+-][\d.]+\)(?:, )?)+)", text)[0]
    points = [float(each) for each in re.findall(r"\(([+-][\d.]+)\)", features)]
    assert points == sorted(points, key=abs, reverse=True) and len(points) > 5
    assert sum(points) == pytest.approx(float(score), abs=0.05 * len(points) + 0.05)


def test_find_nothing_is_status_1() -> None:
    """A search without results is not an error."""
    run = companion("find", "xyzzyqq", "--json")
    assert (run.returncode, json.loads(run.stdout)) == (1, [])


def test_find_reads_questions_from_standard_input() -> None:
    """Questions are plain lines or JSON; each gets an array of results."""
    run = process("find", "--stdin", "--json", given='danger close\n{"q": "10.6(a)", "game": "lob"}\n')
    first, second = (json.loads(line) for line in run.stdout.splitlines())
    assert first[0]["section"] == "4.2f"
    assert second[0]["section"] == "10.6a"


@pytest.mark.parametrize(
    "arguments", [("find",), ("find", "--limit", "0", "x"), ("find", "x", "--game", "chess")]
)
def test_find_refuses_wrong_usage(arguments: tuple[str, ...]) -> None:
    """Wrong usage has status 2 and names the legal values."""
    refused(companion(*arguments), 2)


def test_find_refuses_an_unknown_game_and_lists_the_installed_ones() -> None:
    """The message lists the installed games."""
    refused(companion("find", "x", "--game", "chess"), 2, "chess", "lob")


def test_find_reports_how_it_read_the_words() -> None:
    """The output lists corrections, synonyms and words without a match."""
    text = companion("find", "OV", "canistr", "xyzzyqq", "--game", "lob", "--limit", "2").stdout
    for words in (
        "canistr read as canister.",
        "ov: also searched opening volley.",
        'No match for "xyzzyqq".',
    ):
        assert words in text
    assert f'"{"z" * 27}..."' in companion("find", "z" * 31).stdout


def test_find_exact_looks_up_only_the_typed_words() -> None:
    """--exact uses neither synonyms nor corrections."""
    text = companion("find", "--exact", "OV", "canistr", "--game", "lob").stdout
    assert "also opening volley" not in text
    assert 'No match for "canistr"' in text


@pytest.mark.parametrize(
    ("options", "kinds"),
    [
        (("--kind", "chart"), {"chart"}),
        (("--kind", "Rules"), {"entry"}),
        (("--kind", "calculator"), {"procedure"}),
    ],
)
def test_find_of_one_kind(options: tuple[str, ...], kinds: set[str]) -> None:
    """--kind and the typed filter give the same results."""
    found = json.loads(companion("find", "closing roll", "--game", "lob", *options, "--json").stdout)
    assert {each["kind"] for each in found} == kinds


def test_find_of_one_battle_needs_no_words() -> None:
    """--battle alone lists the points of Kolin."""
    run = companion("find", "--battle", "Kolin")
    assert run.returncode == 0
    assert run.stdout.startswith("Filter: battle kolin.")
    assert "Kolin" in run.stdout.splitlines()[1]


@pytest.mark.parametrize(
    ("arguments", "there"),
    [
        (("--kind", "dragon"), "erratum"),
        (("--battle", "waterloo"), "kolin"),
        (("--optional", "maybe"), "yes"),
    ],
)
def test_find_refuses_an_unknown_filter(arguments: tuple[str, ...], there: str) -> None:
    """The message lists the legal filters."""
    refused(companion("find", "x", *arguments), 2, there)


def test_find_marks_results_of_other_games() -> None:
    """Results of other games follow under a heading."""
    text = companion("find", "skedaddle", "radius", "--game", "pub").stdout
    head, _, below = text.partition("ther games (")
    assert "lob 10.9" not in head
    assert "lob 10.9 Skedaddle" in below


def test_compare_lists_the_games_side_by_side() -> None:
    """Each game has a column; a game without the term says so."""
    run = companion("compare", "shaken")
    assert run.returncode == 0
    blocks = run.stdout.split("\n\n")
    assert len(blocks) == 5
    by_game = {block.splitlines()[0]: block for block in blocks}
    assert "casualties equal its stamina" in " ".join(by_game["Black Powder"].split())
    assert "bar:shaken" in by_game["Battles from the Age of Reason"]
    assert by_game["Pub Battles"].splitlines()[1:] == ["  term not found"]
    assert "players use it for: disrupted" in by_game["Age of Rifles"]


def test_compare_as_json() -> None:
    """JSON has an object for each game, with terms and entries."""
    document = json.loads(companion("compare", "shaken", "--json").stdout)
    by_game = {each["game"]: each for each in document}
    assert sorted(by_game) == ["aor", "bar", "bp", "lob", "pub"]
    assert by_game["lob"]["terms"][0]["section"] == "6.2a"
    assert by_game["pub"]["terms"] == by_game["pub"]["entries"] == []


def test_compare_of_an_unknown_word() -> None:
    """Each game says that it has term not found; status 1."""
    run = companion("compare", "xyzzyqq")
    assert run.returncode == 1
    assert run.stdout.count("term not found") == 5


def test_show_lists_the_phases_that_use_a_rule() -> None:
    """Fluke stoppage is listed under the Command Phase."""
    assert "Command Phase" in json.loads(companion("show", "lob:10.7b", "--json").stdout)["phases"]
    assert "Phases: Command Phase" in companion("show", "lob:10.7b").stdout


def test_show_marks_errata_as_official_and_other_points_as_community() -> None:
    """Unofficial points are never shown as official."""
    text = companion("show", "lob:3.5").stdout
    assert "[ERRATUM] Open order units succeed automatically" in text
    assert "Unmarked points: community reading" in text
    data = json.loads(companion("show", "lob:3.5", "--json").stdout)
    authorities = {point["authority"] for point in data["points"]}
    assert authorities == {"clarification", "erratum", "chart", "companion", "reading"}


@pytest.mark.parametrize("spelling", ["lob:5.4a", "lob:5.4g", "5.4g", "5.4(g)", "§5.4g"])
def test_show_finds_an_entry_by_each_of_its_numbers(spelling: str) -> None:
    """Two numbers printed together lead to one entry."""
    assert companion("show", spelling).stdout.startswith("5.4a, 5.4g")


def test_show_of_an_unknown_id_suggests_the_nearest() -> None:
    """An unknown id has status 1 and names the nearest ids."""
    refused(companion("show", "lob:3.5z"), 1, "nearest: lob:3.5")


@pytest.mark.parametrize("name", ["LOC", "line of command", "bar:term-line-of-command"])
def test_show_a_term_by_name_abbreviation_or_id(name: str) -> None:
    """Name, abbreviation and id lead to the same term."""
    assert companion("show", name).stdout.splitlines()[0] == "Line of Command"


def test_show_of_a_term_in_several_games_lists_them() -> None:
    """The message asks for --game."""
    refused(companion("show", "sps"), 1, "lob:term-strength-point, bar:term-strength-point")
    assert companion("show", "sps", "--game", "bar").stdout.startswith("Strength Point")


def test_show_in_an_unknown_game_lists_the_installed_ones() -> None:
    """The message lists the installed games instead of calling the rule unknown."""
    refused(companion("show", "3.5", "--game", "chess"), 1, "unknown game chess", "lob")


def test_show_a_chart_with_its_shading_in_words() -> None:
    """The shading of a chart is readable without colour."""
    text = companion("show", "lob:combat-table").stdout
    assert "orange band: depletion of whatever ammunition" in text


def test_calc_prints_the_complete_result() -> None:
    """JSON has all documented keys."""
    run = companion(
        "calc", "lob:closing-roll", "rating=C", "leader_morale=2", "shaken=yes", "--roll", "4", "--json"
    )
    answer = json.loads(run.stdout)
    assert run.returncode == 0
    assert answer["outcome"]["success"] is True
    assert answer["needed"] == 4
    assert answer["total"] == 0
    assert answer["odds"] == {"does not close": "1/2", "closes": "1/2"}
    assert {"label", "value", "state", "cite", "because"} == set(answer["ledger"][0])
    assert [line["state"] for line in answer["ledger"]] == [
        "applied",
        "not applied",
        "applied",
        "not applied",
        "not applied",
    ]
    assert answer["next"][0]["procedure"] == "lob:opening-volley"
    assert answer["roll"] == [{"id": "die", "name": "die", "dice": "1d6", "value": 4, "source": "typed"}]


def test_calc_takes_structured_answers_as_json() -> None:
    """--input takes the same JSON from the command line and from standard input."""
    firers = [{"sps": 4, "weapon": "R", "dg": True}, {"sps": 4, "weapon": "R"}]
    answers = json.dumps({"arm": "small_arms", "range": 1, "firers": firers})
    one = companion("calc", "lob:fire", "--input", answers, "--roll", "8", "--json")
    two = companion("calc", "lob:fire", "--input", "-", "--roll", "3+5", "--json", given=answers)
    dotted = companion(
        "calc", "lob:fire", "arm=small_arms", "range=1", "firers.1.sps=4", "firers.1.weapon=R", "firers.1.dg=yes",
        "firers.2.sps=4", "firers.2.weapon=R", "--roll", "8", "--json",
    )  # fmt: skip
    outcomes = [json.loads(run.stdout)["outcome"] for run in (one, two, dotted)]
    assert outcomes[0] == outcomes[1] == outcomes[2]
    assert outcomes[0]["sps"] == 6
    changed = companion("calc", "lob:fire", "firers.2.sps=2", "--input", answers, "--roll", "8", "--json")
    assert json.loads(changed.stdout)["outcome"]["sps"] == 4


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("lob:closing-roll", "rating=G", "leader_morale=0", "--roll", "4"), ("rating", "A, B, C, D, E, F")),
        (("lob:closing-roll", "rating=A", "leader_morale=0", "--roll", "7"), ("7 is out of range", "1 to 6")),
        (("lob:closing-roll", "rating=A", "leader_morale=0", "--roll", "1,2"), ("1 needed, 2 given",)),
        (
            ("lob:command-roll", "command_value=2", "--roll", "3,4"),
            ("2 given; join the dice of one roll, as in 3+4",),
        ),
        (("lob:closing-roll", "rating=A", "leader_morale=0"), ("needs a roll of 1d6", "--odds")),
        (("lob:closing-roll", "--roll", "4"), ("still needs", "rating", "leader_morale (0 to 4)")),
        (("lob:closing-roll", "ratng=A"), ("ratng", "did you mean rating")),
        (("lob:closing-rol", "x=1"), ("lob:closing-roll",)),
        (("lob:closing-roll", "rating"), ("key=value",)),
        (("lob:fire", "--input", "[1]"), ("JSON object",)),
        (("lob:fire", "--input", "{"), ("not valid JSON",)),
        (("lob:additive-morale", "current=Sh", "new=R", "--roll", "4"), ("rolls no dice",)),
    ],
)
def test_calc_refuses_with_the_domain(arguments: tuple[str, ...], words: tuple[str, ...]) -> None:
    """Each illegal answer is refused in one line that names the domain."""
    refused(companion("calc", *arguments), 2, *words)


def test_calc_odds_need_no_dice() -> None:
    """--odds prints the odds before the roll and stops."""
    run = companion("calc", "lob:command-roll", "command_value=2", "--odds", "--json")
    answer = json.loads(run.stdout)
    assert (run.returncode, answer["odds"]) == (0, {"fails": "7/12", "succeeds": "5/12"})
    assert answer["roll"] == []


def test_calc_marks_dice_rolled_by_the_companion() -> None:
    """The answer says which dice were typed and which the companion rolled."""
    answer = json.loads(
        companion("calc", "lob:command-roll", "command_value=2", "--roll", "app", "--json").stdout
    )
    assert answer["roll"][0]["source"] == "app"
    assert 2 <= answer["roll"][0]["value"] <= 12


READY = ("lob:closing-roll", "rating=C", "leader_morale=2")
FIRST_FIRE = ("lob:fire", "arm=small_arms", "range=1", "firers.1.sps=4", "firers.1.weapon=R")


def test_calc_compares_two_options() -> None:
    """Option B has changed answers, or another calculator without the answers of A."""
    run = companion("calc", *READY, "--against", "shaken=yes", "--json")
    both = json.loads(run.stdout)
    assert (run.returncode, both["a"]["odds"]["closes"], both["b"]["odds"]["closes"]) == (0, "2/3", "1/2")
    assert both["b"]["inputs"]["rating"] == "C"
    other = json.loads(companion("calc", *READY, "--json", "--against", *FIRST_FIRE).stdout)
    assert (other["a"]["procedure"], other["b"]["procedure"]) == ("lob:closing-roll", "lob:fire")
    assert "rating" not in other["b"]["inputs"]


@pytest.mark.parametrize("columns", ["40", "80"])
def test_calc_against_in_plain_lines(columns: str) -> None:
    """Both odds are listed with fractions and differences, within the width."""
    run = companion("calc", *READY, "--against", "shaken=yes", COLUMNS=columns)
    lines = run.stdout.splitlines()
    assert max(map(len, lines)) <= int(columns)
    for expected in (
        "A: Closing roll (3.5)",
        "B: Closing roll (3.5)",
        "67% 2/3",
        "50% 1/2",
        "Moving stack is Shaken",
    ):
        assert expected in run.stdout


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((*READY, "--against", "shaken=no"), ("the same answers", "change at least one")),
        ((*READY, "--against", *READY), ("the same answers",)),
        ((*READY, "--against", "rating=G"), ("option B", "A, B, C, D, E, F")),
        ((*READY, "--against", "bogus=1"), ("option B", "unknown input bogus")),
        ((*READY, "--against", "lob:firee"), ("unknown calculator lob:firee", "lob:fire")),
        ((*READY, "--against", "lob:fire", "arm=artillery"), ("option B", "still needs")),
        ((*READY, "--against", "shaken=yes", "fast"), ("invalid answer 'fast'", "key=value")),
        (("lob:closing-roll", "rating=C", "--against", "shaken=yes"), ("option A", "leader_morale (0 to 4)")),
        ((*READY, "--against", "shaken=yes", "--roll", "4"), ("before the dice", "conflicts with --roll")),
        ((*READY, "--against", "shaken=yes", "--log"), ("conflicts with --log",)),
        (("--against", "shaken=yes"), ("goes after the calculator",)),
    ],
)
def test_calc_refuses_a_faulty_option(arguments: tuple[str, ...], words: tuple[str, ...]) -> None:
    """A fault is refused in one line that names the option."""
    refused(companion("calc", *arguments), 2, *words)


def test_calc_lists_and_describes() -> None:
    """--describe lists inputs with type, domain and condition."""
    listed = [each["id"] for each in json.loads(companion("calc", "--list", "--json").stdout)]
    assert listed[:2] == ["lob:charge", "lob:closing-roll"]
    described = json.loads(companion("calc", "lob:order-delivery", "--describe", "--json").stdout)
    awareness = next(each for each in described["inputs"] if each["name"] == "awareness")
    assert awareness["type"] == "choice"
    assert awareness["when"] == "sender == 'army'"
    assert awareness["domain"] == "one of on_fire, normal, not_so_sure, comatose"


def test_awareness_of_a_corps_is_listed_as_unused() -> None:
    """An answer that does not count is listed as unused."""
    run = companion("calc", "lob:order-delivery", "sender=corps", "awareness=comatose", "hexes=12", "--json")
    answer = json.loads(run.stdout)
    assert answer["outcome"]["turns"] == 1
    assert "only to the army commander" in answer["unused"][0]


def test_check_finds_nothing_in_the_shipped_data() -> None:
    """The shipped data has no faults."""
    run = companion("check")
    assert run.returncode == 0
    assert run.stdout.splitlines()[-1].startswith("0 faults in ")


def test_check_lists_file_line_key_and_correction(tmp_path: Path) -> None:
    """A fault in the player's own folder is listed with file, line, key and correction."""
    folder = tmp_path / "own" / "tables" / "lob" / "procedures"
    folder.mkdir(parents=True)
    text = "id: mine\ntitle: Mine\ncite: '1'\nsumary: typo\ninputs: []\nsteps: []\noutcome: []\n"
    (folder / "mine.yaml").write_text(text)
    run = companion("check", COMPANION_OVERLAY=str(tmp_path / "own"))
    assert run.returncode == 1
    assert "mine.yaml:4: sumary: unknown key sumary (did you mean summary?)" in run.stdout


def test_check_cases_lists_each_failure(tmp_path: Path) -> None:
    """--cases prints `N of M hold` and the result of each example that fails."""
    file = tmp_path / "cases.jsonl"
    example = {"procedure": "lob:command-roll", "inputs": {"command_value": 2}, "rolls": [7]}
    good = {**example, "outcome": {"yes": False}}
    bad = {**example, "outcome": {"yes": True}}
    file.write_text(json.dumps(good) + "\n" + json.dumps(bad) + "\n")
    run = companion("check", "--cases", str(file))
    assert run.returncode == 1
    assert "yes False instead of True" in run.stdout
    assert run.stdout.splitlines()[-1] == "1 of 2 hold"


def test_check_cases_prints_the_actual_follow_ups(tmp_path: Path) -> None:
    """A failed example lists the follow-ups, or the message, that the result has instead."""
    file = tmp_path / "cases.jsonl"
    example = {"procedure": "lob:closing-roll", "inputs": {"rating": "C", "leader_morale": 2}, "rolls": [6]}
    file.write_text(json.dumps({**example, "next": ["lob:fire"]}) + "\n")
    output = companion("check", "--cases", str(file)).stdout
    assert "next ['lob:" in output and output.splitlines()[-1] == "0 of 1 hold"


def test_the_app_without_a_terminal_says_so() -> None:
    """The app refuses to start without a terminal, in one line."""
    refused(process(), 2, "needs a terminal")


@pytest.mark.slow
def test_look_ups_work_without_writable_folders(tmp_path: Path) -> None:
    """Look-ups work without cache, data folder and home."""
    blocked = tmp_path / "file"
    blocked.write_text("")
    run = process(
        "find",
        "closing roll",
        "--json",
        COMPANION_CACHE=str(blocked / "c"),
        COMPANION_DATA=str(blocked / "d"),
        HOME="/nonexistent",
    )
    assert run.returncode == 0, run.stdout
    assert json.loads(run.stdout)[0]["id"] == "lob:3.5"


@pytest.mark.slow
@pytest.mark.variants
@pytest.mark.parametrize("damage", ["garbage", "empty", ""])
def test_a_damaged_index_is_rebuilt_completely(damage: str, tmp_path: Path, ready: Path) -> None:
    """The answer is the same, whatever is wrong with the index files."""
    own = str(copytree(ready, tmp_path / "damaged"))
    before = companion("find", "canister", "--json").stdout
    files = [path for path in Path(own).rglob("*") if path.is_file()]
    assert files
    for path in files:
        if damage == "garbage":
            path.write_bytes(os.urandom(200))
        elif damage == "empty":
            path.write_bytes(b"")
        else:
            path.unlink()
    assert process("find", "canister", "--json", COMPANION_CACHE=own).stdout == before


def test_find_prints_the_same_lines_in_every_process() -> None:
    """The order is fixed even if two lines of an entry match equally well."""
    arguments = ("find", "slip away from the foe as fast as legs allow", "--game", "aor")
    first, second = (process(*arguments, PYTHONHASHSEED=seed).stdout for seed in ("0", "1"))
    assert first == second != ""


def test_output_fits_forty_columns() -> None:
    """No line is wider than 40 columns."""
    for arguments in (
        ("show", "lob:3.5"),
        ("show", "lob:combat-table"),
        ("find", "canister"),
        ("calc", "--list"),
    ):
        lines = companion(*arguments, COLUMNS="40").stdout.splitlines()
        assert lines
        assert max(map(len, lines)) <= 40, max(lines, key=len)
