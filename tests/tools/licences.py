"""What the companion stands on: every installed package that it needs at run time, with version and licence.

`python -m tests.tools.licences` writes, from the metadata of what is installed, docs/dependencies.md, docs/sbom.json
(CycloneDX 1.6) and constraints.txt, the versions that were tested, those of the tests among them. Written with
the lowest Python that is supported.
"""

from __future__ import annotations

import json
import tomllib
from email.message import Message
from importlib import metadata
from pathlib import Path
from typing import Any, NamedTuple, cast

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.conftest import ROOT

PROJECT = "tabletop-companion"
_SPDX = {
    "MIT": "MIT",
    "MIT License": "MIT",
    "Apache 2": "Apache-2.0",
    "Apache-2.0": "Apache-2.0",
}
"""Words of older metadata that leave no doubt; others stand as they are written."""


class Package(NamedTuple):
    """An installed package."""

    name: str
    version: str
    licence: str
    """An SPDX expression where `spdx`, else the words of its metadata; empty where it says none."""
    spdx: bool
    needs: tuple[str, ...]
    """Names of the packages that it needs here."""
    home: str


def declared(extra: str = "") -> list[Requirement]:
    """What pyproject.toml asks for: at run time, or with an extra."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    listed = project["optional-dependencies"][extra] if extra else project["dependencies"]
    return [Requirement(each) for each in listed]


def closure(wanted: list[Requirement]) -> dict[str, Package]:
    """Every package that these need, by name, as installed. Raises PackageNotFoundError."""
    found: dict[str, Package] = {}
    seen: set[tuple[str, str]] = set()
    todo = [(canonicalize_name(each.name), extra) for each in wanted for extra in ("", *each.extras)]
    while todo:
        name, extra = todo.pop()
        if (name, extra) in seen:
            continue
        seen.add((name, extra))
        needed = _needed(name, extra)
        old = found.get(name)
        needs = sorted({*(old.needs if old else ()), *(canonicalize_name(each.name) for each in needed)})
        found[name] = _package(name, tuple(needs))
        todo += [(canonicalize_name(each.name), also) for each in needed for also in ("", *each.extras)]
    return dict(sorted(found.items()))


def _needed(name: str, extra: str) -> list[Requirement]:
    """What an installed package asks for on this Python, without or with an extra."""
    every = [Requirement(each) for each in metadata.requires(name) or ()]
    return [each for each in every if each.marker is None or each.marker.evaluate({"extra": extra})]


def _package(name: str, needs: tuple[str, ...]) -> Package:
    told = cast(Message, metadata.metadata(name))
    licence, spdx = licence_of(told)
    homes = [each.partition(",")[2].strip() for each in told.get_all("Project-URL") or ()]
    return Package(
        name, told["Version"], licence, spdx, needs, told.get("Home-page") or next(iter(homes), "")
    )


def licence_of(told: Message) -> tuple[str, bool]:
    """The licence that metadata states, and whether it is an SPDX expression."""
    expression = told.get("License-Expression")
    if expression:
        return expression, True
    kinds = [
        each.rsplit(" :: ", 1)[-1] for each in told.get_all("Classifier") or () if each.startswith("License")
    ]
    words = (told.get("License") or "").strip().partition("\n")[0]
    for each in (*kinds, words):
        if each in _SPDX:
            return _SPDX[each], True
    return next(iter(kinds), words), False


def table(packages: dict[str, Package]) -> str:
    """docs/dependencies.md."""
    asked = {str(canonicalize_name(each.name)): str(each.specifier) for each in declared()}
    lines = [
        "# What it stands on",
        "",
        "Written by `python -m tests.tools.licences` from the metadata of what is installed; the same as CycloneDX in",
        "[sbom.json](sbom.json). Ranges are those of `pyproject.toml`; the versions here were tested, and",
        "`constraints.txt` names them: `pip install -c constraints.txt .`",
        "",
        "| package | version | licence | asked for | needed by |",
        "|---|---|---|---|---|",
    ]
    for each in packages.values():
        by = sorted(other.name for other in packages.values() if each.name in other.needs)
        wanted = f"`{asked[each.name]}`" if each.name in asked else ""
        lines.append(f"| {each.name} | {each.version} | {each.licence} | {wanted} | {', '.join(by)} |")
    return "\n".join(lines) + "\n"


def sbom(packages: dict[str, Package]) -> dict[str, Any]:
    """docs/sbom.json, CycloneDX 1.6; without time and serial number, so that it changes only with its content."""
    version = metadata.version(PROJECT)
    root = {
        "type": "application",
        "bom-ref": f"pkg:pypi/{PROJECT}@{version}",
        "name": PROJECT,
        "version": version,
        "purl": f"pkg:pypi/{PROJECT}@{version}",
        "licenses": [{"license": {"id": "MIT"}}],
    }
    asked = sorted(canonicalize_name(each.name) for each in declared())
    graph = [{"ref": root["bom-ref"], "dependsOn": [_ref(packages[name]) for name in asked]}]
    graph += [
        {"ref": _ref(each), "dependsOn": [_ref(packages[name]) for name in each.needs]}
        for each in packages.values()
    ]
    return {
        "$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": root},
        "components": [_component(each) for each in packages.values()],
        "dependencies": graph,
    }


def _ref(package: Package) -> str:
    return f"pkg:pypi/{package.name}@{package.version}"


def _component(package: Package) -> dict[str, Any]:
    told: dict[str, Any] = {
        "type": "library",
        "bom-ref": _ref(package),
        "name": package.name,
        "version": package.version,
        "purl": _ref(package),
    }
    if package.licence:
        plain = {"license": {"name": package.licence}}
        told["licenses"] = [{"expression": package.licence} if package.spdx else plain]
    if package.home:
        told["externalReferences"] = [{"type": "website", "url": package.home}]
    return told


def constraints(packages: dict[str, Package]) -> str:
    """constraints.txt."""
    head = "# Versions that were tested, written by python -m tests.tools.licences: pip install -c constraints.txt .\n"
    return head + "".join(f"{each.name}=={each.version}\n" for each in packages.values())


def write(folder: Path) -> list[Path]:
    """Writes the three files."""
    packages = closure(declared())
    texts = {
        "docs/dependencies.md": table(packages),
        "docs/sbom.json": json.dumps(sbom(packages), indent=2) + "\n",
        "constraints.txt": constraints(closure([*declared(), *declared("test")])),
    }
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
    return [folder / name for name in texts]


if __name__ == "__main__":
    for written in write(ROOT):
        print(f"wrote {written}")
