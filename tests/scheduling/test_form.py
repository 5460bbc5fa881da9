"""Booking a coach with plain HTML forms, in browsers that cannot run the web app."""

import re
from collections.abc import Callable
from html.parser import HTMLParser
from typing import Any

import pytest
from fastapi import FastAPI
from httpx2 import Response
from sqlalchemy import select
from starlette.testclient import TestClient

from dayshift.scheduling.models import bookings
from tests.calendar import NINE, TEN, ZONE
from tests.people import PASSWORD, Person, server_services

ONE_ENGINE = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
FORM = "/book/form"
SPANISH = {"Accept-Language": "es-MX,es;q=0.9"}
OLD_IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 12_5 like Mac OS X) AppleWebKit/605.1.15 Version/12.1.2 Safari/604.1"
ROSA = {"name": "Rosa Díaz", "email": "rosa@example.com", "phoneNumber": "(212) 555-0142"}


class _Fields(HTMLParser):
    """The hidden and prefilled inputs, and the options, of a page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.values: dict[str, str] = {}
        self.options: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        if tag == "input":
            self.values[str(found["name"])] = found.get("value") or ""
        if tag == "option":
            self.options.append(str(found["value"]))


def heading(page: Response) -> str:
    [text] = re.findall("<h1>(.*?)</h1>", page.text)
    return str(text)


def hold(client: TestClient, start: str = NINE) -> Response:
    """Chooses a time and returns the page with the form for the details."""
    return client.post(FORM, data={"startsAt": start, "zone": ZONE})


def send(client: TestClient, page: Response, **details: str) -> Response:
    fields = _Fields(page.text).values
    return client.post(f"{FORM}/details", data={**fields, **ROSA, **details})


def test_booking_works_without_a_script(client: TestClient, free: Callable[..., list[str]]) -> None:
    page = client.get(FORM)
    assert page.status_code == 200
    assert "<script" not in page.text
    assert NINE in _Fields(page.text).options
    assert "Tuesday, March 3, 9:00 AM" in page.text
    details = hold(client)
    assert heading(details) == "Your details"
    assert NINE not in free()  # Nobody else gets it meanwhile.
    booked = send(client, details)
    assert booked.status_code == 200
    assert heading(booked) == "You&#39;re booked"
    assert "Tuesday, March 3, 9:00 AM" in booked.text
    assert "With Sam" in booked.text
    assert "rosa@example.com" in booked.text
    cancelled = client.post(f"{FORM}/cancel", data=_Fields(booked.text).values)
    assert heading(cancelled) == "This booking is cancelled"
    assert NINE in free()


def test_booking_form_is_in_the_readers_language(client: TestClient, staff: Any) -> None:
    del staff
    page = client.get(FORM, headers=SPANISH)
    assert heading(page) == "Reserve una asesoría por teléfono"
    assert "martes, 3 de marzo, 9:00 a.m." in page.text
    client.post(f"{FORM}/language", data={"language": "es"})
    details = hold(client)
    assert heading(details) == "Sus datos"
    assert heading(send(client, details)) == "Su cita está reservada"
    [booking] = _stored(client)
    assert booking.language == "es"
    assert booking.phone == "+12125550142"


@pytest.mark.parametrize(
    ("details", "expected"),
    [
        ({"name": " "}, "Please enter your name"),
        ({"email": "rosa"}, "Please enter your email address"),
        ({"phoneNumber": "12"}, "Please enter a phone number"),
        ({"name": "Rosa\0", "email": "\0"}, "Please enter your email address"),
    ],
)
@ONE_ENGINE
def test_wrong_details_are_explained_and_kept(
    client: TestClient, staff: Any, details: dict[str, str], expected: str
) -> None:
    del staff
    held = hold(client)
    page = send(client, held, **details)
    assert page.status_code == 422
    assert expected in page.text
    kept = _Fields(page.text).values
    assert kept["key"] == _Fields(held.text).values["key"]
    assert {name: kept[name] for name in ROSA if name not in details} == {
        name: value for name, value in ROSA.items() if name not in details
    }
    assert heading(send(client, page)).endswith("re booked")


def test_form_sent_twice_books_once(client: TestClient, staff: Any) -> None:
    del staff
    details = hold(client)
    first, second = send(client, details), send(client, details)
    assert first.url == second.url
    assert heading(second).endswith("re booked")
    assert len(_stored(client)) == 1


def test_form_explains_a_time_that_is_gone(client: TestClient, book: Callable[..., Any], clock: Any) -> None:
    assert book().status_code == 201
    taken = hold(client)
    assert taken.status_code == 409
    assert "That time is no longer available" in taken.text
    assert TEN in _Fields(taken.text).options
    details = hold(client, TEN)
    clock.shift(11 * 60)  # The hold has expired, and another person books.
    assert book(TEN, email="other@example.com").status_code == 201
    late = send(client, details)
    assert late.status_code == 404
    assert "That time is no longer reserved for you" in late.text
    unknown = client.get(f"{FORM}/details?key=made-up")
    assert unknown.status_code == 404
    assert heading(unknown) == "Book a phone call with a coach"


def test_text_in_the_form_is_not_markup(client: TestClient, staff: Any) -> None:
    del staff
    page = send(client, hold(client), name='"><b>Rosa', email="<i>")
    assert '"><b>Rosa' not in page.text
    assert "<i>" not in page.text
    assert _Fields(page.text).values["name"] == '"><b>Rosa'


def test_forms_are_limited_like_the_api(client: TestClient, free: Callable[..., list[str]]) -> None:
    """The API and the forms share their counters: ten bookings a day and twelve holds in ten minutes per network."""
    starts = free(days=7)
    held = [hold(client, start) for start in starts[:6]]
    assert {page.status_code for page in held} == {200}
    for start in starts[20:26]:
        assert client.post("/api/schedule/holds", json={"startsAt": start, "zone": ZONE}).status_code == 201
    refused = hold(client, starts[8])
    assert refused.status_code == 429
    assert "Too many tries" in refused.text
    assert client.post("/api/schedule/holds", json={"startsAt": starts[8], "zone": ZONE}).status_code == 429
    sent = [send(client, page, email=f"guest{n}@example.com") for n, page in enumerate(held[:4])]
    assert {page.status_code for page in sent} == {200}
    for n, start in enumerate(starts[40:52:2]):
        body = {"startsAt": start, "zone": ZONE, "name": "Guest", "email": f"other{n}@example.com"}
        assert client.post("/api/schedule/bookings", json=body).status_code == 201
    last = send(client, held[4], email="last@example.com")
    assert last.status_code == 429
    assert "Too many tries" in last.text


@pytest.mark.parametrize("path", [FORM, f"{FORM}/details", f"{FORM}/cancel", f"{FORM}/language"])
@pytest.mark.parametrize("headers", [{"Origin": "https://elsewhere.example"}, {"Sec-Fetch-Site": "cross-site"}])
@ONE_ENGINE
def test_other_sites_cannot_send_the_forms(client: TestClient, staff: Any, path: str, headers: dict[str, str]) -> None:
    del staff
    key = _Fields(hold(client).text).values["key"]
    client.headers.pop("sec-fetch-site", None)
    reply = client.post(path, data={"startsAt": TEN, "zone": ZONE, "key": key, **ROSA}, headers=headers)
    assert reply.status_code == 403
    assert reply.json()["code"] == "foreign_origin"
    assert {booking.state for booking in _stored(client)} == {"held"}


def test_signed_in_person_books_for_the_account(client: TestClient, staff: Any) -> None:
    del staff
    Person.register(client, "maya@example.com")
    client.post("/api/auth/login", json={"email": "maya@example.com", "password": PASSWORD})
    details = hold(client)
    assert _Fields(details.text).values["email"] == "maya@example.com"
    send(client, details)
    [booking] = _stored(client)
    assert booking.user_id is not None


@ONE_ENGINE
def test_old_browsers_are_sent_to_the_form(client: TestClient, staff: Any, book: Callable[..., Any]) -> None:
    del staff
    headers = {"User-Agent": OLD_IPHONE}
    for path in ("/book", "/schedule"):
        assert heading(client.get(path, headers=headers)) == "Book a phone call with a coach"
    key = book().json()["key"]
    assert heading(client.get("/your-booking", params={"key": key}, headers=headers)).endswith("re booked")
    assert f'href="{FORM}"' in client.get("/login", headers=headers).text
    assert "Book a phone call" not in client.get("/book").text


@ONE_ENGINE
def test_external_calendar_replaces_the_form(client: TestClient, app: FastAPI, monkeypatch: Any) -> None:
    monkeypatch.setattr(app.state.services.settings, "scheduling_url", "https://calendar.example/dayshift")
    reply = client.get(FORM, follow_redirects=False)
    assert reply.headers["location"] == "https://calendar.example/dayshift"


@ONE_ENGINE
def test_weeks_and_time_zones(client: TestClient, staff: Any) -> None:
    del staff
    page = client.get(FORM, params={"zone": "America/Los_Angeles", "first": "2026-03-10"})
    assert "Tuesday, March 10, 6:00 AM" in page.text
    assert "first=2026-03-03" in page.text
    assert "first=2026-03-17" in page.text
    assert "Earlier times" not in client.get(FORM).text
    for odd in ({"zone": "Mars/Base"}, {"first": "soon"}, {"first": "9999-12-31"}, {"first": "0001-01-01"}):
        assert client.get(FORM, params=odd).status_code == 200


def _stored(client: TestClient) -> list[Any]:
    assert client.portal is not None
    return client.portal.call(server_services(client).db.read, lambda tx: tx.execute(select(bookings)).all())
