"""What owners see of decision records, overruled AI levels, legal holds and results by group."""

import csv
import io
from datetime import date, timedelta
from typing import Any

import pytest
from sqlalchemy import insert
from starlette.testclient import TestClient
from typer.testing import CliRunner

from dayshift.cli import main
from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.core.ids import new_id
from dayshift.core.tasks import Worker
from dayshift.hiring.applications.models import decision_records
from dayshift.privacy import Hold, add_hold, end_hold
from dayshift.settings import Settings
from tests.hiring.applications.test_legal import decline, run_tasks
from tests.hiring.applications.test_moves import load
from tests.people import Person
from tests.privacy.test_demographics import next_month, reported
from tests.staff import Business, StaffMember, applied, business, in_database, viewed

__all__ = ["reported"]  # A fixture.

PATHS = (
    "/reports/records", "/reports/records.csv", "/reports/fairness.csv", "/reports/groups", "/holds",
)  # fmt: skip


def without_mark(text: str) -> str:
    """A table without the mark by which spreadsheets know UTF-8; every table has it."""
    assert text.startswith("\ufeff")
    return text.removeprefix("\ufeff")


@pytest.fixture
def diner(client: TestClient) -> Business:
    return business(client)


def stored(client: TestClient, diner: Business, member: StaffMember, **more: Any) -> str:
    """Store a record, by default a decline of somebody whose AI levels the member saw; return its id."""
    at = now()
    row = {
        "id": new_id(), "subject": f"{new_id()}{new_id()}"[:64], "employer_id": diner.id, "title": "Line Cook",
        "posting_id": diner.postings[0], "action": "decline", "from_stage": "in_review", "reason": "times",
        "member_id": member.id, "member_name": member.name, "member_role": "manager", "decided_at": at, "answers": 4,
        "viewed": 2, "ai": "seen", "overruled": False, "recommendation": "NO_HIRE", "sharing_version": "1",
        "levels": [{"competency": "Teamwork", "ai": 4, "confidence": "high", "member": 4}],
        "shared": {"video": True, "words": False, "score": True}, "rules": ["us-ugesp"],
        "kept_until": date(at.year + 4, 1, 1), **more,
    }  # fmt: skip
    in_database(client, lambda tx: tx.execute(insert(decision_records).values(**row)) and None)
    return str(row["id"])


def test_owners_read_the_record_of_a_decision(
    client: TestClient, worker: Worker, person: Person, diner: Business
) -> None:
    owner, maria = diner.member("owner", "Ana Whitlock"), diner.member("manager")
    application = applied(client, person, diner.jobs[0])
    run_tasks(client, worker)
    viewed(client, maria, application)
    for question in maria.ask("GET", f"/applications/{application}")["questions"]:
        maria.ask("PUT", f"/applications/{application}/ratings/{question['id']}", {"level": 1})
    decline(client, worker, maria, application, 2)
    tomorrow = (now() + timedelta(days=2)).date().isoformat()
    found = owner.ask("GET", f"/reports/records?last={tomorrow}")
    [record] = found["records"]
    assert found["next"] is None
    assert (record["memberName"], record["memberRole"], record["action"]) == ("Maria Ortiz", "manager", "decline")
    assert (record["reason"], record["ai"], record["viewed"], record["answers"]) == ("times", "seen", 1, 4)
    report = person.get(f"/api/interviews/{in_database(client, load, application).interview_id}")["report"]
    ai = {one["competency"]: one["level"] for one in report["competencies"]}
    assert {one["competency"]: (one["member"], one["ai"]) for one in record["levels"]} == {
        name: (1, level) for name, level in ai.items()
    }
    known = [level for level in ai.values() if level]
    assert record["overruled"] is (any(level != 1 for level in known) if known else None)
    expected = {"HIRE": True, "SECOND_INTERVIEW": True, "NO_HIRE": False, "INSUFFICIENT_EVIDENCE": None}
    assert record["against"] is expected[report["recommendation"]]
    assert {"nyc-ll144", "us-ugesp"} <= set(record["rules"])
    assert (record["plan"], record["scorer"], record["sharingVersion"]) != (None, None, None)
    assert record["shared"] == ["video", "words", "score"]
    gone = ("Maya", "Torres", application, person.id)
    assert [one for one in gone if one in str(record)] == []
    [row] = csv.DictReader(io.StringIO(without_mark(owner.call("GET", f"/reports/records.csv?last={tomorrow}").text)))
    assert (row["candidate"], row["by"], row["decision"]) == (record["candidate"], "Maria Ortiz", "decline")


def test_records_come_in_pages_without_gaps(client: TestClient, diner: Business) -> None:
    owner = diner.member("owner")
    at = now()
    # Several with the same instant, as bulk decisions have.
    made = [stored(client, diner, owner, decided_at=at - timedelta(minutes=n // 7)) for n in range(45)]
    stored(client, diner, owner, decided_at=at - timedelta(days=200))
    seen: list[str] = []
    before = ""
    while True:
        page = owner.ask("GET", f"/reports/records{f'?before={before}' if before else ''}")
        seen += [one["id"] for one in page["records"]]
        if page["next"] is None:
            break
        before = page["next"]
    assert sorted(seen) == sorted(made)
    assert len(owner.call("GET", "/reports/records.csv").text.splitlines()) == 46
    other = business(client, "Hotel Marmalade").member("owner", "Vera Lang")
    assert other.ask("GET", "/reports/records")["records"] == []
    assert other.call("GET", f"/reports/records?before={made[0]}").status_code == 404


def test_levels_that_the_member_did_not_see_stay_hidden(client: TestClient, diner: Business) -> None:
    owner = diner.member("owner")
    for ai in ("none", "unseen"):
        stored(client, diner, owner, ai=ai, overruled=True)
    for record in owner.ask("GET", "/reports/records")["records"]:
        assert (record["levels"], record["overruled"]) == ([{"competency": "Teamwork", "member": 4, "ai": None}], None)
    text = owner.call("GET", "/reports/records.csv").text
    assert text.count("Teamwork: 4/-") == 2


def test_levels_are_named_in_the_language_of_the_reader(client: TestClient, diner: Business) -> None:
    owner = diner.member("owner")
    names = ("Experiencia en cocina", "Kitchen experience")
    for plan in ("kitchen-es 2", "gone-es 9"):  # A plan that the operator removed cannot be translated.
        stored(client, diner, owner, plan=plan, levels=[{"competency": names[0], "ai": 4, "member": 4}])
    records = owner.ask("GET", "/reports/records")["records"]
    assert {one["plan"]: one["levels"][0]["competency"] for one in records} == {
        "kitchen-es 2": names[1], "gone-es 9": names[0],
    }  # fmt: skip
    text = owner.call("GET", "/reports/records.csv").text
    assert [text.count(f"{name}: 4/4") for name in names] == [1, 1]


def test_report_counts_how_often_people_decide_differently_from_the_ai(
    client: TestClient, diner: Business, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DAYSHIFT_DATABASE_URL", settings.database)
    owner, maria = diner.member("owner", "Ana Whitlock"), diner.member("manager")
    stored(client, diner, maria, overruled=True, recommendation="HIRE")  # Other level, against the recommendation.
    stored(client, diner, maria, overruled=False, recommendation="NO_HIRE")
    stored(client, diner, maria, overruled=None, recommendation="SECOND_INTERVIEW", action="invite")
    stored(client, diner, owner, ai="unseen", overruled=True, recommendation="NO_HIRE", action="offer")
    stored(client, diner, owner, recommendation="INSUFFICIENT_EVIDENCE")
    stored(client, diner, owner, overruled=True, decided_at=now() - timedelta(days=200))
    found = owner.ask("GET", "/reports/fairness")
    assert found["overruled"] == {"judged": 3, "overruled": 1, "recommended": 4, "against": 2}
    rows = list(csv.DictReader(io.StringIO(without_mark(owner.call("GET", "/reports/fairness.csv").text))))
    assert rows[-1]["by"] == "(all)"
    assert [rows[-1][name] for name in ("decisions_with_both_levels", "overruled")] == ["3", "1"]
    assert [rows[-1][name] for name in ("decisions_with_recommendation", "against_recommendation")] == ["4", "2"]
    text = CliRunner().invoke(main, ["employers", "report"]).output
    assert "decisions with another level than the AI's: 33% (1 of 3)" in text
    assert "decisions against the recommendation: 50% (2 of 4)" in text
    [row] = csv.DictReader(io.StringIO(CliRunner().invoke(main, ["employers", "report", "--csv"]).output))
    assert (row["name"], row["overruled"], row["against_recommendation"]) == ("Two Spoons Diner", "1", "2")


def test_owners_see_the_legal_holds_on_their_own_employer(client: TestClient, person: Person, diner: Business) -> None:
    owner, other = diner.member("owner"), business(client, "Hotel Marmalade")
    at = now()
    assert owner.ask("GET", "/holds") == {"holds": []}

    def hold(tx: Tx) -> None:
        for number, (user, employer) in enumerate(
            ((None, diner.id), (None, diner.id), (None, other.id), (person.id, None))
        ):
            made = at + timedelta(minutes=number)
            add_hold(
                tx, Hold(f"hold-{number}", user, employer, f"Case {number}", "Lee", made, at + timedelta(days=9), None)
            )
        end_hold(tx, "hold-0", at, "Judge Park")

    in_database(client, hold)
    found = owner.ask("GET", "/holds")["holds"]
    assert [(one["reason"], one["active"], one["madeBy"]) for one in found] == [
        ("Case 1", True, "Lee"),
        ("Case 0", False, "Lee"),
    ]
    assert found[0]["until"][:10] == (at + timedelta(days=9)).date().isoformat()
    assert [one["reason"] for one in other.member("owner", "Vera").ask("GET", "/holds")["holds"]] == ["Case 2"]
    assert [one["endedBy"] for one in found] == [None, "Judge Park"]
    log = owner.call("GET", "/reports/audit.csv").text
    entries = [(row["action"], row["name"]) for row in csv.DictReader(io.StringIO(log)) if row["subject"] == "hold"]
    assert sorted(entries) == [("hold.added", "Lee"), ("hold.added", "Lee"), ("hold.ended", "Judge Park")]


def test_groups_on_the_desk_equal_the_public_report(client: TestClient, reported: Business) -> None:
    with next_month():
        found = reported.member("owner").ask("GET", "/reports/groups")
        lines = list(csv.DictReader(io.StringIO(without_mark(client.get(f"{found['page']}/report.csv").text))))
    shown = 0
    for rate in ("selection", "scoring"):
        for table in found[rate]["tables"]:
            rows = [one for one in lines if (one["rate"], one["by"]) == (rate, table["by"])]
            assert table["unknown"] == int(rows[-1]["assessed"])
            assert table["hidden"] == sum(one["assessed"].startswith("fewer") for one in rows)
            for group, row in zip(table["groups"], [one for one in rows if one["selected"]], strict=True):
                shown += 1
                assert " ".join(group["categories"]) == row["category"]
                assert (str(group["total"]), str(group["selected"])) == (row["assessed"], row["selected"])
                assert ("" if group["ratio"] is None else f"{group['ratio']:.3f}") == row["impact_ratio"]
                assert (row["below_four_fifths"], row["test"]) == (
                    "yes" if group["flagged"] else "no",
                    group["test"] or "",
                )
    assert shown == 5  # By sex: two; by race: white; by both: two.
    [female] = [one for one in found["selection"]["tables"][0]["groups"] if one["flagged"]]
    assert (female["categories"], female["total"], female["test"]) == (["female"], 26, "z")
    assert female["p"] < 0.05


@pytest.mark.parametrize("path", PATHS)
def test_only_owners_read_records_holds_and_groups(
    client: TestClient, person: Person, diner: Business, path: str
) -> None:
    others = [diner.member("manager", "Sam Okafor", []), diner.member("reviewer", "Theo Grant")]
    assert [member.call("GET", path).status_code for member in others] == [403, 403]
    assert client.get(f"/api/desk{path}").status_code == 401
    assert person.call("GET", f"/api/desk{path}").status_code == 401
