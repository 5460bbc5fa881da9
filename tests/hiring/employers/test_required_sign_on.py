"""Required single sign-on: every other way in is closed, except for one owner, whose use of it is told."""

import re
from datetime import timedelta
from typing import Any

import pyotp
import pytest
import time_machine
from starlette.testclient import TestClient

from dayshift.cli.employers import make_sign_on_optional
from dayshift.core import audit
from dayshift.core.clock import now
from dayshift.core.db import Tx
from dayshift.hiring.employers import add_member, find_provider, make_optional, open_member_session
from tests.hiring.employers.test_single_sign_on import (
    Names,
    Provider,
    allow_key,
    names,
    problem,
    prove,
    provider,
    set_up,
    settings,
    sign_in,
)
from tests.hiring.employers.test_team import PASSWORD, cookie_of, enrolled, link_of, open_link, signed_in
from tests.notifications.test_interviews import mail_bodies, mails
from tests.staff import Business, StaffMember, business, in_database

__all__ = ["mails", "names", "provider", "settings"]

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning:authlib", "ignore:get_jwt_config")

REQUIRED = "/single-sign-on/required"


@pytest.fixture
def diner(client: TestClient, provider: Provider, names: Names) -> Business:
    """An employer whose owner has set up single sign-on for the domain of the members."""
    diner = business(client)
    owner = diner.member("owner", "Ana Whitlock")
    set_up(owner, provider.issuer, domains=[domain_of(diner), "diner.example"])
    prove(owner, names, domain_of(diner))
    return diner


def domain_of(diner: Business) -> str:
    return f"{diner.id[-8:]}.example"


def owner_with_code(diner: Business, name: str) -> tuple[StaffMember, pyotp.TOTP]:
    """An owner with two-step sign-in, and the authenticator app."""
    member = signed_in(diner.client, diner.member("owner", name))
    app, _, _ = enrolled(member)
    return member, app


def by_provider(diner: Business, provider: Provider, mails: Any, owner: StaffMember, app: pyotp.TOTP) -> StaffMember:
    """The owner in a session of single sign-on, second factor included."""
    subject = owner.name
    provider.person(subject, email=f"{owner.name.split()[0].lower()}.owner@{domain_of(diner)}", name=owner.name)
    mails()
    if problem(sign_in(diner.client, diner, provider, subject)) == "allow_first":
        reply = diner.client.post("/api/desk/sign-on/allow", json={"key": allow_key(*mails())})
        assert reply.status_code == 200
    token = diner.client.cookies["dayshift_desk"]
    diner.client.cookies.clear()
    member = StaffMember(diner.client, owner.id, owner.name, token)
    with time_machine.travel(now() + timedelta(seconds=30)):
        member.ask("POST", "/second-factor/code", {"code": app.at(now())})
    return member


def actions(client: TestClient, diner: Business) -> list[str]:
    return [one.action for one in in_database(client, lambda tx: audit.entries(tx, employer_id=diner.id, most=50))]


def test_it_is_required_only_by_an_owner_who_just_came_that_way(
    client: TestClient, diner: Business, provider: Provider, mails: Any
) -> None:
    ana, app = owner_with_code(diner, "Bea Stone")
    shown = ana.ask("GET", "/single-sign-on")
    assert (shown["proved"], shown["provider"]["breakGlassId"]) == (False, None)
    assert [one["name"] for one in shown["keepers"]] == ["Bea Stone"], "Ana Whitlock has no second factor"
    assert ana.ask("PUT", REQUIRED, {"breakGlass": ana.id}, expect=403)["code"] == "sign_on_proof_required"
    came = by_provider(diner, provider, mails, ana, app)
    assert came.ask("GET", "/single-sign-on")["proved"] is True
    manager = diner.member("manager", "Max Roy")
    manager.ask("PUT", REQUIRED, {"breakGlass": ana.id}, expect=403)
    plain = next(one for one in came.ask("GET", "/team")["members"] if one["name"] == "Ana Whitlock")
    for nobody in (manager.id, plain["id"]):  # A manager, and an owner without a second factor.
        came.ask("PUT", REQUIRED, {"breakGlass": nobody}, expect=422)
    other = business(client, "Night Bakery").member("owner", "Eva Wolf")
    came.ask("PUT", REQUIRED, {"breakGlass": other.id}, expect=404)
    with time_machine.travel(now() + timedelta(minutes=16)):
        assert came.ask("PUT", REQUIRED, {"breakGlass": ana.id}, expect=403)["code"] == "sign_on_proof_required"
    set_up(came, provider.issuer, domains=[domain_of(diner)], clientSecret="another")
    assert came.ask("PUT", REQUIRED, {"breakGlass": ana.id}, expect=403)["code"] == "sign_on_proof_required"
    assert "provider.required" not in actions(client, diner)


def required(diner: Business, provider: Provider, mails: Any) -> tuple[StaffMember, StaffMember, pyotp.TOTP]:
    """Require single sign-on; return the owner who did, the exception, and the exception's app."""
    bea, app = owner_with_code(diner, "Bea Stone")
    cleo, other_app = owner_with_code(diner, "Cleo Hart")
    came = by_provider(diner, provider, mails, bea, app)
    mails()
    came.ask("PUT", REQUIRED, {"breakGlass": cleo.id})
    return came, cleo, other_app


def test_every_other_way_in_is_closed_and_other_sessions_end(
    client: TestClient, diner: Business, provider: Provider, mails: Any
) -> None:
    max_, zoe = diner.member("manager", "Max Roy"), diner.member("reviewer", "Zoe Kim")
    max_.ask("PUT", "/password", {"newPassword": PASSWORD})
    zoe = by_link = signed_in(client, zoe)
    link = link_of(client, max_.id)
    bea, cleo, _ = required(diner, provider, mails)
    sent = mails()
    assert {str(one["To"]).partition(" <")[0] for one in sent} == {"Ana Whitlock", "Cleo Hart"}
    assert {one["Subject"] for one in sent} == {"Single sign-on is now required at Two Spoons Diner"}
    assert bea.call("GET", "/me").status_code == 200, "it came by single sign-on"
    assert cleo.call("GET", "/me").status_code == 200, "the exception"
    for member in (max_, zoe, by_link):
        assert member.call("GET", "/me").status_code == 401

    def refused(reply: Any) -> None:
        assert (reply.status_code, reply.json()["code"]) == (403, "single_sign_on_required"), reply.text
        assert reply.json()["employer"] == diner.id
        assert "set-cookie" not in reply.headers

    refused(open_link(client, link))
    email = f"max.manager@{domain_of(diner)}"
    refused(client.post("/api/desk/sign-in/password", json={"email": email, "password": PASSWORD}))
    wrong = client.post("/api/desk/sign-in/password", json={"email": email, "password": "wrong horse 12"})
    assert wrong.json()["code"] == "invalid_credentials", "only who has the password learns it"
    body = {"email": f"new@{domain_of(diner)}", "name": "Ned Ray", "role": "manager"}
    bea.ask("POST", "/members", body, expect=201)
    [key] = re.findall(r"/desk/invitation\?key=([\w-]+)", mail_bodies(mails()[-1])[0])
    assert client.get(f"/api/desk/invitations/{key}").json()["singleSignOn"] == diner.id
    refused(client.post(f"/api/desk/invitations/{key}", json={"name": "Ned Ray"}))
    outside = bea.ask("POST", "/members", {**body, "email": "ned@mail.example"}, expect=409)
    assert (outside["code"], list(outside["fields"])) == ("address_not_covered", ["email"])
    # A session that was opened before, at the same moment or in whatever way, opens nothing either.
    stray = in_database(client, lambda tx: open_member_session(tx, max_.id, "Test", 1, confirmed=True))
    assert StaffMember(client, max_.id, "Max Roy", stray).call("GET", "/me").status_code == 401

    client.post("/api/desk/sign-in/link", json={"email": email})
    [mail] = mails()
    assert mail["Subject"] == "Sign in to Dayshift with your company account"
    assert f"/desk/sign-in?employer={diner.id}" in mail_bodies(mail)[0]
    assert "key=" not in mail_bodies(mail)[0]
    provider.person("max", email=email)
    assert problem(sign_in(client, diner, provider, "max")) == "allow_first"
    client.post("/api/desk/sign-on/allow", json={"key": allow_key(*mails())})
    assert client.get("/api/desk/me").json()["member"]["id"] == max_.id


def test_use_of_the_exception_is_mailed_to_the_other_owners_and_recorded(
    client: TestClient, diner: Business, provider: Provider, mails: Any
) -> None:
    bea, cleo, app = required(diner, provider, mails)
    mails()
    client.post("/api/desk/sign-in/link", json={"email": f"cleo.owner@{domain_of(diner)}"})
    [mail] = mails()
    [key] = re.findall(r"key=([\w-]+)", mail_bodies(mail)[0])
    reply = open_link(client, key)
    assert reply.json()["secondFactor"] == "code", "the second factor is not waived"
    again = StaffMember(client, cleo.id, cleo.name, cookie_of(reply))
    again.ask("GET", "/me", expect=401)
    with time_machine.travel(now() + timedelta(seconds=60)):
        again.ask("POST", "/second-factor/code", {"code": app.at(now())})
    sent = mails()
    assert {str(one["To"]).partition(" <")[0] for one in sent} == {"Ana Whitlock", "Bea Stone"}
    assert {one["Subject"] for one in sent} == {"Cleo Hart signed in without single sign-on"}
    assert actions(client, diner).count("provider.bypassed") == 1
    # Still the exception: neither demoted nor deactivated, nor without a second factor, until another one is named.
    for call in (
        ("PUT", f"/members/{cleo.id}/role", {"role": "manager"}),
        ("POST", f"/members/{cleo.id}/deactivate"),
        ("DELETE", f"/members/{cleo.id}/second-factor"),
    ):
        assert bea.ask(*call, expect=409)["code"] == "break_glass_owner"
    bea.ask("PUT", REQUIRED, {"breakGlass": bea.id})
    assert again.call("GET", "/me").status_code == 401, "the exception is somebody else now"
    bea.ask("POST", f"/members/{cleo.id}/deactivate")


@pytest.mark.parametrize("way", ["owner", "provider removed", "operator"])
def test_it_can_be_lifted(client: TestClient, diner: Business, provider: Provider, mails: Any, way: str) -> None:
    max_ = diner.member("manager", "Max Roy")
    _, cleo, _ = required(diner, provider, mails)
    mails()
    if way == "owner":
        cleo.ask("DELETE", REQUIRED)  # In the session of the exception: the provider may be down.
        cleo.ask("DELETE", REQUIRED, expect=404)
    elif way == "provider removed":
        cleo.ask("DELETE", "/single-sign-on")
        assert in_database(client, find_provider, diner.id) is None
    else:
        assert make_sign_on_optional.__doc__
        in_database(client, make_optional, diner.id, None)
    told = {str(one["To"]).partition(" <")[0] for one in mails()}
    assert told == {"Ana Whitlock", "Bea Stone"} | ({"Cleo Hart"} if way == "operator" else set())
    assert max_.call("GET", "/me").status_code == 401, "what has ended stays so"
    assert open_link(client, link_of(client, max_.id)).status_code == 200
    assert "provider.optional" in actions(client, diner)


def test_it_binds_the_account_at_this_employer_only(
    client: TestClient, diner: Business, provider: Provider, mails: Any
) -> None:
    """Somebody who works for two employers keeps every way into the other one, which decides for itself."""
    email = f"rosa@{domain_of(diner)}"
    bakery = business(client, "Night Bakery")

    def add(tx: Tx) -> tuple[str, str]:
        mine = add_member(tx, diner.id, email, "Rosa Lima", "manager")
        return mine.id, add_member(tx, bakery.id, email, "Rosa Lima", "manager").id

    here, there = in_database(client, add)
    required(diner, provider, mails)
    choices = {one["employer"]: one["key"] for one in open_link(client, link_of(client, here)).json()["choices"]}
    assert open_link(client, choices["Two Spoons Diner"]).json()["code"] == "single_sign_on_required"
    reply = open_link(client, choices["Night Bakery"])
    at_bakery = StaffMember(client, there, "Rosa Lima", cookie_of(reply))
    client.cookies.clear()
    refused = at_bakery.ask("POST", f"/employers/{diner.id}/switch", expect=403)
    assert (refused["code"], refused["employer"]) == ("single_sign_on_required", diner.id)
    assert at_bakery.call("GET", "/me").status_code == 200, "the session that could not switch goes on"
    provider.person("rosa", email=email)
    sign_in(client, diner, provider, "rosa")
    client.post("/api/desk/sign-on/allow", json={"key": allow_key(*mails())})
    assert client.get("/api/desk/me").json()["employer"]["name"] == "Two Spoons Diner"
    assert client.get("/api/desk/employers").json()["employers"] == [], "single sign-on opens this account only"
