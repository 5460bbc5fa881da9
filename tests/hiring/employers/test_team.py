"""How members sign in and look after their team: links, two-step sign-in, roles, locations, and the walls between."""

import re
import threading
from datetime import timedelta
from functools import partial
from typing import Any
from urllib.parse import unquote

import pyotp
import time_machine
from httpx2 import Response
from sqlalchemy import select
from starlette.testclient import TestClient

from dayshift.accounts.session_table import MAX_SESSIONS
from dayshift.core.clock import now
from dayshift.core.db import Tx, metadata
from dayshift.hiring.employers import find_member, open_member_session, reset_second_factor
from dayshift.hiring.employers.sign_in import issue_link
from tests.notifications.test_interviews import mail_bodies, mails
from tests.people import Person
from tests.staff import StaffMember, business, in_database

__all__ = ["mails"]

PASSWORD = "four green ladders 7"


def link_of(client: TestClient, member_id: str, purpose: Any = "sign_in") -> str:
    """The token of a new link, as a mail has it."""
    token = in_database(client, issue_link, member_id, purpose)
    assert token is not None
    return token


def open_link(client: TestClient, key: str) -> Response:
    """Open a sign-in link without any session."""
    client.cookies.clear()
    return client.post("/api/desk/sign-in/link/open", json={"key": key})


def cookie_of(reply: Response) -> str:
    """The staff token that a reply set."""
    [token] = re.findall(r"dayshift_desk=([^;]+)", reply.headers["set-cookie"])
    return str(token)


def signed_in(client: TestClient, member: StaffMember) -> StaffMember:
    """The member in a new session, as a mailed link opens it."""
    reply = open_link(client, link_of(client, member.id))
    client.cookies.clear()
    return StaffMember(client, member.id, member.name, cookie_of(reply))


def enrolled(member: StaffMember) -> tuple[pyotp.TOTP, list[str], str]:
    """Set up two-step sign-in; return the app, the recovery codes, and the code of the app that this used up."""
    app = pyotp.TOTP(member.ask("POST", "/second-factor/setup")["secret"])
    used = app.at(now())
    codes = member.ask("POST", "/second-factor", {"code": used})["codes"]
    return app, codes, used


def test_link_signs_in_once_with_a_protected_cookie(client: TestClient) -> None:
    maria = business(client).member("manager")
    key = link_of(client, maria.id)
    assert client.get(f"/desk/sign-in?key={key}").status_code in {
        200,
        404,
    }  # A mail scanner opens it; 404 if not built.
    reply = open_link(client, key)
    assert reply.json()["secondFactor"] == "none"
    cookie = reply.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "Path=/api/desk" in cookie
    assert "SameSite=lax" in cookie
    assert "dayshift_session" not in cookie
    # The browser sends the cookie without a bearer token.
    assert client.get("/api/desk/me").json()["member"]["name"] == "Maria Ortiz"
    again = open_link(client, key)
    assert (again.status_code, again.json()["code"]) == (410, "link_expired")
    assert "set-cookie" not in again.headers


def test_cookie_is_secure_over_https_and_needs_our_own_origin(client: TestClient) -> None:
    maria = business(client).member("manager")
    reply = client.post("https://testserver/api/desk/sign-in/link/open", json={"key": link_of(client, maria.id)})
    assert "__Secure-dayshift_desk=" in reply.headers["set-cookie"]
    assert "Secure" in reply.headers["set-cookie"]
    token = cookie_of(open_link(client, link_of(client, maria.id)))
    client.cookies.clear()
    for origin in ({"Sec-Fetch-Site": "same-site"}, {"Sec-Fetch-Site": "cross-site"}):
        headers = {"Cookie": f"dayshift_desk={token}", **origin}
        reply = client.patch("/api/desk/me", json={"name": "Eve"}, headers=headers)
        assert (reply.status_code, reply.json()["code"]) == (403, "foreign_origin"), origin


def test_old_replaced_and_foreign_links_do_not_sign_in(client: TestClient) -> None:
    maria = business(client).member("manager")
    first = link_of(client, maria.id)
    other = link_of(client, maria.id)  # Asked for by anybody: the first one still works.
    assert open_link(client, first).status_code == 200
    assert [open_link(client, one).status_code for one in (first, other)] == [410, 410]
    second = link_of(client, maria.id)
    with time_machine.travel(now() + timedelta(minutes=15, seconds=1)):
        assert open_link(client, second).status_code == 410
    assert client.get(f"/api/desk/invitations/{second}").status_code == 410  # A sign-in link is no invitation.


def test_reply_and_work_are_the_same_for_an_unknown_address(client: TestClient) -> None:
    maria = business(client).member("manager")
    address = maria.ask("GET", "/me")["member"]["email"]
    replies = [client.post("/api/desk/sign-in/link", json={"email": one}) for one in (address, "nobody@x.example")]
    assert [(one.status_code, one.json()) for one in replies] == [(200, {"ok": True})] * 2
    wrong = [
        client.post("/api/desk/sign-in/password", json={"email": one, "password": "x"})
        for one in (address, "nobody@x.example")
    ]
    assert [(one.status_code, one.json()["code"]) for one in wrong] == [(401, "invalid_credentials")] * 2
    for _ in range(5):
        last = client.post("/api/desk/sign-in/link", json={"email": address})
    assert last.status_code == 429


def test_mails_have_the_only_copy_of_a_link(client: TestClient, mails: Any) -> None:
    maria = business(client).member("manager")
    address = maria.ask("GET", "/me")["member"]["email"]
    client.post("/api/desk/sign-in/link", json={"email": address})
    client.post("/api/desk/sign-in/link", json={"email": "nobody@x.example"})
    [mail] = mails()
    assert mail["To"].addresses[0].addr_spec == address
    [key] = re.findall(r"/desk/sign-in\?key=([\w-]+)", mail_bodies(mail)[0])
    assert open_link(client, key).json()["secondFactor"] == "none"
    client.cookies.clear()
    ana = business(client, "Night Bakery").member("owner", "Ana Whitlock")
    theo = invited(client, ana)
    [first] = mails()
    assert first["Subject"] == "Ana Whitlock invited you to hire for Night Bakery"
    bakery = business(client, "Day Bakery")
    zoe = bakery.member("owner", "Zoe Lind")
    mails()
    invited(client, zoe, email="eve@spoons.example", role="manager", locationIds=[bakery.locations[0]])
    [named] = mails()
    assert "You'll be a manager of 9th Avenue: you see who applied" in mail_bodies(named)[0]
    ana.ask("PATCH", "/me", {"language": "es"})
    ana.ask("POST", f"/members/{theo['id']}/invitation")
    [second] = mails()
    keys = [re.findall(r"/desk/invitation\?key=([\w-]+)", mail_bodies(one)[0])[0] for one in (first, second)]
    assert [client.get(f"/api/desk/invitations/{one}").status_code for one in keys] == [410, 200]
    stored = in_database(
        client, lambda tx: str([tx.execute(select(table)).all() for table in metadata.tables.values()])
    )
    assert not [one for one in (key, *keys) if one in stored]


def test_a_mailed_link_leads_to_the_page_that_was_asked_for(client: TestClient, mails: Any) -> None:
    maria = business(client).member("manager")
    address = maria.ask("GET", "/me")["member"]["email"]
    client.post("/api/desk/sign-in/link", json={"email": address, "next": "/desk/messages?application=a&b=c"})
    [mail] = mails()
    found = re.search(r"/desk/sign-in\?key=[\w-]+&next=(\S+)", mail_bodies(mail)[0])
    assert found
    assert unquote(found[1]) == "/desk/messages?application=a&b=c"
    for foreign in ("https://evil.example", "//evil.example", "/deskless", "/desk/a\nb", "/account"):
        reply = client.post("/api/desk/sign-in/link", json={"email": address, "next": foreign})
        assert reply.status_code == 422, foreign


def test_an_operator_resets_the_second_factor_of_an_owner_who_lost_it(client: TestClient, mails: Any) -> None:
    ana = business(client).member("owner", "Ana Whitlock")
    enrolled(ana)

    def reset(tx: Tx) -> None:
        found = find_member(tx, ana.id)
        assert found
        reset_second_factor(tx, found.employer_id, found.id)

    in_database(client, reset)
    assert ana.call("GET", "/me").status_code == 401  # All sessions end.
    [mail] = mails()
    assert mail["Subject"] == "Two-step sign-in was reset"
    again = signed_in(client, ana)
    assert again.call("GET", "/me").json()["code"] == "second_factor_required"
    assert again.ask("POST", "/second-factor/setup")["secret"]


def test_owner_must_set_up_two_step_sign_in_first(client: TestClient) -> None:
    firm = business(client)
    ana = signed_in(client, firm.member("owner", "Ana Whitlock"))
    refused = ana.ask("GET", "/me", expect=401)
    assert (refused["code"], refused["enrolled"]) == ("second_factor_required", False)
    ana.ask("GET", "/team", expect=401)
    first = ana.ask("POST", "/second-factor/setup")
    assert ana.ask("POST", "/second-factor/setup") == first  # A reload shows the same secret.
    assert first["secret"] in first["uri"]
    assert first["size"] > 20
    assert first["path"].startswith("M0 0")
    ana.ask("POST", "/second-factor", {"code": "000000"}, expect=422)
    app, codes, used = enrolled(ana)
    assert len(set(codes)) == 10
    assert ana.ask("GET", "/me")["member"]["secondFactor"] is True

    again = signed_in(client, ana)
    assert again.ask("GET", "/me", expect=401)["enrolled"] is True
    again.ask("POST", "/second-factor/setup", expect=401)  # The first factor alone cannot replace the second.
    again.ask("POST", "/second-factor/code", {"code": used}, expect=422)
    with time_machine.travel(now() + timedelta(seconds=31)):
        again.ask("POST", "/second-factor/code", {"code": app.at(now())})
        again.ask("GET", "/me")
        again.ask("POST", "/second-factor/remove", {"code": codes[0]}, expect=409)
    third = signed_in(client, ana)
    third.ask("POST", "/second-factor/code", {"code": codes[0].upper()})
    fourth = signed_in(client, ana)
    fourth.ask("POST", "/second-factor/code", {"code": codes[0]}, expect=422)  # Once each.


def test_use_of_a_recovery_code_is_mailed(client: TestClient, mails: Any) -> None:
    ana = business(client).member("owner", "Ana Whitlock")
    app, codes, _ = enrolled(signed_in(client, ana))
    again = signed_in(client, ana)
    with time_machine.travel(now() + timedelta(minutes=1), tick=False):
        again.ask("POST", "/second-factor/code", {"code": app.at(now())})
        mails()
    assert again.ask("GET", "/me")["member"]["recoveryCodesLeft"] == 10
    third = signed_in(client, ana)
    third.ask("POST", "/second-factor/code", {"code": codes[0]})
    [mail] = [one for one in mails() if one["Subject"] == "A recovery code was used"]
    assert "You have 9 left." in mail_bodies(mail)[0]
    assert third.ask("PATCH", "/me", {"shortcuts": True})["member"]["recoveryCodesLeft"] == 9
    third.ask("POST", "/second-factor/code", {"code": codes[0]}, expect=422)
    assert not mails()
    renewed = third.ask("POST", "/second-factor/recovery-codes", {"code": codes[1]})["codes"]
    assert len(renewed) == 10
    [mail] = mails()
    assert "You have 10 left." in mail_bodies(mail)[0], "those that it was used for"
    third.ask("POST", "/second-factor/recovery-codes", {"code": codes[2]}, expect=422)
    assert third.call("GET", "/reports/audit.csv").text.count("member.recovery_code_used") == 2
    maria = signed_in(client, business(client, "Night Bakery").member("manager"))
    _, codes, _ = enrolled(maria)
    maria.ask("POST", "/second-factor/remove", {"code": codes[0]})
    [mail] = [one for one in mails() if one["Subject"] == "A recovery code was used"]
    assert "It switched two-step sign-in off." in mail_bodies(mail)[0]


def test_five_wrong_codes_end_the_session(client: TestClient) -> None:
    maria = business(client).member("manager")
    _, codes, _ = enrolled(maria)
    guessing = signed_in(client, maria)
    replies = [guessing.call("POST", "/second-factor/code", {"code": "000000"}) for _ in range(6)]
    assert [one.status_code for one in replies] == [422, 422, 422, 422, 401, 401]
    assert guessing.ask("POST", "/second-factor/code", {"code": codes[0]}, expect=401)["code"] == "staff_not_signed_in"
    maria.ask("GET", "/me")  # Other sessions stay.
    maria.ask("POST", "/second-factor/remove", {"code": codes[0]})
    assert open_link(client, link_of(client, maria.id)).json()["secondFactor"] == "none"


def test_candidates_and_members_open_nothing_of_each_other(client: TestClient, person: Person) -> None:
    maria = business(client).member("manager")
    names = ("dayshift_session", "dayshift_desk")
    for path, token in (("/api/desk/me", person.token), ("/api/auth/me", maria.token)):
        tries = [{"Authorization": f"Bearer {token}"}, *({"Cookie": f"{name}={token}"} for name in names)]
        assert [client.get(path, headers=one).status_code for one in tries] == [401, 401, 401]
    # Both at once in one browser: each opens its own side.
    both = {"Cookie": f"dayshift_session={person.token}; dayshift_desk={maria.token}"}
    assert client.get("/api/desk/me", headers=both).json()["member"]["id"] == maria.id
    assert client.get("/api/auth/me", headers=both).json()["user"]["id"] == person.id


def test_passwords_and_sessions(client: TestClient) -> None:
    maria = business(client).member("manager")
    address = maria.ask("GET", "/me")["member"]["email"]
    other = signed_in(client, maria)
    maria.ask("PUT", "/password", {"newPassword": "password1"}, expect=422)
    maria.ask("PUT", "/password", {"newPassword": PASSWORD})
    other.ask("GET", "/me", expect=401)
    maria.ask("PUT", "/password", {"newPassword": f"{PASSWORD}8"}, expect=401)  # Needs the current one now.
    reply = client.post("/api/desk/sign-in/password", json={"email": address, "password": PASSWORD})
    assert reply.json()["secondFactor"] == "none"
    client.cookies.clear()
    sessions = maria.ask("GET", "/sessions")["sessions"]
    assert [one["current"] for one in sessions].count(True) == 1
    assert len(sessions) == 2
    stranger = business(client, "Night Bakery").member("manager", "Omar Reed")
    stranger.ask("DELETE", f"/sessions/{sessions[0]['id']}", expect=404)
    maria.ask("DELETE", "/sessions")
    assert len(maria.ask("GET", "/sessions")["sessions"]) == 1
    maria.ask("POST", "/sign-out")
    maria.ask("GET", "/me", expect=401)


def invited(client: TestClient, owner: StaffMember, **more: Any) -> dict[str, Any]:
    """Invite Theo as a reviewer."""
    body = {"email": "theo@spoons.example", "name": "Theo Grant", "role": "reviewer", **more}
    found: dict[str, Any] = owner.ask("POST", "/members", body, expect=201)
    return found


def test_invitation_is_accepted_once(client: TestClient) -> None:
    firm = business(client)
    ana = firm.member("owner", "Ana Whitlock")
    theo = invited(client, ana)
    assert theo["state"] == "invited"
    ana.ask("POST", "/members", {"email": "THEO@spoons.example", "name": "T", "role": "reviewer"}, expect=409)
    old = link_of(client, theo["id"], "invite")
    key = link_of(client, theo["id"], "invite")
    assert client.get(f"/api/desk/invitations/{old}").status_code == 410
    for _ in range(2):  # Reading it does not use it up.
        preview = client.get(f"/api/desk/invitations/{key}").json()
        assert preview == {
            "employer": "Two Spoons Diner", "name": "Theo Grant", "email": "theo@spoons.example", "role": "reviewer",
            "singleSignOn": None,
        }  # fmt: skip
    assert in_database(client, issue_link, theo["id"], "sign_in") is None  # Not yet a member.
    body = {"name": "Theo B. Grant", "password": PASSWORD}
    reply = client.post(f"/api/desk/invitations/{key}", json=body)
    assert reply.json()["secondFactor"] == "none"
    assert client.get("/api/desk/me").json()["member"]["name"] == "Theo B. Grant"
    client.cookies.clear()
    assert client.post(f"/api/desk/invitations/{key}", json=body).status_code == 410
    ana.ask("DELETE", f"/members/{theo['id']}/invitation", expect=404)

    priya = invited(client, ana, email="priya@spoons.example", name="Priya Nair")
    late = link_of(client, priya["id"], "invite")
    with time_machine.travel(now() + timedelta(days=7, seconds=1)):
        assert client.get(f"/api/desk/invitations/{late}").status_code == 410
    ana.ask("POST", f"/members/{priya['id']}/invitation")
    fresh = link_of(client, priya["id"], "invite")
    ana.ask("DELETE", f"/members/{priya['id']}/invitation")
    assert client.post(f"/api/desk/invitations/{fresh}", json={"name": "P"}).status_code == 410


def test_only_owners_change_the_team_and_only_their_own(client: TestClient) -> None:
    firm, rival = business(client), business(client, "Night Bakery")
    ana, omar = firm.member("owner", "Ana Whitlock"), rival.member("owner", "Omar Reed")
    maria = firm.member("manager", locations=[firm.locations[0]])
    theo = firm.member("reviewer", "Theo Grant")
    body = {"name": "Union Square", "zip": "10003"}
    calls: list[tuple[str, str, Any]] = [
        ("PUT", f"/members/{maria.id}/role", {"role": "reviewer"}),
        ("POST", f"/members/{maria.id}/deactivate", None),
        ("POST", f"/members/{maria.id}/reactivate", None),
        ("DELETE", f"/members/{maria.id}/second-factor", None),
        ("POST", f"/members/{maria.id}/invitation", None),
        ("DELETE", f"/members/{maria.id}/invitation", None),
        ("PUT", f"/locations/{firm.locations[1]}", body),
        ("POST", f"/locations/{firm.locations[1]}/close", None),
        ("POST", f"/locations/{firm.locations[1]}/reopen", None),
    ]
    for method, path, json in calls:
        omar.ask(method, path, json, expect=404)
        for member in (maria, theo):
            assert member.ask(method, path, json, expect=403)["code"] == "role_required"
    for method, path, json in (
        ("POST", "/members", {"email": "a@b.example", "name": "A", "role": "owner"}),
        ("POST", "/locations", body),
        ("PATCH", "/employer", {"replyDays": 5}),
    ):
        maria.ask(method, path, json, expect=403)
    theo.ask("GET", "/team", expect=403)
    assert [one["name"] for one in maria.ask("GET", "/team")["members"]] == [
        "Ana Whitlock",
        "Maria Ortiz",
        "Theo Grant",
    ]
    # A foreign location cannot be given to a manager.
    change = {"role": "manager", "locationIds": [rival.locations[0]]}
    ana.ask("PUT", f"/members/{maria.id}/role", change, expect=404)
    changed = ana.ask("PUT", f"/members/{maria.id}/role", {**change, "locationIds": [firm.locations[1]]})
    assert (changed["allLocations"], changed["locationIds"]) == (False, [firm.locations[1]])


def test_deactivation_ends_sessions_and_links_at_once(client: TestClient) -> None:
    firm = business(client)
    ana, maria = firm.member("owner", "Ana Whitlock"), firm.member("manager")
    key = link_of(client, maria.id)
    ana.ask("POST", f"/members/{maria.id}/deactivate")
    maria.ask("GET", "/me", expect=401)
    assert open_link(client, key).status_code == 410
    assert in_database(client, issue_link, maria.id, "sign_in") is None
    ana.ask("POST", f"/members/{maria.id}/deactivate", expect=404)
    ana.ask("POST", f"/members/{maria.id}/reactivate")
    maria.ask("GET", "/me", expect=401)  # The old session stays ended.
    signed_in(client, maria).ask("GET", "/me")


def test_new_owner_needs_two_step_sign_in_before_the_next_request(client: TestClient) -> None:
    firm = business(client)
    ana, maria = firm.member("owner", "Ana Whitlock"), firm.member("manager")
    maria.ask("GET", "/me")
    ana.ask("PUT", f"/members/{maria.id}/role", {"role": "owner"})
    assert maria.ask("GET", "/me", expect=401)["enrolled"] is False
    enrolled(maria)
    maria.ask("GET", "/me")
    ana.ask("DELETE", f"/members/{maria.id}/second-factor")
    maria.ask("GET", "/me", expect=401)


def test_all_owners_are_told_who_added_an_owner(client: TestClient, mails: Any) -> None:
    firm = business(client)
    ana, ben, maria = firm.member("owner", "Ana Whitlock"), firm.member("owner", "Ben Cole"), firm.member("manager")
    mails()
    ana.ask("PUT", f"/members/{maria.id}/role", {"role": "owner"})
    told = {mail["To"].addresses[0].addr_spec: mail for mail in mails() if "owner" in mail["Subject"]}
    addresses = {one["id"]: one["email"] for one in ben.ask("GET", "/team")["members"]}
    assert set(told) == {addresses[one.id] for one in (ana, ben, maria)}
    assert f"Ana Whitlock made {maria.name} an owner of Two Spoons Diner" in mail_bodies(told[addresses[ben.id]])[0]
    ana.ask("PUT", f"/members/{maria.id}/role", {"role": "owner"})  # Was one already.
    assert [mail["Subject"] for mail in mails()] == []


def test_last_owner_stays(client: TestClient) -> None:
    ana = business(client).member("owner", "Ana Whitlock")
    for call in (
        ("POST", f"/members/{ana.id}/deactivate", None),
        ("PUT", f"/members/{ana.id}/role", {"role": "manager"}),
    ):
        assert ana.ask(*call, expect=409)["code"] == "last_owner"


def test_two_owners_cannot_remove_each_other_at_once(client: TestClient) -> None:
    firm = business(client)
    ana, ben = firm.member("owner", "Ana Whitlock"), firm.member("owner", "Ben Cole")
    start = threading.Barrier(2)
    results: list[int] = []

    def remove(member: StaffMember, other: StaffMember) -> None:
        start.wait()
        results.append(member.call("POST", f"/members/{other.id}/deactivate").status_code)

    threads = [threading.Thread(target=remove, args=pair) for pair in ((ana, ben), (ben, ana))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results.count(200) == 1, results
    left = [one for one in (ana, ben) if one.call("GET", "/me").status_code == 200]
    assert len(left) == 1


def test_a_location_has_the_zone_of_its_zip_code_and_follows_the_employer_only_at_home(client: TestClient) -> None:
    """Meetings and reply dates count by the clock of the location, which nobody can enter."""
    ana = business(client).member("owner", "Ana Whitlock")

    def put(path: str, method: str, zip_code: str, name: str) -> Any:
        body = {"name": name, "street": None, "zip": zip_code, "opensAt": None, "closesAt": None}
        return ana.ask(method, path, body, expect=201 if method == "POST" else 200)

    austin = put("/locations", "POST", "78701", "Austin")
    detroit = put("/locations", "POST", "48201", "Detroit")
    phoenix = put("/locations", "POST", "85001", "Phoenix")
    zones = [one["zone"] for one in (austin, detroit, phoenix)]
    assert zones == ["America/Chicago", "America/New_York", "America/Phoenix"]
    assert put(f"/locations/{austin['id']}", "PUT", "79901", "El Paso")["zone"] == "America/Denver"
    ana.ask("PATCH", "/employer", {"zone": "America/Detroit"})
    found = {one["name"]: one["zone"] for one in ana.ask("GET", "/team")["locations"]}
    assert found == {
        "9th Avenue": "America/Detroit", "Astoria": "America/Detroit", "Detroit": "America/Detroit",
        "El Paso": "America/Denver", "Phoenix": "America/Phoenix",
    }  # fmt: skip


def test_locations_and_settings(client: TestClient) -> None:
    firm = business(client)
    ana = firm.member("owner", "Ana Whitlock")
    body = {"name": "Union Square", "street": "1 Union Sq", "zip": "10003", "opensAt": "06:00", "closesAt": "23:00"}
    made = ana.ask("POST", "/locations", body, expect=201)
    assert (made["city"], made["state"], made["opensAt"]) == ("New York", "NY", "06:00")
    assert "name" in ana.ask("POST", "/locations", body, expect=422)["fields"]
    assert "zip" in ana.ask("POST", "/locations", {**body, "name": "X", "zip": "00000"}, expect=422)["fields"]
    assert ana.ask("PUT", f"/locations/{made['id']}", {**body, "zip": "11101"})["zip"] == "11101"
    assert ana.ask("POST", f"/locations/{made['id']}/close")["closedAt"] is not None
    assert ana.ask("POST", f"/locations/{made['id']}/reopen")["closedAt"] is None
    assert ana.ask("POST", f"/locations/{firm.locations[0]}/close", expect=409)["code"] == "location_in_use"
    changed = ana.ask("PATCH", "/employer", {"name": "Two Spoons", "replyDays": 2, "zone": "America/Chicago"})
    assert (changed["name"], changed["replyDays"], changed["zone"]) == ("Two Spoons", 2, "America/Chicago")
    for bad in ({"replyDays": 6}, {"replyDays": 0}, {"zone": "Mars/Base"}, {"name": ""}):
        ana.ask("PATCH", "/employer", bad, expect=422)


def test_number_of_sessions_of_a_member_is_limited(client: TestClient) -> None:
    maria = business(client).member("manager")
    opened = partial(open_member_session, confirmed=True)
    for _ in range(MAX_SESSIONS + 2):
        latest = in_database(client, opened, maria.id, "A program", 30)
    maria.ask("GET", "/me", expect=401)  # The least recently used session is ended.
    maria.token = latest
    assert len(maria.ask("GET", "/sessions")["sessions"]) == MAX_SESSIONS
