"""The invitation to a table: it is written as a shell command, and parsed when it is pasted."""

from __future__ import annotations

import shlex

import pytest
from hypothesis import given
from hypothesis import strategies as st

from net.limits import DEFAULT_PORT
from net.transport.address_errors import address_with_port
from tui.cli.arguments import parser
from tui.connect.address import parse_address
from tui.connect.invitation import Invitation, invitation, parse_invitation, web_address


@pytest.mark.parametrize(
    ("port", "encrypted", "code", "address"),
    [
        (8222, False, "", "http://192.168.1.20:8222/"),
        (80, False, "", "http://192.168.1.20/"),
        (443, True, "", "https://192.168.1.20/"),
        (443, False, "", "http://192.168.1.20:443/"),
        (8222, False, "7KQ4-M2ZN-8RTV-3F5H2C", "http://192.168.1.20:8222/#code=3F5H2C"),
        (8222, False, "Grüße-12", "http://192.168.1.20:8222/#code=GR%C3%9CSSE12"),
    ],
)
def test_web_address_of_a_table_has_the_secret_of_its_code_in_the_fragment(port, encrypted, code, address):
    assert web_address("192.168.1.20:7433", port, encrypted, code) == address


def test_web_address_of_a_table_at_an_ipv6_address_has_brackets():
    assert web_address("[fe80::1]:7433", 8222, False) == "http://[fe80::1]:8222/"


@pytest.mark.parametrize(
    ("address", "code", "line"),
    [
        ("192.168.1.20:7433", "", "queens join 192.168.1.20"),
        ("192.168.1.20:7434", "", "queens join 192.168.1.20:7434"),
        ("[fd00::2]:7433", "", "queens join fd00::2"),
        ("[fd00::2]:7434", "", "queens join '[fd00::2]:7434'"),
        ("host.local:7433", "7KQ4-M2ZN-8RTV-3F5H", "queens join host.local --code 7KQ4-M2ZN-8RTV-3F5H"),
        ("10.0.0.1:7433", "7KQ4-M2ZN-8RTV-it's", "queens join 10.0.0.1 --code '7KQ4-M2ZN-8RTV-it'\"'\"'s'"),
    ],
)
def test_invitation_to_a_table_is_one_line(address, code, line) -> None:
    assert invitation(address, code) == line


@given(
    st.sampled_from(["192.168.1.20", "fd00::2", "fe80::1%eth0", "host.local"]),
    st.integers(1, 65535) | st.just(DEFAULT_PORT),
    st.text(st.characters(min_codepoint=33, max_codepoint=0x2FF), max_size=20),
    st.booleans(),
)
def test_invitation_pasted_into_a_shell_is_parsed_back(address, port, word, insecure) -> None:
    code = f"7KQ4-M2ZN-8RTV-{word}" if word else ""
    _, *words = shlex.split(invitation(address_with_port(address, port), code, insecure))
    chosen = parser().parse_args(words)
    assert parse_address(chosen.address) == (address, port)
    assert (chosen.code, chosen.insecure) == (code, insecure)
    parsed = parse_invitation(invitation(address_with_port(address, port), code, insecure))
    assert parsed == Invitation(chosen.address, chosen.code or "", chosen.insecure)


@pytest.mark.parametrize(
    ("text", "parsed"),
    [
        ("$ queens join 10.0.0.1", Invitation("10.0.0.1")),
        ("queens join --name Bo --watch 10.0.0.1:8000 --code=x", Invitation("10.0.0.1:8000", "x")),
        ("10.0.0.1", None),
        ("queens", None),
        ("it's", None),
        ("ssh -p 2222 NAME@10.0.0.1", None),
    ],
)
def test_pasted_text_is_parsed_as_an_invitation_or_as_nothing(text, parsed) -> None:
    assert parse_invitation(text) == parsed
