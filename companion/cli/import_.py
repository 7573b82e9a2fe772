"""`companion import`: reads your own document, shows what was found, and makes it searchable."""

from __future__ import annotations

import argparse
import shlex
import sys
from pathlib import Path

from companion.cli.output import print_lines, print_result, width
from companion.errors import Refused, shortened
from companion.load.library import load_library
from companion.load.places import Places, usual_places
from companion.model.imported import ImportedDocument
from companion.render.imported import document_json, document_line, kept_line, progress_line
from companion.render.text import shown, wrapped
from companion.workspace import imported

_STEP = 100
"""Number of pages between progress lines, without a terminal."""


def run(options: argparse.Namespace) -> int:
    """Import a document, list the imported documents, or remove one. Raises CompanionError."""
    places = usual_places()
    if options.list or options.remove:
        if options.file or (options.list and options.remove):
            raise Refused("use only one of FILE, --list and --remove NAME")
        return _list(options, places) if options.list else _remove(options, places)
    if not options.file:
        raise Refused(
            "a file is required, as in companion import rulebook.pdf --game lob; or use --list or --remove NAME"
        )
    if not options.game:
        raise Refused("the game that the document belongs to is required, as in --game lob")
    return _import(options, places)


def _list(options: argparse.Namespace, places: Places) -> int:
    documents = imported.every_import(places.data)
    lines = [line for document in documents for line in wrapped(document_line(document), width(), "", "  ")]
    summaries = [{**document_json(document), "sections": len(document.sections)} for document in documents]
    print_result(options, summaries, lines or ["No imported documents."])
    return 0


def _remove(options: argparse.Namespace, places: Places) -> int:
    document = imported.remove_and_index(places.data, options.remove)
    line = f"Removed {document.name}; the file {document.file} is unchanged."
    print_result(options, {"removed": document.name}, wrapped(line, width()))
    return 0


def _import(options: argparse.Namespace, places: Places) -> int:
    """Read a document, show what was found, and keep it if the player agrees."""
    asks = not (options.yes or options.preview)
    if asks and (options.json or not sys.stdin.isatty()):
        raise Refused("without a terminal, add --yes to keep the document or --preview to see what was found")
    library = load_library(places)
    slugs = [module.game.slug for module in library.modules]
    if options.game not in slugs:
        raise Refused(
            f"unknown game {shortened(options.game)}; known: {', '.join(slugs)}; create one with companion new-game"
        )
    progress = _Progress()
    try:
        document = imported.read(Path(options.file), options.game, options.name, library, progress.show)
    finally:
        progress.end()
    keeps = options.yes
    if not options.json:
        print_lines(imported.preview(places.data, document, library, width()))
        keeps = keeps or (asks and _agreed(document))
    if keeps and not options.preview:
        imported.keep_and_index(places.data, document)
    kept = keeps and not options.preview
    lines = wrapped(kept_line(document) if kept else "Not kept.", width())
    if kept and _is_own(document, places):
        lines.append(f"Next: companion new-rules {shlex.quote(document.name)} --game {document.game}")
    print_result(options, {**document_json(document), "kept": kept}, lines)
    return 0


def _is_own(document: ImportedDocument, places: Places) -> bool:
    """Return whether a document belongs to a game of the player's own, which rules can be added to."""
    return not (places.bases[0] / "tables" / document.game).is_dir()


def _agreed(document: ImportedDocument) -> bool:
    """Return whether the player wants to keep the document: yes or Enter, but not the end of input."""
    print(f"Keep it as {document.name}? yes or no [Enter: yes] ", end="", file=sys.stderr, flush=True)
    answer = sys.stdin.readline()
    return answer.endswith("\n") and answer.strip().lower() in ("", "y", "yes")


class _Progress:
    """Progress on standard error: updated in place on a terminal, else an occasional line."""

    def __init__(self) -> None:
        self._in_place = sys.stderr.isatty()
        self._shown = False

    def show(self, done: int, of: int) -> None:
        """Show how many pages have been read."""
        if self._in_place:
            self._shown = True
            print(f"\r{progress_line(done, of)} ", end="", file=sys.stderr, flush=True)
        elif done and done % _STEP == 0:
            print(shown(progress_line(done, of)), file=sys.stderr, flush=True)

    def end(self) -> None:
        """End the progress line on a terminal."""
        if self._shown:
            print(file=sys.stderr)
            self._shown = False
