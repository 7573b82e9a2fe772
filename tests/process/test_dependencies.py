"""Which packages the companion needs: the lists are complete, and within what pyproject.toml asks for."""

from __future__ import annotations

import json

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.conftest import ROOT
from tests.tools.dependencies import PROJECT, SERVE, declared, licence, table

REQUIREMENTS = {**declared(), **declared(SERVE)}
SBOM = json.loads((ROOT / "docs/sbom.json").read_text())
COMPONENTS = {str(canonicalize_name(each["name"])): each for each in SBOM["components"]}
PINNED = {
    str(canonicalize_name(line.partition("==")[0])): line.partition("==")[2]
    for line in (ROOT / "constraints.txt").read_text().splitlines()
    if not line.startswith("#")
}


def test_the_bill_of_materials_starts_from_what_is_declared() -> None:
    """Neither more nor less than the requirements of a plain install and of `serve`."""
    (root,) = (each for each in SBOM["dependencies"] if each["ref"] == "root-component")
    names = {each["bom-ref"]: name for name, each in COMPONENTS.items()}
    assert {names[ref] for ref in root["dependsOn"]} == set(REQUIREMENTS)


def test_every_listed_package_has_a_licence_and_a_pin() -> None:
    """The version in the bill of materials is the tested one."""
    for name, each in COMPONENTS.items():
        assert licence(each), name
        assert each["version"] == PINNED[name]


@pytest.mark.parametrize(
    "asked", [*REQUIREMENTS.values(), *declared("test").values()], ids=lambda each: each.name
)
def test_every_declared_dependency_is_pinned(asked: Requirement) -> None:
    """Within its range."""
    name = canonicalize_name(asked.name)
    assert name == PROJECT or asked.specifier.contains(PINNED[name])


def test_the_table_has_what_the_bill_of_materials_has() -> None:
    """Both were written by one run of the command."""
    assert (ROOT / "docs/dependencies.md").read_text() == table(SBOM)


def test_every_dependency_has_bounds() -> None:
    """The version from which it is known to work, and the one at which to look again."""
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
def test_a_licence_is_what_the_metadata_says(licenses: list[dict[str, object]], word: str) -> None:
    """Ambiguous words stay words."""
    assert licence({"licenses": licenses}) == word
