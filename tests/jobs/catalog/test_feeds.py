"""Every feed format with its real-world quirks and errors."""

import gzip
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dayshift.jobs.feeds import FeedDamaged, PostedPay, Quarantined, Rules, indeed, normalise, postings
from dayshift.jobs.feeds.pay import AbsurdPay, Hourly, figures, hourly
from dayshift.jobs.feeds.text import plain
from dayshift.knowledge.occupations.places import gazetteer

SAMPLES = Path(__file__).parent / "samples"
NOW = datetime(2026, 11, 10, tzinfo=UTC)


def rows_of(path: Path, kind: str | None = None) -> tuple[dict[str, dict[str, Any]], dict[str, str]]:
    """Returns a feed's rows by external ID, and the reasons for quarantined postings by ID or line."""
    rules = Rules(gazetteer(), NOW, "Some Employer")
    rows: dict[str, dict[str, Any]] = {}
    quarantined: dict[str, str] = {}
    for posting in postings(path, kind):
        try:
            for row in normalise(posting, rules)[0]:
                rows.setdefault(row["external_id"], row)
        except Quarantined as error:
            quarantined[posting.external_id or f"line {posting.line}"] = error.reason
    return rows, quarantined


def pick(row: dict[str, Any], *names: str) -> tuple[Any, ...]:
    return tuple(row[name] for name in names)


PAY = ("pay_low", "pay_high")
PLACE = ("city", "state", "zip")


def test_indeed_xml_feed() -> None:
    rows, quarantined = rows_of(SAMPLES / "indeed.xml")
    assert quarantined == {"HT-1005": "no_place", "HT-1007": "foreign_place"}
    assert set(rows) == {"HT-1001", "HT-1002", "HT-1003", "HT-1006"}, "expired jobs are skipped"
    cook, manager, washer = (rows[f"HT-100{n}"] for n in (1, 2, 3))
    assert pick(cook, *PAY, *PLACE, "street") == (2200, 2600, "Boston", "MA", "02110", "12 Long Wharf")
    assert pick(cook, "occupation", "employment_type", "experience_years") == ("line-cook", "full-time", 2)
    assert cook["posted_at"] == datetime(2026, 11, 2, 14, tzinfo=UTC)
    assert cook["description"].startswith("Cook on saute & grill.\n\n- Dinner service\n- Family meal at four")
    assert not any(word in cook["description"] for word in ("@", "617", "track", "<"))
    assert pick(manager, *PAY, *PLACE, "employment_type") == (2981, 3365, "Providence", "RI", None, None)
    assert manager["description"] == "Runs the kitchen – orders, rota, hygiene. Bold outside CDATA."
    assert pick(washer, *PAY, "pay_text", "zip") == (None, None, "Competitive", "02110")


def test_greenhouse_feed() -> None:
    rows, quarantined = rows_of(SAMPLES / "greenhouse.json")
    assert quarantined == {"4410004": "unknown_place"}
    desk = rows["4410001"]
    assert pick(desk, *PAY, "shifts", "employment_type") == (1850, 2200, ["weekends", "night-shifts"], "full-time")
    assert desk["description"] == "Welcome guests & keep the ledger.\n\n- Night shifts"
    chefs = rows["4410002@chicago il"], rows["4410002@milwaukee wi"]
    assert [pick(chef, "city", "pay_low") for chef in chefs] == [("Chicago", 3750), ("Milwaukee", 3750)]
    assert pick(rows["4410003"], "remote", "lat", "city") == (True, None, None)


def test_lever_feed() -> None:
    rows, quarantined = rows_of(SAMPLES / "lever.json")
    assert quarantined == {"5a1c-cc": "foreign_place"}
    assert pick(rows["5a1c-aa@reno nv"], *PAY, "employer") == (1950, 2300, "Some Employer")
    assert rows["5a1c-aa@sparks nv"]["description"] == "Pick, pack & ship.\n\nYou will\n\n- scan\n- load"
    assert pick(rows["5a1c-bb"], *PAY, "employment_type") == (None, None, "part-time")
    assert pick(rows["5a1c-dd"], *PAY, "employment_type") == (2000, 2200, None)


def test_ashby_feed() -> None:
    rows, quarantined = rows_of(SAMPLES / "ashby.json")
    assert quarantined == {"b7-3": "foreign_pay"}
    assert set(rows) == {"b7-1@80202", "b7-1@boulder co"}, "unlisted jobs are skipped"
    assert pick(rows["b7-1@80202"], *PAY, "employment_type") == (2800, 3600, "part-time")


def test_hr_open_feed() -> None:
    rows, quarantined = rows_of(SAMPLES / "hr_open.json")
    assert quarantined == {}
    assert set(rows) == {"31"}, "closed jobs are skipped"
    assert pick(rows["31"], *PAY, *PLACE, "street") == (2600, 3000, "Columbus", "OH", "43215", "400 Main St")
    assert "Pat" not in str(rows)


def test_json_ld_pages_feed() -> None:
    rows, quarantined = rows_of(SAMPLES / "pages")
    assert set(quarantined.values()) == {"not_json", "no_id"}
    stylist = rows["CC-7@97205 9 elm st"]
    assert pick(stylist, *PAY, "shifts", "experience_years", "start") == (
        2000,
        3150,
        ["weekday-mornings", "weekends"],
        2,
        "immediately",
    )
    assert pick(stylist, "lat", "lon", "employer") == (45.5202, -122.685, "Comb & Co")
    assert pick(rows["CC-8"], *PAY, *PLACE) == (2500, 2500, "Portland", "OR", "97205")
    assert pick(rows["CC-9"], "remote", "pay_low") == (True, 2000)


def test_own_csv_feed() -> None:
    rows, quarantined = rows_of(SAMPLES / "own.csv")
    assert quarantined == {"3": "wrong_number_of_values", "line 6": "no_id", "6": "no_title"}
    assert rows["4"]["title"] == "Albañil"
    assert pick(rows["1"], *PAY, "shifts") == (2400, 3100, ["weekday-mornings"])
    assert rows["2"]["expires_at"] == datetime(2027, 1, 2, 6, tzinfo=UTC), "the last day is included, in Tulsa"


def test_json_lines_feed(tmp_path: Path) -> None:
    path = tmp_path / "jobs.jsonl"
    job = '{"@type": "JobPosting", "identifier": "%d", "title": "Baker", "jobLocation": {"address": "Tulsa, OK"}}\n'
    path.write_text(job % 1 + job % 2 + '{"@type": "JobPo\n' + job % 3)
    rows, quarantined = rows_of(path)
    assert (set(rows), quarantined) == ({"1", "2", "3"}, {"line 3": "not_json"})


def test_gzipped_feed_is_unpacked(tmp_path: Path) -> None:
    path = tmp_path / "feed.xml.gz"
    path.write_bytes(gzip.compress((SAMPLES / "indeed.xml").read_bytes()))
    assert rows_of(path) == rows_of(SAMPLES / "indeed.xml")


def many_jobs(count: int, encoding: str = "utf-8") -> bytes:
    """Returns a feed whose jobs start on every third line from the second one, with a default namespace."""
    job = "<job>\n<title>Baker {0}</title><referencenumber>{0}</referencenumber>\n</job>\n"
    jobs = "".join(job.format(number) for number in range(count))
    head = f'<?xml version="1.0" encoding="{encoding}"?>\n<source xmlns="https://example.com/feed">'
    return f"{head}{jobs}</source>".encode(encoding)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "iso-8859-1"])
def test_every_job_of_a_long_feed_is_parsed(tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "feed.xml"
    path.write_bytes(many_jobs(4000, encoding))
    assert [posting.external_id for posting in postings(path, "xml")] == [str(n) for n in range(4000)]


@pytest.mark.parametrize("chunk", [7, 64, 1 << 16])
def test_line_numbers_are_correct_across_chunks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, chunk: int) -> None:
    monkeypatch.setattr(indeed, "_CHUNK", chunk)
    path = tmp_path / "feed.xml"
    path.write_bytes(many_jobs(100))
    assert [posting.line for posting in postings(path, "xml")] == [2 + 3 * n for n in range(100)]


def test_closing_tag_inside_cdata_is_ignored(tmp_path: Path) -> None:
    path = tmp_path / "feed.xml"
    job_with_cdata = "<title>Cook</title><id>1</id><description><![CDATA[a </job> b]]></description>"
    path.write_text(f"<source><job>{job_with_cdata}</job><JOB><Title>Host</Title><ID>2</ID></JOB></source>")
    found = [(posting.external_id, posting.description) for posting in postings(path)]
    assert found == [("1", "a </job> b"), ("2", "")]


XML = (SAMPLES / "indeed.xml").read_bytes()
ENTITIES = b'<?xml version="1.0"?><!DOCTYPE s [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]><source><job>&b;</job></source>'


@pytest.mark.parametrize(
    ("name", "data", "reason"),
    [
        ("truncated.xml", XML[:2000], "line 41: not well-formed XML"),
        ("latin.xml", XML.replace(b"Dishwasher", b"Ni\xf1era"), "line 3[0-9]: not well-formed XML"),
        ("entities.xml", ENTITIES, "line 1: declares the entity 'a'"),
        ("truncated.json", (SAMPLES / "lever.json").read_bytes()[:900], "not JSON"),
        ("deep.json", b"[" * 100_000, "nested too deeply|not JSON"),
        ("other.json", b'{"hello": 1}', "a JSON object with the keys hello, not one of the kinds known"),
        ("words.txt", b"Dear all, please find attached", "text that begins with 'Dear all.*not one of the kinds known"),
        ("empty.xml", b"", "an empty file"),
        ("archive.zip", b"PK\x03\x04....", "a zip archive"),
        ("cut.gz", gzip.compress(XML)[:-200], "broken or cut short"),
        ("bomb.gz", gzip.compress(b"<source>" + b" " * (64 << 20)), "unfolds beyond reason"),
    ],
)
def test_damaged_feed_error_has_location_and_reason(tmp_path: Path, name: str, data: bytes, reason: str) -> None:
    path = tmp_path / name
    path.write_bytes(data)
    with pytest.raises(FeedDamaged, match=reason):
        rows_of(path)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("$18.50 - $22 an hour", (1850, 2200, "hour")),
        ("18-20/hr", (1800, 2000, "hour")),
        ("$120-150k", (5769, 7212, "year")),
        ("$45,000 a year", (2163, 2163, "year")),
        ("$41,600.00 - $52,000.00 annually", (2000, 2500, "year")),
        ("up to $22/hour", (None, 2200, "hour")),
        ("from $18 per hour", (1800, None, "hour")),
        ("$18+ an hour", (1800, None, "hour")),
        ("$160 per day", (2000, 2000, "day")),
        ("$900 weekly", (2250, 2250, "week")),
        ("$20 la hora", (2000, 2000, "hour")),
        ("Competitive", (None, None, None)),
        ("DOE", (None, None, None)),
        ("$3,500", (None, None, None)),
        ("$0", (None, None, None)),
    ],
)
def test_pay_text_is_parsed(text: str, expected: tuple[int | None, int | None, str | None]) -> None:
    assert hourly(PostedPay(text=text)) == Hourly(*expected)


@pytest.mark.parametrize("text", ["$2 an hour", "$201 per hour", "$1,000,000 a year", "$12k an hour"])
def test_absurd_pay_is_rejected(text: str) -> None:
    with pytest.raises(AbsurdPay):
        hourly(PostedPay(text=text))


@given(st.text(max_size=200))
def test_any_pay_text_gives_non_negative_numbers(text: str) -> None:
    low, high, _ = figures(text)
    assert low is None or low >= 0
    assert high is None or high >= 0


@given(st.text(max_size=300))
def test_any_text_becomes_plain_text(text: str) -> None:
    result = plain(text)
    assert len(result) <= 4000
    assert not any(ord(letter) < 32 and letter != "\n" for letter in result)


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<p>One</p><p>Two</p>", "One\n\nTwo"),
        ("a < b and c > d", "a < b and c > d"),
        ("<script>alert(1)</script>Safe<img src=x onerror=alert(1)>", "Safe"),
        ("&lt;b&gt;Bold&lt;/b&gt; &amp;amp; plain", "Bold & plain"),
        ("write to Jo <jo.doe+hr@mail.example.com> or +1 (212) 555-0100.", "write to Jo or ."),
        ("Pay $18.50-22.00, 401-1234 is no phone", "Pay $18.50-22.00, 401-1234 is no phone"),
        ("zero\u200bwidth \u202eeverse", "zero width everse"),
    ],
)
def test_html_becomes_plain_text(html: str, expected: str) -> None:
    assert plain(html) == expected
