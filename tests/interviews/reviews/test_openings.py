"""What a candidate is told of who opened and watched answers, if a member's program invents or leaves out."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from starlette.testclient import TestClient
from structlog.testing import capture_logs

from dayshift.core.audit import digest_of, entries
from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.core.tasks import Worker
from dayshift.hiring.applications import any_application
from dayshift.hiring.applications.legal import Explanation, explain
from dayshift.hiring.applications.viewing import PARTS, parts_of
from dayshift.hiring.employers import find_member
from dayshift.privacy.erase import erase_user
from tests.interviews.reviews.test_person import page, recorded, watch
from tests.interviews.reviews.test_shared import enter_code, link_in, shared_with_lena
from tests.interviews.room.test_interviews import drain
from tests.notifications.test_interviews import mails
from tests.people import Person
from tests.staff import Business, StaffMember, applied, business, in_database
from tests.statements import recorded_statements

__all__ = ["mails"]

LONG = 3600
"""Seconds that a lying program waits, and claims."""


@pytest.fixture
def diner(client: TestClient) -> Business:
    return business(client)


@pytest.fixture
def application(client: TestClient, person: Person, worker: Worker, diner: Business) -> str:
    """The id of an application whose first answer is a recording of two seconds."""
    found = applied(client, person, diner.jobs[0], recorded(person))
    drain(client, worker)
    return found


def media_of(application: str) -> str:
    return f"/applications/{application}/answers/1/media"


def claim(member: StaffMember, application: str, seconds: float, kind: str = "video") -> float:
    """Begin a view, and say an hour later that so many seconds were played; return what the server took."""
    path = f"/applications/{application}/views"
    with time_machine.travel(now(), tick=False) as clock:
        view = member.ask("POST", path, {"answer": 1, "kind": kind}, expect=201)["id"]
        clock.shift(LONG)
        return float(member.ask("PUT", f"{path}/{view}", {"seconds": seconds})["seconds"])


def opened(person: Person, application: str) -> list[tuple[str, str, int | None]]:
    """What the candidate is told of who opened the application; the page about all data says the same."""
    own = person.get(f"/api/applications/{application}")["openings"]
    listed = [(one["name"], one["kind"], one["answer"]) for one in own]
    data = person.get("/api/privacy/data")["openings"]
    assert sorted(one["id"] for one in data) == sorted(one["id"] for one in own)
    assert person.get("/api/applications")["applications"][0]["opened"] is bool(own)
    return listed


@dataclass
class Stopped:
    """What a client got of a response during which something happened."""

    length: int
    got: int = 0
    complete: bool = False


def got_while(client: TestClient, path: str, headers: dict[str, str], happens: Callable[[], object]) -> Stopped:
    """Read a response piece by piece; `happens` after the second one."""

    async def read() -> Stopped:
        found, pieces = Stopped(0), 0

        async def send(message: Any) -> None:
            nonlocal pieces
            if message["type"] == "http.response.start":
                found.length = int(dict(message["headers"])[b"content-length"])
                return
            found.got += len(message["body"])
            found.complete = not message.get("more_body", False)
            pieces += 1
            if pieces == 2:
                await asyncio.to_thread(happens)

        async def receive() -> Any:
            await asyncio.Event().wait()

        scope = {
            "type": "http", "asgi": {"version": "3.0", "spec_version": "2.3"}, "http_version": "1.1", "method": "GET",
            "path": path, "raw_path": path.encode(), "root_path": "", "scheme": "http", "query_string": b"",
            "client": ("127.0.0.1", 1), "server": ("testserver", 80), "state": {},
            "headers": [(name.encode(), value.encode()) for name, value in {"host": "testserver", **headers}.items()],
        }  # fmt: skip
        await client.app(scope, receive, send)
        return found

    assert client.portal is not None
    return client.portal.call(read)


def test_what_was_not_sent_cannot_have_been_watched(person: Person, diner: Business, application: str) -> None:
    maria = diner.member("manager")
    path, video = f"/applications/{application}/views", {"answer": 1, "kind": "video"}
    maria.ask("POST", path, video, expect=404)
    maria.ask("POST", path, {"answer": 1, "kind": "words"}, expect=404)
    page(maria, application)
    assert maria.call("HEAD", media_of(application)).status_code == 200
    assert maria.call("GET", media_of(application), headers={"Range": "bytes=999999999-"}).status_code == 416
    maria.ask("POST", path, video, expect=404)
    maria.ask("POST", path, {"answer": 2, "kind": "video"}, expect=404)  # It was typed.
    sam = diner.member("owner", "Sam Okafor")
    watch(sam, application)
    maria.ask("POST", path, video, expect=404)  # A colleague's recording is not this member's.
    assert person.get(f"/api/applications/{application}")["views"] == []


def test_no_more_counts_as_watched_than_the_recording_has(person: Person, diner: Business, application: str) -> None:
    maria = diner.member("manager")
    watch(maria, application)
    length = page(maria, application)["questions"][0]["answers"][0]["duration"]
    assert claim(maria, application, LONG) == length == pytest.approx(2, abs=0.1)
    [view] = person.get(f"/api/applications/{application}")["views"]
    assert view["seconds"] == length


@pytest.mark.both_engines
def test_no_more_counts_as_watched_than_was_sent(person: Person, diner: Business, application: str) -> None:
    maria, path = diner.member("manager"), media_of(application)
    size = int(maria.call("HEAD", path).headers["content-length"])
    assert maria.call("GET", path, headers={"Range": "bytes=0-0"}).status_code == 206
    length = page(maria, application)["questions"][0]["answers"][0]["duration"]
    assert claim(maria, application, LONG) == pytest.approx(length / PARTS)
    assert maria.call("GET", path, headers={"Range": "bytes=0-0"}).status_code == 206  # Again is not more.
    assert claim(maria, application, LONG) == pytest.approx(length / PARTS)
    assert maria.call("GET", path, headers={"Range": f"bytes={size // 2}-"}).status_code == 206
    assert claim(maria, application, LONG) == pytest.approx(length * (1 + PARTS // 2) / PARTS, rel=0.15)


@pytest.mark.both_engines
def test_a_program_that_reports_nothing_is_shown_all_the_same(
    client: TestClient, person: Person, diner: Business, application: str, mails: Any
) -> None:
    maria = diner.member("manager")
    assert opened(person, application) == []
    page(maria, application)
    assert opened(person, application) == [("Maria Ortiz", "words", None)]
    for _ in range(2):
        watch(maria, application)
    assert opened(person, application) == [("Maria Ortiz", "words", None), ("Maria Ortiz", "video", 1)]
    mails()
    link = link_in(shared_with_lena(maria, application, mails))
    enter_code(client, link, mails)
    media = client.get(link).json()["questions"][0]["answers"][0]["media"]
    client.get(media)
    assert opened(person, application)[2:] == [("Lena Brandt", "words", None), ("Lena Brandt", "video", 1)]
    assert client.post(f"{link}/views", json={"answer": 2, "kind": "video"}).status_code == 404


def test_a_page_with_all_texts_is_opened_and_only_what_was_read_is_viewed(
    client: TestClient, person: Person, diner: Business, application: str
) -> None:
    maria = diner.member("manager")
    page(maria, application)
    path = f"/applications/{application}/views"
    with time_machine.travel(now(), tick=False) as clock:
        view = maria.ask("POST", path, {"answer": 2, "kind": "words"}, expect=201)["id"]
        clock.shift(30)
        assert maria.ask("PUT", f"{path}/{view}", {"seconds": 20})["counts"]
    assert opened(person, application) == [("Maria Ortiz", "words", None)]
    assert [one["answer"] for one in person.get(f"/api/applications/{application}")["views"]] == [2]
    shown = maria.ask("GET", f"/applications/{application}")
    assert shown["viewed"] == [{"name": "Maria Ortiz", "answer": 2}]

    def decided(tx: Tx) -> Explanation:
        found, member = any_application(tx, application), find_member(tx, maria.id)
        assert found is not None
        assert member is not None
        return explain(tx, found, member, "decline", now())

    how = in_database(client, decided)
    assert (how.viewed, how.answers) == (1, 4)
    assert [one for one in how.data if one in {"video", "words"}] == ["words"]


@pytest.mark.both_engines
def test_two_members_of_one_name_are_told_apart(person: Person, diner: Business, application: str) -> None:
    first, second = diner.member("manager"), diner.member("owner")
    assert first.name == second.name
    for member in (second, first, second):
        watch(member, application)
        claim(member, application, 2)
    found = person.get(f"/api/applications/{application}")
    assert [one["name"] for one in found["openings"] if one["kind"] == "video"] == ["Maria Ortiz", "Maria Ortiz (2)"]
    assert {one["name"] for one in found["views"]} == {"Maria Ortiz", "Maria Ortiz (2)"}
    assert [one["name"] for one in found["moves"] if one["actor"] == "member"] == ["Maria Ortiz"]
    assert person.get("/api/applications")["applications"][0]["views"] == 2


def test_playing_again_from_the_cache_of_a_browser_is_opening_again(
    person: Person, diner: Business, application: str
) -> None:
    maria, path = diner.member("manager"), media_of(application)
    mark = maria.call("HEAD", path).headers["etag"]
    guessed = maria.call("GET", path, headers={"If-None-Match": mark})
    assert (guessed.status_code, len(guessed.content) > 0) == (200, True)  # It was never sent to this member.
    assert maria.call("GET", path, headers={"If-None-Match": mark}).status_code == 304
    assert len(opened(person, application)) == 1
    with time_machine.travel(now() + timedelta(hours=2), tick=True):
        assert maria.call("GET", path, headers={"If-None-Match": mark}).status_code == 304
        assert claim(maria, application, 1.5) == 1.5
    assert len(opened(person, application)) == 2


def test_a_recording_that_is_played_again_costs_no_write(diner: Business, application: str) -> None:
    maria = diner.member("manager")
    watch(maria, application)
    with recorded_statements() as statements:
        assert maria.call("GET", media_of(application)).status_code == 200
    assert [one for one in statements if one.lstrip().upper().startswith(("INSERT", "UPDATE"))] == []


@pytest.fixture
def small_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    """Send recordings in pieces of 1 KB, each of which is checked."""
    monkeypatch.setattr("dayshift.providers.storage.PIECE", 1024)
    monkeypatch.setattr("dayshift.hiring.applications.viewing.CHECK_SECONDS", 0)


@pytest.mark.usefixtures("small_pieces")
@pytest.mark.parametrize("ending", ["switch", "withdraw", "erase", "member", "link", "nothing"])
@pytest.mark.both_engines
def test_a_recording_that_is_being_sent_stops_with_the_right_to_watch_it(
    client: TestClient, person: Person, diner: Business, application: str, mails: Any, ending: str
) -> None:
    maria, ana = diner.member("manager"), diner.member("owner", "Ana Whitlock")
    path, headers = f"/api/desk{media_of(application)}", {"authorization": f"Bearer {maria.token}"}
    if ending == "link":
        mails()
        link = link_in(shared_with_lena(maria, application, mails))
        enter_code(client, link, mails)
        [cookie] = [f"{one.name}={one.value}" for one in client.cookies.jar if one.name == "dayshift_review"]
        path, headers = client.get(link).json()["questions"][0]["answers"][0]["media"], {"cookie": cookie}
    link_id = [one["id"] for one in maria.ask("GET", f"/applications/{application}/sharing")["links"]]

    def happens() -> object:
        own = f"/api/applications/{application}"
        match ending:
            case "switch":
                return person.put(f"{own}/shares", {"video": False, "words": True, "score": True})
            case "withdraw":
                return person.post(f"{own}/withdraw")
            case "erase":
                return in_database(client, erase_user, person.id)
            case "member":
                return ana.ask("POST", f"/members/{maria.id}/deactivate")
            case "link":
                return maria.ask("DELETE", f"/applications/{application}/links/{link_id[0]}")
        return None

    with capture_logs() as logs:
        found = got_while(client, path, headers, happens)
    assert found.length > 4 * 1024
    if ending == "nothing":
        assert (found.got, found.complete) == (found.length, True)
        return
    assert (found.got, found.complete) == (2 * 1024, False)
    assert [one["event"] for one in logs if one["log_level"] != "info"] == ["response interrupted"]


def test_sending_checks_every_few_seconds_and_not_for_each_piece(
    diner: Business, application: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    maria = diner.member("manager")
    watch(maria, application)
    with recorded_statements() as whole:
        maria.call("GET", media_of(application))
    monkeypatch.setattr("dayshift.providers.storage.PIECE", 256)
    with recorded_statements() as pieces:
        maria.call("GET", media_of(application))
    assert len(pieces) == len(whole)


@pytest.mark.parametrize(
    ("start", "end", "parts"),
    [(0, 1, 1), (0, 1600, 2**16 - 1), (0, 0, 0), (99, 101, 0b11), (1500, 1600, 1 << 15), (100, 200, 0b10)],
)
def test_bytes_are_counted_in_parts(start: int, end: int, parts: int) -> None:
    assert parts_of(start, end, 1600) == parts


@pytest.mark.both_engines
def test_what_is_loaded_ahead_is_no_opening_until_it_is_opened(
    client: TestClient, person: Person, diner: Business, application: str
) -> None:
    maria, path, ahead = diner.member("manager"), media_of(application), {"Load-Ahead": "1"}

    def logged() -> list[tuple[str, str]]:
        about = in_database(client, lambda tx: entries(tx, subject_id=digest_of(application)))
        return [(one.action, one.details) for one in reversed(about) if one.action.startswith("answer.")]

    found = maria.call("GET", f"/applications/{application}", headers=ahead).json()
    given = [one for question in found["questions"] for one in question["answers"]]
    assert [(one["text"], one["passages"], one["silence"]) for one in given] == [(None, [], "not_opened")] * 4
    assert given[0]["media"]
    assert (opened(person, application), logged()) == ([], [])

    size = int(maria.call("HEAD", path).headers["content-length"])
    first = maria.call("GET", path, headers={**ahead, "Range": "bytes=0-"})
    assert first.status_code == 206
    assert (len(first.content), first.headers["content-range"]) == (size // 4, f"bytes 0-{size // 4 - 1}/{size}")
    for refused in ({}, {"Range": f"bytes={size // 4}-"}, {"Range": "bytes=-1"}):
        assert maria.call("GET", path, headers={**ahead, **refused}).status_code == 416
    tag = {"If-None-Match": first.headers["etag"]}
    assert maria.call("GET", path, headers={**ahead, **tag, "Range": "bytes=0-"}).status_code == 304
    maria.call("GET", path, headers={**ahead, "Range": "bytes=0-"})
    loaded = ("answer.loaded", '{"answer":1,"kind":"video"}')
    assert (opened(person, application), logged()) == ([], [loaded])
    maria.ask("POST", f"/applications/{application}/views", {"answer": 1, "kind": "video"}, expect=404)

    assert maria.call("GET", path, headers=tag).status_code == 304  # The player plays what the browser has.
    assert opened(person, application) == [("Maria Ortiz", "video", 1)]
    assert logged() == [loaded, ("answer.opened", '{"kind":"video"}')]
    length = given[0]["duration"]
    assert claim(maria, application, LONG) == pytest.approx(length * parts_of(0, size // 4, size).bit_count() / PARTS)
    page(maria, application)
    assert [kind for _, kind, _ in opened(person, application)] == ["video", "words"]


def test_a_page_that_is_loaded_ahead_shows_no_level_of_the_ai(
    client: TestClient, diner: Business, application: str
) -> None:
    maria = diner.member("manager")
    question = page(maria, application)["questions"][0]["id"]
    assert maria.ask("PUT", f"/applications/{application}/ratings/{question}", {"level": 4})["machine"]
    found = maria.call("GET", f"/applications/{application}", headers={"Load-Ahead": "1"}).json()
    assert [one["machine"] for one in found["questions"]] == [None] * 4
    assert found["questions"][0]["own"]["level"] == 4
