"""The papers on what the companion stands on: complete, with licences, and within what pyproject.toml asks for."""

from __future__ import annotations

import json
from email.message import Message

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.conftest import ROOT
from tests.tools.licences import closure, constraints, declared, licence_of, sbom, table

REQUIREMENTS = declared()
SBOM = json.loads((ROOT / "docs/sbom.json").read_text())
COMPONENTS = {each["name"]: each for each in SBOM["components"]}
ROWS = {
    line.split("|")[1].strip(): [cell.strip() for cell in line.split("|")[2:-1]]
    for line in (ROOT / "docs/dependencies.md").read_text().splitlines()
    if line.startswith("| ")
}
PINNED = dict(
    line.split("==")
    for line in (ROOT / "constraints.txt").read_text().splitlines()
    if not line.startswith("#")
)


@pytest.mark.parametrize("asked", REQUIREMENTS, ids=str)
def test_every_declared_dependency_is_listed_with_version_and_licence(asked: Requirement) -> None:
    """In the table, in the bill of materials and among the tested versions, within its range."""
    name = canonicalize_name(asked.name)
    version, licence, wanted, _ = ROWS[name]
    assert licence
    assert wanted == f"`{asked.specifier}`"
    assert asked.specifier.contains(version)
    assert COMPONENTS[name]["version"] == version == PINNED[name]
    (said,) = COMPONENTS[name]["licenses"]
    assert licence in (said.get("expression"), said.get("license", {}).get("name"))


def test_all_that_they_need_is_listed_with_its_licence() -> None:
    """What the tested versions need is there too, and nothing in the papers is without a licence."""
    for each in closure(REQUIREMENTS).values():
        if each.name in COMPONENTS and each.version == COMPONENTS[each.name]["version"]:
            assert set(each.needs) <= set(ROWS), each.name
    assert set(COMPONENTS) == set(ROWS) - {"package", "---"}
    assert [name for name, each in COMPONENTS.items() if not each.get("licenses")] == []


def test_the_papers_are_those_of_the_command() -> None:
    """What is written now has the same form; versions may have moved on."""
    packages = closure(REQUIREMENTS)
    assert table(packages).splitlines()[:8] == (ROOT / "docs/dependencies.md").read_text().splitlines()[:8]
    now = sbom(packages)
    assert set(now) == set(SBOM)
    refs = {each["bom-ref"] for each in SBOM["components"]} | {SBOM["metadata"]["component"]["bom-ref"]}
    assert {each["ref"] for each in SBOM["dependencies"]} == refs
    assert {to for each in SBOM["dependencies"] for to in each["dependsOn"]} <= refs
    assert constraints(packages).count("==") == len(packages)


def test_every_dependency_has_bounds() -> None:
    """A version from which it is known to work, and one at which it is looked at anew."""
    for asked in REQUIREMENTS:
        kinds = {each.operator for each in asked.specifier}
        assert kinds == {"=="} or {"<"} < kinds, str(asked)


@pytest.mark.parametrize(
    ("told", "licence"),
    [
        ({"License-Expression": "BSD-2-Clause"}, ("BSD-2-Clause", True)),
        ({"Classifier": "License :: OSI Approved :: MIT License"}, ("MIT", True)),
        ({"Classifier": "License :: OSI Approved :: BSD License"}, ("BSD License", False)),
        ({"License": "Apache 2"}, ("Apache-2.0", True)),
        ({"License": "Own terms\nall of them"}, ("Own terms", False)),
        ({}, ("", False)),
    ],
)
def test_a_licence_is_what_the_metadata_says(told: dict[str, str], licence: tuple[str, bool]) -> None:
    """Nothing is guessed: words that may mean several licences stay words."""
    message = Message()
    for key, value in told.items():
        message[key] = value
    assert licence_of(message) == licence
