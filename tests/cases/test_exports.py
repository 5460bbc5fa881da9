"""Tables as other systems export them: contacts, payrolls and schedules; and jobs of tracking systems."""

from pathlib import Path

import pytest
from sqlalchemy import NullPool, create_engine, text
from typer.testing import CliRunner

from dayshift.cli import main
from dayshift.jobs.feeds import FeedDamaged
from dayshift.tables import migrate
from tests.cases.test_feeds import feed

GOOGLE = (
    "First Name,Middle Name,Last Name,Phonetic First Name,Phonetic Last Name,Name Prefix,Nickname,File As,Birthday,"
    "Notes,Labels,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value\n"
    "Maya,,Torres,,,,,,,,* myContacts,* ,maya@x.example,Mobile,(718) 555-0164 ::: (718) 555-0165\n"
)
OLD_GOOGLE = (
    "Name,Given Name,Additional Name,Family Name,E-mail 1 - Type,E-mail 1 - Value,Phone 1 - Type,Phone 1 - Value\n"
    "Maya Torres,Maya,,Torres,* ,maya@x.example,Mobile,(718) 555-0164\n"
)
OUTLOOK = (
    "Title,First Name,Last Name,Company,Business Phone,Home Phone,Mobile Phone,E-mail Address,E-mail 2 Address\n"
    ",Maya,Torres,Diner,,(718) 555-0199,(718) 555-0164,maya@x.example,\n"
)
PAYROLL = (
    "Associate ID,Legal First Name,Legal Last Name,Work Email,Personal Mobile\n"
    "1,Maya,Torres,maya@x.example,7185550164\n"
)
ONE_NAME = 'Employee #,"Last Name, First Name",Email,Phone\n1,"Torres, Maya",maya@x.example,(718) 555-0164\n'
CAPITALS = "EMPLOYEE NUMBER,LAST,FIRST,MI,EMAIL,PHONE 1\n9,Torres,Maya,M,maya@x.example,718-555-0164\n"
LONG_NAMES = (
    "Employee Name,Manager Email,Personal Email Address,Emergency Contact Phone,Home Phone Number,Worker ID\n"
    '"Torres, Maya",boss@x.example,maya@x.example,(718) 555-0199,(718) 555-0164,9\n'
)
APPLICANTS = "Name,Email,Phone,Status\nMaya Torres,maya@x.example,(718) 555-0164,New\n"


def people(
    tmp_path: Path, database_url: str, monkeypatch: pytest.MonkeyPatch, table: str
) -> tuple[list[str], list[tuple[str, ...]]]:
    """Returns what the import says, and who is stored."""
    migrate(database_url)
    monkeypatch.setenv("DAYSHIFT_DATABASE_URL", database_url)
    file = tmp_path / "people.csv"
    file.write_text(table, "utf-8")
    said = CliRunner().invoke(main, ["users", "import", str(file)]).output.splitlines()
    with create_engine(database_url, poolclass=NullPool).connect() as connection:
        stored = connection.execute(text("SELECT email, first_name, last_name, phone FROM users ORDER BY email"))
        return said, [tuple(str(one or "") for one in row) for row in stored]


@pytest.mark.parametrize("table", [GOOGLE, OLD_GOOGLE, OUTLOOK, PAYROLL, ONE_NAME, CAPITALS, LONG_NAMES, APPLICANTS])
def test_exports_of_people_are_read_as_they_are(
    tmp_path: Path, database_url: str, monkeypatch: pytest.MonkeyPatch, table: str
) -> None:
    said, [(email, first, last, phone)] = people(tmp_path, database_url, monkeypatch, table)
    assert (email, first, last) == ("maya@x.example", "Maya", "Torres")
    assert "".join(filter(str.isdigit, phone)) == "7185550164"
    assert said[-1] == "1 added, 0 unchanged, 0 refused"


def test_whole_names_are_divided_only_where_that_is_sure(
    tmp_path: Path, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = ["Suharto", "Ana de la Cruz", '"Lee, Kim"', '"Ana Ruiz, RN"', '"Ruiz Vega, Ana"']
    table = "Full Name,Email\n" + "".join(f"{name},p{at}@x.example\n" for at, name in enumerate(names))
    _, stored = people(tmp_path, database_url, monkeypatch, table)
    assert [(first, last) for _, first, last, _ in stored] == [
        ("Suharto", ""), ("Ana de la Cruz", ""), ("Kim", "Lee"), ("Ana", "Ruiz"), ("Ana", "Ruiz Vega"),
    ]  # fmt: skip


def test_columns_that_are_not_used_are_named(
    tmp_path: Path, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    said, _ = people(tmp_path, database_url, monkeypatch, APPLICANTS)
    assert said[0] == "columns that are not used: Status"


INDEED = 'Job ID,Job Title,Location,Status,Date Created,Salary\n1,Baker,"Tulsa, OK",Open,11/2/26,$17 - $19 an hour\n'
WORKDAY = (
    "Job Requisition ID,Job Posting Title,Company,Primary Location,Time Type,Job Posting End Date\n"
    '1,Baker,Elm Bakery,"Tulsa, Oklahoma",Full time,12/31/2026\n'
)
RECRUITING = (
    "Requisition ID,Requisition Title,Location,Pay Range Minimum,Pay Range Maximum,Pay Frequency\n"
    '1,Baker,"Tulsa, OK",17,19,Hourly\n'
)
OPENINGS = "Job Opening Name,Job Opening ID,Location City,Location State,Status\nBaker,1,Tulsa,OK,Open\n"
OFFICES = 'Requisition ID,Job Name,Office,Salary Low,Salary High,Opened On\n1,Baker,"Tulsa, OK",17,19,2026-11-02\n'
YEARLY = "Job ID,Title,City,State,Minimum Salary,Maximum Salary\n1,Baker,Tulsa,OK,35360,39520\n"


@pytest.mark.parametrize(
    ("table", "pay"),
    [
        (INDEED, (1700, 1900)),
        (WORKDAY, (None, None)),
        (RECRUITING, (1700, 1900)),
        (OPENINGS, (None, None)),
        (OFFICES, (1700, 1900)),
        (YEARLY, (1700, 1900)),
    ],
)
def test_exports_of_jobs_are_read_as_they_are(tmp_path: Path, table: str, pay: tuple[int | None, int | None]) -> None:
    rows, _ = feed(tmp_path, "jobs.csv", table)
    [row] = rows.values()
    assert (row["external_id"], row["title"], row["employer"], row["city"]) == ("1", "Baker", "Elm Bakery", "Tulsa")
    assert (row["pay_low"], row["pay_high"]) == pay


def test_a_table_of_people_is_no_table_of_jobs(tmp_path: Path) -> None:
    with pytest.raises(FeedDamaged, match="title"):
        feed(tmp_path, "people.csv", "ID,Name,Company,City,State\n1,Maya Torres,Elm Bakery,Tulsa,OK\n")


@pytest.mark.parametrize("status", ["Closed", "paused", "On Hold", "Draft", "Filled"])
def test_jobs_that_nobody_can_apply_for_are_left_out(tmp_path: Path, status: str) -> None:
    table = f"Job ID,Title,City,State,Status\n1,Baker,Tulsa,OK,{status}\n2,Cook,Tulsa,OK,Open\n"
    job = f"<job><id>1</id><title>Baker</title><city>Tulsa</city><state>OK</state><status>{status}</status></job>"
    assert list(feed(tmp_path, "jobs.csv", table)[0]) == ["2"]
    assert feed(tmp_path, "jobs.xml", f"<jobs>{job}</jobs>") == ({}, [])
