"""The host's TLS certificate: made once, kept in the data folder, sent to every client.

It is self-signed. What counts is its *fingerprint* (SHA-256), which a client saves (`net.security.known_hosts`) and of
which a table's code holds a part (`net.security.table_code`).
"""

from __future__ import annotations

import os
import ssl
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from typing import Final

from net.errors import HostKeyDamaged
from net.private_files import restrict_to_owner, write_private_draft

CERTIFICATE_FILE: Final = "host-key.pem"
"""The name of the file with the host's key and certificate, in its data folder."""

CERTIFICATE_VALID_YEARS: Final = 100
"""Number of years for which a certificate is valid: no client checks it, but some tools warn of expired ones."""

CLOCK_SKEW_DAYS: Final = 2
"""Number of days before its creation from which a certificate is valid, for clocks that are wrong."""


@dataclass(frozen=True, slots=True)
class Certificate:
    """A host's certificate: the TLS context of a server with it, and its fingerprint in 64 hexadecimal digits."""

    context: ssl.SSLContext
    fingerprint: str


def fingerprint_of(der: bytes) -> str:
    """Return the fingerprint of a certificate in DER form."""
    return sha256(der).hexdigest()


def key_in_groups(fingerprint: str) -> str:
    """Return the first 80 bits of a fingerprint in five groups, which two people can compare by voice."""
    return " ".join(fingerprint[at : at + 4] for at in range(0, 20, 4))


def host_certificate(folder: Path) -> Certificate:
    """Return the certificate of the host whose data folder is `folder`; the first call makes and saves it.

    A file that others can read is made private. If it cannot be saved, it lasts as long as this process.
    Raises `HostKeyDamaged` if the saved one is damaged.
    """
    path = folder / CERTIFICATE_FILE
    try:
        if not path.exists():
            _save_certificate(path, new_certificate())
        restrict_to_owner(path)
        return _load_certificate(path)
    except ssl.SSLError as error:
        raise HostKeyDamaged(
            f"The key of this host in {path} is damaged: move it away, and a new one is made "
            "(people who know this host are then warned once)."
        ) from error
    except OSError:
        return certificate_from_pem(new_certificate())


def certificate_from_pem(pem: bytes) -> Certificate:
    """Return the certificate of a key that `new_certificate` has made."""
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / CERTIFICATE_FILE
        _save_certificate(path, pem)
        return _load_certificate(path)


def client_context() -> ssl.SSLContext:
    """Return the TLS context of a client; it checks no authority, since `known_hosts` checks the key itself."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


def _load_certificate(path: Path) -> Certificate:
    """Return the certificate and key saved at `path`; raises `ssl.SSLError` for a damaged file, or `OSError`."""
    text = path.read_text(encoding="ascii", errors="replace")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.num_tickets = 0  # no session is resumed, and each ticket costs bytes and memory
    context.load_cert_chain(path)
    begin, end = (text.find(f"-----{which} CERTIFICATE-----") for which in ("BEGIN", "END"))
    der = ssl.PEM_cert_to_DER_cert(text[begin:end] + "-----END CERTIFICATE-----")
    return Certificate(context, fingerprint_of(der))


def _save_certificate(path: Path, pem: bytes) -> None:
    """Save a key and its certificate, readable by the file's owner only; a file that another process made stays."""
    with write_private_draft(path, pem, is_synced=True) as draft:
        try:
            os.link(draft, path)
        except FileExistsError:
            pass
        except (OSError, AttributeError, NotImplementedError):  # a file system without links
            if not path.exists():
                draft.replace(path)


def new_certificate() -> bytes:
    """Return a new key and its certificate in PEM form."""
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.oid.NameOID.COMMON_NAME, "Mad Queens")])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=CLOCK_SKEW_DAYS))
        .not_valid_after(now + timedelta(days=365 * CERTIFICATE_VALID_YEARS))
        .sign(key, hashes.SHA256())
    )
    return key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    ) + certificate.public_bytes(serialization.Encoding.PEM)
