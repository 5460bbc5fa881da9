"""Rate limits on sign-in and codes, by account and by network address."""

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
from tests.people import PASSWORD, Person, server_services

pytestmark = pytest.mark.both_engines


def test_limits_match_documentation() -> None:
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
    assert len(rules) == 10  # Rules with the same name would share a counter.


class RecordingLimits(Limits):
    """Records every counted rule and key."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[tuple[str, int, int, str]] = []

    async def allows(self, rule: Rule, who: str, cost: int = 1) -> bool:
        self.seen.append((rule.name, rule.times, rule.seconds, who))
        return await super().allows(rule, who, cost)


def test_each_request_is_counted_under_the_right_keys(settings: Settings) -> None:
    with served(settings, tries_per_address=77) as client:
        device = register(client)
        known = device.split(":")[2].split(".")[0]
        signed_in = client.post("/api/auth/login", json=VALID_LOGIN).json()
        maya = Person(client, signed_in["user"]["id"], signed_in["token"])
        user = maya.id
        client.cookies.clear()
        limits = RecordingLimits()
        server_services(client).limits = limits
        here, email = "203.0.113.9", "maya@example.com"

        def assert_counted(*more: tuple[str, int, int, str]) -> None:
            assert limits.seen == list(more)
            limits.seen.clear()

        by_code = [("code by address", 77, 3600, here), ("code by address a day", 77, 86_400, here)]
        login(client)
        assert_counted(
            ("sign-in by address", 77, 3600, here),
            ("sign-in here", 10, 900, f"{email} {here}"),
            ("sign-in", 100, 3600, email),
        )
        client.post("/api/auth/login", json=VALID_LOGIN, headers=headers_from(here, device))
        assert_counted(("sign-in on a known device", 10, 900, known))
        client.cookies.clear()
        for cookie, key in (("", email), (device, known)):
            request_code(client, here, cookie)
            assert_counted(by_code[0], by_code[1], ("send code", 5, 3600, key), ("send code a day", 15, 86_400, key))
        for cookie, key, day in (("", f"{email} {here}", email), (device, known, known)):
            guess(client, here, cookie)
            assert_counted(by_code[0], by_code[1], ("try code", 20, 3600, key), ("try code a day", 25, 86_400, day))
        maya.call("POST", "/api/auth/verify-email", {"code": "000000"})
        assert_counted(by_code[0], by_code[1], ("try code", 20, 3600, user), ("try code a day", 25, 86_400, user))
        maya.call("POST", "/api/auth/verify-email/start")
        assert_counted(
            *by_code,
            ("send code", 5, 3600, email),
            ("send code a day", 15, 86_400, email),
            ("send code", 5, 3600, user),
            ("send code a day", 15, 86_400, user),
        )
        maya.call("POST", "/api/auth/proof", {"password": PASSWORD})
        assert_counted(("sign-in by address", 77, 3600, here), ("check password", 10, 900, user))
        maya.call("POST", "/api/auth/handover")
        assert_counted(("hand over by address", 77, 3600, here), ("hand over", 20, 3600, user))
        maya.call("PATCH", "/api/auth/profile", {"firstName": "M", "lastName": "T", "email": "new@example.com"})
        assert_counted(("change e-mail by address", 77, 3600, here), ("change e-mail", 10, 3600, user))
        for path, name in (("handover/x", "take over"), ("undo/x", "undo")):
            client.post(f"/api/auth/{path}")
            assert_counted((f"{name} by address", 77, 3600, here))
        client.post("/api/auth/passkeys/login/options")
        assert_counted(("passkey by address", 77, 3600, here))


def test_codes_sent_at_login_are_limited(settings: Settings, frozen: time_machine.Traveller) -> None:
    with served(settings) as client:
        register(client)

        async def take_password() -> None:
            services = server_services(client)
            await services.db.write(lambda tx: tx.execute(update(users).values(password_hash=None)) and None)

        assert client.portal
        client.portal.call(take_password)
        limits = RecordingLimits()
        server_services(client).limits = limits
        assert login(client).json()["code"] == "password_not_set"
        sent = [("send code", 5, 3600, "maya@example.com"), ("send code a day", 15, 86_400, "maya@example.com")]
        assert limits.seen[-2:] == sent


def login(client: TestClient, email: str = "maya@example.com") -> Response:
    return client.post("/api/auth/login", json={"email": email, "password": "wrong password"})


def login_from(client: TestClient, address: str, email: str = "maya@example.com") -> int:
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


def test_eleventh_try_is_rejected_with_retry_after(client: TestClient, frozen: time_machine.Traveller) -> None:
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


def test_attacker_does_not_lock_out_owner(settings: Settings) -> None:
    with served(settings, trusted_proxies="203.0.113.9") as client:
        body = {"firstName": "Maya", "lastName": "Torres", "email": "maya@example.com", "password": PASSWORD}
        client.post("/api/auth/register", json=body)
        client.cookies.clear()
        assert [login_from(client, "198.51.100.1") for _ in range(11)][-1] == 429
        from_home = {"X-Forwarded-For": "198.51.100.2"}
        valid_login = {"email": "maya@example.com", "password": PASSWORD}
        assert client.post("/api/auth/login", json=valid_login, headers=from_home).status_code == 200


def register(client: TestClient, email: str = "maya@example.com") -> str:
    """Create an account; returns the cookie that marks the device as known."""
    body = {"firstName": "Maya", "lastName": "Torres", "email": email, "password": PASSWORD}
    assert client.post("/api/auth/register", json=body).status_code == 201
    cookie = client.cookies["dayshift_device"]
    client.cookies.clear()
    return cookie


def headers_from(address: str, device: str = "") -> dict[str, str]:
    return {"X-Forwarded-For": address, **({"Cookie": f"dayshift_device={device}"} if device else {})}


VALID_LOGIN = {"email": "maya@example.com", "password": PASSWORD}


def test_distributed_guesses_do_not_lock_out_known_device(settings: Settings) -> None:
    with served(settings, trusted_proxies="203.0.113.9") as client:
        device = register(client)
        others = register(client, "omar@example.com")
        assert [login_from(client, f"198.51.{n // 9}.1") for n in range(101)][-1] == 429
        for home in ("198.51.0.1", "192.0.2.1"):  # Even from the attacker's address.
            assert (
                client.post("/api/auth/login", json=VALID_LOGIN, headers=headers_from(home, device)).status_code == 200
            )
            client.cookies.clear()
        for forged in ("", others, device[:-1], device.replace(":0:", ":1:")):
            assert (
                client.post("/api/auth/login", json=VALID_LOGIN, headers=headers_from("192.0.2.1", forged)).status_code
                == 429
            )


def test_known_device_has_its_own_ten_tries(settings: Settings) -> None:
    with served(settings, trusted_proxies="203.0.113.9") as client:
        device = register(client)
        wrong = {**VALID_LOGIN, "password": "wrong password"}
        tries = [
            client.post("/api/auth/login", json=wrong, headers=headers_from(f"192.0.2.{n}", device)) for n in range(11)
        ]
        assert [reply.status_code for reply in tries] == [401] * 10 + [429]
        # The device's tries do not count against sign-ins elsewhere.
        assert client.post("/api/auth/login", json=VALID_LOGIN, headers=headers_from("192.0.2.1")).status_code == 200


def guess(client: TestClient, address: str, device: str = "", email: str = "maya@example.com") -> int:
    body = {"email": email, "code": "000000", "password": "another fine day 7"}
    return client.post("/api/auth/set-password", json=body, headers=headers_from(address, device)).status_code


def request_code(client: TestClient, address: str, device: str = "", email: str = "maya@example.com") -> int:
    return client.post(
        "/api/auth/forgot-password", json={"email": email}, headers=headers_from(address, device)
    ).status_code


def test_code_guesses_per_day_are_limited(settings: Settings, frozen: time_machine.Traveller) -> None:
    with served(settings, trusted_proxies="203.0.113.9") as client:
        device = register(client)
        statuses = []
        for hour in range(6):
            statuses += [guess(client, f"198.51.{hour}.{n}") for n in range(5)]
            frozen.shift(3601)
        assert statuses == [422] * 25 + [429] * 5
        assert guess(client, "192.0.2.1", device) == 422  # The owner's known device has its own limit.
        frozen.shift(86_400)
        assert guess(client, "198.51.100.1") == 422


def test_codes_sent_per_day_are_limited(settings: Settings, frozen: time_machine.Traveller) -> None:
    with served(settings, trusted_proxies="203.0.113.9") as client:
        device = register(client)
        statuses = []
        for hour in range(4):
            statuses += [request_code(client, f"198.51.{hour}.{n}") for n in range(5)]
            frozen.shift(3601)
        assert statuses == [200] * 15 + [429] * 5
        assert request_code(client, "192.0.2.1", device) == 200


@pytest.mark.parametrize(("first", "other"), [("2001:db8:1:2::1", "2001:db8:1:2:ffff::1"), ("192.0.2.1", "192.0.2.1")])
def test_code_guesses_per_network_and_day_are_limited(
    settings: Settings, frozen: time_machine.Traveller, first: str, other: str
) -> None:
    with served(settings, tries_per_address=3, trusted_proxies="203.0.113.9") as client:
        assert [guess(client, first, email=f"p{n}@example.com") for n in range(3)] == [422] * 3
        frozen.shift(3601)
        assert guess(client, other, email="p9@example.com") == 429
        assert guess(client, "2001:db8:1:3::1", email="p9@example.com") == 422
        frozen.shift(86_400)
        assert guess(client, other, email="p9@example.com") == 422


def test_sign_in_is_limited_across_addresses(settings: Settings) -> None:
    with served(settings, trusted_proxies="203.0.113.9") as client:
        statuses = [login_from(client, f"198.51.100.{n // 9}") for n in range(101)]
        assert statuses == [401] * 100 + [429]


def test_address_is_limited_across_accounts(settings: Settings) -> None:
    with served(settings, tries_per_address=3) as client:
        statuses = [login(client, f"p{n}@example.com").status_code for n in range(4)]
        assert statuses == [401, 401, 401, 429]
        bodies = [
            {"firstName": "M", "lastName": "T", "email": f"q{n}@example.com", "password": PASSWORD} for n in range(4)
        ]
        assert [client.post("/api/auth/register", json=body).status_code for body in bodies] == [201] * 3 + [429]
        responses = [client.post("/api/auth/forgot-password", json={"email": f"q{n}@example.com"}) for n in range(4)]
        assert [reply.status_code for reply in responses] == [200] * 3 + [429]


def test_forwarded_header_of_untrusted_client_is_ignored(settings: Settings) -> None:
    with served(settings, tries_per_address=3) as client:
        assert [login_from(client, f"198.51.100.{n}") for n in range(4)][-1] == 429


def test_last_hop_before_trusted_proxy_is_counted(settings: Settings) -> None:
    with served(settings, tries_per_address=3, trusted_proxies="203.0.113.0/24, 192.0.2.7") as client:
        forged = [login_from(client, f"10.0.0.{n}, 198.51.100.1, 192.0.2.7") for n in range(4)]
        assert forged[-1] == 429
        assert login_from(client, "198.51.100.2") == 401


def test_trusted_proxy_sets_the_scheme(settings: Settings) -> None:
    body = {"firstName": "Maya", "lastName": "Torres", "email": "maya@example.com", "password": PASSWORD}
    with served(settings, trusted_proxies="203.0.113.9") as client:
        reply = client.post("/api/auth/register", json=body, headers={"X-Forwarded-Proto": "https"})
        assert "Secure" in reply.headers["set-cookie"]


def test_ipv4_mapped_addresses_are_counted_separately(settings: Settings) -> None:
    with served(settings, tries_per_address=3, trusted_proxies="203.0.113.9") as client:
        assert [login_from(client, f"::ffff:198.51.100.{n}") for n in range(4)] == [401] * 4
        assert [login_from(client, "::ffff:198.51.100.1") for _ in range(3)][-1] == 429


def test_ipv6_addresses_of_one_network_share_a_limit(settings: Settings) -> None:
    with served(settings, tries_per_address=3, trusted_proxies="203.0.113.9") as client:
        assert [login_from(client, f"2001:db8:1:2::{n}") for n in range(4)][-1] == 429
        assert login_from(client, "2001:db8:1:3::1") == 401
