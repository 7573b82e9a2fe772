"""A plain `pip install .` runs everything except `companion serve`, and installs no web server.

The test environment has more packages. Each process here hides them: `sitecustomize.py`, which Python imports when it
starts, makes their import fail.
"""

from __future__ import annotations

import os
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.tools.dependencies import PROJECT

_APP = """
import asyncio
from companion.load.places import usual_places
from companion.ui.app import CompanionApp
from companion.ui.screens.read import ReadScreen
async def play():
    app = CompanionApp(usual_places(), "lob")
    async with app.run_test(size=(80, 24)) as pilot:
        while app.context is None:
            await pilot.pause(0.02)
        await pilot.press(*"canister")
        await app.workers.wait_for_complete()
        await pilot.press("enter")
        await pilot.pause()
        assert isinstance(app.screen, ReadScreen), app.screen
asyncio.run(play())
"""


def _plain() -> set[str]:
    """Names of the packages in a plain install, from the metadata of the installed packages."""
    todo, seen = [(PROJECT, "")], set()
    while todo:
        name, extra = todo.pop()
        if (name, extra) in seen:
            continue
        seen.add((name, extra))
        for each in map(Requirement, metadata.requires(name) or ()):
            if each.marker is None or each.marker.evaluate({"extra": extra}):
                todo += [(str(canonicalize_name(each.name)), also) for also in ("", *each.extras)]
    return {name for name, _ in seen}


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """Environment variables that prevent imports of any package outside a plain install."""
    plain = _plain()
    missing = [
        module
        for module, owners in metadata.packages_distributions().items()
        if not {canonicalize_name(each) for each in owners} & plain
    ]
    assert {"aiohttp", "textual_serve", "jinja2", "itsdangerous"} <= set(missing)
    code = f"import sys\nsys.modules.update(dict.fromkeys({missing!r}))\n"
    (tmp_path / "sitecustomize.py").write_text(code)
    return {**os.environ, "PYTHONPATH": str(tmp_path), "COMPANION_PASSPHRASE": "iron brigade"}


def test_no_web_server_among_the_requirements() -> None:
    """A plain install requires no web server, not even indirectly."""
    assert _plain() & {"aiohttp", "jinja2", "textual-serve", "itsdangerous"} == set()
    assert {"textual", "msgspec"} <= _plain()


@pytest.mark.variants
@pytest.mark.parametrize(
    "command",
    [
        ["-m", "companion", "find", "canister"],
        ["-m", "companion", "calc", "lob:closing-roll", "rating=C", "leader_morale=2", "--roll", "4"],
        ["-c", _APP],
    ],
    ids=["find", "calc", "app"],
)
def test_a_plain_install_is_enough(command: list[str], environment: dict[str, str]) -> None:
    """Search, a calculation and the app work, including an open rule."""
    run = subprocess.run(
        [sys.executable, *command], env=environment, capture_output=True, text=True, timeout=300
    )
    assert (run.returncode, run.stderr) == (0, "")


@pytest.mark.variants
@pytest.mark.parametrize("given", [[], ["--lan", "127.0.0.2"]])
def test_serve_names_the_missing_extra(given: list[str], environment: dict[str, str]) -> None:
    """`companion serve` is refused in one line that names the extra."""
    command = [sys.executable, "-m", "companion", "serve", *given]
    run = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300)
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr == (
        "companion: serve requires additional packages: pip install 'tabletop-companion[serve]'\n"
    )
