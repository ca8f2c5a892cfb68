"""The number of connections that a process may have open."""

from __future__ import annotations

import pytest

from net.limits import SPARE_FILE_DESCRIPTORS
from net.transport.listening_socket import max_open_connections


def test_soft_limit_of_descriptors_is_raised_as_needed_up_to_the_hard_limit(monkeypatch):
    resource = pytest.importorskip("resource")
    asked: list[tuple[int, int]] = []
    monkeypatch.setattr(resource, "getrlimit", lambda which: (256, 4096))
    monkeypatch.setattr(resource, "setrlimit", lambda which, limits: asked.append(limits))
    assert max_open_connections(1000) == 1000
    assert asked == [(1000 + SPARE_FILE_DESCRIPTORS, 4096)]
    assert max_open_connections(10_000) == 4096 - SPARE_FILE_DESCRIPTORS
    monkeypatch.setattr(resource, "setrlimit", lambda which, limits: (_ for _ in ()).throw(ValueError))
    assert max_open_connections(1000) == 256 - SPARE_FILE_DESCRIPTORS
