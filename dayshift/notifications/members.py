"""Letters to members of an employer: sign-in links, invitations, claims, and jobs that a feed no longer lists."""

from collections.abc import Iterator
from typing import Any
from urllib.parse import quote, urlsplit

from dayshift.core.db import Tx
from dayshift.core.names import plain_employer, plain_name, plain_title
from dayshift.hiring.applications import DROPPED_GRACE
from dayshift.hiring.employers import (
    LIFETIMES,
    Member,
    codes_left,
    find_claim,
    find_employer,
    find_location,
    find_member,
    find_posting,
    inviter_of,
    issue_claim_key,
    issue_consent_key,
    issue_domain_key,
    issue_link,
    issue_sign_in_link,
    issue_sign_up_key,
    members_covering,
    members_of,
    only_by_sign_on,
    owners_of,
)
from dayshift.notifications.applications import job_in_mail
from dayshift.notifications.letters import Letter, Payload, Recipient, to_member
from dayshift.notifications.sender import Sender


def sign_in_link(tx: Tx, sender: Sender, event: Payload) -> Letter | None:
    """Create a sign-in link. Its token is not stored, so a retried task creates a new one."""
    employer_id = event.get("employer_id")
    if only := only_by_sign_on(tx, event["email"], employer_id):
        values = {"employer": _employer(tx, only.employer_id), "owner": int(only.role == "owner")}
        values |= {"link": f"{sender.url}/desk/sign-in?employer={only.employer_id}"}
        return Letter("staff_sign_in_company", to_member(only), values)
    issued = issue_sign_in_link(tx, event["email"], employer_id)
    if issued is None:
        return None
    member, token = issued
    link = f"{sender.url}/desk/sign-in?key={token}"
    if page := event.get("next"):
        link += f"&next={quote(page, safe='')}"
    employer = plain_employer(find_employer(tx, employer_id).name) if employer_id else ""
    minutes = int(LIFETIMES["sign_in"].total_seconds() // 60)
    return Letter("staff_sign_in", to_member(member), {"link": link, "minutes": minutes, "employer": employer})


def sign_up(tx: Tx, sender: Sender, event: Payload) -> Letter | None:
    """Create the link that adds an employer, for the address that it proves."""
    issued = issue_sign_up_key(tx, event["sign_up_id"])
    if issued is None:
        return None
    found, token = issued
    values = {"employer": plain_employer(found.employer), "link": f"{sender.url}/desk/start?key={token}"}
    return Letter("staff_sign_up", Recipient(found.email, "", plain_name(found.name), found.language), values)


def sign_up_refused(_tx: Tx, sender: Sender, event: Payload) -> Letter:
    """Tell somebody that an operator did not add their employer, and why."""
    to = Recipient(event["email"], "", plain_name(event["name"]), event["language"])
    values = {"employer": plain_employer(event["employer"]), "link": f"{sender.url}/desk/start"}
    values |= {"reason": event["reason"]}  # By an operator: ours, not a stranger's.
    return Letter("staff_sign_up_refused", to, values)


def owners(tx: Tx, event: Payload) -> Iterator[dict[str, Any]]:
    """Each owner of an employer."""
    for member in owners_of(tx, event["employer_id"]):
        yield {**event, "member_id": member.id}


def join_asked(tx: Tx, sender: Sender, event: Payload) -> Letter | None:
    """Tell an owner who asks for an invitation."""
    member = _active(tx, event)
    values = {
        "link": f"{sender.url}/desk/team?invite=",
        "asker": plain_name(event["name"]),
        "asker_email": event["email"],
    }
    return Letter("staff_join_asked", to_member(member), values) if member else None


def second_factor_reset(tx: Tx, sender: Sender, event: Payload) -> Letter | None:
    """Tell a member that somebody else has removed their second factor."""
    member = _active(tx, event)
    if member is None:
        return None
    values = {"link": f"{sender.url}/desk/sign-in", "owner": int(member.role == "owner")}
    return Letter("staff_second_factor_reset", to_member(member), values)


def recovery_code_used(tx: Tx, sender: Sender, event: Payload) -> Letter | None:
    """Tell a member that one of their recovery codes was used, and how many there are now."""
    member = _active(tx, event)
    if member is None:
        return None
    values = {"link": f"{sender.url}/desk/account", "left": codes_left(tx, member.id), "off": not member.second_factor}
    values |= {"owner": int(member.role == "owner")}
    return Letter("staff_recovery_code", to_member(member), values)


def secrets_discarded(tx: Tx, sender: Sender, event: Payload) -> Letter | None:
    """Tell an owner what stopped working because its secret is lost."""
    member = _active(tx, event)
    if member is None:
        return None
    values = {
        "link": f"{sender.url}/desk/connections",
        "employer": _employer(tx, member.employer_id),
        "sign_on": int(event["single_sign_on"]),
        "hosts": event["hosts"],
    }
    return Letter("staff_secrets_discarded", to_member(member), values)


def invitation(tx: Tx, sender: Sender, event: Payload) -> Letter | None:
    """Create an invitation's link. The earlier link stops working."""
    member = find_member(tx, event["member_id"])
    token = issue_link(tx, member.id, "invite") if member else None
    if member is None or token is None:
        return None
    inviter = inviter_of(tx, member.id)
    values = {
        "link": f"{sender.url}/desk/invitation?key={token}",
        "employer": _employer(tx, member.employer_id),
        "inviter": plain_name(inviter.name) if inviter else "",
        "role": member.role,
        "locations": ", ".join(
            sorted(plain_title(find_location(tx, member.employer_id, one).name) for one in member.location_ids)
        ),
        "first": int(all(one.id == member.id for one in members_of(tx, member.employer_id))),
        "days": LIFETIMES["invite"].days,
    }
    return Letter("staff_invitation", to_member(member), values)


def claim(tx: Tx, sender: Sender, event: Payload) -> Letter | None:
    """Create the link that proves a claim, for the address at the domain of the jobs."""
    issued = issue_claim_key(tx, event["claim_id"])
    member = find_member(tx, issued[0].requested_by) if issued and issued[0].requested_by else None
    if issued is None or member is None:
        return None
    claimed, token = issued
    values = {"asker": plain_name(member.name), "employer": _employer(tx, claimed.employer_id)}
    values |= {"domain": claimed.domain, "link": f"{sender.url}/desk/jobs/claim?key={token}"}
    return Letter("staff_claim", Recipient(claimed.email or "", "", "", member.language), values)


def domain_proof(tx: Tx, sender: Sender, event: Payload) -> Letter | None:
    """Create the link that proves a domain, for the domain's administrators."""
    issued = issue_domain_key(tx, event["employer_id"], event["domain"])
    member = find_member(tx, event["member_id"])
    if issued is None or member is None:
        return None
    domain, token = issued
    values = {"asker": plain_name(member.name), "employer": _employer(tx, domain.employer_id)}
    values |= {"domain": domain.domain, "link": f"{sender.url}/desk/connections?key={token}"}
    return Letter("staff_domain", Recipient(domain.email or "", "", "", member.language), values)


def sign_on_consent(tx: Tx, sender: Sender, event: Payload) -> Letter | None:
    """Create the link that allows a member's first sign-in through the employer's provider."""
    issued = issue_consent_key(tx, event["member_id"])
    if issued is None:
        return None
    member, issuer, token = issued
    values: dict[str, Any] = {"employer": _employer(tx, member.employer_id), "owner": int(member.role == "owner")}
    values |= {"provider": urlsplit(issuer).hostname or issuer, "link": f"{sender.url}/desk/sign-in?allow={token}"}
    return Letter("staff_sign_on", to_member(member), values)


def other_owners(tx: Tx, event: Payload) -> Iterator[dict[str, Any]]:
    """Each owner of an employer, except the one who did it."""
    by_id = event.get("by_id") or event.get("member_id")
    by = find_member(tx, by_id) if by_id else None
    for member in owners_of(tx, by.employer_id if by else event["employer_id"]):
        if member.id != by_id:
            yield {**event, "member_id": member.id, "by_id": by_id}


def sign_on_required(tx: Tx, sender: Sender, event: Payload) -> Letter | None:
    """Tell an owner that single sign-on is required, and who is the exception, or that it no longer is."""
    member, by = _active(tx, event), find_member(tx, event.get("by_id") or "")
    if member is None:
        return None
    keeper = find_member(tx, event.get("break_glass_id") or "")
    values = {"link": f"{sender.url}/desk/connections", "employer": _employer(tx, member.employer_id)}
    values |= {"by": plain_name(by.name) if by else "", "keeper": plain_name(keeper.name) if keeper else ""}
    choices = {"required": int(keeper is not None), "own": int(keeper is not None and keeper.id == member.id)}
    choices |= {"others": int(len(owners_of(tx, member.employer_id)) > 1)}
    return Letter("staff_sign_on_required", to_member(member), {**values, **choices})


def break_glass_used(tx: Tx, sender: Sender, event: Payload) -> Letter | None:
    """Tell an owner that the exception signed in without the single sign-on that is required."""
    member, by = _active(tx, event), find_member(tx, event["by_id"])
    if member is None or by is None:
        return None
    values = {"owner": plain_name(by.name), "employer": _employer(tx, member.employer_id)}
    values |= {"device": event["device"], "link": f"{sender.url}/desk/connections"}
    return Letter("staff_break_glass", to_member(member), values)


def owners_with(tx: Tx, event: Payload) -> Iterator[dict[str, Any]]:
    """Each owner of the employer of a new owner, the new one, and who made them one."""
    added, by_id = find_member(tx, event["member_id"]), event.get("by_id")
    notified = [member.id for member in owners_of(tx, added.employer_id)] if added else []
    for member_id in dict.fromkeys([*notified, by_id] if by_id else notified):
        yield {**event, "member_id": member_id, "added_id": event["member_id"]}


def owner_added(tx: Tx, sender: Sender, event: Payload) -> Letter | None:
    """Tell an owner, or who was one, that there is a new one."""
    member, added = find_member(tx, event["member_id"]), find_member(tx, event["added_id"])
    if member is None or added is None:
        return None
    values = {"owner": plain_name(added.name), "employer": _employer(tx, member.employer_id)}
    by = find_member(tx, event.get("by_id") or "")
    values |= {"link": f"{sender.url}/desk/team", "by": plain_name(by.name) if by else ""}
    choices = {"handed_over": int(event.get("handed_over", True)), "own": int(member.id == added.id)}
    return Letter("staff_owner_added", to_member(member), {**values, **choices})


def ended(tx: Tx, _sender: Sender, event: Payload) -> Letter | None:
    """Tell a member that their employer's account was closed."""
    member = find_member(tx, event["member_id"])
    return (
        Letter("staff_closed", to_member(member), {"employer": _employer(tx, member.employer_id)}) if member else None
    )


def team(tx: Tx, event: Payload) -> Iterator[dict[str, Any]]:
    """Each member of an employer."""
    for member in members_of(tx, event["employer_id"]):
        if member.state == "active":
            yield {"member_id": member.id}


def merged(tx: Tx, sender: Sender, event: Payload) -> Letter | None:
    """Tell a member that an operator merged the two records of their employer, and what is theirs now."""
    member = _active(tx, event)
    if member is None:
        return None
    owner = member.role == "owner"
    link = f"{sender.url}/desk/{'team' if owner else 'sign-in'}"
    values = {"link": link, "employer": _employer(tx, member.employer_id), "owner": int(owner)}
    return Letter("staff_merged", to_member(member), values)


def joined(tx: Tx, sender: Sender, event: Payload) -> Letter | None:
    """Tell a new member, who joined by single sign-on, that they are on the team."""
    member = find_member(tx, event["member_id"])
    if member is None:
        return None
    values = {"link": f"{sender.url}/desk", "employer": _employer(tx, member.employer_id)}
    return Letter("staff_joined", to_member(member), values)


def claim_decided(tx: Tx, sender: Sender, event: Payload) -> Letter | None:
    """Tell the member who asked what an operator decided."""
    found = find_claim(tx, event["claim_id"])
    member = find_member(tx, found.requested_by) if found and found.requested_by else None
    if member is None or member.state != "active":
        return None
    values = {
        "link": f"{sender.url}/desk/jobs",
        "employer": _employer(tx, member.employer_id),
        "approved": int(event["approved"]),
        "reason": event.get("reason") or "",  # By an operator: ours, not a stranger's.
    }
    return Letter("staff_claim_decided", to_member(member), values)


def hiring_for(tx: Tx, event: Payload) -> Iterator[dict[str, Any]]:
    """Each member who hires for a job."""
    posting = find_posting(tx, event["posting_id"])
    for member in members_covering(tx, posting.employer_id, posting.location_id) if posting else ():
        yield {"member_id": member.id, "posting_id": event["posting_id"]}


def job_dropped(tx: Tx, sender: Sender, event: Payload) -> Letter | None:
    """Tell a member that a job is missing from its feed, and when the people who wait will be told."""
    member, posting = find_member(tx, event["member_id"]), find_posting(tx, event["posting_id"])
    if member is None or posting is None or not posting.dropped_at:
        return None
    place = find_location(tx, posting.employer_id, posting.location_id) if posting.location_id else None
    hours = int(DROPPED_GRACE.total_seconds() // 3600)
    values = {"link": f"{sender.url}/desk/jobs", "job": job_in_mail(posting.title, place), "hours": hours}
    return Letter("staff_job_dropped", to_member(member), values)


def webhook_disabled(tx: Tx, sender: Sender, event: Payload) -> Letter | None:
    """Tell an owner that events are no longer sent to one of their addresses."""
    member = _active(tx, event)
    values = {"link": f"{sender.url}/desk/connections", "host": event["host"], "gone": int(event["reason"] == "gone")}
    return Letter("staff_webhook_disabled", to_member(member), values) if member else None


def owners_left_or_new(tx: Tx, event: Payload) -> Iterator[dict[str, Any]]:
    """A new owner; all owners if one has left."""
    changed = find_member(tx, event["member_id"])
    found = owners_of(tx, changed.employer_id) if changed else []
    for member in [one for one in found if one.id == event["member_id"]] or found:
        yield {"member_id": member.id, "changed_id": event["member_id"], "hosts": event["hosts"]}


def webhooks_stay(tx: Tx, sender: Sender, event: Payload) -> Letter | None:
    """Tell an owner which addresses still receive events after a change of owners."""
    member, changed = find_member(tx, event["member_id"]), find_member(tx, event["changed_id"])
    if member is None or changed is None:
        return None
    values = {"owner": plain_name(changed.name), "employer": _employer(tx, member.employer_id), "hosts": event["hosts"]}
    values |= {"link": f"{sender.url}/desk/connections"}
    return Letter("staff_webhooks_stay", to_member(member), {**values, "own": int(member.id == changed.id)})


def _active(tx: Tx, event: Payload) -> Member | None:
    member = find_member(tx, event["member_id"])
    return member if member and member.state == "active" else None


def _employer(tx: Tx, employer_id: str) -> str:
    return plain_employer(find_employer(tx, employer_id).name)
