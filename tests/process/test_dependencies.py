"""The lists of required packages are complete, and agree with pyproject.toml."""

from __future__ import annotations

import json

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.conftest import ROOT
from tests.tools.dependencies import PROJECT, declared, licence, requirements, table

REQUIREMENTS = requirements()
SBOM = json.loads((ROOT / "docs/sbom.json").read_text())
COMPONENTS = {str(canonicalize_name(each["name"])): each for each in SBOM["components"]}
PINNED = {
    str(canonicalize_name(line.partition("==")[0])): line.partition("==")[2]
    for line in (ROOT / "constraints.txt").read_text().splitlines()
    if not line.startswith("#")
}


def test_the_bill_of_materials_starts_from_the_declared_requirements() -> None:
    """The bill of materials starts from exactly the requirements of a plain install and of the extras."""
    (root,) = (each for each in SBOM["dependencies"] if each["ref"] == "root-component")
    names = {each["bom-ref"]: name for name, each in COMPONENTS.items()}
    assert {names[ref] for ref in root["dependsOn"]} == set(REQUIREMENTS)


def test_every_listed_package_has_a_licence_and_a_pin() -> None:
    """The bill of materials has the tested version."""
    for name, each in COMPONENTS.items():
        assert licence(each), name
        assert each["version"] == PINNED[name]


@pytest.mark.parametrize(
    "asked", [*REQUIREMENTS.values(), *declared("test").values()], ids=lambda each: each.name
)
def test_every_declared_dependency_is_pinned(asked: Requirement) -> None:
    """The pinned version is within the declared range."""
    name = canonicalize_name(asked.name)
    assert name == PROJECT or asked.specifier.contains(PINNED[name])


def test_the_table_matches_the_bill_of_materials() -> None:
    """A single run of the command writes both."""
    assert (ROOT / "docs/dependencies.md").read_text() == table(SBOM)


def test_every_dependency_has_bounds() -> None:
    """Each has a lower bound, the first version known to work, and an upper one, before which to test again."""
    for asked in REQUIREMENTS.values():
        kinds = {each.operator for each in asked.specifier}
        assert kinds == {"=="} or {"<"} < kinds, str(asked)


@pytest.mark.parametrize(
    ("licenses", "word"),
    [
        ([{"expression": "Apache-2.0 AND MIT"}], "Apache-2.0 AND MIT"),
        ([{"license": {"id": "MIT"}}], "MIT"),
        ([{"license": {"id": "PSF-2.0"}}, {"license": {"id": "Python-2.0"}}], "PSF-2.0, Python-2.0"),
        ([{"license": {"name": "License :: OSI Approved :: BSD License"}}], "BSD License"),
        ([], ""),
    ],
)
def test_a_licence_is_read_from_the_metadata(licenses: list[dict[str, object]], word: str) -> None:
    """Ambiguous licence names stay as they are."""
    assert licence({"licenses": licenses}) == word
