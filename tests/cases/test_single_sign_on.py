"""Key sets and claims of identity providers, as they are published."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx2
import pytest
from joserfc.jwk import ECKey, OctKey, OKPKey, RSAKey
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
    fields = {
        "issuer": provider.issuer,
        "clientId": "us",
        "clientSecret": "s3cret of the client",
        "domains": ["diner.example"],
    }
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


def changed(**change: Any) -> Any:
    """A publisher of the main key with other parameters; None leaves one out."""

    def publish(main: dict[str, Any]) -> list[dict[str, Any]]:
        return [{name: value for name, value in {**main, **change}.items() if value != "absent"}]

    return publish


def beside(*others: Any) -> Any:
    """A publisher of other keys before the main one."""
    return lambda main: [*others, main]


def twice(main: dict[str, Any]) -> list[dict[str, Any]]:
    return [main, dict(main)]


def one_id_for_two(main: dict[str, Any]) -> list[dict[str, Any]]:
    return [published(RSAKey.generate_key(2048), kid="main", use="sig"), main]


def one_id_for_two_kinds(main: dict[str, Any]) -> list[dict[str, Any]]:
    return [published(ECKey.generate_key("P-256"), kid="main", use="sig"), main]


def other_only(main: dict[str, Any]) -> list[dict[str, Any]]:
    return [{**main, "use": "enc"}]


def padded(main: dict[str, Any]) -> list[dict[str, Any]]:
    return [{**main, "n": main["n"] + "=="}]


@pytest.mark.parametrize(
    ("publish", "header", "problem"),
    [
        pytest.param(changed(kid=7), {"kid": "7"}, "", id="an id that is no text"),
        pytest.param(changed(kid=None, use=None, alg=None, x5t=None), {"kid": "main"}, "", id="null for the absent"),
        pytest.param(changed(kid=""), {"kid": ""}, "", id="an empty id"),
        pytest.param(changed(kid="kéy ⌘ 1"), {"kid": "kéy ⌘ 1"}, "", id="an id of any letters"),
        pytest.param(changed(x5c=["not base64"], x5t="?", x5u="nowhere"), {}, "", id="a damaged certificate"),
        pytest.param(changed(alg="RS256", key_ops=["verify"], use="absent"), {}, "", id="operations instead of a use"),
        pytest.param(changed(use="signature"), {"kid": "main"}, "", id="a use nobody knows"),
        pytest.param(padded, {"kid": "main"}, "", id="padded base64"),
        pytest.param(twice, {}, "", id="the same key twice"),
        pytest.param(one_id_for_two, {"kid": "main"}, "", id="two keys with one id"),
        pytest.param(one_id_for_two_kinds, {"kid": "main"}, "", id="two kinds of key with one id"),
        pytest.param(beside({"kty": "AKP", "alg": "ML-DSA-44", "kid": "pq", "pub": "AAAA"}), {}, "", id="unknown kind"),
        pytest.param(beside({"kty": 7}, {}, [], {"kty": "oct", "k": "c2VjcmV0"}), {}, "", id="no keys at all"),
        pytest.param(
            lambda main: [published(RSAKey.generate_key(2048), use="enc", alg="RSA-OAEP"), main], {}, "",
            id="another key is for encryption",
        ),
        pytest.param(
            lambda main: [published(RSAKey.generate_key(2048), key_ops=["encrypt"], kid="e"), main], {}, "",
            id="another key encrypts",
        ),
        pytest.param(
            lambda main: [published(RSAKey.generate_key(2048), alg="PS256", kid="ps"), main], {}, "",
            id="another key is of another algorithm",
        ),
        pytest.param(other_only, {"kid": "main"}, "token_invalid", id="the key is for encryption only"),
        pytest.param(changed(alg="PS256"), {"kid": "main"}, "token_invalid", id="the key is for another algorithm"),
        pytest.param(changed(n="AQAB"), {"kid": "main"}, "token_invalid", id="the key is damaged"),
    ],
)  # fmt: skip
def test_odd_key_sets_cost_nobody_a_sign_in(
    client: TestClient, diner: Business, provider: Provider, publish: Any, header: dict[str, Any], problem: str
) -> None:
    provider.keys = publish(provider.keys[0])
    provider.header = {"alg": "RS256", **header}
    assert sign_in(client, diner) == problem


@pytest.mark.parametrize("document", [{}, [], {"keys": None}, {"keys": {}}, "keys", {"keys": "none"}, 7])
def test_what_is_no_key_set_is_a_problem_of_the_provider(
    client: TestClient, diner: Business, provider: Provider, document: Any
) -> None:
    provider.document = document
    assert sign_in(client, diner) == "provider_refused"


@pytest.mark.parametrize(
    ("key", "algorithm"),
    [
        (RSAKey.generate_key(2048), "PS256"),
        (ECKey.generate_key("P-256"), "ES256"),
        (ECKey.generate_key("P-384"), "ES384"),
        (OKPKey.generate_key("Ed25519"), "EdDSA"),
        (OKPKey.generate_key("Ed25519"), "Ed25519"),
    ],
)
@pytest.mark.filterwarnings("ignore:EdDSA is deprecated")
def test_tokens_of_other_algorithms_are_read(
    client: TestClient, diner: Business, provider: Provider, key: Any, algorithm: str
) -> None:
    provider.key, provider.header = key, {"alg": algorithm, "kid": "main"}
    provider.keys = [published(key, kid="main", use="sig")]
    assert sign_in(client, diner) == ""


def test_a_secret_of_both_signs_nothing(client: TestClient, diner: Business, provider: Provider) -> None:
    for secret in ("s3cret of the client", "a published secret"):
        key = OctKey.import_key(secret)
        provider.key, provider.header = key, {"alg": "HS256", "kid": "main"}
        provider.keys = [*provider.keys, {"kty": "oct", "k": key.as_dict()["k"], "kid": "main", "alg": "HS256"}]
        assert sign_in(client, diner) == "token_invalid"


def test_a_new_key_is_found_under_its_id_and_without_one(
    client: TestClient, diner: Business, provider: Provider
) -> None:
    assert sign_in(client, diner) == ""
    for kid in ({"kid": "next"}, {}):
        provider.key = RSAKey.generate_key(2048)
        provider.keys, provider.header = [published(provider.key, **kid)], {"alg": "RS256", **kid}
        assert sign_in(client, diner) == ""


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
