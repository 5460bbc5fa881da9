"""The files of a backup: every changed byte of the metadata is detected."""

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


def test_every_flipped_bit_of_the_summary_is_detected(tmp_path: Path) -> None:
    write_summary(tmp_path, SUMMARY)
    file = tmp_path / "backup.json"
    whole = file.read_bytes()
    assert read_summary(tmp_path) == SUMMARY
    for position in range(len(whole)):
        for bit in range(8):
            changed = bytearray(whole)
            changed[position] ^= 1 << bit
            file.write_bytes(changed)
            with pytest.raises(Damaged):
                read_summary(tmp_path)


@given(start=st.integers(0, 500), length=st.integers(0, 20), inserted=st.binary(max_size=20))
def test_every_other_change_of_the_summary_is_detected(
    tmp_path_factory: pytest.TempPathFactory, start: int, length: int, inserted: bytes
) -> None:
    folder = tmp_path_factory.mktemp("backup")
    write_summary(folder, SUMMARY)
    file = folder / "backup.json"
    whole = file.read_bytes()
    changed = whole[:start] + inserted + whole[start + length :]
    file.write_bytes(changed)
    if changed == whole:
        assert read_summary(folder) == SUMMARY
    else:
        with pytest.raises(Damaged):
            read_summary(folder)


def test_a_summary_of_an_earlier_version_is_read(tmp_path: Path) -> None:
    fields = {name: getattr(SUMMARY, name) for name in SUMMARY.__slots__}
    (tmp_path / "backup.json").write_text(json.dumps(fields))
    assert read_summary(tmp_path) == SUMMARY
