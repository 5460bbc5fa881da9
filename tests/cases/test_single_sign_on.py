"""Key sets and claims of identity providers, as they are published."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx2
import pytest
from joserfc.jwk import ECKey, OKPKey, RSAKey
from starlette.testclient import TestClient

from dayshift.settings import Settings
from tests.cases.identity_provider import Provider, published, served
from tests.people import server_services
from tests.staff import Business, StaffMember, business


@pytest.fixture
def settings(database_url: str, tmp_path: Path) -> Settings:
    return Settings(
        database_url=database_url, data_dir=tmp_path, run_worker=False, free_disk_mb=0, private_addresses_allowed=True
    )


@pytest.fixture
def provider() -> Iterator[Provider]:
    with served() as provider:
        provider.keys = [published(provider.key, kid="main", use="sig")]
        provider.header = {"alg": "RS256", "kid": "main"}
        yield provider


@pytest.fixture
def diner(client: TestClient, provider: Provider) -> Business:
    """An employer with single sign-on and a proved domain."""
    diner = business(client)
    owner: StaffMember = diner.member("owner")
    fields = {"issuer": provider.issuer, "clientId": "us", "clientSecret": "s3cret", "domains": ["diner.example"]}
    [domain] = owner.ask("PUT", "/single-sign-on", fields)["domains"]

    class Names:
        async def texts(self, _name: str) -> list[str]:
            return [domain["recordText"]]

    server_services(client).resolver = Names()
    owner.ask("POST", "/single-sign-on/domains/diner.example/check")
    return diner


def sign_in(client: TestClient, diner: Business) -> str:
    """Sign in at the provider; return the problem, '' for none."""
    client.cookies.clear()
    begin = client.get(f"/api/desk/sign-on/{diner.id}/start", params={"next": "/desk/jobs"}, follow_redirects=False)
    back = urlsplit(httpx2.get(begin.headers["Location"]).headers["Location"])
    page = client.get(f"{back.path}?{back.query}", follow_redirects=False).headers["Location"]
    return "" if page == "/desk/jobs" else parse_qs(urlsplit(page).query)["problem"][0]


def unknown_curve(main: dict[str, Any]) -> list[dict[str, Any]]:
    return [{"kty": "EC", "crv": "brainpoolP256r1", "kid": "bp", "use": "sig", "x": "A" * 43, "y": "B" * 43}, main]


def for_encryption(main: dict[str, Any]) -> list[dict[str, Any]]:
    return [published(OKPKey.generate_key("X25519"), kid="x"), {"kty": "RSA", "kid": "empty", "use": "sig"}, main]


def another_first(main: dict[str, Any]) -> list[dict[str, Any]]:
    return [published(RSAKey.generate_key(2048), kid="older", use="sig"), main]


def another_kind(main: dict[str, Any]) -> list[dict[str, Any]]:
    return [published(ECKey.generate_key("P-256"), kid="ec", use="sig"), main]


def without_id(main: dict[str, Any]) -> list[dict[str, Any]]:
    return [{name: value for name, value in main.items() if name != "kid"}]


def nothing_else(main: dict[str, Any]) -> list[dict[str, Any]]:
    return [main, "a text", None]  # type: ignore[list-item]


@pytest.mark.parametrize(
    ("publish", "header", "problem"),
    [
        (unknown_curve, {"kid": "main"}, ""),
        (for_encryption, {"kid": "main"}, ""),
        (another_first, {"kid": "main"}, ""),
        (another_kind, {}, ""),
        (without_id, {"kid": "main"}, ""),
        (nothing_else, {"kid": "main"}, ""),
        pytest.param(another_first, {}, "token_invalid", id="two could have signed it"),
        pytest.param(another_first, {"kid": "third"}, "token_invalid", id="of a key that is not published"),
    ],
)
def test_key_of_a_token_is_found_among_others(
    client: TestClient, diner: Business, provider: Provider, publish: Any, header: dict[str, Any], problem: str
) -> None:
    provider.keys = publish(provider.keys[0])
    provider.header = {"alg": "RS256", **header}
    assert sign_in(client, diner) == problem


@pytest.mark.parametrize(
    ("claims", "problem"),
    [
        ({"email_verified": None}, ""),
        ({"email_verified": None, "xms_edov": True}, ""),
        ({"email_verified": None, "xms_edov": "1"}, ""),
        ({"email_verified": None, "xms_edov": False}, "email_unverified"),
        ({"email_verified": False, "xms_edov": True}, "email_unverified"),
        ({"email_verified": None, "email": None}, "email_missing"),
        ({"email_verified": None, "email": "rosa@elsewhere.example"}, "wrong_domain"),
        ({"email": " Rosa@Diner.Example\u00a0"}, ""),
    ],
)
def test_address_counts_unless_the_provider_says_that_it_is_not_verified(
    client: TestClient, diner: Business, provider: Provider, claims: dict[str, Any], problem: str
) -> None:
    provider.claims = claims
    assert sign_in(client, diner) == problem


def test_names_come_in_one_claim_or_in_two(client: TestClient, diner: Business, provider: Provider) -> None:
    provider.claims = {"name": None, "given_name": "María José", "family_name": "Ruiz"}
    assert sign_in(client, diner) == ""
    assert client.get("/api/desk/me").json()["member"]["name"] == "María José Ruiz"
