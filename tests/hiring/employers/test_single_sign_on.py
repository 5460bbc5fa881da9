"""Single sign-on with a provider that we did not write: joining, linking, refusals, attacks and signing out."""

import base64
import hmac
import json
import os
import re
import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx2
import oidc_provider_mock
import pytest
import time_machine
from joserfc import jwt
from joserfc.jwk import KeySet, RSAKey
from starlette.testclient import TestClient

from dayshift.core import audit
from dayshift.core.clock import now
from dayshift.exchange.check import check_connections
from dayshift.hiring.employers.oidc import ALGORITHMS, OF_PEOPLE
from dayshift.hiring.employers.single_sign_on_routes import ATTEMPT, CALLBACK
from dayshift.providers.dns import ResolverDown
from dayshift.settings import Settings
from tests.notifications.test_interviews import mail_bodies, mails
from tests.people import server_services
from tests.staff import Business, StaffMember, business, in_database

__all__ = ["mails"]

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning:authlib", "ignore:get_jwt_config")

ROSA: dict[str, Any] = {"email": "rosa@diner.example", "email_verified": True, "name": "Rosa Lima"}


@pytest.fixture
def settings(database_url: str, tmp_path: Path) -> Settings:
    """A server that may call a provider on this machine."""
    return Settings(
        database_url=database_url, data_dir=tmp_path, run_worker=False, free_disk_mb=0, private_addresses_allowed=True
    )


class Provider:
    """A provider on this machine, with a browser that has signed in there."""

    def __init__(self, port: int) -> None:
        self.issuer = f"http://localhost:{port}"
        self.http = httpx2.Client(base_url=self.issuer)

    def person(self, subject: str, **claims: Any) -> None:
        """Add a person."""
        self.http.put(f"/users/{subject}", json={**ROSA, **claims}).raise_for_status()

    def allow(self, address: str, subject: str) -> str:
        """Sign in on the provider's page; return the address that it sends the browser back to."""
        reply = self.http.post(address, data={"sub": subject})
        assert reply.status_code == 302, reply.text
        return str(reply.headers["Location"])


@pytest.fixture
def provider(monkeypatch: pytest.MonkeyPatch) -> Iterator[Provider]:
    """The provider of PyPI's oidc-provider-mock."""
    monkeypatch.setitem(os.environ, "AUTHLIB_INSECURE_TRANSPORT", "1")
    with oidc_provider_mock.run_server_in_thread(require_nonce=True) as server:
        yield Provider(server.server_port)


class Names:
    """A scripted domain name system."""

    def __init__(self) -> None:
        self.records: dict[str, list[str]] = {}
        self.is_down = False

    async def texts(self, name: str) -> list[str]:
        if self.is_down:
            raise ResolverDown
        return self.records.get(name, [])


@pytest.fixture(autouse=True)
def names(client: TestClient) -> Names:
    """The domain name system that the server asks."""
    names = Names()
    server_services(client).resolver = names
    return names


@pytest.fixture
def diner(client: TestClient) -> Business:
    """An employer."""
    return business(client)


@pytest.fixture
def owner(diner: Business, provider: Provider, names: Names) -> StaffMember:
    """The owner, who has set up single sign-on and proved the domain."""
    owner = diner.member("owner")
    set_up(owner, provider.issuer)
    prove(owner, names, "diner.example")
    return owner


def prove(owner: StaffMember, names: Names, domain: str) -> None:
    """Set the DNS record of a domain, and let the server look for it."""
    [wanted] = [one for one in owner.ask("GET", "/single-sign-on")["domains"] if one["domain"] == domain]
    names.records[wanted["recordName"]] = [wanted["recordText"]]
    assert owner.ask("POST", f"/single-sign-on/domains/{domain}/check") == {"found": "record"}


def set_up(owner: StaffMember, issuer: str, **change: Any) -> Any:
    fields = {
        "issuer": issuer,
        "clientId": "dayshift",
        "clientSecret": "s3cret",
        "domains": ["diner.example"],
        **change,
    }
    return owner.ask("PUT", "/single-sign-on", fields)


def begin(client: TestClient, diner: Business, page: str = "/desk/jobs") -> str:
    """Go to the provider; return its address."""
    client.cookies.clear()
    reply = client.get(f"/api/desk/sign-on/{diner.id}/start", params={"next": page}, follow_redirects=False)
    assert reply.status_code == 303
    return str(reply.headers["Location"])


def end(client: TestClient, address: str) -> str:
    """Come back from the provider; return the page that opens."""
    parts = urlsplit(address)
    reply = client.get(f"{parts.path}?{parts.query}", follow_redirects=False)
    assert reply.status_code == 303
    return str(reply.headers["Location"])


def sign_in(client: TestClient, diner: Business, provider: Provider, subject: str = "1") -> str:
    return end(client, provider.allow(begin(client, diner), subject))


def problem(page: str) -> str | None:
    return parse_qs(urlsplit(page).query).get("problem", [None])[0]


def test_a_new_person_joins_as_a_reviewer_and_comes_back(
    client: TestClient, diner: Business, owner: StaffMember, provider: Provider, mails: Any
) -> None:
    provider.person("1")
    assert sign_in(client, diner, provider) == "/desk/jobs"
    assert [(one["Subject"], str(one["To"])) for one in mails()] == [
        ("You joined Two Spoons Diner", "Rosa Lima <rosa@diner.example>")
    ]
    me = client.get("/api/desk/me").json()["member"]
    assert (me["email"], me["name"], me["role"]) == ("rosa@diner.example", "Rosa Lima", "reviewer")
    assert client.get("/api/desk/queue").json()["rows"] == []
    provider.person("1", email="rosa.lima@diner.example")
    assert sign_in(client, diner, provider) == "/desk/jobs", "the subject counts, not the address"
    assert client.get("/api/desk/me").json()["member"]["id"] == me["id"]
    acts = in_database(client, lambda tx: audit.entries(tx, employer_id=diner.id, most=20))
    assert [one.action for one in reversed(acts)] == [
        "provider.saved", "domain.proved", "member.joined", "member.signed_in", "member.signed_in",
    ]  # fmt: skip
    shown = owner.ask("GET", "/single-sign-on")["provider"]
    assert shown["usedAt"] is not None
    assert "s3cret" not in str(shown)


def allow_key(*mails: Any) -> str:
    [key] = re.findall(r"/desk/sign-in\?allow=([\w-]+)", "".join(mail_bodies(mail)[0] for mail in mails))
    return str(key)


@pytest.mark.parametrize("role", ["manager", "owner"])
def test_a_members_first_sign_in_needs_their_consent_by_mail(  # noqa: PLR0917  (fixtures)
    client: TestClient, diner: Business, owner: StaffMember, provider: Provider, names: Names, mails: Any, role: Any
) -> None:
    """An owner's own provider can claim any address: only its reader lets it in."""
    colleague = diner.member(role, "Mia Ray")
    domain = f"{diner.id[-8:]}.example"
    set_up(owner, provider.issuer, domains=["diner.example", domain])
    prove(owner, names, domain)
    provider.person("2", email=f"mia.{role}@{domain}")
    mails()
    for _ in range(2):
        assert problem(sign_in(client, diner, provider, "2")) == "allow_first"
        assert client.get("/api/desk/me").status_code == 401
    [mail] = mails()  # One, however often the provider tries.
    assert mail["To"].addresses[0].addr_spec == f"mia.{role}@{domain}"
    key = allow_key(mail)
    client.cookies.clear()
    allowed = client.post("/api/desk/sign-on/allow", json={"key": key}).json()
    assert allowed == {"secondFactor": "set_up" if role == "owner" else "none", "page": "/desk/jobs"}
    found = client.get("/api/desk/me").json()
    assert found.get("code") == "second_factor_required" if role == "owner" else found["member"]["id"] == colleague.id
    assert client.post("/api/desk/sign-on/allow", json={"key": key}).status_code == 410
    assert sign_in(client, diner, provider, "2") == "/desk/jobs"
    if role == "owner":  # The provider alone sets up no second factor.
        reply = client.post("/api/desk/second-factor/setup")
        assert (reply.status_code, reply.json()["code"]) == (403, "address_proof_required")
    else:  # Nor a password, with which it would stay.
        reply = client.put("/api/desk/password", json={"newPassword": "four green ladders 7"})
        assert (reply.status_code, reply.json()["code"]) == (403, "address_proof_required")


def test_after_a_reset_of_the_second_factor_the_provider_alone_opens_nothing(
    client: TestClient, diner: Business, owner: StaffMember, provider: Provider, names: Names, mails: Any
) -> None:
    colleague = diner.member("manager", "Mia Ray")
    domain = f"{diner.id[-8:]}.example"
    set_up(owner, provider.issuer, domains=[domain])
    prove(owner, names, domain)
    provider.person("2", email=f"mia.manager@{domain}")
    sign_in(client, diner, provider, "2")
    client.post("/api/desk/sign-on/allow", json={"key": allow_key(*mails())})
    assert sign_in(client, diner, provider, "2") == "/desk/jobs"
    owner.ask("DELETE", f"/members/{colleague.id}/second-factor")
    assert client.get("/api/desk/me").status_code == 401
    assert problem(sign_in(client, diner, provider, "2")) == "allow_first"
    assert client.get("/api/desk/me").status_code == 401
    subjects = {one["Subject"] for one in mails()}
    assert subjects == {"Two-step sign-in was reset", "Allow signing in with your company account?"}


def test_an_invited_person_allows_and_joins_by_one_link(
    client: TestClient, diner: Business, owner: StaffMember, provider: Provider, mails: Any
) -> None:
    body = {"email": "rosa@diner.example", "name": "Rosa Lima", "role": "manager"}
    owner.ask("POST", "/members", body, expect=201)
    provider.person("1")
    assert problem(sign_in(client, diner, provider)) == "allow_first"
    key = allow_key(*mails())
    with time_machine.travel(now() + timedelta(hours=24, seconds=1)):
        assert client.post("/api/desk/sign-on/allow", json={"key": key}).status_code == 410
    client.post("/api/desk/sign-on/allow", json={"key": key})
    assert client.get("/api/desk/me").json()["member"]["role"] == "manager"


def test_an_unproved_domain_signs_nobody_in(
    client: TestClient, diner: Business, provider: Provider, names: Names, mails: Any
) -> None:
    """The first to name a domain neither signs its people in nor keeps its owner out."""
    squatter = business(client, "Squat & Co")
    eve = squatter.member("owner", "Eve Stone")
    set_up(eve, provider.issuer)
    provider.person("1")
    assert client.get(f"/api/desk/sign-on/{squatter.id}").status_code == 404
    assert problem(begin(client, squatter)) == "domain_unproved"
    assert eve.ask("POST", "/single-sign-on/domains/diner.example/check") == {"found": "nothing"}
    names.is_down = True
    assert eve.ask("POST", "/single-sign-on/domains/diner.example/check") == {"found": "no_answer"}
    names.is_down = False

    ana = diner.member("owner", "Ana Whitlock")
    set_up(ana, provider.issuer, domains=["diner.example", "other.example"])
    prove(ana, names, "diner.example")
    assert sign_in(client, diner, provider) == "/desk/jobs"
    provider.person("3", email="rosa@other.example")
    assert problem(sign_in(client, diner, provider, "3")) == "domain_unproved"
    [shown] = eve.ask("GET", "/single-sign-on")["domains"]
    assert (shown["taken"], shown["provedAt"]) == (True, None)
    names.records["_dayshift.diner.example"].append(shown["recordText"])  # Even with both records.
    assert eve.ask("POST", "/single-sign-on/domains/diner.example/check", expect=409)["code"] == "domain_taken"
    mails()
    eve.ask("POST", "/single-sign-on/domains/diner.example/mail", {"mailbox": "postmaster"}, expect=409)
    assert mails() == []
    set_up(ana, provider.issuer, domains=["other.example"])  # Not named any more: free for others.
    assert problem(begin(client, diner)) == "domain_unproved"
    assert eve.ask("POST", "/single-sign-on/domains/diner.example/check") == {"found": "record"}


def test_administrators_of_a_domain_prove_it_by_mail(
    client: TestClient, diner: Business, provider: Provider, mails: Any
) -> None:
    ana = diner.member("owner", "Ana Whitlock")
    set_up(ana, provider.issuer)
    where = "/single-sign-on/domains/diner.example/mail"
    ana.ask("POST", where, {"mailbox": "ana.whitlock"}, expect=422)  # An address that anybody may have.
    reply = ana.ask("POST", where, {"mailbox": "postmaster"})
    assert reply["domains"][0]["mailedTo"] == "postmaster@diner.example"
    [mail] = mails()
    assert mail["To"] == "postmaster@diner.example"
    [key] = re.findall(r"/desk/connections\?key=([\w-]+)", mail_bodies(mail)[0])
    eve = business(client, "Night Bakery").member("owner", "Eve Stone")
    eve.ask("POST", "/single-sign-on/domains/confirm", {"key": key}, expect=410)
    diner.member("manager").ask("POST", "/single-sign-on/domains/confirm", {"key": key}, expect=403)
    assert ana.ask("POST", "/single-sign-on/domains/confirm", {"key": key}) == {"domain": "diner.example"}
    ana.ask("POST", "/single-sign-on/domains/confirm", {"key": key}, expect=410)
    provider.person("1")
    assert sign_in(client, diner, provider) == "/desk/jobs"


def test_one_account_at_the_provider_belongs_to_a_member_of_each_employer(
    client: TestClient, diner: Business, owner: StaffMember, provider: Provider, names: Names
) -> None:
    provider.person("1")
    sign_in(client, diner, provider)
    bakery = business(client, "Night Bakery")
    eva = bakery.member("owner", "Eva Wolf")
    set_up(eva, provider.issuer, domains=["bakery.example"])
    prove(eva, names, "bakery.example")
    provider.person("1", email="rosa@bakery.example")
    assert sign_in(client, bakery, provider) == "/desk/jobs"
    assert client.get("/api/desk/me").json()["employer"]["name"] == "Night Bakery"


@pytest.mark.parametrize(
    ("claims", "reason"),
    [
        ({"email": "rosa@elsewhere.example"}, "wrong_domain"),
        ({"email": "rosa@sub.diner.example"}, "wrong_domain"),
        ({"email": "diner.example@elsewhere.example"}, "wrong_domain"),
        ({"email_verified": False}, "email_unverified"),
        ({"email_verified": None, "xms_edov": False}, "email_unverified"),
        ({"email": None}, "email_missing"),
    ],
)
def test_others_do_not_join(
    client: TestClient, diner: Business, owner: StaffMember, provider: Provider, claims: dict[str, Any], reason: str
) -> None:
    provider.person("1", **claims)
    assert problem(sign_in(client, diner, provider)) == reason
    assert client.get("/api/desk/me").status_code == 401
    assert owner.ask("GET", "/single-sign-on")["provider"]["failure"] == reason
    assert reason in OF_PEOPLE


def test_a_deactivated_member_and_one_of_another_employer_stay_out(
    client: TestClient, diner: Business, owner: StaffMember, provider: Provider, names: Names
) -> None:
    provider.person("1")
    sign_in(client, diner, provider)
    member = client.get("/api/desk/me").json()["member"]["id"]
    owner.ask("POST", f"/members/{member}/deactivate")
    assert client.get("/api/desk/me").status_code == 401, "the session ended too"
    assert problem(sign_in(client, diner, provider)) == "not_a_member"
    bakery = business(client, "Night Bakery")
    eva = bakery.member("owner", "Eva Wolf")
    set_up(eva, provider.issuer, domains=["bakery.example"])
    prove(eva, names, "bakery.example")
    assert problem(sign_in(client, bakery, provider)) == "wrong_domain"


def test_only_the_browser_that_began_can_end_a_sign_in(
    client: TestClient, diner: Business, owner: StaffMember, provider: Provider
) -> None:
    provider.person("1")
    back = provider.allow(begin(client, diner), "1")
    client.cookies.clear()  # The attacker's own sign-in, in the victim's browser.
    assert problem(end(client, back)) == "attempt_expired"
    begin(client, diner)
    assert problem(end(client, back)) == "attempt_expired", "another attempt of this browser"
    assert client.get("/api/desk/me").status_code == 401


def test_a_code_of_one_employers_provider_never_goes_to_anothers(
    client: TestClient, diner: Business, owner: StaffMember, provider: Provider, names: Names
) -> None:
    """The mix-up attack: a provider sends the victim on to another employer's, which sends the code back here."""
    bakery = business(client, "Night Bakery")
    eva = bakery.member("owner", "Eva Wolf")
    set_up(eva, provider.issuer, domains=["bakery.example"])
    prove(eva, names, "bakery.example")
    provider.person("1")
    begun = begin(client, bakery)
    stolen = provider.allow(begun.replace(bakery.id, diner.id), "1")
    assert urlsplit(stolen).path == f"{CALLBACK}/{diner.id}"
    cookie = client.cookies[ATTEMPT]
    assert problem(end(client, stolen)) == "attempt_expired", "its cookie is not sent there"
    client.cookies.set(ATTEMPT, cookie, path=f"{CALLBACK}/{diner.id}")
    assert problem(end(client, stolen)) == "attempt_expired", "and would not fit"


@pytest.mark.parametrize(
    ("claims", "reason"),
    [
        ({"email": "a" * 250 + "@diner.example"}, "email_unverified"),
        ({"email": "ro\0sa@diner.example"}, "email_unverified"),
        ({"email": 7}, "email_missing"),
        ({"name": "Ro\0sa"}, None),
        ({"name": "R" * 9000}, None),
        ({"name": 7}, None),
    ],
)
def test_strange_claims_break_nothing(
    client: TestClient,
    diner: Business,
    owner: StaffMember,
    provider: Provider,
    claims: dict[str, Any],
    reason: str | None,
) -> None:
    provider.person("1", **claims)
    assert problem(sign_in(client, diner, provider)) == reason
    provider.person("x" * 300)
    assert problem(sign_in(client, diner, provider, "x" * 300)) == "token_invalid"


def test_a_name_of_a_provider_is_stored_as_a_form_would_store_it(
    client: TestClient, diner: Business, owner: StaffMember, provider: Provider
) -> None:
    for subject, name in (("1", "\u202eRosa\u202c Li\u200bma"), ("2", "evil.\u200dcom/a"), ("3", "\u3164")):
        provider.person(subject, email=f"rosa{subject}@diner.example", name=name)
        assert problem(sign_in(client, diner, provider, subject)) is None
        client.cookies.clear()
    names = {one["name"] for one in owner.ask("GET", "/team")["members"]}
    assert {"Rosa Lima", "rosa2", "rosa3"} < names


def test_a_stopped_sign_in_says_nothing_about_the_provider(
    client: TestClient, diner: Business, owner: StaffMember, provider: Provider
) -> None:
    state = parse_qs(urlsplit(begin(client, diner)).query)["state"][0]
    assert problem(end(client, f"{CALLBACK}/{diner.id}?error=access_denied&state={state}")) == "code_refused"
    assert owner.ask("GET", "/single-sign-on")["provider"]["failure"] is None


def test_an_attempt_ends_after_ten_minutes_and_works_once(
    client: TestClient, diner: Business, owner: StaffMember, provider: Provider
) -> None:
    provider.person("1")
    back = provider.allow(begin(client, diner), "1")
    cookie = client.cookies[ATTEMPT]
    with time_machine.travel(now() + timedelta(minutes=11)):
        assert problem(end(client, back)) == "attempt_expired"
    back = provider.allow(begin(client, diner), "1")
    cookie = client.cookies[ATTEMPT]
    assert end(client, back) == "/desk/jobs"
    client.cookies.clear()
    client.cookies.set(ATTEMPT, cookie, path=f"{CALLBACK}/{diner.id}")
    assert problem(end(client, back)) == "code_refused"
    forged = base64.urlsafe_b64encode(b'["x","s","n","v","/desk",9999999999]').decode() + ".AAAA"
    client.cookies.clear()
    client.cookies.set(ATTEMPT, forged, path=f"{CALLBACK}/{diner.id}")
    assert problem(end(client, f"{CALLBACK}/{diner.id}?state=s&code=1")) == "attempt_expired"


@pytest.mark.parametrize(
    "page", ["https://evil.example", "//evil.example", "/desk\\evil", "/jobs", "/desk/\r\nX: y", ""]
)
def test_no_page_outside_the_desk_opens(
    client: TestClient, diner: Business, owner: StaffMember, provider: Provider, page: str
) -> None:
    provider.person("1")
    opened = end(client, provider.allow(begin(client, diner, page), "1"))
    assert opened == "/desk"


def test_refusal_and_an_unreachable_provider_are_told(
    client: TestClient, diner: Business, owner: StaffMember, provider: Provider
) -> None:
    state = parse_qs(urlsplit(begin(client, diner)).query)["state"][0]
    assert problem(end(client, f"{CALLBACK}/{diner.id}?error=access_denied&state={state}")) == "code_refused"
    set_up(owner, "http://localhost:9", clientSecret="other")
    assert problem(begin(client, diner)) == "provider_down"
    assert owner.ask("POST", "/single-sign-on/test") == {"failure": "provider_down"}
    set_up(owner, f"{provider.issuer}/other", clientSecret="other")
    assert owner.ask("POST", "/single-sign-on/test")["failure"] is not None
    set_up(owner, provider.issuer)
    assert owner.ask("POST", "/single-sign-on/test") == {"failure": None}


def test_signing_out_ends_at_the_provider(
    client: TestClient, diner: Business, owner: StaffMember, provider: Provider
) -> None:
    provider.person("1")
    sign_in(client, diner, provider)
    page = client.post("/api/desk/sign-out", headers={"Origin": "http://testserver"}).json()["next"]
    assert page.startswith(f"{provider.issuer}/oauth2/end_session?client_id=dayshift&")
    assert f"employer%3D{diner.id}" in page
    assert client.get("/api/desk/me").status_code == 401
    assert owner.ask("POST", "/sign-out")["next"] is None, "this session did not come from there"


def test_only_owners_set_single_sign_on_up(client: TestClient, diner: Business, owner: StaffMember) -> None:
    manager = diner.member("manager", "Mia Ray")
    for method, path in (("GET", ""), ("PUT", ""), ("DELETE", ""), ("POST", "/test")):
        reply = manager.call(method, f"/single-sign-on{path}", {} if method == "PUT" else None)
        assert (reply.status_code, reply.json()["code"]) == (403, "role_required")
    stranger = business(client, "Night Bakery").member("owner", "Eva Wolf")
    assert stranger.ask("GET", "/single-sign-on")["provider"] is None
    stranger.ask("DELETE", "/single-sign-on", expect=404)
    assert owner.ask("DELETE", "/single-sign-on")["provider"] is None
    assert problem(begin(client, diner)) == "not_a_member"
    assert client.get(f"/api/desk/sign-on/{diner.id}").status_code == 404


def test_a_stored_secret_stays_and_goes_to_no_other_provider(owner: StaffMember, provider: Provider) -> None:
    assert set_up(owner, provider.issuer, clientSecret=None)["provider"]["clientId"] == "dayshift"
    fields = {"issuer": "https://other.example", "clientId": "x", "clientSecret": None, "domains": ["a.example"]}
    assert "clientSecret" in owner.ask("PUT", "/single-sign-on", fields, expect=422)["fields"]


@pytest.mark.parametrize(
    "wrong",
    [
        {"issuer": "ftp://a.example"}, {"issuer": "https://u:p@a.example"}, {"domains": []}, {"domains": ["no dots"]},
        {"domains": ["nodots"]}, {"domains": ["@diner.example"]}, {"clientId": " "}, {"clientSecret": ""},
    ],
)  # fmt: skip
def test_what_is_not_in_the_form_is_refused(owner: StaffMember, provider: Provider, wrong: dict[str, Any]) -> None:
    fields = {"issuer": provider.issuer, "clientId": "x", "clientSecret": "y", "domains": ["a.example"], **wrong}
    owner.ask("PUT", "/single-sign-on", fields, expect=422)


Claims = dict[str, Any]


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (lambda c: {**c, "iss": "https://evil.example"}, "token_invalid"),
        (lambda c: {**c, "aud": "another client"}, "token_invalid"),
        (lambda c: {**c, "aud": ["dayshift", "another"]}, "token_invalid"),
        (lambda c: {**c, "azp": "another client"}, "token_invalid"),
        (lambda c: {**c, "nonce": "another"}, "nonce_mismatch"),
        (lambda c: {k: v for k, v in c.items() if k != "nonce"}, "nonce_mismatch"),
        (lambda c: {**c, "exp": c["iat"] - 3600}, "token_expired"),
        (lambda c: {**c, "iat": c["iat"] + 3600}, "token_expired"),
        (lambda c: {k: v for k, v in c.items() if k != "sub"}, "token_invalid"),
    ],
)
@pytest.mark.usefixtures("owner")
def test_a_token_that_is_not_for_us_is_refused(
    client: TestClient, diner: Business, provider: Provider,
    monkeypatch: pytest.MonkeyPatch, change: Callable[[Claims], Claims], reason: str,
) -> None:  # fmt: skip
    """The provider signs other claims: its key and what it publishes stay."""
    from authlib.oidc.core.grants.code import jwt as signer

    encode = signer.encode

    def changed(header: Any, claims: Claims, *rest: Any) -> str:
        return encode(header, change(dict(claims)), *rest)

    monkeypatch.setattr(signer, "encode", changed)
    provider.person("1")
    assert problem(sign_in(client, diner, provider)) == reason


@pytest.mark.parametrize("algorithm", ["none", "HS256", "another key"])
def test_a_signature_that_is_not_the_providers_is_refused(algorithm: str, provider: Provider) -> None:
    from dayshift.hiring.employers import oidc

    keys = provider.http.get("/jwks").json()
    claims = {"iss": provider.issuer, "aud": "dayshift", "sub": "1", "nonce": "n", "iat": int(time.time())}
    claims["exp"] = claims["iat"] + 60
    if algorithm == "none":
        token = ".".join([*(_encoded(json.dumps(one)) for one in ({"alg": "none"}, claims)), ""])
    elif algorithm == "HS256":  # With the public key as the shared secret.
        public = KeySet.import_key_set(keys).keys[0].as_pem(private=False)
        signed = ".".join(_encoded(json.dumps(one)) for one in ({"alg": "HS256"}, claims))
        token = f"{signed}.{_encoded(hmac.digest(public, signed.encode(), 'sha256'))}"
    else:
        token = jwt.encode({"alg": ALGORITHMS[0]}, claims, RSAKey.generate_key(2048))
    about = oidc.Provider(provider.issuer, "a", "t", "k", None, basic_auth=True, names_issuer=False)
    with pytest.raises(oidc.SingleSignOnFailed, match="token_invalid"):
        oidc._verified(token, keys, about, oidc.Client("dayshift", "s", "r"), oidc.Attempt("s", "n", "v"), now())


def _encoded(part: str | bytes) -> str:
    return base64.urlsafe_b64encode(part.encode() if isinstance(part, str) else part).decode().rstrip("=")


def test_the_check_says_whether_sign_ins_work(
    client: TestClient, diner: Business, owner: StaffMember, provider: Provider
) -> None:
    def works() -> list[bool | None]:
        found = in_database(client, check_connections, "https://dayshift.example", now())
        return [one.works for one in found if one.name.startswith("single sign-on")]

    assert works() == [None]
    provider.person("1")
    sign_in(client, diner, provider)
    assert works() == [True]
    provider.person("2", email="rosa@elsewhere.example")
    sign_in(client, diner, provider, "2")
    assert works() == [False]
