"""The key by which a host is known: made once, kept in the data folder, shown to everybody who connects.

Nobody vouches for the certificate around it; what counts is its *fingerprint*, which a client remembers
(`net.security.known_hosts`) and of which a table's code carries a part (`net.security.table_code`).
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
from net.private_files import draft_of

FILE: Final = "host-key.pem"

VALID_YEARS: Final = 100
"""How long a certificate is valid: nobody looks at it, but some tools warn of what has run out."""

SKEW_DAYS: Final = 2
"""How long before its making it is valid already, for clocks that are wrong."""


@dataclass(frozen=True, slots=True)
class Certificate:
    """A host's certificate: what a server of TLS needs of it, and its fingerprint in 64 hexadecimal digits."""

    context: ssl.SSLContext
    fingerprint: str


def fingerprint_of(der: bytes) -> str:
    """Return the fingerprint of a certificate as it is sent."""
    return sha256(der).hexdigest()


def in_groups(fingerprint: str) -> str:
    """Return the first 80 bits of a fingerprint in groups that two people can compare by voice."""
    return " ".join(fingerprint[at : at + 4] for at in range(0, 20, 4))


def host_certificate(folder: Path) -> Certificate:
    """Return the certificate of the host whose data is in `folder`, making it the first time.

    Where it cannot be kept it is made for this time only. Raises `HostKeyDamaged` if the one that is kept is damaged.
    """
    path = folder / FILE
    try:
        if not path.exists():
            _keep(path, _make())
        return _load(path)
    except ssl.SSLError as error:
        raise HostKeyDamaged(
            f"The key of this host in {path} is damaged: move it away, and a new one is made "
            "(whoever knows this host is then warned once)."
        ) from error
    except OSError:
        return _for_this_time()


def client_context() -> ssl.SSLContext:
    """Return what a client of TLS needs: no authority is asked, for the key itself is checked (`known_hosts`)."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


def _load(path: Path) -> Certificate:
    text = path.read_text(encoding="ascii", errors="replace")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_3
    context.num_tickets = 0  # nobody resumes, and each ticket costs bytes and memory
    context.load_cert_chain(path)
    begin, end = (text.find(f"-----{which} CERTIFICATE-----") for which in ("BEGIN", "END"))
    der = ssl.PEM_cert_to_DER_cert(text[begin:end] + "-----END CERTIFICATE-----")
    return Certificate(context, fingerprint_of(der))


def _for_this_time() -> Certificate:
    """Return a certificate that nobody keeps."""
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / FILE
        _keep(path, _make())
        return _load(path)


def _keep(path: Path, pem: bytes) -> None:
    """Write a key for its owner only; if another process was quicker, its key stays."""
    with draft_of(path, pem, synced=True) as draft:
        try:
            os.link(draft, path)
        except FileExistsError:
            pass
        except (OSError, AttributeError, NotImplementedError):  # a file system without links
            if not path.exists():
                draft.replace(path)


def _make() -> bytes:
    """Return a new key and its certificate, as one text."""
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
        .not_valid_before(now - timedelta(days=SKEW_DAYS))
        .not_valid_after(now + timedelta(days=365 * VALID_YEARS))
        .sign(key, hashes.SHA256())
    )
    return key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    ) + certificate.public_bytes(serialization.Encoding.PEM)
