"""docs/privacy.md and docs/notices.md say what the code does."""

import re
from datetime import timedelta

import pytest

from dayshift.exchange.webhooks import delivery
from dayshift.hiring.applications.grants import GRANT_DAYS
from dayshift.hiring.applications.orders import KEEP_ENDED
from dayshift.hiring.applications.stages import LOOK_AGAIN_WITHIN
from dayshift.interviews.room.language_model import DAY as MODEL_DAY
from dayshift.knowledge.jurisdictions import RECORD_YEARS
from dayshift.privacy import export, periods
from dayshift.settings import Settings
from scripts.draw_data_flow import TARGET, tables_by_package, with_drawing
from tests.house.test_documents import ROOT, table_rows

TEXT = TARGET.read_text("utf-8")
NOTICES = (ROOT / "docs/notices.md").read_text("utf-8")
DAY = timedelta(days=1)

KEPT = {
    "Recordings": f"{Settings.model_fields['retention_days'].default} days",
    "Sessions of candidates and members": f"{Settings.model_fields['session_days'].default} days",
    "What an employer may see": f"{GRANT_DAYS} days",
    "Interviews ordered by an employer's system, after their end": f"{KEEP_ENDED // DAY} days",
    "A copy of the data": f"{export.KEPT // DAY} days",
    "Records of decisions, without the candidate's name or words": f"{RECORD_YEARS} years",
    "What was sent to employers' own systems: ids, and their replies": f"{delivery.KEPT // DAY} days",
    'After "Delete everything"': f"{periods.UNDO // DAY} days",
    "Files of a deleted person": f"{periods.FILES_GONE // timedelta(hours=1)} hours",
    "Backups that hold a deleted person": f"{periods.BACKUPS_GONE // DAY} days",
    "Calls of the language model, with a digest instead of the account": f"{MODEL_DAY // timedelta(hours=1)} hours",
}


def test_retention_table_has_the_periods_of_the_code() -> None:
    rows = table_rows(TEXT, "## How long data is kept")
    timed = {name: row[0] for name, row in rows.items() if re.search(r"\d", row[0])}
    assert set(timed) == set(KEPT)
    assert {name: text for name, text in timed.items() if not text.startswith(KEPT[name])} == {}


def test_data_flow_is_drawn_from_the_code() -> None:
    assert with_drawing(TEXT) == TEXT, "run 'python scripts/draw_data_flow.py'"


def test_data_flow_names_the_tables_with_candidates() -> None:
    kept = tables_by_package()
    assert {"users", "sessions"} <= set(kept["accounts"])
    assert "messages" in kept["hiring"]
    assert not {"jobs", "members"} & {name for names in kept.values() for name in names}


def questions() -> list[str]:
    part = TEXT.split("## Twenty questions of a data protection officer", 1)[1].split("**Known limits.**", 1)[0]
    return re.findall(r"^\d+\. .*?(?=^\d+\. |\Z)", part, re.MULTILINE | re.DOTALL)


def test_all_twenty_questions_point_to_code_or_a_test() -> None:
    found = questions()
    assert [int(one.split(".")[0]) for one in found] == list(range(1, 21))
    assert [one for one in found if not re.search(r"`[\w/]+\.py(?:::\w+)?`", one)] == []


@pytest.mark.parametrize("pointer", sorted(set(re.findall(r"`([\w/]+\.py(?:::\w+)?)`", TEXT))))
def test_code_and_tests_that_are_named_exist(pointer: str) -> None:
    name, _, test = pointer.partition("::")
    path = next((one for one in (ROOT / name, ROOT / "dayshift" / name) if one.is_file()), None)
    assert path is not None
    assert not test or re.search(rf"^def {test}\(", path.read_text("utf-8"), re.MULTILINE)


def test_notices_have_the_periods_of_the_code() -> None:
    retention = Settings.model_fields["retention_days"].default
    assert set(re.findall(r"\{(\d+)\} days", NOTICES)) == {str(retention)}
    assert f"another look within {LOOK_AGAIN_WITHIN // DAY} days" in NOTICES
    assert "records of decisions, without your name, at least four years" in " ".join(NOTICES.replace(">", "").split())


def test_headings_in_the_contents_exist() -> None:
    anchors = {
        re.sub(r"[^\w -]", "", line[3:]).lower().replace(" ", "-") for line in TEXT.splitlines() if line[:3] == "## "
    }
    assert set(re.findall(r"\]\(#([\w-]+)\)", TEXT)) <= anchors
