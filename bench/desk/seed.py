"""Fill an installation with applications, straight into its tables: the rows that moves leave, with short histories.

Every tenth application is for one employer with 40 locations and 200 jobs; the others are spread over 999 employers.
All candidates have an interview, which is a copy of one that a sample person gave, with its recording.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, time
from pathlib import Path
from typing import Any

import psycopg
from sqlalchemy import create_engine

from dayshift.core.db.maintenance import refresh_statistics
from dayshift.core.db.sqlite import engine_of
from dayshift.hiring.employers import add_member, open_member_session

EACH = 10
"""Applications of a candidate, each at another employer."""

OTHERS = 999
LOCATIONS = 40
JOBS = 200
TITLES = ("Line Cook", "Restaurant Server", "Dishwasher", "Host", "Barista")
ZONE = "America/New_York"
FIRST = """
    Aaliyah Abdul Adriana Aisha Alejandro Amara Ana Andre Angela Anthony Beatriz Brandon Camila Carlos Chen Chidi
    Daniel Darnell Destiny Diego Elena Emmanuel Fatima Gabriela Grace Hassan Ibrahim Isabella Jamal Jasmine Jose
    Juan Kevin Latoya Linh Luis Malik Maria Mariam Marisol Marcus Mei Miguel Mohammed Monique Nadia Nia Olga Omar
    Priya Rosa Sandra Sofia Tamika Tariq Thanh Tyrone Valentina Xavier Yusuf
""".split()  # noqa: SIM905
BEGINNINGS = """
    Al Bar Cas Del Es Fer Gar Hol Iba Jor Kal Lan Mar Nav Or Per Quin Ram San Tor Ur Val Wal Xi Yan
""".split()  # noqa: SIM905
ENDINGS = "ado bell cia dez ero field go hart idge kins lez man nova ovan quez rez son tana ton wick".split()  # noqa: SIM905
LAST = [f"{begin}{end}" for begin in BEGINNINGS for end in ENDINGS]
STAGES = (
    ("submitted", 12), ("in_review", 30), ("question_asked", 33), ("invited", 35), ("met", 36), ("offered", 37),
    ("hired", 42), ("declined", 80), ("withdrawn", 90), ("closed", 100),
)  # fmt: skip
"""Each stage, and the percentage of applications in it or in one before it."""

_ACTIONS = {
    "question_asked": "ask", "invited": "invite", "met": "meet", "offered": "offer", "hired": "accept",
    "declined": "decline", "withdrawn": "withdraw", "closed": "close",
}  # fmt: skip


@dataclass(frozen=True)
class Seeded:
    """The big employer's manager, signed in, and numbers of rows."""

    token: str
    member: str
    applications: int
    rows: int


Execute = Callable[[str], Any]
Insert = Callable[[str, Mapping[str, str], str], None]
"""Adds rows to a table, given as an expression for each column and the rest of a query."""


def seed(url: str, applications: int) -> Seeded:
    """Add this many applications to a database that `dayshift demo` has filled."""
    member, token = _add_manager(url)
    with _connected(url) as execute:
        indexes = _drop_indexes(execute, sqlite=url.startswith("sqlite"))
        rows = _fill(execute, _Dialect(sqlite=url.startswith("sqlite")), applications, member)
        for index in indexes:
            execute(index)
    _refresh(url)
    return Seeded(token, member, applications, rows)


@dataclass(frozen=True)
class _Dialect:
    """The few expressions that differ between the engines."""

    sqlite: bool

    def moment(self, seconds: str) -> str:
        """An instant, from an expression of seconds since 1970."""
        if self.sqlite:
            return f"strftime('%Y-%m-%d %H:%M:%S', {seconds}, 'unixepoch') || '.000000'"
        return f"to_timestamp({seconds})"

    def numbers(self, count: int) -> str:
        """A query for the numbers from 0."""
        if self.sqlite:
            return (
                f"WITH RECURSIVE s(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM s WHERE i + 1 < {count}) SELECT i FROM s"
            )
        return f"SELECT i FROM generate_series(0::bigint, {count - 1}) AS s(i)"


def _id(kind: str, number: str) -> str:
    """An expression for an id that is sorted by `number`; `kind` is a hexadecimal digit."""
    return f"('0100000{kind}-0000-7000-8000-' || CAST(100000000000 + {number} AS TEXT))"


BIG = "0100000c-0000-7000-8000-100000000000"
"""The big employer's id."""


def application_id(number: int) -> str:
    """The id of an application; those of the big employer have multiples of `EACH` as numbers."""
    return f"0100000a-0000-7000-8000-{100000000000 + number}"


def posting_id(number: int) -> str:
    """The id of a posting of the big employer."""
    return f"0100000d-0000-7000-8000-{100000000000 + number}"


def location_id(number: int) -> str:
    """The id of a location of the big employer."""
    return f"0100000e-0000-7000-8000-{100000000000 + number}"


def _add_manager(url: str) -> tuple[str, str]:
    with _connected(url) as execute:
        dialect = _Dialect(sqlite=url.startswith("sqlite"))
        at = dialect.moment(str(int(datetime.now(UTC).timestamp())))
        _number(execute, dialect, "e", OTHERS + 1)
        execute(
            "INSERT INTO employers (id, name, zone, reply_days, created_at) "
            f"SELECT {_id('c', 'i')}, 'Employer ' || i, '{ZONE}', 3, {at} FROM bench_e"
        )
    engine = (
        engine_of(Path(url.removeprefix("sqlite:///"))) if url.startswith("sqlite") else create_engine(_psycopg(url))
    )
    with engine.begin() as tx:
        member = add_member(tx, BIG, "devin@big.example", "Devin Park", "manager", None).id
        token = open_member_session(tx, member, "Bench", 1, confirmed=True)
    engine.dispose()
    return member, token


def _fill(execute: Execute, dialect: _Dialect, applications: int, member: str) -> int:
    """Add everything and return the number of rows."""
    _number(execute, dialect, "a", applications)
    _number(execute, dialect, "p", applications // EACH)
    for name, words in (("first", FIRST), ("last", LAST)):
        execute(f"CREATE TABLE bench_{name} (i BIGINT PRIMARY KEY, name TEXT)")
        execute(f"INSERT INTO bench_{name} VALUES " + ", ".join(f"({i}, '{word}')" for i, word in enumerate(words)))
    rows = 0

    def insert(table: str, values: Mapping[str, str], rest: str) -> None:
        nonlocal rows
        columns, expressions = ", ".join(values), ", ".join(values.values())
        rows += execute(f"INSERT INTO {table} ({columns}) SELECT {expressions} {rest}").rowcount

    _add_postings(insert, dialect)
    _add_people(insert, dialect)
    _copy_interviews(insert)
    _add_applications(insert, dialect, applications)
    _add_histories(insert, dialect, member)
    for table in ("a", "p", "e", "first", "last"):
        execute(f"DROP TABLE bench_{table}")
    return rows


def _add_postings(insert: Insert, dialect: _Dialect) -> None:
    """Locations 0 to 39 and jobs 0 to 199 are the big employer's; from 1000, each other employer has one and two."""
    at = dialect.moment(str(_today()))
    insert(
        "locations",
        {
            "id": _id("e", "i"), "employer_id": _id("c", f"(CASE WHEN i < {LOCATIONS} THEN 0 ELSE i - 999 END)"),
            "name": "'Place ' || i", "city": "'New York'", "state": "'NY'", "zip": "'10001'", "zone": f"'{ZONE}'",
            "created_at": at,
        },
        f"FROM ({dialect.numbers(1000 + OTHERS)}) AS n WHERE i < {LOCATIONS} OR i >= 1000",
    )  # fmt: skip
    ours = f"CASE WHEN i < {JOBS} THEN"
    insert(
        "postings",
        {
            "id": _id("d", "i"), "employer_id": _id("c", f"({ours} 0 ELSE (i - 1000) / 2 + 1 END)"),
            "location_id": _id("e", f"({ours} i % {LOCATIONS} ELSE 1000 + (i - 1000) / 2 END)"),
            "job_id": _id("f", "i"),
            "title": f"CASE i % 5 {' '.join(f'WHEN {i} THEN {one!r}' for i, one in enumerate(TITLES))} END",
            "state": "'live'", "imported": "false", "openings": "3", "details": "'{}'", "version": "1",
            "created_at": at, "changed_at": at,
        },
        f"FROM ({dialect.numbers(1000 + 2 * OTHERS)}) AS n WHERE i < {JOBS} OR i >= 1000",
    )  # fmt: skip


def _add_people(insert: Insert, dialect: _Dialect) -> None:
    insert(
        "users",
        {
            "id": _id("b", "p.i"), "email": "'person' || p.i || '@bench.example'", "first_name": "f.name",
            "last_name": "l.name", "phone_verified": "false", "profile_completed": "true",
            "interview_completed": "true", "current_step": "6", "flow_completed": "true",
            "created_at": dialect.moment(f"{_today()} - 5184000 + p.i"),
        },
        f"FROM bench_p p JOIN bench_first f ON f.i = p.i % {len(FIRST)} "
        f"JOIN bench_last l ON l.i = p.i / {len(FIRST)} * 17 % {len(LAST)}",
    )  # fmt: skip


def _copy_interviews(insert: Insert) -> None:
    """Give every candidate the interview, the answers and the recording of a sample person."""
    source = (
        "(SELECT v.id FROM interviews v JOIN users u ON u.id = v.user_id "
        "WHERE u.email = 'rosa@demo.example' AND v.status = 'completed')"
    )
    own, of = {"user_id": _id("b", "p.i")}, {"interview_id": _id("9", "p.i")}
    for table, key, keys, copied in (
        (
            "interviews", "id", {"id": of["interview_id"], **own},
            """job_title company_name status scheduled_at started_at ended_at candidate_name plan_id plan_version
            questions consent_version consent_at ai_scoring scoring ai_score report awaits_person created_at""",
        ),
        ("recordings", "id", {"id": of["interview_id"], **own}, "state created_at"),
        (
            "takes", "recording_id", {"recording_id": of["interview_id"]},
            "number manifest state media_key media_type duration_seconds size_bytes created_at updated_at",
        ),
        (
            "responses", "interview_id", {"id": _id("8", "(p.i * 10 + s.response_order)"), **of},
            """response_order question_id question_text response_text mode take_number duration_seconds transcription
            transcript created_at""",
        ),
    ):  # fmt: skip
        same = {name: f"s.{name}" for name in copied.split()}
        insert(table, {**keys, **same}, f"FROM bench_p p, {table} s WHERE s.{key} = {source}")


def _add_applications(insert: Insert, dialect: _Dialect, applications: int) -> None:
    """Person n applies to the big employer first, then to nine others; the last 60 days, in the order of the ids."""
    today = _today()
    person, big = f"a.i / {EACH}", f"a.i % {EACH} = 0"
    employer = f"(CASE WHEN {big} THEN 0 ELSE ({person} * 9 + a.i % {EACH}) % {OTHERS} + 1 END)"
    posting = f"(CASE WHEN {big} THEN {person} % {JOBS} ELSE 998 + {employer} * 2 + {person} % 2 END)"
    place = f"(CASE WHEN {big} THEN {person} % {JOBS} % {LOCATIONS} ELSE 999 + {employer} END)"
    chance = "(a.i * 48271 % 2147483647)"
    stage = "CASE " + " ".join(f"WHEN {chance} % 100 < {most} THEN '{one}'" for one, most in STAGES) + " END"
    step = 59 * 86400 / applications
    made = {
        "id": _id("a", "a.i"), "user_id": "u.id", "job_id": _id("f", posting), "employer_id": _id("c", employer),
        "posting_id": _id("d", posting), "location_id": _id("e", place), "interview_id": _id("9", person),
        "name": "u.first_name || ' ' || u.last_name", "first_name": "u.first_name",
        "title": "'Line Cook'", "stage": stage,
        "submitted_at": dialect.moment(f"CAST({today} - 5184000 + a.i * {step} AS BIGINT)"),
        # One in twenty is late.
        "day": f"{today} + (CASE WHEN {chance} / 100 % 20 = 0 THEN -1 ELSE 1 + {chance} / 2000 % 5 END) * 86400",
    }  # fmt: skip
    owed, waiting = "in ('submitted','in_review','met')", "in ('question_asked','invited','offered')"
    same = {name: name for name in made if name != "day"}
    insert(
        "applications",
        same
        | {
            "version": "CASE stage WHEN 'submitted' THEN 1 WHEN 'in_review' THEN 2 ELSE 3 END",
            "turn": f"CASE WHEN stage {owed} THEN 'employer' WHEN stage {waiting} THEN 'candidate' END",
            "reply_by": f"CASE WHEN stage {owed} THEN {dialect.moment('day')} END",
            "reply_extended": "false",
            "viewed_at": "CASE WHEN stage <> 'submitted' THEN submitted_at END",
            "changed_at": "submitted_at",
        },
        f"FROM (SELECT {', '.join(f'{value} AS {name}' for name, value in made.items())} "
        f"FROM bench_a a JOIN users u ON u.id = {_id('b', person)}) AS made",
    )


def _add_histories(insert: Insert, dialect: _Dialect, member: str) -> None:
    """Add what moves leave: grants, words of names, moves, views and counters."""
    ours = "FROM applications WHERE id LIKE '0100000a-%'"
    ended = "CASE WHEN stage IN ('withdrawn','closed') THEN changed_at END"
    keys = {"user_id": "user_id", "employer_id": "employer_id"}
    dates = {"given_at": "submitted_at", "until": "'2099-01-01 00:00:00.000000'", "withdrawn_at": ended}
    shared = {"video": "true", "words": "true", "score": "true", "consent_version": "'2026-11'"}
    insert("grants", {**keys, **shared, **dates}, ours)
    for name in ("u.first_name || u.last_name", "u.last_name"):
        insert(
            "application_words",
            {"employer_id": "a.employer_id", "word": f"lower({name})", "application_id": "a.id"},
            "FROM applications a JOIN users u ON u.id = a.user_id WHERE a.id LIKE '0100000a-%'",
        )
    by = f"CASE WHEN employer_id = '{BIG}' THEN '{member}' END"
    member_by = {"actor": "'member'", "member_id": by, "member_name": "'Devin Park'"}
    last = "CASE stage " + " ".join(f"WHEN '{stage}' THEN '{one}'" for stage, one in _ACTIONS.items()) + " END"
    empty = "'{}'" if dialect.sqlite else "'{}'::jsonb"
    for number, action, before, to, who, which in (
        (1, "'submit'", "NULL", "'submitted'", {"actor": "'candidate'"}, ""),
        (2, "'view'", "'submitted'", "'in_review'", member_by, " AND stage <> 'submitted'"),
        (3, last, "'in_review'", "stage", member_by, " AND stage NOT IN ('submitted', 'in_review')"),
    ):
        made = {"application_id": "id", "number": str(number), "action": action, "from_stage": before, "to_stage": to}
        explained = {"explanation": f"CASE WHEN ({action}) = 'decline' THEN {empty} END"} if number == 3 else {}
        insert("moves", {**made, **who, **explained, "made_at": "submitted_at"}, ours + which)
    seen = {"id": "'01000007' || substr(id, 9)", "application_id": "id", "member_id": by, "viewer": "'Devin Park'"}
    played = {
        "answer": "1",
        "kind": "'video'",
        "version": "1",
        "seconds": "6",
        "began_at": "submitted_at",
        "last_at": "submitted_at",
    }
    insert("views", {**seen, **played}, f"{ours} AND stage <> 'submitted'")
    counted = ("employer_id", "posting_id", "location_id", "stage")
    insert("stage_counts", {name: name for name in counted} | {"count": "count(*)"}, f"{ours} GROUP BY 1, 2, 3, 4")


def _today() -> int:
    """The begin of this day in New York or an hour from it, in seconds since 1970."""
    return int(datetime.combine(datetime.now(UTC).date(), time(5), UTC).timestamp())


def _number(execute: Execute, dialect: _Dialect, name: str, count: int) -> None:
    execute(f"CREATE TABLE bench_{name} (i BIGINT PRIMARY KEY)")
    execute(f"INSERT INTO bench_{name} {dialect.numbers(count)}")


def _drop_indexes(execute: Execute, *, sqlite: bool) -> list[str]:
    """Drop the indexes of the tables that are filled, which is faster than keeping them; return their statements."""
    tables = "('applications','application_words','moves','views','grants','responses','interviews','recordings')"
    if sqlite:
        found = f"SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL AND tbl_name IN {tables}"
    else:
        found = (
            "SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'public' AND tablename IN "
            f"{tables} AND indexname NOT IN (SELECT conname FROM pg_constraint)"
        )
    indexes = execute(found).fetchall()
    for name, _ in indexes:
        execute(f'DROP INDEX "{name}"')
    return [sql for _, sql in indexes]


@contextmanager
def _connected(url: str) -> Iterator[Execute]:
    """Run statements without checking foreign keys, and commit at the end."""
    if url.startswith("sqlite"):
        engine = engine_of(Path(url.removeprefix("sqlite:///")))
        raw = engine.raw_connection()
        cursor = raw.cursor()
        for pragma in ("foreign_keys = OFF", "synchronous = OFF", "cache_size = -1000000"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.execute("BEGIN")
        yield cursor.execute
        cursor.execute("COMMIT")
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        raw.close()
        engine.dispose()
        return
    with psycopg.connect(url) as connection:
        connection.execute("SET session_replication_role = replica")
        connection.execute("SET synchronous_commit = off")
        connection.execute("SET maintenance_work_mem = '512MB'")
        yield connection.execute


def _refresh(url: str) -> None:
    """Refresh the planner's statistics, as the database or the server does within minutes."""
    if url.startswith("sqlite"):
        engine = engine_of(Path(url.removeprefix("sqlite:///")))
        with engine.begin() as tx:
            refresh_statistics(tx)
        engine.dispose()
        return
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("VACUUM ANALYZE")
        connection.execute("CHECKPOINT")  # Otherwise it would be written while the requests are measured.


def _psycopg(url: str) -> str:
    return url.replace("postgresql://", "postgresql+psycopg://", 1)
