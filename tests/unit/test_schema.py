"""JSON Schemas generated from the records accept the files that the companion reads, and refuse the others."""

from __future__ import annotations

import re
from fnmatch import fnmatch
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
import yaml
from jsonschema import Draft7Validator

from companion.load.faults import Faults
from companion.load.records import read_tree, to_record
from companion.load.schema import FILE_KINDS, field_docstrings, schema
from companion.load.text_yaml import read_yaml
from companion.model.inputs import Input
from companion.model.step import Roll
from tests.conftest import ROOT

SKELETON = ROOT / "companion" / "skeleton"


class Core(yaml.SafeLoader):
    """Plain values in YAML 1.2, which editors use: 3 is a number, yes and 2024-06-01 are text."""

    yaml_implicit_resolvers: dict[str, Any] = {}


for tag, pattern, first in (
    ("null", r"~|null|Null|NULL|", ["~", "n", "N", ""]),
    ("bool", r"true|True|TRUE|false|False|FALSE", list("tTfF")),
    ("int", r"[-+]?[0-9]+", list("-+0123456789")),
    ("float", r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?", list("-+.0123456789")),
):
    Core.add_implicit_resolver(f"tag:yaml.org,2002:{tag}", re.compile(rf"^(?:{pattern})$"), first)


class Old(yaml.SafeLoader):
    """Plain values in YAML 1.1: yes is true, 20:30 a number. Dates stay text, because JSON has no dates."""

    yaml_implicit_resolvers = {
        sign: [(tag, pattern) for tag, pattern in each if not tag.endswith("timestamp")]
        for sign, each in yaml.SafeLoader.yaml_implicit_resolvers.items()
    }


LOADERS: dict[str, type[yaml.SafeLoader]] = {"YAML 1.2": Core, "YAML 1.1": Old}


def kind_of_file(path: Path) -> str:
    """The kind of a file under tables/."""
    below = "/".join(("tables", "SLUG", *path.parts[path.parts.index("tables") + 2 :]))
    return next(name for name, each in FILE_KINDS.items() if fnmatch(below, each.files))


FILES = sorted([*(ROOT / "tables").rglob("*.yaml"), *(SKELETON / "tables").rglob("*.yaml")])
CHAPTERS = sorted([*(ROOT / "rulebook").rglob("*.md"), *(SKELETON / "rulebook").rglob("*.md")])


@cache
def checked(kind: str) -> Draft7Validator:
    """Validator for the schema of a kind, after checking the schema."""
    made = schema(kind)
    Draft7Validator.check_schema(made)
    return Draft7Validator(made)


def refused(kind: str, value: Any) -> list[str]:
    """Errors that the schema finds in a value."""
    return [error.message for error in checked(kind).iter_errors(value)]


@pytest.mark.parametrize("version", ["YAML 1.2", pytest.param("YAML 1.1", marks=pytest.mark.slow)])
@pytest.mark.variants
@pytest.mark.parametrize("kind", FILE_KINDS)
def test_every_shipped_file_matches_its_schema(kind: str, version: str) -> None:
    """Files match whatever types an editor gives to numbers, yes and no, and times of day."""
    validator = checked(kind)
    texts = {
        path: path.read_text().split("---\n")[1] if path.suffix == ".md" else path.read_text()
        for path in FILES + CHAPTERS
        if (kind == "chapter" if path.suffix == ".md" else kind_of_file(path) == kind)
    }
    assert texts
    for path, text in texts.items():
        value = yaml.load(text, Loader=LOADERS[version])
        assert [f"{path}: {error.message}" for error in validator.iter_errors(value)] == []


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_text_values_match_too(path: Path) -> None:
    """The companion reads every value as text."""
    assert refused(kind_of_file(path), read_yaml(path.read_text()).value) == []


WRONG: dict[str, tuple[str, str]] = {
    "unknown key": ("units", "facts: [{name: a, like: b.c, fills: [a], lable: A}]"),
    "missing key": ("units", "facts: [{name: a}]"),
    "no list": ("units", "facts: {name: a}"),
    "text for a number": ("scenarios", "counters: [{id: a, title: A, limit: many}]"),
    "a fraction for a number": ("scenarios", "counters: [{id: a, title: A, limit: 1.5}]"),
    "unknown word": ("conflicts", "conflicts: [{id: a, title: A, readings: [{says: a, cite: b, authority: pope}],"
                     " taken: a, why: b}]"),
    "unknown step": ("procedure", "{id: a, title: A, cite: b, summary: c, inputs: [], outcome: [],"
                     " steps: [{do: rol, name: x, dice: 1d6, label: X}]}"),
    "key of another step": ("procedure", "{id: a, title: A, cite: b, summary: c, inputs: [], outcome: [],"
                            " steps: [{do: roll, name: x, dice: 1d6, label: X, chart: y}]}"),
    "no step named": ("procedure", "{id: a, title: A, cite: b, summary: c, inputs: [], outcome: [],"
                     " steps: [{name: x, dice: 1d6, label: X}]}"),
    "list for text": ("game", "{slug: [a], name: A, edition: '1', credits: b, documents: []}"),
}  # fmt: skip


@pytest.mark.parametrize("what", WRONG)
def test_schema_and_companion_refuse_the_same_mistakes(what: str) -> None:
    """Both refuse the same mistake."""
    kind, text = WRONG[what]
    faults = Faults("file")
    tree = read_tree(text, faults)
    assert tree is not None
    assert to_record(tree.value, FILE_KINDS[kind].record, faults) is None
    assert refused(kind, yaml.load(text, Loader=Core))


@pytest.mark.parametrize("word", ["yes", "no", "'yes'"])
def test_yes_and_no_as_text_or_truth_values(word: str) -> None:
    """An editor that reads yes as true is accepted; the companion itself does not know true."""
    text = f"{{sides: [A], phases: [], orders: {{cite: a, kinds: [], phase: b, again: {word}}}}}"
    for loader in LOADERS.values():
        assert refused("sequence", yaml.load(text, Loader=loader)) == []
    faults = Faults("file")
    tree = read_tree(text, faults)
    assert tree is not None
    assert to_record(tree.value, FILE_KINDS["sequence"].record, faults) is not None


def test_descriptions_come_from_the_records() -> None:
    """The schema has the sentence of each key that has one."""
    docstrings = field_docstrings(Roll)
    assert docstrings["most"] == "Largest legal pool."
    made = schema("procedure")["$defs"]
    assert made["Roll"]["properties"]["most"]["description"] == docstrings["most"]
    assert made["Roll"]["description"].startswith("Dice that the player types")
    assert made["Input"]["properties"]["when"]["description"] == field_docstrings(Input)["when"]
    assert schema("sequence")["$defs"]["Clock"]["properties"]["lengths"]["description"].startswith(
        "Length of a turn by light"
    )


def test_internal_keys_are_not_offered() -> None:
    """The companion sets game and overlay itself."""
    offered = schema("procedure")["$defs"]["Procedure"]["properties"]
    assert {"id", "steps", "order"} <= set(offered)
    assert not {"game", "overlay"} & set(offered)


def test_every_key_has_a_description() -> None:
    """The description is in its record or in the table of keys, and the table has no unknown keys."""
    descriptions: dict[str, str] = {}
    for kind in FILE_KINDS:
        for record, part in schema(kind)["$defs"].items():
            descriptions |= {
                f"{record}.{key}": each.get("description", "") for key, each in part["properties"].items()
            }
    assert [name for name, text in descriptions.items() if not text] == []
    assert not any("companion." in text for text in descriptions.values())


def test_without_its_source_a_record_has_no_descriptions() -> None:
    """The editor then completes keys without explaining them."""
    made = msgspec.defstruct("Made", [("name", str)], module="companion.made")
    assert field_docstrings(made) == {}
