"""Tables of people, and files of coaches, as spreadsheets and editors save them."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from dayshift.cli import main
from dayshift.tables import migrate

TABLE = "email,first_name,last_name,phone,step\r\njo@x.example,Zoë,Núñez,,2\r\nkim@x.example,Kim,Lee,,1\r\n"


@pytest.fixture(autouse=True)
def installed(database_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    migrate(database_url)
    monkeypatch.setenv("DAYSHIFT_DATABASE_URL", database_url)


def imported(tmp_path: Path, data: bytes, command: str = "users") -> tuple[int, list[str]]:
    file = tmp_path / "file"
    file.write_bytes(data)
    result = CliRunner().invoke(main, [command, "import", str(file)])
    return result.exit_code, result.output.splitlines()


@pytest.mark.parametrize(
    "data",
    [
        TABLE.encode("windows-1252"),
        TABLE.encode("utf-8-sig"),
        TABLE.encode("utf-16"),
        TABLE.replace(",", "\t").encode("utf-16-le"),
        TABLE.replace(",", ";").encode(),
        f"sep=;\r\n{TABLE.replace(',', ';')}".encode(),
        TABLE.replace("\r\n", "\r").encode(),
        TABLE.replace("email,first_name,last_name,phone", "E-mail,First Name,Surname,Cell Phone").encode(),
        TABLE.replace("\r\n", "\r\n,,,,\r\n").encode(),
    ],
)
def test_people_are_read_and_reading_them_again_changes_nothing(tmp_path: Path, data: bytes) -> None:
    assert imported(tmp_path, data) == (0, ["2 added, 0 unchanged, 0 refused"])
    assert imported(tmp_path, data) == (0, ["0 added, 2 unchanged, 0 refused"])


def test_one_odd_byte_costs_one_row(tmp_path: Path) -> None:
    rows = b"".join(b"p%d@x.example,Pat,Row,,1\n" % number for number in range(700))
    data = (
        b"email,first_name,last_name,phone,step\n" + rows + b"odd@x.example,Ni\xf1o,Row,,1\nlast@x.example,Zoe,Row,,1\n"
    )
    code, said = imported(tmp_path, data)
    assert code == 1
    assert said == ["line 702: it has bytes that are no letters of UTF-8", "701 added, 0 unchanged, 1 refused"]
    assert imported(tmp_path, data)[1][-1] == "0 added, 701 unchanged, 1 refused"


def test_at_most_ten_refused_rows_are_listed(tmp_path: Path) -> None:
    rows = "".join(f"nobody {number},Pat,Row\n" for number in range(30))
    _, said = imported(tmp_path, f"email,first_name,last_name\n{rows}".encode())
    assert said[10:] == ["and 20 more", "0 added, 0 unchanged, 30 refused"]


def test_a_table_without_the_columns_says_how_it_is_divided(tmp_path: Path) -> None:
    code, [said] = imported(tmp_path, b"name:mail\nKim:kim@x.example\n")
    assert code == 1
    assert "commas, semicolons or tabs" in said


COACH = """[[coach]]
name = "Zoë Núñez"
email = "zoe@x.example"
zone = "America/New_York"
hours = {mon = ["09:00-12:00"]}
"""


@pytest.mark.parametrize("encoding", ["utf-8-sig", "windows-1252", "utf-16"])
def test_coaches_are_read_in_any_usual_encoding(tmp_path: Path, encoding: str) -> None:
    assert imported(tmp_path, COACH.encode(encoding), "coaches") == (0, ["Zoë Núñez (zoe@x.example) can be booked."])


def test_an_odd_byte_in_a_file_of_coaches_is_named(tmp_path: Path) -> None:
    code, [said] = imported(tmp_path, COACH.encode().replace(b"x.example", b"x\xff.example"), "coaches")
    assert code == 1
    assert "line 3 has bytes that are no letters" in said
