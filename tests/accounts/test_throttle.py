"""Limits on tries, by account and by network address."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
import time_machine
from httpx2 import Response
from sqlalchemy import update
from starlette.testclient import TestClient

from dayshift.accounts import throttle
from dayshift.accounts.models import users
from dayshift.app import create_app
from dayshift.core.limits import Limits, Rule
from dayshift.settings import Settings
from tests.people import PASSWORD, Person


def test_the_limits_are_the_documented_ones() -> None:
    rules = [rule for rule in vars(throttle).values() if isinstance(rule, Rule)]
    assert {rule.name: (rule.times, rule.seconds) for rule in rules} == {
        "sign-in here": (10, 900),
        "sign-in": (100, 3600),
        "sign-in on a known device": (10, 900),
        "send code": (5, 3600),
        "send code a day": (15, 86_400),
        "try code": (20, 3600),
        "try code a day": (25, 86_400),
        "change e-mail": (10, 3600),
        "hand over": (20, 3600),
        "check password": (10, 900),
    }
    assert len(rules) == 10  # Rules of one name would share a counter.


class Counted(Limits):
    """Writes down what is counted, and under which rule and key."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[tuple[str, int, int, str]] = []

    async def allows(self, rule: Rule, who: str) -> bool:
        self.seen.append((rule.name, rule.times, rule.seconds, who))
        return await super().allows(rule, who)


def test_what_is_counted_under_which_key(settings: Settings) -> None:
    with served(settings, tries_per_address=77) as client:
        device = register(client)
        known = device.split(":")[2].split(".")[0]
        signed_in = client.post("/api/auth/login", json=RIGHT).json()
        maya = Person(client, signed_in["user"]["id"], signed_in["token"])
        user = maya.id
        client.cookies.clear()
        limits = Counted()
        client.app.state.services.limits = limits  # type: ignore[attr-defined]
        here, email = "203.0.113.9", "maya@example.com"

        def counted(*more: tuple[str, int, int, str]) -> None:
            assert limits.seen == list(more)
            limits.seen.clear()

        by_code = [("code by address", 77, 3600, here), ("code by address a day", 77, 86_400, here)]
        login(client)
        counted(
            ("sign-in by address", 77, 3600, here),
            ("sign-in here", 10, 900, f"{email} {here}"),
            ("sign-in", 100, 3600, email),
        )
        client.post("/api/auth/login", json=RIGHT, headers=at(here, device))
        counted(("sign-in on a known device", 10, 900, known))
        client.cookies.clear()
        for cookie, key in (("", email), (device, known)):
            ask(client, here, cookie)
            counted(by_code[0], by_code[1], ("send code", 5, 3600, key), ("send code a day", 15, 86_400, key))
        for cookie, key, day in (("", f"{email} {here}", email), (device, known, known)):
            guess(client, here, cookie)
            counted(by_code[0], by_code[1], ("try code", 20, 3600, key), ("try code a day", 25, 86_400, day))
        maya.call("POST", "/api/auth/verify-email", {"code": "000000"})
        counted(by_code[0], by_code[1], ("try code", 20, 3600, user), ("try code a day", 25, 86_400, user))
        maya.call("POST", "/api/auth/verify-email/start")
        counted(
            *by_code,
            ("send code", 5, 3600, email),
            ("send code a day", 15, 86_400, email),
            ("send code", 5, 3600, user),
            ("send code a day", 15, 86_400, user),
        )
        maya.call("POST", "/api/auth/proof", {"password": PASSWORD})
        counted(("sign-in by address", 77, 3600, here), ("check password", 10, 900, user))
        maya.call("POST", "/api/auth/handover")
        counted(("hand over by address", 77, 3600, here), ("hand over", 20, 3600, user))
        maya.call("PATCH", "/api/auth/profile", {"firstName": "M", "lastName": "T", "email": "new@example.com"})
        counted(("change e-mail by address", 77, 3600, here), ("change e-mail", 10, 3600, user))
        for path, name in (("handover/x", "take over"), ("undo/x", "undo")):
            client.post(f"/api/auth/{path}")
            counted((f"{name} by address", 77, 3600, here))
        client.post("/api/auth/passkeys/login/options")
        counted(("passkey by address", 77, 3600, here))


def test_an_account_without_a_password_gets_so_many_codes_by_its_login(
    settings: Settings, frozen: time_machine.Traveller
) -> None:
    with served(settings) as client:
        register(client)

        async def take_password() -> None:
            services = client.app.state.services  # type: ignore[attr-defined]
            await services.db.write(lambda tx: tx.execute(update(users).values(password_hash=None)) and None)

        assert client.portal
        client.portal.call(take_password)
        limits = Counted()
        client.app.state.services.limits = limits  # type: ignore[attr-defined]
        assert login(client).json()["code"] == "password_not_set"
        sent = [("send code", 5, 3600, "maya@example.com"), ("send code a day", 15, 86_400, "maya@example.com")]
        assert limits.seen[-2:] == sent


def login(client: TestClient, email: str = "maya@example.com") -> Response:
    return client.post("/api/auth/login", json={"email": email, "password": "wrong password"})


def forward(client: TestClient, address: str, email: str = "maya@example.com") -> int:
    headers = {"X-Forwarded-For": address}
    body = {"email": email, "password": "wrong password"}
    return client.post("/api/auth/login", json=body, headers=headers).status_code


@contextmanager
def served(settings: Settings, address: str = "203.0.113.9", **changes: object) -> Iterator[TestClient]:
    app = create_app(settings.model_copy(update=changes))
    headers = {"Sec-Fetch-Site": "same-origin"}
    with TestClient(app, base_url="http://testserver", headers=headers, client=(address, 1234)) as client:
        yield client


@pytest.fixture
def frozen() -> Iterator[time_machine.Traveller]:
    with time_machine.travel("2030-01-01T12:00:00Z", tick=False) as clock:
        yield clock


def test_the_eleventh_try_is_one_too_many_and_says_until_when(
    client: TestClient, frozen: time_machine.Traveller
) -> None:
    assert {login(client).status_code for _ in range(10)} == {401}
    frozen.shift(60)
    late = login(client)
    assert late.status_code == 429
    assert late.json() == {
        "code": "rate_limited",
        "message": "Too many tries. Please try again in 840 s.",
        "retryAfter": 840,
    }
    assert late.headers["Retry-After"] == "840"
    frozen.shift(840)
    assert login(client).status_code == 401


def test_who_guesses_does_not_lock_the_owner_out(settings: Settings) -> None:
    with served(settings, trusted_proxies="203.0.113.9") as client:
        body = {"firstName": "Maya", "lastName": "Torres", "email": "maya@example.com", "password": PASSWORD}
        client.post("/api/auth/register", json=body)
        client.cookies.clear()
        assert [forward(client, "198.51.100.1") for _ in range(11)][-1] == 429
        at_home = {"X-Forwarded-For": "198.51.100.2"}
        right = {"email": "maya@example.com", "password": PASSWORD}
        assert client.post("/api/auth/login", json=right, headers=at_home).status_code == 200


def register(client: TestClient, email: str = "maya@example.com") -> str:
    """Create an account; returns the cookie that marks the device as known."""
    body = {"firstName": "Maya", "lastName": "Torres", "email": email, "password": PASSWORD}
    assert client.post("/api/auth/register", json=body).status_code == 201
    cookie = client.cookies["dayshift_device"]
    client.cookies.clear()
    return cookie


def at(address: str, device: str = "") -> dict[str, str]:
    return {"X-Forwarded-For": address, **({"Cookie": f"dayshift_device={device}"} if device else {})}


RIGHT = {"email": "maya@example.com", "password": PASSWORD}


def test_guesses_from_everywhere_do_not_lock_the_owner_out_on_a_known_device(settings: Settings) -> None:
    with served(settings, trusted_proxies="203.0.113.9") as client:
        device = register(client)
        others = register(client, "omar@example.com")
        assert [forward(client, f"198.51.{n // 9}.1") for n in range(101)][-1] == 429
        for home in ("198.51.0.1", "192.0.2.1"):  # Even behind the guesser's own address.
            assert client.post("/api/auth/login", json=RIGHT, headers=at(home, device)).status_code == 200
            client.cookies.clear()
        for forged in ("", others, device[:-1], device.replace(":0:", ":1:")):
            assert client.post("/api/auth/login", json=RIGHT, headers=at("192.0.2.1", forged)).status_code == 429


def test_a_known_device_has_ten_tries_of_its_own(settings: Settings) -> None:
    with served(settings, trusted_proxies="203.0.113.9") as client:
        device = register(client)
        wrong = {**RIGHT, "password": "wrong password"}
        tries = [client.post("/api/auth/login", json=wrong, headers=at(f"192.0.2.{n}", device)) for n in range(11)]
        assert [reply.status_code for reply in tries] == [401] * 10 + [429]
        # Which take nothing from anywhere else.
        assert client.post("/api/auth/login", json=RIGHT, headers=at("192.0.2.1")).status_code == 200


def guess(client: TestClient, address: str, device: str = "", email: str = "maya@example.com") -> int:
    body = {"email": email, "code": "000000", "password": "another fine day 7"}
    return client.post("/api/auth/set-password", json=body, headers=at(address, device)).status_code


def ask(client: TestClient, address: str, device: str = "", email: str = "maya@example.com") -> int:
    return client.post("/api/auth/forgot-password", json={"email": email}, headers=at(address, device)).status_code


def test_codes_can_be_guessed_so_many_times_a_day_from_everywhere(
    settings: Settings, frozen: time_machine.Traveller
) -> None:
    with served(settings, trusted_proxies="203.0.113.9") as client:
        device = register(client)
        statuses = []
        for hour in range(6):
            statuses += [guess(client, f"198.51.{hour}.{n}") for n in range(5)]
            frozen.shift(3601)
        assert statuses == [422] * 25 + [429] * 5
        assert guess(client, "192.0.2.1", device) == 422  # The owner's device has its own.
        frozen.shift(86_400)
        assert guess(client, "198.51.100.1") == 422


def test_codes_are_sent_so_many_times_a_day(settings: Settings, frozen: time_machine.Traveller) -> None:
    with served(settings, trusted_proxies="203.0.113.9") as client:
        device = register(client)
        statuses = []
        for hour in range(4):
            statuses += [ask(client, f"198.51.{hour}.{n}") for n in range(5)]
            frozen.shift(3601)
        assert statuses == [200] * 15 + [429] * 5
        assert ask(client, "192.0.2.1", device) == 200


@pytest.mark.parametrize(("one", "other"), [("2001:db8:1:2::1", "2001:db8:1:2:ffff::1"), ("192.0.2.1", "192.0.2.1")])
def test_one_network_tries_so_many_codes_a_day(
    settings: Settings, frozen: time_machine.Traveller, one: str, other: str
) -> None:
    with served(settings, tries_per_address=3, trusted_proxies="203.0.113.9") as client:
        assert [guess(client, one, email=f"p{n}@example.com") for n in range(3)] == [422] * 3
        frozen.shift(3601)
        assert guess(client, other, email="p9@example.com") == 429
        assert guess(client, "2001:db8:1:3::1", email="p9@example.com") == 422
        frozen.shift(86_400)
        assert guess(client, other, email="p9@example.com") == 422


def test_many_addresses_together_are_limited_as_well(settings: Settings) -> None:
    with served(settings, trusted_proxies="203.0.113.9") as client:
        statuses = [forward(client, f"198.51.100.{n // 9}") for n in range(101)]
        assert statuses == [401] * 100 + [429]


def test_one_address_is_limited_over_all_accounts(settings: Settings) -> None:
    with served(settings, tries_per_address=3) as client:
        statuses = [login(client, f"p{n}@example.com").status_code for n in range(4)]
        assert statuses == [401, 401, 401, 429]
        bodies = [
            {"firstName": "M", "lastName": "T", "email": f"q{n}@example.com", "password": PASSWORD} for n in range(4)
        ]
        assert [client.post("/api/auth/register", json=body).status_code for body in bodies] == [201] * 3 + [429]
        asked = [client.post("/api/auth/forgot-password", json={"email": f"q{n}@example.com"}) for n in range(4)]
        assert [reply.status_code for reply in asked] == [200] * 3 + [429]


def test_nobody_gets_around_the_limit_by_a_header(settings: Settings) -> None:
    with served(settings, tries_per_address=3) as client:
        assert [forward(client, f"198.51.100.{n}") for n in range(4)][-1] == 429


def test_only_the_last_hop_before_a_trusted_proxy_counts(settings: Settings) -> None:
    with served(settings, tries_per_address=3, trusted_proxies="203.0.113.0/24, 192.0.2.7") as client:
        forged = [forward(client, f"10.0.0.{n}, 198.51.100.1, 192.0.2.7") for n in range(4)]
        assert forged[-1] == 429
        assert forward(client, "198.51.100.2") == 401


def test_a_trusted_proxy_says_that_the_page_was_secure(settings: Settings) -> None:
    body = {"firstName": "Maya", "lastName": "Torres", "email": "maya@example.com", "password": PASSWORD}
    with served(settings, trusted_proxies="203.0.113.9") as client:
        reply = client.post("/api/auth/register", json=body, headers={"X-Forwarded-Proto": "https"})
        assert "Secure" in reply.headers["set-cookie"]


def test_ipv4_addresses_in_ipv6_form_are_each_their_own(settings: Settings) -> None:
    with served(settings, tries_per_address=3, trusted_proxies="203.0.113.9") as client:
        assert [forward(client, f"::ffff:198.51.100.{n}") for n in range(4)] == [401] * 4
        assert [forward(client, "::ffff:198.51.100.1") for _ in range(3)][-1] == 429


def test_a_household_of_ipv6_is_one_caller(settings: Settings) -> None:
    with served(settings, tries_per_address=3, trusted_proxies="203.0.113.9") as client:
        assert [forward(client, f"2001:db8:1:2::{n}") for n in range(4)][-1] == 429
        assert forward(client, "2001:db8:1:3::1") == 401
