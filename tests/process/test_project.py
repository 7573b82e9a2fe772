"""The repository around the code: addresses, package page, documentation site, workflows."""

from __future__ import annotations

import re
import tomllib
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.conftest import ROOT

PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
SOURCE: str = PROJECT["urls"]["Source"]
DOCS = ROOT / "docs"
PAGES = sorted(DOCS.glob("*.md"))
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
OWN = re.compile(r"https://(?:raw\.githubusercontent|github)\.com/(tabletop-companion/[\w-]+)")
LINK = re.compile(r"\]\(([^)\s]+)\)")


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def _yaml(path: Path) -> dict[str, Any]:
    """Parse a YAML file, reading the key `on` of a workflow as text instead of a truth value."""
    read = yaml.load(_read(path), yaml.BaseLoader)
    assert isinstance(read, dict)
    return read


# addresses


def test_every_address_of_the_project_matches_pyproject() -> None:
    """After a move to another host, this test finds every old address."""
    files = [ROOT / "pyproject.toml", ROOT / "mkdocs.yml", ROOT / "README.md", *PAGES]
    files += [path for path in (ROOT / ".github").rglob("*") if path.is_file()]
    found = {name for path in files for name in OWN.findall(_read(path))}
    assert found == {SOURCE.removeprefix("https://github.com/")}
    assert all(url.startswith(SOURCE) for url in PROJECT["urls"].values())
    assert _yaml(ROOT / "mkdocs.yml")["repo_url"] == SOURCE


def test_the_package_page_has_no_relative_links() -> None:
    """In the metadata, pictures and links of the README are absolute addresses of the tagged version."""
    package = metadata.metadata("tabletop-companion")
    page = package["Description"]
    assert "# Tabletop Companion" in page
    links = [link for link in LINK.findall(page) if not link.startswith("#")]
    assert len(links) > 8
    assert [link for link in links if not link.startswith("https://")] == []
    pictures = re.findall(r"!\[[^\]]*\]\(([^)]+)\)", page)
    raw = f"{SOURCE.replace('github.com', 'raw.githubusercontent.com')}/v{package['Version']}/docs/pictures/"
    assert pictures
    assert [each for each in pictures if not each.startswith(raw)] == []


# the documentation site


def _in_nav(part: Any) -> list[str]:
    if isinstance(part, str):
        return [part]
    inner = part.values() if isinstance(part, dict) else part
    return [name for each in inner for name in _in_nav(each)]


def test_the_navigation_has_every_page_once() -> None:
    """The site generator would warn about a page without a link."""
    assert sorted(_in_nav(_yaml(ROOT / "mkdocs.yml")["nav"])) == [page.name for page in PAGES]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_of_a_page_lead_to_files_of_the_site(page: Path) -> None:
    """Links lead to pages and pictures in docs/ or are absolute addresses; files above docs/ are not on the site."""
    for link in LINK.findall(re.sub(r"```.*?```", "", _read(page), flags=re.DOTALL)):
        name = link.partition("#")[0]
        if name and not link.startswith("https://"):
            assert (DOCS / name).is_file(), link
            assert ".." not in name, link


# workflows


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_workflows_pin_actions_and_limit_permissions(path: Path) -> None:
    """Actions are pinned to a commit, with the version in a comment; write permissions are declared where needed."""
    text = _read(path)
    used = re.findall(r"uses: (?!\./)(.+)", text)
    assert used
    assert [each for each in used if not re.fullmatch(r"[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", each)] == []
    workflow = _yaml(path)
    assert workflow["permissions"] == {"contents": "read"}
    rights = {name: job["permissions"] for name, job in workflow["jobs"].items() if "permissions" in job}
    assert rights == ({"publish": {"id-token": "write"}} if path.name == "release.yml" else {})


def test_every_supported_python_is_tested_on_three_systems() -> None:
    """The matrix has the systems and versions of the classifiers, and runs the tests as the README describes."""
    job = _yaml(ROOT / ".github" / "workflows" / "ci.yml")["jobs"]["test"]
    matrix = job["strategy"]["matrix"]
    claimed = {
        each.rpartition(" :: ")[2]
        for each in PROJECT["classifiers"]
        if re.search(r":: Python :: 3\.\d+$", each)
    }
    assert claimed <= set(matrix["python"])
    assert {each.partition("-")[0] for each in matrix["system"]} == {"ubuntu", "macos", "windows"}
    assert job["steps"][-1]["run"] in _read(ROOT / "README.md")
