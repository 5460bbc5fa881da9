"""The command that imports people from an older system."""

import json
from pathlib import Path

import pytest
from starlette.testclient import TestClient
from typer.testing import CliRunner

from dayshift.cli import main
from dayshift.core.audit import append_to_chain, entries
from tests.accounts.conftest import Inbox
from tests.people import Person
from tests.staff import in_database

FILE = """email,first_name,last_name,phone,step
omar@example.com,Omar,Diaz,(212) 555-0142,3
ana@example.com,Ana,"Ruiz, Vega",,
"""


@pytest.fixture
def run(tmp_path: Path, database_url: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("DAYSHIFT_DATABASE_URL", database_url)

    def run(content: str | bytes) -> tuple[int, list[str]]:
        file = tmp_path / "people.csv"
        file.write_bytes(content if isinstance(content, bytes) else content.encode())
        result = CliRunner().invoke(main, ["users", "import", str(file)])
        return result.exit_code, result.output.splitlines()

    return run


def test_imported_people_have_no_password_and_keep_their_step(client: TestClient, inbox: Inbox, run) -> None:
    assert run(FILE) == (0, ["2 added, 0 unchanged, 0 refused"])
    assert inbox.mails() == []  # Imported people get no welcome email.
    login = client.post("/api/auth/login", json={"email": "omar@example.com", "password": "anything at all"})
    assert login.json()["code"] == "password_not_set"
    body = {"email": "omar@example.com", "password": "another fine day", "code": inbox.code("omar@example.com")}
    user = client.post("/api/auth/set-password", json=body).json()["user"]
    assert (user["firstName"], user["phone"], user["currentStep"]) == ("Omar", "(212) 555-0142", 3)
    assert (user["phoneVerified"], user["profileCompleted"], user["flowCompleted"]) == (False, False, False)


def test_import_is_in_the_audit_log(client: TestClient, run) -> None:
    for _ in range(2):
        run(FILE)
    in_database(client, append_to_chain)
    [entry] = [one for one in in_database(client, entries) if one.action == "people.imported"]
    assert (entry.actor, entry.client, json.loads(entry.details)) == ("operator", "command", {"added": 2})


def test_phone_without_area_code_is_imported(client: TestClient, inbox: Inbox, run) -> None:
    run("email,first_name,last_name,phone\nana@example.com,Ana,Ruiz,555-0142\n")
    client.post("/api/auth/forgot-password", json={"email": "ana@example.com"})
    body = {"email": "ana@example.com", "password": "another fine day", "code": inbox.code("ana@example.com")}
    assert client.post("/api/auth/set-password", json=body).json()["user"]["phone"] == "555-0142"


def test_repeated_import_is_idempotent(client: TestClient, person: Person, run) -> None:
    run(FILE)
    again = FILE + "Maya@Example.com,Eve,Evil,,5\nOMAR@example.com,Other,Name,,5\n"
    assert run(again) == (0, ["0 added, 4 unchanged, 0 refused"])
    user = person.get("/api/auth/me")["user"]
    assert (user["firstName"], user["currentStep"], user["hasPassword"]) == ("Maya", 1, True)


def test_invalid_lines_are_reported_and_the_rest_is_imported(run) -> None:
    bad = FILE + "not an address,A,B,,1\nx@example.com,,,call me,9\ny@example.com,A\nz@example.com,A,B,,2\n"
    code, lines = run(bad)
    assert code == 1
    assert lines[0] == "line 4: email: Invalid email address"
    assert lines[1].startswith("line 5: first_name: ")
    assert "phone: Please enter a phone number" in lines[1]
    assert "step: " in lines[1]
    assert lines[2] == "line 6: this line has more or fewer cells than the first"
    assert lines[3] == "3 added, 0 unchanged, 3 refused"


def test_byte_order_mark_and_crlf_are_accepted(run) -> None:
    assert run(b"\xef\xbb\xbf" + FILE.replace("\n", "\r\n").encode()) == (0, ["2 added, 0 unchanged, 0 refused"])


@pytest.mark.parametrize("column", ["password", "is_admin"])
def test_columns_that_are_not_used_are_named(client: TestClient, run, column: str) -> None:
    assert run(FILE.replace("step", column)) == (
        0,
        [f"columns that are not used: {column}", "2 added, 0 unchanged, 0 refused"],
    )
    login = client.post("/api/auth/login", json={"email": "omar@example.com", "password": "3"})
    assert login.json()["code"] == "password_not_set"


@pytest.mark.parametrize("content", ["", "email\n", "first_name,last_name\n", "BEGIN:VCARD\nFN:Omar Diaz\n"])
def test_file_without_the_columns_is_rejected(run, content: str) -> None:
    code, lines = run(content)
    assert code == 1
    assert ("this is a vCard" if "VCARD" in content else "the columns: email, first_name, last_name") in lines[0]


def test_large_file_is_imported(run) -> None:
    rows = "".join(f"p{n}@example.com,P,Q,,{n % 5 + 1}\n" for n in range(1201))
    header = FILE.splitlines()[0] + "\n"
    assert run(header + rows) == (0, ["1201 added, 0 unchanged, 0 refused"])
    assert run(header + rows) == (0, ["0 added, 1201 unchanged, 0 refused"])
