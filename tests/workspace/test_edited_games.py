"""Files that are edited while a game is in use: what is noticed, what is used, and open calculations."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.load.library import load_library
from companion.model.event import Calculated
from companion.play.opening import open_session
from companion.play.units_and_notes import keep_unit
from companion.workspace import autofill
from companion.workspace.amendment import Amendment
from companion.workspace.calculation import Calculation
from companion.workspace.context import AppContext
from companion.workspace.edited_files import EditedFiles, stamps_of
from tests.unit.test_loading_faults import CHECK, FILES, FIRE, SHORT, places_of, write

UNITS = """\
facts:
  - {name: shaken, label: Shaken, like: check.shaken, fills: [shaken]}
  - {name: sps, label: SPs, like: fire.firers.sps, fills: [firers.sps]}
"""
WEAK = "  - {name: weak, label: Weak, kind: yes-no}\nsteps:\n"
REQUIRED = f"{WEAK}  - {{do: require, that: not (shaken and weak), says: Shaken units are not weak.}}\n"


@pytest.fixture
def small(tmp_path: Path) -> Iterator[AppContext]:
    """A session of a small game whose files can be edited."""
    places = places_of(tmp_path)
    write(places.bases[0], {**FILES, "tables/xx/units.yaml": UNITS})
    library = load_library(places)
    assert library.faults == ()
    session = open_session(places.data, library)
    session.open_game("xx")
    yield AppContext(places, library, session)
    session.close()


def edit(context: AppContext, name: str, text: str) -> None:
    """Replace a file of the game."""
    (context.places.bases[0] / SHORT[name]).write_text(text)


def use(context: AppContext) -> None:
    """Use the edited files, as the app does between two keys."""
    context.library = context.session.library = load_library(context.places)
    context.engine = type(context.engine)(context.library)


def check(context: AppContext, **answers: bool) -> Calculation:
    """Return a check with these answers."""
    calculation = Calculation(context, "xx:check", {})
    for name, value in answers.items():
        calculation.sheet.answer((name,), value)
    calculation.update()
    return calculation


def test_only_a_changed_text_is_read(small: AppContext) -> None:
    """A file that was saved without a change is not; a changed one is read once, and is then in use."""
    files = EditedFiles(small)
    assert files.poll() is None
    edit(small, "check", f"{CHECK}\n")
    edit(small, "check", CHECK)
    assert files.poll() is None
    edit(small, "check", CHECK.replace("title: Check", "title: Nerve"))
    edited = files.poll()
    assert edited is not None and files.poll() is None
    assert small.library.procedure("xx:check").title == "Check"
    assert files.take_over(edited) == ()
    assert small.library.procedure("xx:check").title == "Nerve"
    assert small.session.library is small.library and small.finder is edited.finder


def test_a_change_that_the_app_made_itself_is_no_edit(small: AppContext) -> None:
    """A form writes a file and uses its content while the file is being noticed: there is nothing left to take over."""
    files = EditedFiles(small)
    edit(small, "check", CHECK.replace("title: Check", "title: Nerve"))
    edited = files.poll()
    assert edited is not None
    use(small)
    library = small.library
    assert files.take_over(edited) is None
    assert small.library is library
    assert files.poll() is None


def test_a_faulty_edit_is_not_used(small: AppContext) -> None:
    """Its fault is reported once; a fault that was there before is not reported at all."""
    edit(small, "both", FILES[SHORT["both"]].replace("procedure: check", "procedure: chek"))
    use(small)
    (old,) = small.library.faults
    files = EditedFiles(small)
    edit(small, "check", CHECK.replace("shaken else", "shakn else"))
    edited = files.poll()
    assert edited is not None
    reported = [fault.key for fault in files.take_over(edited) or ()]
    assert "steps[1].values.holds" in reported and old.key not in reported
    assert small.library.procedure("xx:check")


def test_a_faulty_edit_is_reported_until_the_file_changes_again(small: AppContext) -> None:
    """Saving it unchanged reports nothing; after the old text is restored, there are no faults left."""
    files = EditedFiles(small)
    edit(small, "check", CHECK.replace("shaken else", "shakn else"))
    edited = files.poll()
    assert edited is not None
    reported = files.take_over(edited)
    os.utime(small.places.bases[0] / SHORT["check"], (0, 0))
    assert files.poll() is None
    assert reported and files.faults == reported
    edit(small, "check", CHECK)
    edited = files.poll()
    assert edited is not None
    assert files.take_over(edited) == files.faults == ()
    assert small.library is edited.library


def test_a_text_that_is_in_use_already_is_not_read(small: AppContext) -> None:
    """A form of the app wrote the file and uses its content before the file is noticed."""
    files = EditedFiles(small)
    edit(small, "check", CHECK.replace("title: Check", "title: Nerve"))
    use(small)
    assert files.poll() is None
    edit(small, "check", CHECK)
    edited = files.poll()
    assert edited is not None and edited.library.procedure("xx:check").title == "Check"


@pytest.mark.skipif(sys.platform == "win32", reason="links of Unix")
def test_files_in_a_linked_folder_are_noticed(small: AppContext, tmp_path: Path) -> None:
    """Players keep their games elsewhere; rules are noticed like tables, and a link to nothing is left out."""
    tables = small.places.bases[0] / "tables/xx"
    tables.rename(tmp_path / "elsewhere")
    tables.symlink_to(tmp_path / "elsewhere")
    (tables / "gone.yaml").symlink_to(tmp_path / "nothing")
    before = stamps_of(small.places)
    edit(small, "check", f"{CHECK}# more\n")
    changed = stamps_of(small.places) - before
    assert [(name, size) for name, size, _ in changed] == [
        (str(tables / "procedures/check.yaml"), len(CHECK) + 7)
    ]
    assert {Path(name).name for name, _, _ in before} == {Path(name).name for name in FILES} | {"units.yaml"}


def test_a_game_that_is_gone_stays_in_use(small: AppContext) -> None:
    """The message says how to get it back; faults of files that are there come first."""
    other = small.places.bases[0] / "tables/yy"
    shutil.copytree(small.places.bases[0] / "tables/xx", other)
    (other / "game.yaml").write_text(FILES[SHORT["game"]].replace("slug: xx", "slug: yy"))
    use(small)
    files = EditedFiles(small)
    shutil.rmtree(other)
    edited = files.poll()
    assert edited is not None
    assert [str(fault) for fault in files.take_over(edited) or ()] == [
        "tables/yy: game folder not found (restore the folder, or restart the app)"
    ]
    assert small.library.module("yy")
    edit(small, "check", CHECK.replace("2d6", "2x6"))
    edited = files.poll()
    assert edited is not None
    reported = files.take_over(edited) or ()
    assert "steps[0].dice" in [fault.key for fault in reported]
    assert all("gone" not in fault.says for fault in reported)


def test_an_open_calculation_takes_an_edit(small: AppContext) -> None:
    """Its answers stay, except those to questions that are gone."""
    edit(small, "check", CHECK.replace("steps:\n", WEAK))
    use(small)
    calculation = check(small, shaken=True, weak=True)
    assert calculation.use_edited() is False
    use(small)
    assert calculation.use_edited() is False
    edit(small, "check", CHECK)
    use(small)
    assert calculation.use_edited() is True
    assert calculation.sheet.values == {"shaken": True}
    assert calculation.use_edited() is False
    (small.places.bases[0] / SHORT["check"]).unlink()
    edit(small, "fire", FIRE[: FIRE.index("next:")])
    (small.places.bases[0] / SHORT["both"]).unlink()
    use(small)
    assert calculation.use_edited() is None
    assert calculation.procedure.title == "Check"
    calculation.update()
    assert "unknown calculator xx:check" in calculation.refusal


def test_a_logged_result_that_the_rules_no_longer_allow(small: AppContext) -> None:
    """The correction says why; answers that are allowed make it one that can be kept."""
    calculation = check(small, shaken=True)
    calculation.enter_roll("12")
    line = calculation.draft.line
    edit(
        small, "check", CHECK.replace("steps:\n", "steps:\n  - {do: require, that: not shaken, says: No.}\n")
    )
    use(small)
    amendment = Amendment(small, line)
    amendment.update()
    assert (amendment.before, amendment.not_repeatable, amendment.differs) == (None, "No.", False)
    _, differences = amendment.instead_of_ledger() or ("", lambda _: [""])
    assert differences(80)[-1] == "No."
    amendment.sheet.answer(("shaken",), False)
    amendment.update()
    assert amendment.differs
    assert differences(80)[-1] == "No."
    kept = amendment.keep()
    assert isinstance(kept.event, Calculated) and kept.event.amends == line


def test_a_correction_that_a_rule_refuses(small: AppContext) -> None:
    """The differences say so; a restart begins again with the logged answers, dice and names."""
    edit(small, "check", CHECK.replace("steps:\n", REQUIRED))
    use(small)
    calculation = check(small, shaken=True)
    calculation.name({"unit": "5th Texas"})
    calculation.enter_roll("8")
    amendment = Amendment(small, calculation.draft.line)
    amendment.update()
    logged = (dict(amendment.sheet.values), list(amendment.rolls), dict(amendment.names))
    amendment.sheet.answer(("weak",), True)
    amendment.name({"unit": "4th Texas"})
    amendment.update()
    assert amendment.refusal == "Shaken units are not weak."
    _, differences = amendment.instead_of_ledger() or ("", lambda _: [""])
    assert differences(80)[-1] == "These answers are not allowed."
    amendment.restart()
    amendment.update()
    assert (amendment.sheet.values, amendment.rolls, amendment.names) == logged
    assert not amendment.differs


def test_units_of_a_game_without_a_turn_sequence(small: AppContext) -> None:
    """They are offered in the order in which they were recorded."""
    (small.places.bases[0] / SHORT["sequence"]).unlink()
    use(small)
    for name in ("5th Texas", "1st Minnesota"):
        keep_unit(small.session, name, {"shaken": True}, "Union" if name == "1st Minnesota" else "")
    offers = autofill.offers(check(small))
    assert [(offer.source, offer.answers) for offer in offers] == [
        ("5th Texas", {"shaken": True}),
        ("1st Minnesota", {"shaken": True}),
    ]


def test_a_unit_is_offered_for_each_row_of_a_list(small: AppContext) -> None:
    """Without parts in units.yaml, the facts that fill the fields of a list do; in a row, only that row is offered."""
    keep_unit(small.session, "5th Texas", {"sps": 6})
    calculation = Calculation(small, "xx:fire", {})
    for _ in range(2):
        calculation.sheet.add_unit(("firers",))
    calculation.update()
    offers = autofill.offers(calculation)
    assert [(offer.part, offer.where, offer.answers) for offer in offers] == [
        ("firers.1", "Firers 1", {"firers.1.sps": 6}),
        ("firers.2", "Firers 2", {"firers.2.sps": 6}),
    ]
    offers = autofill.offers(calculation, ("firers", "2", "sps"))
    assert [(offer.part, offer.answers) for offer in offers] == [("firers.2", {"firers.2.sps": 6})]
    autofill.accept(calculation, offers[0])
    calculation.update()
    assert calculation.sheet.values["firers"] == [{}, {"sps": 6}]
