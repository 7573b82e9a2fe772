"""The certificate of the server: made, kept, renewed, and what is refused."""

from __future__ import annotations

import os
import ssl
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from companion.model import Refused
from companion.play.replacing import replace_file
from companion.serve.certificate import RENEWED_BEFORE, VALID, context, fingerprint, renewed

NOW = datetime(2026, 11, 23, 18, tzinfo=UTC)
HERE = ("192.168.1.7", "127.0.0.1")


def kept(path: Path, now: datetime = NOW, addresses: tuple[str, ...] = HERE) -> Path:
    """Write a new certificate, as the command does; return its file."""
    made = renewed(path, addresses, now)
    assert made is not None
    replace_file(path, made)
    return path


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A file with a certificate of our own."""
    return kept(tmp_path / "deep" / "own.pem")


def test_it_is_for_these_addresses_and_no_other_purpose(own: Path) -> None:
    """The certificate is valid for these addresses and localhost, and cannot sign other certificates."""
    made = x509.load_pem_x509_certificate(own.read_bytes())
    names = made.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert [str(each) for each in names.get_values_for_type(x509.IPAddress)] == list(HERE)
    assert names.get_values_for_type(x509.DNSName) == ["localhost"]
    assert not made.extensions.get_extension_for_class(x509.BasicConstraints).value.ca
    assert made.not_valid_after_utc - made.not_valid_before_utc == VALID
    assert made.not_valid_before_utc < NOW
    context(own, own)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such modes")
def test_only_its_owner_can_read_it(own: Path) -> None:
    """Only its owner can read the certificate; one that others can read is replaced."""
    assert own.stat().st_mode & 0o777 == 0o600
    own.chmod(0o640)
    assert renewed(own, HERE, NOW) is not None


def test_it_is_kept_until_a_day_before_it_ends(own: Path) -> None:
    """A certificate is kept until a day before it expires, so that it does not expire during a game."""
    ends = NOW - timedelta(days=1) + VALID
    assert renewed(own, HERE, NOW) is None
    assert renewed(own, HERE[:1], ends - RENEWED_BEFORE - timedelta(seconds=1)) is None
    assert renewed(own, HERE, ends - RENEWED_BEFORE) is not None
    assert renewed(own, HERE, NOW - timedelta(days=2)) is not None


def test_another_address_needs_another_certificate(own: Path) -> None:
    """Another address needs another certificate, since browsers refuse one that does not name the address."""
    assert renewed(own, ("192.168.1.8", "127.0.0.1"), NOW) is not None


@pytest.mark.parametrize(
    "content", [b"", b"x", b"-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"]
)
def test_a_damaged_one_is_made_again(own: Path, content: bytes) -> None:
    """A certificate is replaced if it is damaged, or if its key is missing or belongs to another one."""
    good = own.read_bytes()
    for damaged in (content, good[good.index(b"-----BEGIN CERT") :], good[:300]):
        own.write_bytes(damaged)
        assert renewed(own, HERE, NOW) is not None


def test_the_fingerprint_is_that_of_the_certificate(own: Path) -> None:
    """The fingerprint is the SHA-256 of the certificate, written as browsers and openssl write it."""
    made = x509.load_pem_x509_certificate(own.read_bytes()).fingerprint(hashes.SHA256())
    assert fingerprint(own) == ":".join(f"{each:02X}" for each in made)


def test_the_package_is_named_if_it_is_missing(own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The missing package is named; a certificate of the user's own works without the package."""
    monkeypatch.setitem(sys.modules, "cryptography", None)
    with pytest.raises(Refused, match="pip install cryptography"):
        renewed(own, HERE, NOW)
    assert isinstance(context(own, own), ssl.SSLContext)
    assert len(fingerprint(own)) == 95


def _encrypted_key(path: Path) -> Path:
    form = serialization.PrivateFormat.PKCS8
    locked = serialization.BestAvailableEncryption(b"secret")
    key = ec.generate_private_key(ec.SECP256R1())
    path.write_bytes(key.private_bytes(serialization.Encoding.PEM, form, locked))
    return path


def test_files_that_cannot_be_used_are_refused(own: Path, tmp_path: Path) -> None:
    """Each refusal is one line that names the file."""
    other = kept(tmp_path / "other.pem")
    text = own.read_text()
    start = text.index("-----BEGIN CERT")
    alone, key = tmp_path / "alone.pem", tmp_path / "key.pem"
    alone.write_text(text[start:])
    key.write_text(text[:start])
    (tmp_path / "cut.pem").write_text(text.replace("MII", "MI!"))
    (tmp_path / "big.pem").write_bytes(b"x" * (1 << 21))
    locked = _encrypted_key(tmp_path / "locked.pem")
    context(alone, key)
    for certificate, private, why in (
        (alone, other, "does not belong to the certificate"),
        (alone, alone, "contains no PEM private key"),
        (key, key, "contains no PEM certificate"),
        (alone, locked, "is encrypted"),
        (tmp_path / "cut.pem", key, "cannot be used"),
        (tmp_path / "missing.pem", key, "not found"),
        (alone, tmp_path, "not found"),
        (tmp_path / "big.pem", key, "too large"),
        (Path(os.devnull), key, "not found"),
    ):
        with pytest.raises(Refused, match=why) as refused:
            context(certificate, private)
        assert "\n" not in str(refused.value)
