"""Backup metadata: every changed byte is detected."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dayshift.admin.manifest import Damaged, Summary, read_summary, write_summary

SUMMARY = Summary(
    made_at="2026-11-21T03:20:00+00:00",
    engine="sqlite",
    schema="0021",
    database_sha256="0" * 64,
    objects_sha256="f" * 64,
    objects=12,
    bytes=34567,
)


def test_flipped_bits_in_summary_are_detected(tmp_path: Path) -> None:
    write_summary(tmp_path, SUMMARY)
    file = tmp_path / "backup.json"
    original = file.read_bytes()
    assert read_summary(tmp_path) == SUMMARY
    for position in range(len(original)):
        for bit in range(8):
            changed = bytearray(original)
            changed[position] ^= 1 << bit
            file.write_bytes(changed)
            with pytest.raises(Damaged):
                read_summary(tmp_path)


@given(start=st.integers(0, 500), length=st.integers(0, 20), inserted=st.binary(max_size=20))
def test_other_changes_of_summary_are_detected(
    tmp_path_factory: pytest.TempPathFactory, start: int, length: int, inserted: bytes
) -> None:
    folder = tmp_path_factory.mktemp("backup")
    write_summary(folder, SUMMARY)
    file = folder / "backup.json"
    original = file.read_bytes()
    changed = original[:start] + inserted + original[start + length :]
    file.write_bytes(changed)
    if changed == original:
        assert read_summary(folder) == SUMMARY
    else:
        with pytest.raises(Damaged):
            read_summary(folder)


def test_summary_of_earlier_version_is_readable(tmp_path: Path) -> None:
    fields = {name: getattr(SUMMARY, name) for name in SUMMARY.__slots__}
    (tmp_path / "backup.json").write_text(json.dumps(fields))
    assert read_summary(tmp_path) == SUMMARY
