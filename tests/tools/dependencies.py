"""Write the packages that the companion needs to docs/sbom.json, docs/dependencies.md and constraints.txt.

    python -m tests.tools.dependencies

Needs the extra `release` and a package index. Installs the companion into an empty environment and describes that
environment. Uses the newest versions that pyproject.toml allows; set `PIP_CONSTRAINT=constraints.txt` to keep the
present ones. Run it with the lowest supported Python.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from companion import __version__

ROOT = Path(__file__).resolve().parents[2]
PROJECT = "tabletop-companion"
EXTRAS = ("serve", "import")
"""The extras that a player may install."""
_ALL = f".[{','.join(EXTRAS)}]"
_HEAD = f"""\
# Dependencies

Written by `python -m tests.tools.dependencies`. [sbom.json](sbom.json) has the same packages as a CycloneDX bill of
materials, made by `cyclonedx-py`. A plain `pip install .` installs the packages without a mark in the last column;
`pip install '{_ALL}'` installs all of them. "Asked for" is the range in `pyproject.toml`. `constraints.txt` pins
the tested versions, those of the tests included: `pip install -c constraints.txt .`

| package | version | licence | asked for | only with |
|---|---|---|---|---|
"""


def declared(extra: str = "") -> dict[str, Requirement]:
    """Requirements in pyproject.toml by package name: of a plain install, or of an extra."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    listed = project["optional-dependencies"][extra] if extra else project["dependencies"]
    return {str(canonicalize_name(each.name)): each for each in map(Requirement, listed)}


def requirements() -> dict[str, Requirement]:
    """Requirements of an install with the extras for players."""
    every = declared()
    for extra in EXTRAS:
        every |= declared(extra)
    return every


def table(sbom: dict[str, Any]) -> str:
    """Return the text of docs/dependencies.md."""
    names = {each["bom-ref"]: str(canonicalize_name(each["name"])) for each in sbom["components"]}
    plain = _reached(sbom, {ref for ref, name in names.items() if name in declared()})
    asked = requirements()
    of_extra = {
        extra: _reached(sbom, {ref for ref, name in names.items() if name in declared(extra)})
        for extra in EXTRAS
    }
    rows = []
    for each in sbom["components"]:
        name = names[each["bom-ref"]]
        wanted = f"`{asked[name].specifier}`" if name in asked else ""
        needing = [f"`{extra}`" for extra, refs in of_extra.items() if each["bom-ref"] in refs]
        extra = "" if each["bom-ref"] in plain else ", ".join(needing)
        rows.append(f"| {name} | {each['version']} | {licence(each)} | {wanted} | {extra} |\n")
    return _HEAD + "".join(sorted(rows))


def _reached(sbom: dict[str, Any], start: set[str]) -> set[str]:
    """References of these components and of all their dependencies."""
    graph = {each["ref"]: each.get("dependsOn", ()) for each in sbom["dependencies"]}
    found, todo = set(start), list(start)
    while todo:
        new = set(graph[todo.pop()]) - found
        found |= new
        todo += new
    return found


def licence(component: dict[str, Any]) -> str:
    """Licences of a component: the SPDX expression, or the words of its metadata if they are ambiguous."""
    words = [
        each["expression"] if "expression" in each else each["license"].get("id") or each["license"]["name"]
        for each in component.get("licenses", ())
    ]
    return ", ".join(word.rpartition(" :: ")[2] for word in words)


def _sbom(python: str) -> dict[str, Any]:
    """Return the bill of materials of this interpreter's environment."""
    command = [sys.executable, "-m", "cyclonedx_py", "environment", "--output-reproducible"]
    run = subprocess.run(
        [*command, "--pyproject", "pyproject.toml", python], cwd=ROOT, check=True, stdout=subprocess.PIPE
    )
    made: dict[str, Any] = json.loads(run.stdout)
    for each in made["components"]:
        if "licenses" not in each:
            each["licenses"] = [{"license": {"name": _licence_words(python, each["name"])}}]
    root = made["metadata"]["component"]
    root["version"], root["purl"] = __version__, f"pkg:pypi/{PROJECT}@{__version__}"
    return made


def _licence_words(python: str, name: str) -> str:
    """Return the licence in the metadata of a package, if it is no SPDX expression."""
    script = "import sys; from importlib.metadata import metadata; print(metadata(sys.argv[1])['License'])"
    run = subprocess.run([python, "-c", script, name], check=True, stdout=subprocess.PIPE, text=True)
    return run.stdout.strip()


def _pip(python: str, *given: str) -> str:
    """Run pip for an environment without pip; return its output."""
    command = [sys.executable, "-m", "pip", "--python", python, *given]
    return subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout


def write() -> None:
    """Write the three files."""
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
        python = str(Path(folder) / "bin" / "python")
        _pip(python, "install", "--quiet", _ALL)
        sbom = _sbom(python)
        _pip(python, "install", "--quiet", ".[test]")
        pins = _pip(python, "freeze", "--exclude", PROJECT)
    (ROOT / "docs/sbom.json").write_text(json.dumps(sbom, indent=2) + "\n")
    (ROOT / "docs/dependencies.md").write_text(table(sbom))
    (ROOT / "constraints.txt").write_text(
        f"# Tested versions, written by python -m tests.tools.dependencies: pip install -c constraints.txt .\n{pins}"
    )


if __name__ == "__main__":
    write()
