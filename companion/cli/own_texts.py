"""The players' own texts for `companion find`: table rulings, notes and the log, each read only if it exists."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from contextlib import closing, suppress
from pathlib import Path

from companion.cli.defaults import PLAYER_FILE, rulings_in_force, session_name
from companion.errors import CompanionError
from companion.load.places import usual_places
from companion.search.own_results import LogText, OwnText


def own_texts(options: argparse.Namespace, data: Path) -> list[OwnText]:
    """Return the table rulings in force, then the notes. Raises NotFound if the named session is unknown."""
    texts = [
        OwnText(
            "ruling",
            ruling.about,
            ruling.text,
            f"{ruling.id}, {f'session {ruling.session}' if ruling.session else 'permanent'}",
        )
        for ruling in rulings_in_force(options, data)
    ]
    if (data / PLAYER_FILE).exists():
        from companion.play.annotations import read_annotations  # 20 ms, not needed without notes

        with suppress(CompanionError):  # already reported for the table rulings
            notes = [note for note in read_annotations(data) if note.note]
            texts += [OwnText("note", note.about, note.note, "your note") for note in notes]
    return texts


def logged_texts(options: argparse.Namespace) -> Iterable[LogText]:
    """Return the lines of the session log, newest first. Raises as `read_session` does."""
    from companion.cli.open_session import read_session  # opening the rulebooks takes 100 ms
    from companion.load.library import load_library
    from companion.workspace.own_texts import LogTexts

    places = usual_places()
    with closing(read_session(places, load_library(places), session_name(options))) as session:
        return list(LogTexts(session).newest_first())
