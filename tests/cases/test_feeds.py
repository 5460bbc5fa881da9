"""What people paste into feeds: dates, pay, places, pages and tables as other systems and spreadsheets write them."""

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from dayshift.jobs.feeds import FeedDamaged, Posting, Quarantined, Rules, normalise, postings
from dayshift.jobs.feeds.pay import hourly
from dayshift.jobs.feeds.posting import PostedPay, PostedPlace
from dayshift.jobs.feeds.text import line
from dayshift.knowledge.occupations import parse_search
from dayshift.knowledge.occupations.places import gazetteer

NOW = datetime(2026, 11, 28, 12, tzinfo=UTC)
NEW_YORK = PostedPlace(city="New York", state="NY")

Read = dict[str, Any]


def rules() -> Rules:
    return Rules(gazetteer(), NOW, "Elm Bakery")


def read(posting: Posting) -> tuple[list[Read], list[str]]:
    """Returns a posting's rows, and what is reported of it."""
    posting.external_id, posting.title = posting.external_id or "1", posting.title or "Baker"
    posting.places = posting.places or [NEW_YORK]
    try:
        found = normalise(posting, rules())
    except Quarantined as error:
        return [], [error.reason]
    return found.rows, [note.reason for note in found.notes]


def feed(tmp_path: Path, name: str, content: str | bytes) -> tuple[dict[str, Read], list[tuple[str, int, str]]]:
    """Returns the rows of a feed by external id, and (reason, line, file or detail) of each report."""
    path = tmp_path / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return feed_at(path)


def feed_at(path: Path) -> tuple[dict[str, Read], list[tuple[str, int, str]]]:
    rows: dict[str, Read] = {}
    told = []
    for posting in postings(path):
        try:
            found = normalise(posting, rules())
        except Quarantined as error:
            told.append((error.reason, posting.line, posting.file))
            continue
        rows |= {row["external_id"]: row for row in found.rows}
        told += [(note.reason, posting.line, note.text) for note in found.notes]
    return rows, told


@pytest.mark.parametrize(
    "text",
    [
        "9/30/2026", "9/30/26", "09-30-2026", "2026/09/30", "2026-9-30", "30.09.2026", "30/09/2026", "Sep 30 2026",
        "September 30th, 2026", "30-Sep-2026", "Wed, 30 Sep 2026", "9/30/2026 11:59 PM", "2026-09-30 17:00:00 UTC",
        "2026-09-30 23:59:59.0 EST", "Wed 30 Sep 2026 23:59:59 EDT", "30 de septiembre de 2026", "46295", "20260930",
        "until 9/30/2026", "Sep 30, 2026 5pm Eastern",
        "6/5/2026", "2026-11-27T00:00:00", "Closing date: 09/30/2026",
        "1790725200000", "2026\u201309\u201330", "Wed Sep 30 2026 00:00:00 GMT-0400 (Eastern Daylight Time)",
    ],
)  # fmt: skip
def test_a_day_that_is_over_closes_the_job(text: str) -> None:
    assert read(Posting(line=1, expires=text)) == ([], [])


@pytest.mark.parametrize(
    "text", ["when it is late", "2026-02-30", "0000-00-00", "Sep 2026", "Friday", "13/13/2026", "Q4 2026"]
)
def test_an_end_that_is_no_date_holds_the_job_back(text: str) -> None:
    assert read(Posting(line=1, expires=text)) == ([], ["unread_end"])


@pytest.mark.parametrize(
    "text",
    ["until filled", "Open until filled", "When the position is filled", "N/A", "ongoing", "Hasta cubrir la vacante"],
)
def test_words_for_no_last_day_keep_the_job_open_and_are_reported(text: str) -> None:
    rows, told = read(Posting(line=1, expires=text))
    assert ([row["expires_at"] for row in rows], told) == ([None], ["no_end"])


@pytest.mark.parametrize(
    ("text", "state", "city", "end"),
    [
        ("2026-12-31", "NY", "New York", datetime(2027, 1, 1, 5, tzinfo=UTC)),
        ("12/31/2026", "HI", "Honolulu", datetime(2027, 1, 1, 10, tzinfo=UTC)),
        ("2026-12-31", "TX", "El Paso", datetime(2027, 1, 1, 7, tzinfo=UTC)),
        ("2026-12-31", "TX", "Dallas", datetime(2027, 1, 1, 6, tzinfo=UTC)),
        ("2026-12-31", "AZ", "Phoenix", datetime(2027, 1, 1, 7, tzinfo=UTC)),
        ("2026-12-31T18:00:00", "CA", "Los Angeles", datetime(2027, 1, 1, 2, tzinfo=UTC)),
        ("2026-12-31T18:00:00-05:00", "CA", "Los Angeles", datetime(2026, 12, 31, 23, tzinfo=UTC)),
        ("12/31/9999", "CA", "Los Angeles", None),
        ("2026-12-31T00:00:00", "NY", "New York", datetime(2027, 1, 1, 5, tzinfo=UTC)),
        ("12/31/2026 12:00 AM", "NY", "New York", datetime(2027, 1, 1, 5, tzinfo=UTC)),
        ("2026-12-31T00:00:00Z", "NY", "New York", datetime(2026, 12, 31, tzinfo=UTC)),
        ("Application deadline: December 31, 2026", "NY", "New York", datetime(2027, 1, 1, 5, tzinfo=UTC)),
        ("Fecha límite: 31/12/2026", "NY", "New York", datetime(2027, 1, 1, 5, tzinfo=UTC)),
    ],
)
def test_the_last_day_ends_at_midnight_of_the_place(text: str, state: str, city: str, end: datetime | None) -> None:
    rows, told = read(Posting(line=1, expires=text, places=[PostedPlace(city=city, state=state)]))
    assert ([row["expires_at"] for row in rows], told) == ([end], [])


def test_one_date_of_a_posting_says_the_order_of_the_other() -> None:
    rows, _ = read(Posting(line=1, posted="02/11/2026", expires="15/12/2026"))
    assert rows[0]["posted_at"] == datetime(2026, 11, 2, 5, tzinfo=UTC)


def test_a_posting_day_that_is_no_date_is_reported_and_the_job_stays() -> None:
    rows, told = read(Posting(line=1, posted="yesterday or so"))
    assert (rows[0]["posted_at"], told) == (None, ["unread_date"])


@pytest.mark.parametrize(
    ("text", "low", "high"),
    [
        ("$17.00/hr - $19.50/hr", 1700, 1950),
        ("$17 per hour to $19 per hour", 1700, 1900),
        ("17.00 USD - 19.00 USD /Hr", 1700, 1900),
        ("USD 17.00 - USD 19.00 per hour", 1700, 1900),
        ("$300 sign-on bonus! $17/hr", 1700, 1700),
        ("$17/hr + $300 sign-on bonus", 1700, 1700),
        ("12-hour shifts, $17/hr", 1700, 1700),
        ("Nights (11pm-7am) $17/hr", 1700, 1700),
        ("3rd shift, $17.25 an hour", 1725, 1725),
        ("401(k), dental, $17/hr", 1700, 1700),
        ("24/7 store, $17.50/hr", 1750, 1750),
        ("$17 to start, up to $21 after 60 days", 1700, 2100),
        ("$17,50 la hora", 1750, 1750),
        ("Hasta $19 la hora", None, 1900),
        ("Up to $19 an hour", None, 1900),
        ("From $17 an hour", 1700, None),
        ("$17+ DOE", 1700, None),
        ("Starting at $17, up to $20", 1700, 2000),
        ("$17.00/hour (minimum)", 1700, None),
        ("$17-19+/hr", 1700, None),
        ("$17 - $19 an hour and up", 1700, None),
        ("$17-19/hr + benefits", 1700, 1900),
        ("$17-19/hr+benefits", 1700, 1900),
        ("2 days a week, $160 a day", 2000, 2000),
        ("3 years experience, $23/hr", 2300, 2300),
        ("$1.400 quincenal", 1750, 1750),
        ("$1,500 semi-monthly", 1731, 1731),
        ("$41.6k", 2000, 2000),
        ("$6.75/hr + tips ($20-$30/hr)", 675, 675),
        ("$17/hr; night differential $1.50/hr", 1700, 1700),
        ("$17, benefits after 90 days", 1700, 1700),
        ("Hourly rate: 17.25", 1725, 1725),
        ("17-19", 1700, 1900),
        ("Wages: $17/hr", 1700, 1700),
        ("$17 per hour (shift differential $1.00 nights)", 1700, 1700),
        ("$2 weekend premium, $17-$19/hr and a $200 bonus", 1700, 1900),
        ("One-time $500 bonus + $17/hr", 1700, 1700),
        ("$17/hr (nights +$2)", 1700, 1700),
        ("Weekly: $680 - $760", 1700, 1900),
        ("Competitive", None, None),
        ("Starting at $62.4k, up to $83.2k DOE", 3000, 4000),
        ("$62,400 - $83,200 USD", 3000, 4000),
        ("62.4k-83.2k", 3000, 4000),
        ("$20 base per hour", 2000, 2000),
        ("$30 flat per delivery", None, None),
        ("1st shift: $18.00; 2nd shift: $19.50", 1800, 1950),
    ],
)
def test_the_wage_of_a_text_is_found(text: str, low: int | None, high: int | None) -> None:
    found = hourly(PostedPay(text=text))
    assert (found.low, found.high) == (low, high)


@pytest.mark.parametrize(
    ("pay", "reason"),
    [
        (PostedPay(text="$110 per shift"), "unread_pay"),
        (PostedPay(text="$0.60 per mile"), "unread_pay"),
        (PostedPay(text="$3 + tips"), "absurd_pay"),
        (PostedPay(1800, 2200, "hour"), "absurd_pay"),
        (PostedPay(18, 22, "one-time"), "unread_pay"),
        (PostedPay(text="\u20ac17 an hour"), "foreign_pay"),
        (PostedPay(17, 19, "hour", "CAD"), "foreign_pay"),
    ],
)
def test_pay_that_is_not_read_is_reported_and_the_job_stays(pay: PostedPay, reason: str) -> None:
    rows, told = read(Posting(line=1, pay=pay))
    assert [(row["pay_low"], row["pay_high"]) for row in rows] == [(None, None)]
    assert told == [reason]


@pytest.mark.parametrize(
    ("text", "places", "told"),
    [
        ("Denver, CO; Torontoville, CO", ["Denver"], ["unknown_place"]),
        ("Denver, CO; Ottawa, ON", ["Denver"], ["foreign_place"]),
        ("Denver, CO, Boulder, CO", ["Boulder", "Denver"], []),
        ("Boston, MA & Providence, RI", ["Boston", "Providence"], []),
        ("Boston and Seattle", ["Boston", "Seattle"], []),
        ("Aurora & Boulder, CO", ["Aurora", "Boulder"], []),
        ("Houston, TX or Remote", ["Houston"], []),
        ("US-TX-Houston", ["Houston"], []),
        ("TX - Houston", ["Houston"], []),
        ("Hybrid - Houston, TX", ["Houston"], []),
        ("Houston, Texas, United States (On-site)", ["Houston"], []),
        ("12 Main St, Houston, TX 77002", ["Houston"], []),
        ("New York City", ["New York"], []),
        ("Remote", [None], []),
        ("Fully Remote", [None], []),
        ("US - Remote", [None], []),
        ("United States (Remote)", [None], []),
        ("Anywhere in the US", [None], []),
        ("Remote (Ohio)", ["OH"], []),
        ("Remote, OR", ["OR"], []),
        ("Remote - Ohio or Michigan", ["MI", "OH"], []),
        ("Remote - Denver, CO", ["CO"], []),
        ("Remote - Canada", [], ["foreign_place"]),
        ("Remote India", [], ["foreign_place"]),
        ("Remote (EMEA)", [], ["foreign_place"]),
        ("Remote in Narnia", [], ["unknown_place"]),
        ("Remote (US/Canada)", [None], ["foreign_place"]),
        ("Remote (except TX and CO)", [], ["excluded_states"]),
        ("US remote, not available in Texas", [], ["excluded_states"]),
        ("Remote, excluding Ohio", [], ["excluded_states"]),
        ("Denver, CO (not remote)", ["Denver"], []),
        ("LA, CA", ["Los Angeles"], []),
        ("Baton Rouge, LA", ["Baton Rouge"], []),
        ("KC, MO", ["Kansas City"], []),
        ("Greater Denver Area", ["Denver"], []),
        ("Multiple locations", [], ["unknown_place"]),
        ("Berlin, Germany", [], ["foreign_place"]),
        ("New York", ["New York"], []),
        ("New York, United States", [], ["unknown_place"]),
        ("New York; London; Paris, France", ["New York"], ["foreign_place", "foreign_place"]),
        ("Texas", [], ["unknown_place"]),
        ("Remote in the United States or Canada (East Coast/ET)", [None], ["foreign_place", "unknown_place"]),
        ("US & Canada remote", [None], ["foreign_place"]),
        ("North America remote", [None], []),
        ("US-AR-SPRINGDALE-BLDG 1 ~ 275 E Robinson Ave ~ BLDG 1", ["Springdale"], []),
        ("US-NC-Winston-Salem", ["Winston-Salem"], []),
        ("USA---Sunnyvale-CA", ["Sunnyvale"], []),
        ("CA-Fresno, TX-Waco", ["Fresno", "Waco"], []),
        ("Truth or Consequences, NM", ["Truth or Consequences"], []),
        ("Dallas-Fort Worth Metroplex", ["Dallas", "Fort Worth"], []),
        ("Winston-Salem, N.C. 27101", ["Winston-Salem"], []),
    ],
)
def test_places_of_a_text(text: str, places: list[str | None], told: list[str]) -> None:
    rows, reported = read(Posting(line=1, places=[PostedPlace(text=text)]))
    assert sorted([row["city"] or row["state"] for row in rows], key=str) == places
    assert reported == told


@pytest.mark.parametrize(
    ("city", "state", "shown"),
    [
        ("O'Fallon", "IL", "O'Fallon"),
        ("O\u2019Fallon", "Mo.", "O'Fallon"),
        ("coeur d'alene", "Idaho", "Coeur d'Alene"),
        ("Lee's Summit", "MO", "Lee's Summit"),
        ("San José", "CA", "San Jose"),
        ("Peñasco", "NM", "Penasco"),
        ("Winston-Salem", "N.C.", "Winston-Salem"),
        ("Washington", "D.C.", "Washington"),
        ("Washington DC", "DC", "Washington"),
        ("Boston, Mass.", "", "Boston"),
        ("Queens", "NY", "Queens"),
        ("The Bronx", "NY", "Bronx"),
        ("St. Paul", "Minn.", "Saint Paul"),
        ("king of prussia", "PA", "King of Prussia"),
        ("Sault Ste. Marie", "MI", "Sault Sainte Marie"),
        ("MCALLEN", "Tex.", "McAllen"),
        ("Fond du Lac", "WI", "Fond du Lac"),
        ("E. St. Louis", "IL", "East Saint Louis"),
        ("N Charleston", "SC", "North Charleston"),
        ("West Des Moines", "IA", "West Des Moines"),
    ],
)
def test_places_are_known_as_people_write_them(city: str, state: str, shown: str) -> None:
    rows, told = read(Posting(line=1, places=[PostedPlace(city=city, state=state)]))
    assert ([row["city"] for row in rows], told) == ([shown], [])


@pytest.mark.parametrize(
    ("place", "states", "told"),
    [
        (PostedPlace(city="San Juan", state="PR", zip="00926", country="PR"), ["PR"], []),
        (PostedPlace(city="Ponce", country="Puerto Rico"), ["PR"], []),
        (PostedPlace(city="Porto", country="PT"), [], ["foreign_place"]),
    ],
)
def test_territories_are_no_foreign_countries(place: PostedPlace, states: list[str], told: list[str]) -> None:
    rows, reported = read(Posting(line=1, places=[place]))
    assert ([row["state"] for row in rows], reported) == (states, told)


@pytest.mark.parametrize(
    ("lives_in", "places", "states", "told"),
    [
        (["Nevada, USA"], [], ["NV"], []),
        (["Nevada, USA", "Utah"], [], ["NV", "UT"], []),
        (["USA"], [], [None], []),
        (["USA", "Canada"], [], [None], ["foreign_place"]),
        (["Canada"], [], [], ["foreign_place"]),
        ([], [PostedPlace(city="Berlin", country="DE")], [], ["foreign_place"]),
        ([], [PostedPlace(city="Austin", state="TX")], [None], []),
        ([], [PostedPlace(text="Texas")], ["TX"], []),
    ],
)
def test_remote_work_keeps_where_somebody_must_live(
    lives_in: list[str], places: list[PostedPlace], states: list[str | None], told: list[str]
) -> None:
    posting = Posting(line=1, remote=True, lives_in=lives_in, places=places or [PostedPlace()])
    rows, reported = read(posting)
    assert ([row["state"] for row in rows], reported) == (states, told)
    assert all(row["remote"] for row in rows)


@pytest.mark.parametrize(
    ("title", "place", "places"),
    [
        ("Program Manager - Remote", "Las Vegas, Nevada", [None]),
        ("Customer Service Rep (Remote)", "Tampa, FL", [None]),
        ("Scheduler (Remote in Texas)", "Dallas, TX", ["TX"]),
        ("Medical Coder - Remote - Ohio", "Dayton, OH", ["OH"]),
        ("Program Manager - Remote", "Pune, India", []),
        ("Recruiter - Remote, Canada", "Tampa, FL", []),
        ("Remote Control Technician", "Tampa, FL", ["Tampa"]),
        ("Remote Sensing Analyst", "Tampa, FL", ["Tampa"]),
        ("Line Cook (not remote)", "Tampa, FL", ["Tampa"]),
        ("Hybrid/Remote Recruiter", "Tampa, FL", ["Tampa"]),
        ("Recruiter - Remote", "Tampa, FL (On-site)", ["Tampa"]),
    ],
)
def test_a_title_says_that_work_is_remote(title: str, place: str, places: list[str | None]) -> None:
    rows, _ = read(Posting(line=1, title=title, places=[PostedPlace(text=place)]))
    assert [row["city"] or row["state"] for row in rows] == places


@pytest.mark.parametrize("nothing", ["UNAVAILABLE", "N/A", "null"])
def test_what_systems_write_into_empty_fields_is_no_place(nothing: str) -> None:
    rows, _ = read(Posting(line=1, places=[PostedPlace(nothing, "Tulsa", "OK", nothing)]))
    assert [(row["street"], row["city"], row["zip"]) for row in rows] == [(None, "Tulsa", None)]


@pytest.mark.parametrize(
    ("text", "city", "state"),
    [
        ("cashier near O\u2019Fallon, MO", "O'Fallon", "MO"),
        ("host in Coeur d'Alene, ID", "Coeur d'Alene", "ID"),
        ("cocinera en San José, CA", "San Jose", "CA"),
        ("cook in Winston-Salem NC", "Winston-Salem", "NC"),
        ("cook in Wilkes-Barre", "Wilkes-Barre", "PA"),
        ("server in Queens, NY", "Queens", "NY"),
        ("server in the Bronx", "Bronx", "NY"),
        ("baker in Salt Lake City UT", "Salt Lake City", "UT"),
    ],
)
def test_searches_name_places_as_people_write_them(text: str, city: str, state: str) -> None:
    named = parse_search(text).place
    assert named
    assert named.place
    assert (named.place.city, named.place.state) == (city, state)


def test_the_state_after_a_city_is_no_kind_of_work() -> None:
    titles = [title for title, _ in parse_search("cook in Pueblo, CO").work.titles]
    assert "Correctional Officer" not in titles
    assert "Medical Assistant" in [title for title, _ in parse_search("CNA, MA").work.titles]


JOB = json.dumps({
    "@type": "JobPosting", "identifier": "p", "title": "Niñera", "hiringOrganization": {"name": "Elm Bakery"},
    "jobLocation": {"address": {"addressLocality": "Tulsa", "addressRegion": "OK"}},
}, ensure_ascii=False)  # fmt: skip


@pytest.mark.parametrize(
    "script",
    [
        f"// <![CDATA[\n{JOB}\n// ]]>",
        f"/*<![CDATA[*/{JOB}/*]]>*/",
        f"<!--\n{JOB}\n-->",
        f"{JOB};",
        f"/* jobs */ {JOB}",
        f"\ufeff{JOB}",
        f'{{"@type": "Organization"}}\n{JOB}',
        JOB.replace('"JobPosting"', '"https://schema.org/JobPosting"'),
        JOB.replace('"', "&quot;"),
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8", "windows-1252", "utf-16"])
def test_pages_are_read_whatever_is_around_their_data(tmp_path: Path, script: str, encoding: str) -> None:
    if encoding == "windows-1252":
        script = script.removeprefix("\ufeff")
    page = f'<html><meta charset="{encoding}"><script TYPE="Application/LD+JSON">{script}</script></html>'
    rows, told = feed(tmp_path, "page.html", page.encode(encoding))
    assert ([row["title"] for row in rows.values()], told) == (["Niñera"], [])


def test_pages_that_are_not_read_are_named(tmp_path: Path) -> None:
    script = '<script type="application/ld+json">'
    (tmp_path / "a.html").write_text(f"<html>{script}{JOB}</script></html>")
    (tmp_path / "b.html").write_text(f"<html>\n{script}{{\n'title': 1}}</script></html>")
    (tmp_path / "c.html").write_text('<html>\n<div itemscope itemtype="https://schema.org/JobPosting"></div></html>')
    (tmp_path / "d.json").write_text("{]")
    (tmp_path / "e.html").write_text(f"<html>{script}/* open {JOB}</script></html>")
    rows, told = feed_at(tmp_path)
    assert list(rows) == ["p"]
    assert told == [
        ("not_json", 3, "b.html"),
        ("microdata", 2, "c.html"),
        ("unreadable", 1, "d.json"),
        ("not_json", 1, "e.html"),
    ]


HEADER = "external_id,title,employer,city,state,pay_low"
TABLE = f"{HEADER}\r\n1,Niñera,Casa Peña,Boston,MA,18.50\r\n2,Cook,Elm Bakery,Tulsa,OK,17\r\n"


@pytest.mark.parametrize(
    "data",
    [
        TABLE.encode("utf-8-sig"),
        TABLE.encode("windows-1252"),
        TABLE.encode("mac-roman"),
        TABLE.encode("utf-8").decode("windows-1252").encode(),
        TABLE.encode("utf-16"),
        TABLE.encode("utf-16-le"),
        TABLE.replace("\r\n", "\r").encode(),
        TABLE.replace(",", ";").replace("18.50", "18,50").encode(),
        TABLE.replace(",", "\t").encode("utf-16"),
        f"sep=;\r\n{TABLE.replace(',', ';')}".encode(),
        TABLE.replace(HEADER, "Job ID,Job Title,Company,City,State,Min Pay").encode(),
        TABLE.replace("\r\n", ",,\r\n").replace("pay_low,,", "pay_low,Expires,").encode(),
    ],
)
def test_tables_are_read_as_spreadsheets_save_them(tmp_path: Path, data: bytes) -> None:
    rows, _ = feed(tmp_path, "jobs.csv", data)
    assert [(row["title"], row["employer"], row["pay_low"]) for row in rows.values()] == [
        ("Niñera", "Casa Peña", 1850),
        ("Cook", "Elm Bakery", 1700),
    ]


@pytest.mark.parametrize("text", ["Chef\u2019s \u201cCAF\u00c9\u201d \u2013 N\u00ba 2", "MANH\u00c3\u201d"])
def test_text_that_was_decoded_once_stays(text: str) -> None:
    assert line(text, 200) == text


def test_quotes_that_were_decoded_twice_are_read() -> None:
    text = "Chef\u2019s Ni\u00f1era\u00a0\u2013 AM"
    assert line(text.encode().decode("windows-1252"), 200) == " ".join(text.split())


def test_one_odd_row_of_a_table_costs_only_itself(tmp_path: Path) -> None:
    good = b"".join(b"%d,Cook,Elm Bakery,Tulsa,OK,17\n" % number for number in range(1000))
    odd = b'x,"Cook"y,Elm Bakery,Tulsa,OK,17\ny,C\xf6ok,Elm Bakery,Tulsa,OK,17\nz,Cook,Elm Bakery,Tulsa,OK,17\n'
    rows, told = feed(tmp_path, "jobs.csv", HEADER.encode() + b"\n" + good + odd)
    assert len(rows) == 1001
    assert told == [("unreadable", 1002, ""), ("wrong_encoding", 1003, "")]


def test_a_table_that_ends_within_a_value_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FeedDamaged, match="line 3"):
        feed(tmp_path, "jobs.csv", f'{HEADER}\n1,Cook,A,Tulsa,OK,17\n2,"Cook,A,Tulsa,OK,17\n3,Cook,A,Tulsa,OK,17\n')
