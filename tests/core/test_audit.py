"""The audit log: entries with their acts, the chain, and that no change of it goes unnoticed."""

import json
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import Connection, Engine, create_engine, text
from sqlalchemy.exc import DBAPIError, IntegrityError
from starlette.testclient import TestClient

from dayshift.core import audit
from dayshift.core.audit import Act, Head, append_to_chain, client_from, digest_of, record, record_all, verify
from dayshift.core.db import Tx
from dayshift.core.tasks import Worker
from dayshift.privacy.erase import erase_user
from tests.people import Person
from tests.staff import applied, business, in_database, interviewed, viewed

TABLES = {"audit_entries": audit.audit_entries, "audit_chain": audit.audit_chain}
CELLS = [(name, column.name) for name, table in TABLES.items() for column in table.columns]


def some_entries(tx: Tx, count: int = 6) -> None:
    acts = [
        Act("application.moved", "member", "member-1", "application", f"application-{n}", "employer-1", {"version": n})
        for n in range(count)
    ]
    record_all(tx, acts)
    append_to_chain(tx)


def without_protection(connection: Connection) -> None:
    """Remove what keeps others from changing the log, as somebody with all rights to the database can."""
    if connection.dialect.name == "sqlite":
        for name in connection.execute(text("SELECT name FROM sqlite_master WHERE type = 'trigger'")).scalars().all():
            connection.execute(text(f"DROP TRIGGER {name}"))
    else:
        connection.execute(text("SET LOCAL session_replication_role = replica"))


@pytest.fixture(scope="module")
def chained(sqlite_template: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    path = tmp_path_factory.mktemp("audit") / "audit.sqlite3"
    shutil.copy(sqlite_template, path)
    engine = create_engine(f"sqlite:///{path}")
    with engine.begin() as tx:
        without_protection(tx)
        some_entries(tx)
    yield engine
    engine.dispose()


@given(data=st.data())
def test_any_change_of_any_byte_is_found(chained: Engine, data: st.DataObject) -> None:
    table, column = data.draw(st.sampled_from(CELLS))
    key = "id" if table == "audit_entries" else "number"
    with chained.connect() as tx:
        tx.execute(text("PRAGMA foreign_keys=OFF"))
        keys = tx.execute(text(f"SELECT {key} FROM {table} ORDER BY {key}")).scalars().all()
        row = data.draw(st.sampled_from(keys))
        select = text(f"SELECT CAST({column} AS TEXT) FROM {table} WHERE {key} = :key")
        old = tx.execute(select, {"key": row}).scalar() or ""
        position = data.draw(st.integers(0, len(old)))
        char = data.draw(st.characters(codec="utf-8", exclude_characters="\0"))
        new = old[:position] + char + old[position + data.draw(st.integers(0, 1)) :]
        if new == old:
            return
        try:
            tx.execute(text(f"UPDATE {table} SET {column} = :new WHERE {key} = :key"), {"new": new, "key": row})
        except IntegrityError:  # The database itself rejects it.
            return
        stored = tx.execute(select, {"key": new if column == key else row}).scalar()
        found = verify(tx).broken
        tx.rollback()
    assert stored == old or found is not None  # SQLite stores "07" in a column of numbers as 7.


@pytest.mark.parametrize("table", TABLES)
def test_any_removed_row_is_found(tx: Tx, table: str) -> None:
    some_entries(tx)
    head = audit.head_of(tx)
    without_protection(tx)
    key = "id" if table == "audit_entries" else "number"
    for row in tx.execute(text(f"SELECT {key} FROM {table}")).scalars().all():
        with tx.begin_nested() as step:
            if table == "audit_entries":
                tx.execute(text("DELETE FROM audit_chain WHERE entry_id = :key"), {"key": row})
            tx.execute(text(f"DELETE FROM {table} WHERE {key} = :key"), {"key": row})
            assert verify(tx, head).broken
            step.rollback()
    assert verify(tx, head) == audit.Verified(head, None)


def test_end_that_was_cut_off_is_found_with_an_earlier_head(tx: Tx) -> None:
    some_entries(tx)
    head = audit.head_of(tx)
    without_protection(tx)
    tx.execute(text("DELETE FROM audit_chain WHERE number > 3"))
    assert verify(tx).head.number == 3
    broken = verify(tx, head).broken
    assert broken
    assert broken.subject == "entry 6"
    assert verify(tx, replace(head, number=2)).broken


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize(
    "statement", ["UPDATE {table} SET {key} = {key}", "DELETE FROM {table}", "TRUNCATE {table} CASCADE"]
)
def test_database_rejects_changes(tx: Tx, table: str, statement: str) -> None:
    some_entries(tx, 1)
    if tx.dialect.name == "sqlite":
        statement = statement.replace("TRUNCATE {table} CASCADE", "REPLACE INTO {table} SELECT * FROM {table}")
    key = "hash" if table == "audit_chain" else "details"
    with pytest.raises(DBAPIError, match="append-only"):
        tx.execute(text(statement.format(table=table, key=key)))


def test_entries_are_chained_in_order_and_once(tx: Tx) -> None:
    assert verify(tx) == audit.Verified(Head(0, audit.FIRST_LINK), None)
    some_entries(tx, audit.MAX_ENTRIES + 3)
    assert append_to_chain(tx) == 3
    assert append_to_chain(tx) == 0
    assert verify(tx).head == audit.head_of(tx)
    assert audit.head_of(tx).number == audit.MAX_ENTRIES + 3


def test_old_entry_outside_the_chain_is_found(tx: Tx, monkeypatch: pytest.MonkeyPatch) -> None:
    record(tx, "hold.ended", "operator")
    assert verify(tx).broken is None
    monkeypatch.setattr(audit, "LATE", -audit.LATE)
    broken = verify(tx).broken
    assert broken
    assert broken.why == "is not in the chain"


@pytest.mark.parametrize(
    ("agent", "host", "kind", "network"),
    [
        ("Mozilla/5.0 (iPhone) Mobile/15E148", "203.0.113.77", "phone", "203.0.113.0/24"),
        ("Mozilla/5.0 (X11; Linux x86_64)", "2001:db8:1:2::3", "computer", "2001:db8:1::/48"),
        ("curl/8", "::ffff:203.0.113.77", "program", "203.0.113.0/24"),
        ("", "", "program", None),
    ],
)
def test_client_is_a_kind_and_a_part_of_the_address(agent: str, host: str, kind: str, network: str | None) -> None:
    found = client_from(agent, host)
    assert (found.kind, found.network) == (kind, network)


def test_acts_of_staff_and_candidates_are_in_the_log(client: TestClient, person: Person, worker: Worker) -> None:
    shop = business(client)
    owner = shop.member("owner")
    application = applied(client, person, shop.jobs[0])
    viewed(client, owner, application)
    owner.ask("POST", "/members", {"email": "new@two.example", "name": "New", "role": "reviewer"}, expect=201)
    owner.call("GET", "/reports/decisions.csv", headers={"User-Agent": "Mozilla/5.0 (Linux; Android 16) Mobile"})
    assert client.portal
    in_database(client, audit.schedule)
    client.portal.call(worker.drain)
    found = in_database(client, lambda tx: audit.entries(tx, employer_id=shop.id))
    acts = [(one.action, one.actor) for one in reversed(found)]
    assert acts == [
        ("consent.given", "candidate"), ("application.submitted", "candidate"),
        ("answer.opened", "member"), ("answer.viewed", "member"), ("application.moved", "member"),
        ("member.invited", "member"), ("decisions.exported", "member"),
    ]  # fmt: skip
    assert found[0].client == "phone"
    assert found[-1].actor_id == digest_of(person.id)
    assert verify_all(client).head.number == len(in_database(client, lambda tx: audit.entries(tx, most=1000)))


def acts(client: TestClient, *actions: str) -> list[tuple[str, str, str | None, dict[str, object]]]:
    """The entries with one of these actions, oldest first: action, actor, employer and details."""
    in_database(client, append_to_chain)
    found = in_database(client, lambda tx: audit.entries(tx, most=1000))
    return [
        (one.action, one.actor, one.employer_id, json.loads(one.details))
        for one in reversed(found)
        if one.action in actions
    ]


CONSENTS = ("consent.given", "consent.withdrawn")


def test_consents_are_in_the_log(client: TestClient, person: Person) -> None:
    shop = business(client)
    interview = interviewed(person)
    version = person.get("/api/consent")["version"]
    assert acts(client, *CONSENTS) == [("consent.given", "candidate", None, {"scoring": True, "version": version})]
    person.put(f"/api/interviews/{interview}/ai-scoring", {"wanted": False})
    assert acts(client, *CONSENTS)[1:] == [("consent.withdrawn", "candidate", None, {"scoring": False})]

    application = applied(client, person, shop.jobs[0], interview)
    off = {"video": False, "words": True, "score": False}
    person.put(f"/api/applications/{application}/shares", off)
    person.put(f"/api/applications/{application}/shares", {**off, "words": False})
    found = acts(client, *CONSENTS)[2:]
    assert [(one[:3], one[3]["video"], one[3]["words"]) for one in found] == [
        (("consent.given", "candidate", shop.id), True, True),
        (("consent.given", "candidate", shop.id), False, True),
        (("consent.withdrawn", "candidate", shop.id), False, False),
    ]


def test_end_of_the_last_application_withdraws_the_consent(client: TestClient, person: Person) -> None:
    shop = business(client)
    application = applied(client, person, shop.jobs[0])
    person.post(f"/api/applications/{application}/withdraw")
    assert acts(client, "consent.withdrawn") == [("consent.withdrawn", "system", shop.id, {})]


def test_message_of_a_member_is_in_the_log_once(client: TestClient, person: Person) -> None:
    shop = business(client)
    application = applied(client, person, shop.jobs[0])
    maria = shop.member("manager", locations=shop.locations)
    for _ in range(2):  # The same request again, after a broken connection.
        maria.ask(
            "POST", f"/applications/{application}/messages", {"text": "Can you come on Friday?"},
            expect=201, headers={"Idempotency-Key": "message-1"},
        )  # fmt: skip
    assert acts(client, "message.sent") == [("message.sent", "member", shop.id, {})]


def verify_all(client: TestClient) -> audit.Verified:
    found = in_database(client, verify)
    assert found.broken is None
    return found


def test_chain_survives_an_erasure(client: TestClient, person: Person, worker: Worker) -> None:
    shop = business(client)
    application = applied(client, person, shop.jobs[0])
    assert client.portal
    client.portal.call(worker.drain)
    in_database(client, erase_user, person.id)
    in_database(client, append_to_chain)
    assert verify_all(client).head.number > 0
    about = in_database(client, lambda tx: audit.entries(tx, subject_id=digest_of(person.id)))
    assert [one.action for one in about] == ["person.erased", "consent.given", "notice.shown"]
    rest = in_database(client, lambda tx: tx.execute(text("SELECT * FROM audit_entries")).all())
    assert any(digest_of(application) in row for row in rest)
    assert not any(needle in str(row) for row in rest for needle in (person.id, application, "maya", "Maya"))
