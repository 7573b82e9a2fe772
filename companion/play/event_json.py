"""Events as JSON, the form in which a session's file holds them."""

from __future__ import annotations

import msgspec

from companion.model.event import Event

_ENCODER = msgspec.json.Encoder()
_DECODER: msgspec.json.Decoder[Event] = msgspec.json.Decoder(Event)


def encode_event(event: Event) -> str:
    """Return the event as JSON that names its kind."""
    return _ENCODER.encode(event).decode()


def decode_event(text: str | bytes) -> Event:
    """Return the event of a JSON text. Raises msgspec.DecodeError for anything that this version does not know."""
    return _DECODER.decode(text)
