"""Every JSON document of the command line, byte for byte, for two small test games."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest

from companion.cli import COMMANDS
from tests.process.conftest import Say
from tests.recorded import recorded

LINES = """
new-game ford --folder OWN
check OWN
check OWN --cases OWN/tests/cases/ford-own.jsonl OWN/tests/cases/ford-questions.jsonl OWN/failing.jsonl
check BROKEN
check --prose ford
coverage --game ford --tests OWN/tests
new-chart OWN/sheet.csv --game ford --answer id=new --answer cite=2.1 --answer page=Card --answer columns=
schema
schema units
schema --out OWN/schemas
find game:ford shoot
find --kind chart game:ford fire
find game:ford zzzz
compare strength
show ford:1.0
show ford:2.1 --around
show ford:2.2
show ford:fire-table
show ford:fire
show ford:volleys
show ford:term-strength
show drum:alter
bookmarks set ford:2.1
bookmarks note ford:fire-table look here first
bookmarks
bookmarks --game drum
bookmarks drop ford:2.1
import OWN/rules.txt --game ford --yes
import OWN/rules.txt --game ford --preview
new-rules rules --game ford --folder OWN
import --list
find game:ford ramparts
show import/rules/2
show ford:1.0
import --remove rules
calc --list --game ford
calc ford:volleys --describe
calc ford:fire --describe
calc ford:fire strength=5 range=close cover=no --odds
calc ford:fire strength=5 range=close --against cover=yes
calc ford:fire strength=5 range=close --roll 3+4
calc ford:initiative rating=7 --roll 3
calc ford:volleys strength=2 companies.1.men=4 target.walls=no weather=rain --roll 5,6 --roll 75 --roll 8
calc ford:volleys strength=2 companies.1.men=4 target.walls=yes weather=rain --odds
calc ford:volleys strength=2 companies.1.men=4 target.walls=no weather=rain,wind
calc drum:alter rating=3 near=yes again=yes --odds
session new Evening --game drum
session
session scenario
session scenario first
session set
session set battle=north
session clock 09:00 --light night=20:00
session player-clock
session outcome
turn
turn next
turn tick 1
cup fill
cup
cup draw "I Corps"
cup mark "I Corps" ordered
cup try delay "I Corps" --roll 2
cup use reserve Guard
orders send --side Red --to "II Corps" --kind attack --text "take the hill" --in 1 --from Staff --if "all are up"
orders send --side Blue --to Guard --kind move --text "hold on" --arrives 9 --formation Left --formation Right --relay 1
orders
turn to 2
turn
turn done 1 --how "it was read"
orders accept 1 --why "in time"
orders fail 2
orders rewrite 2 --text "hold"
orders end 1
orders lose 2
orders --all
turn count
turn count losses +2
turn count losses
turn undo
turn redo
units keep "5th Foot" rating=3 --side Red
units
units drop "5th Foot"
calc drum:alter rating=3 near=no again=no --roll 2 --log
log note "the bridge is down" --on 5
log pin 5
log amend 29 rating=4
log amend 29 rating=1 near=yes --keep
log
log --turn 2
log --expand 6
log --game ford
ruling add drum:alter/tried "counts once"
ruling add ford:2.1 "dice are open" --permanent
ruling
ruling --game ford
show ford:2.1
show table-1
calc drum:alter rating=3 near=no again=yes --roll 2
calc drum:alter --describe
ruling export OWN/rulings.json
ruling drop table-1
ruling import OWN/rulings.json
log export --out OWN/report.json
session game ford
session new Other --game ford
session use Evening
session list
show ford:9.9
find
new-calculator --game ford --answer title=Sum --answer cite=2.1 --answer summary=One. \
--answer method=sum --answer start=1 --answer result=Sum
new-example ford:sum --answer result-the_sum=1
new-turn --game ford --answer rule=none --answer phases=Move,Fire --answer replace=yes
completion
"""
FAILING = '{"q": "how do I shoot", "game": "ford", "accept": [{"game": "ford", "section": "1.0"}]}\n'
IMPORTED = """\
1.0 Ramparts

A rampart shelters one company.

2.1 Moats

A moat costs two points to cross.

7.1 Ditches

A ditch costs one point to cross.
"""
"""A document that is imported."""
ONLY_REFUSED = {"completion", "keys", "serve"}
"""Commands whose only documents depend on the app's keys or the shipped games, or that print no document."""


def given(words: str, own: Path) -> list[str]:
    """The words of a command line, with the folders for OWN and BROKEN."""
    return [
        re.sub(r"^(OWN|BROKEN)", lambda name: str(own.with_name(name[0].lower())), word)
        for word in shlex.split(words)
    ]


def settled(line: str, out: str, folder: Path) -> str:
    """A document without the parts that depend on the test run or on the shipped games."""
    text = out.replace(str(folder), "FOLDER")
    text = re.sub(r'"score": [\d.]+', '"score": NUMBER', text)
    text = re.sub(r"\b20\d\d-\d\d-\d\d(T[\d:.]+(\+\d\d:\d\d|Z)?)?", "DATE", text)
    if line.startswith("compare"):
        text = json.dumps([each for each in json.loads(text) if each["game"] == "ford"], ensure_ascii=False)
    return text.rstrip("\n")


@pytest.mark.slow
@pytest.mark.usefixtures("drum")
def test_documents_match_their_recording(say: Say, tmp_path: Path) -> None:
    """Each document matches its recording."""
    own, broken = tmp_path / "own", tmp_path / "broken" / "tables" / "bad"
    broken.mkdir(parents=True)
    (broken / "game.yaml").write_text("slug: bad\nname: Bad\nedition: 1\nunknown: 3\n")
    (own / "failing.jsonl").write_text(FAILING)
    (own / "sheet.csv").write_text("Dice;A;B\n1–3;0;1\n4-6;1;\n")
    (own / "rules.txt").write_text(IMPORTED)
    documents = []
    for line in LINES.strip().splitlines():
        answer = say(*given(line, own), "--json")
        documents.append(f"$ {line}\n[{answer.status}] {settled(line, answer.out, tmp_path)}\n")
    now = "".join(documents)
    assert now == recorded("json-documents.txt", now)


def test_every_command_is_in_the_list() -> None:
    """The list above has every command."""
    assert {line.split()[0] for line in LINES.strip().splitlines()} | ONLY_REFUSED >= set(COMMANDS)
