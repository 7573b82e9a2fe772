"""The certificate of the server: one that the owner provides, or a self-signed one."""

from __future__ import annotations

import hashlib
import os
import re
import ssl
from collections.abc import Collection
from datetime import UTC, datetime, timedelta
from ipaddress import IPv4Address
from pathlib import Path
from typing import TYPE_CHECKING

from companion.model import Refused

if TYPE_CHECKING:
    from cryptography.x509 import Certificate

NAME = "serve-certificate.pem"
"""File with the self-signed certificate and its key, in the data folder."""
VALID = timedelta(days=397)
"""How long a self-signed certificate is valid: a little more than a year."""
RENEWED_BEFORE = timedelta(days=1)
"""A self-signed certificate is replaced if it expires sooner than this, so that none expires during an evening."""
_LARGEST = 1 << 20
"""Largest size in bytes of a file with a certificate or a key."""
_CERTIFICATE = re.compile(r"-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----")
_KEY = re.compile(r"-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----")
_ENCRYPTED = re.compile(r"-----BEGIN ENCRYPTED PRIVATE KEY-----|^Proc-Type: 4,ENCRYPTED", re.MULTILINE)


def context(certificate: Path, key: Path) -> ssl.SSLContext:
    """Return the TLS settings of a server with these files. Raises Refused."""
    if not _CERTIFICATE.search(_text(certificate)):
        raise Refused(f"{certificate} contains no PEM certificate")
    text = _text(key)
    if _ENCRYPTED.search(text):
        raise Refused(f"the key in {key} is encrypted; serve needs one without a pass phrase")
    if not _KEY.search(text):
        raise Refused(f"{key} contains no PEM private key")
    settings = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    try:
        settings.load_cert_chain(certificate, key, password="")
    except ssl.SSLError as error:
        if error.reason == "KEY_VALUES_MISMATCH":
            raise Refused(f"the key in {key} does not belong to the certificate in {certificate}") from None
        why = (error.reason or "no reason given").replace("_", " ").lower()
        raise Refused(f"{certificate} and {key} cannot be used: {why}") from None
    except OSError as error:
        raise Refused(f"{certificate} and {key} cannot be used: {error.strerror}") from None
    return settings


def fingerprint(certificate: Path) -> str:
    """Return the SHA-256 fingerprint of the first certificate in a file, as browsers show it. Raises Refused."""
    match = _CERTIFICATE.search(_text(certificate))
    if match is None:
        raise Refused(f"{certificate} contains no PEM certificate")
    return hashlib.sha256(ssl.PEM_cert_to_DER_cert(match[0])).digest().hex(":").upper()


def renewed(path: Path, addresses: Collection[str], now: datetime | None = None) -> bytes | None:
    """Return a new self-signed certificate with its key, as PEM; None if the one in the file at `path` can be used.

    That one cannot be used if it is missing, damaged, about to expire, readable by others, or lacks an address. Raises
    Refused.
    """
    try:
        from cryptography import x509  # only --tls needs it
    except ModuleNotFoundError:
        raise Refused("--tls requires the package cryptography: pip install cryptography") from None
    at = now or datetime.now(UTC)
    try:
        current = x509.load_pem_x509_certificate(path.read_bytes())
        usable = _is_private(path) and _is_valid(current, addresses, at)
        context(path, path)
    except (OSError, ValueError, x509.ExtensionNotFound, Refused):
        usable = False
    return None if usable else _self_signed(addresses, at)


def _is_valid(certificate: Certificate, addresses: Collection[str], now: datetime) -> bool:
    from cryptography import x509  # as above

    names = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    known = {str(address) for address in names.get_values_for_type(x509.IPAddress)}
    begins, ends = certificate.not_valid_before_utc, certificate.not_valid_after_utc
    return begins <= now < ends - RENEWED_BEFORE and set(addresses) <= known


def _self_signed(addresses: Collection[str], now: datetime) -> bytes:
    """Return a new key and a certificate that it signs, as PEM."""
    from cryptography import x509  # as above
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Tabletop Companion")])
    names = [
        x509.DNSName("localhost"),
        *(x509.IPAddress(IPv4Address(address)) for address in dict.fromkeys(addresses)),
    ]
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))  # the clock of a tablet may be slow
        .not_valid_after(now - timedelta(days=1) + VALID)
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .sign(key, hashes.SHA256())
    )
    form, plain = serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    return key.private_bytes(serialization.Encoding.PEM, form, plain) + certificate.public_bytes(
        serialization.Encoding.PEM
    )


def _is_private(path: Path) -> bool:
    """Return whether only the owner can read a file; always true on Windows, where the folder belongs to the owner."""
    return os.name == "nt" or path.stat().st_mode & 0o077 == 0


def _text(path: Path) -> str:
    """Return the text of a file with a certificate or a key. Raises Refused."""
    try:
        if not path.is_file():
            raise Refused(f"{path} not found")
        with path.open("rb") as file:
            data = file.read(_LARGEST + 1)
    except (OSError, ValueError) as error:
        raise Refused(f"{path} cannot be read: {getattr(error, 'strerror', None) or error}") from None
    if len(data) > _LARGEST:
        raise Refused(f"{path} is too large for a certificate or a key")
    return data.decode(errors="replace")
