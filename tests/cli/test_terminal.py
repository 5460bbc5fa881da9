"""User-supplied text is escaped before it is printed to an operator's terminal."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dayshift.cli.common import printable, say


@given(st.text())
def test_output_contains_no_control_characters(text: str) -> None:
    shown = printable(text)
    assert shown.isprintable() or not set(shown) & {chr(code) for code in (*range(32), *range(127, 160))}
    shown.encode("utf-8")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain — José 李", "plain — José 李"),
        ("\x1b[2Jgone", r"\x1b[2Jgone"),
        ("\x9b31mred", r"\x9b31mred"),
        ("two\nlines\r\n", r"two\nlines\r\n"),
        ("\u202egnp.exe", r"\u202egnp.exe"),
        ("\ud800", r"\ud800"),
    ],
)
def test_control_characters_are_escaped(text: str, shown: str) -> None:
    assert printable(text) == shown


def test_each_argument_is_printed_on_its_own_line(capsys: pytest.CaptureFixture[str]) -> None:
    say("one", "two\x07")
    assert capsys.readouterr().out == "one\ntwo\\x07\n"
