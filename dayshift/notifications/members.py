"""Mails to members of an employer: sign-in links, invitations, claims, and jobs that a feed no longer lists."""

from urllib.parse import quote, urlsplit

from dayshift.core.db import Tx
from dayshift.core.plain import plain_employer, plain_name, plain_title
from dayshift.core.tasks import Task, Write, enqueue
from dayshift.hiring.applications import DROPPED_GRACE
from dayshift.hiring.employers import (
    LIFETIMES,
    Claim,
    Domain,
    Employer,
    Member,
    Posting,
    find_claim,
    find_employer,
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
    owners_of,
)
from dayshift.notifications.sender import Sender
from dayshift.notifications.wording import word_mail
from dayshift.providers import email

SIGN_IN_LINK = "notifications.staff.sign_in_link"
SIGN_UP = "notifications.staff.sign_up"
SIGN_UP_REFUSED = "notifications.staff.sign_up_refused"
JOIN_ASKED = "notifications.staff.join_asked"
TELL_JOIN_ASKED = "notifications.staff.tell_join_asked"
INVITATION = "notifications.staff.invitation"
CLAIM = "notifications.staff.claim"
CLAIM_DECIDED = "notifications.staff.claim_decided"
JOB_DROPPED = "notifications.staff.job_dropped"
TELL_DROPPED = "notifications.staff.tell_dropped"
WEBHOOK_DISABLED = "notifications.staff.webhook_disabled"
TELL_WEBHOOK_DISABLED = "notifications.staff.tell_webhook_disabled"
WEBHOOKS_STAY = "notifications.staff.webhooks_stay"
TELL_WEBHOOKS_STAY = "notifications.staff.tell_webhooks_stay"
DOMAIN_PROOF = "notifications.staff.domain_proof"
SIGN_ON_CONSENT = "notifications.staff.sign_on_consent"
OWNER_ADDED = "notifications.staff.owner_added"
TELL_OWNER_ADDED = "notifications.staff.tell_owner_added"
ENDED = "notifications.staff.ended"
MERGED = "notifications.staff.merged"
TELL_MERGED = "notifications.staff.tell_merged"
JOINED = "notifications.staff.joined"
SECOND_FACTOR_RESET = "notifications.staff.second_factor_reset"


async def sign_in_link(sender: Sender, task: Task) -> None:
    """Create a sign-in link and mail it. Its token is not stored, so a retried task creates a new one."""
    employer_id = task.payload.get("employer_id")

    def issue(tx: Tx) -> tuple[Member, str, str] | None:
        issued = issue_sign_in_link(tx, task.payload["email"], employer_id)
        return (*issued, find_employer(tx, employer_id).name if employer_id else "") if issued else None

    issued = await sender.db.write(issue)
    if issued is None:
        return
    member, token, employer = issued
    minutes = int(LIFETIMES["sign_in"].total_seconds() // 60)
    link = f"{sender.url}/desk/sign-in?key={token}"
    if page := task.payload.get("next"):
        link += f"&next={quote(page, safe='')}"
    await _mail(sender, task, member, "staff_sign_in", link=link, minutes=minutes, employer=plain_employer(employer))


async def sign_up(sender: Sender, task: Task) -> None:
    """Create the link that adds an employer, and mail it to the address that it proves."""
    issued = await sender.db.write(issue_sign_up_key, task.payload["sign_up_id"])
    if issued is not None:
        found, token = issued
        values = {"first_name": plain_name(found.name), "employer": plain_employer(found.employer)}
        link = f"{sender.url}/desk/start?key={token}"
        await _send(sender, task, found.email, "", found.language, "staff_sign_up", link=link, **values)


async def sign_up_refused(sender: Sender, task: Task) -> None:
    """Tell somebody that an operator did not add their employer, and why."""
    about = task.payload
    values = {"first_name": plain_name(about["name"]), "employer": plain_employer(about["employer"])}
    reason = about["reason"]  # By an operator: ours, not a stranger's.
    values |= {"reason": reason, "link": f"{sender.url}/desk/start"}
    await _send(sender, task, about["email"], "", about["language"], "staff_sign_up_refused", **values)


async def join_asked(_sender: Sender, task: Task) -> Write:
    """Plan a mail to each owner of an employer about somebody who asks for an invitation."""

    def write(tx: Tx) -> None:
        for member in owners_of(tx, task.payload["employer_id"]):
            payload = {**task.payload, "member_id": member.id}
            enqueue(tx, TELL_JOIN_ASKED, payload, key=f"{TELL_JOIN_ASKED}:{task.id}:{member.id}")

    return write


async def tell_join_asked(sender: Sender, task: Task) -> None:
    """Tell an owner who asks for an invitation."""
    member = await sender.db.read(find_member, task.payload["member_id"])
    if member and member.state == "active":
        link = f"{sender.url}/desk/team?invite="
        about = {"asker": plain_name(task.payload["name"]), "asker_email": task.payload["email"]}
        await _mail(sender, task, member, "staff_join_asked", link=link, **about)


async def second_factor_reset(sender: Sender, task: Task) -> None:
    """Tell a member that somebody else has removed their second factor."""
    member = await sender.db.read(find_member, task.payload["member_id"])
    if member and member.state == "active":
        await _mail(sender, task, member, "staff_second_factor_reset", link=f"{sender.url}/desk/sign-in")


async def invitation(sender: Sender, task: Task) -> None:
    """Create an invitation's link and mail it. The earlier link stops working."""

    def issue(tx: Tx) -> tuple[Member, Employer, str, Member | None] | None:
        member = find_member(tx, task.payload["member_id"])
        token = issue_link(tx, member.id, "invite") if member else None
        if member is None or token is None:
            return None
        return member, find_employer(tx, member.employer_id), token, inviter_of(tx, member.id)

    issued = await sender.db.write(issue)
    if issued is None:
        return
    member, employer, token, inviter = issued
    await _mail(
        sender,
        task,
        member,
        "staff_invitation",
        link=f"{sender.url}/desk/invitation?key={token}",
        employer=plain_employer(employer.name),
        inviter=plain_name(inviter.name) if inviter else "",
        role=member.role,
        days=LIFETIMES["invite"].days,
    )


async def claim(sender: Sender, task: Task) -> None:
    """Create the link that proves a claim, and mail it to the address at the domain of the jobs."""

    def issue(tx: Tx) -> tuple[Claim, str, Employer, Member] | None:
        issued = issue_claim_key(tx, task.payload["claim_id"])
        member = find_member(tx, issued[0].requested_by) if issued and issued[0].requested_by else None
        return (*issued, find_employer(tx, issued[0].employer_id), member) if issued and member else None

    issued = await sender.db.write(issue)
    if issued is None:
        return
    claimed, token, employer, member = issued
    values = {"asker": plain_name(member.name), "employer": plain_employer(employer.name), "domain": claimed.domain}
    link = f"{sender.url}/desk/jobs/claim?key={token}"
    await _send(sender, task, claimed.email or "", "", member.language, "staff_claim", link=link, **values)


async def domain_proof(sender: Sender, task: Task) -> None:
    """Create the link that proves a domain, and mail it to the domain's administrators."""

    def issue(tx: Tx) -> tuple[Domain, str, Employer, Member] | None:
        issued = issue_domain_key(tx, task.payload["employer_id"], task.payload["domain"])
        member = find_member(tx, task.payload["member_id"])
        return (*issued, find_employer(tx, issued[0].employer_id), member) if issued and member else None

    issued = await sender.db.write(issue)
    if issued is None:
        return
    domain, token, employer, member = issued
    values = {"asker": plain_name(member.name), "employer": plain_employer(employer.name), "domain": domain.domain}
    link = f"{sender.url}/desk/connections?key={token}"
    await _send(sender, task, domain.email or "", "", member.language, "staff_domain", link=link, **values)


async def sign_on_consent(sender: Sender, task: Task) -> None:
    """Mail a member the link that allows their first sign-in through the employer's provider."""

    def issue(tx: Tx) -> tuple[Member, str, str, Employer] | None:
        issued = issue_consent_key(tx, task.payload["member_id"])
        return (*issued, find_employer(tx, issued[0].employer_id)) if issued else None

    issued = await sender.db.write(issue)
    if issued is None:
        return
    member, issuer, token, employer = issued
    provider = urlsplit(issuer).hostname or issuer
    link = f"{sender.url}/desk/sign-in?allow={token}"
    about = plain_employer(employer.name)
    await _mail(sender, task, member, "staff_sign_on", link=link, employer=about, provider=provider)


async def owner_added(_sender: Sender, task: Task) -> Write:
    """Plan a mail to each owner about the one that an operator added."""

    def write(tx: Tx) -> None:
        added = find_member(tx, task.payload["member_id"])
        for member in members_of(tx, added.employer_id) if added else ():
            if member.role == "owner" and member.state == "active":
                payload = {"member_id": member.id, "added_id": task.payload["member_id"]}
                enqueue(tx, TELL_OWNER_ADDED, payload, key=f"{TELL_OWNER_ADDED}:{task.id}:{member.id}")

    return write


async def tell_owner_added(sender: Sender, task: Task) -> None:
    """Tell an owner that an operator named a new one."""

    def load(tx: Tx) -> tuple[Member, Member, Employer] | None:
        member, added = find_member(tx, task.payload["member_id"]), find_member(tx, task.payload["added_id"])
        return (member, added, find_employer(tx, member.employer_id)) if member and added else None

    found = await sender.db.read(load)
    if found is not None:
        member, added, employer = found
        about = {"owner": plain_name(added.name), "employer": plain_employer(employer.name)}
        own = int(member.id == added.id)
        await _mail(sender, task, member, "staff_owner_added", link=f"{sender.url}/desk/team", own=own, **about)


async def ended(sender: Sender, task: Task) -> None:
    """Tell a member that an operator closed their employer's account."""

    def load(tx: Tx) -> tuple[Member, Employer] | None:
        member = find_member(tx, task.payload["member_id"])
        return (member, find_employer(tx, member.employer_id)) if member else None

    found = await sender.db.read(load)
    if found is not None:
        await _mail(sender, task, found[0], "staff_closed", employer=plain_employer(found[1].name))


async def merged(_sender: Sender, task: Task) -> Write:
    """Plan a mail to each member of an employer whose two records were merged."""

    def write(tx: Tx) -> None:
        for member in members_of(tx, task.payload["employer_id"]):
            if member.state == "active":
                enqueue(tx, TELL_MERGED, {"member_id": member.id}, key=f"{TELL_MERGED}:{task.id}:{member.id}")

    return write


async def tell_merged(sender: Sender, task: Task) -> None:
    """Tell a member that an operator merged the two records of their employer, and what is theirs now."""

    def load(tx: Tx) -> tuple[Member, Employer] | None:
        member = find_member(tx, task.payload["member_id"])
        return (member, find_employer(tx, member.employer_id)) if member and member.state == "active" else None

    found = await sender.db.read(load)
    if found is not None:
        member, employer = found
        owner, about = member.role == "owner", plain_employer(employer.name)
        link = f"{sender.url}/desk/{'team' if owner else 'sign-in'}"
        await _mail(sender, task, member, "staff_merged", link=link, employer=about, owner=int(owner))


async def joined(sender: Sender, task: Task) -> None:
    """Tell a new member, who joined by single sign-on, that they are on the team."""

    def load(tx: Tx) -> tuple[Member, Employer] | None:
        member = find_member(tx, task.payload["member_id"])
        return (member, find_employer(tx, member.employer_id)) if member else None

    found = await sender.db.read(load)
    if found is not None:
        member, employer = found
        link = f"{sender.url}/desk"
        await _mail(sender, task, member, "staff_joined", link=link, employer=plain_employer(employer.name))


async def claim_decided(sender: Sender, task: Task) -> None:
    """Tell the member who asked what an operator decided."""

    def load(tx: Tx) -> tuple[Employer, Member] | None:
        found = find_claim(tx, task.payload["claim_id"])
        member = find_member(tx, found.requested_by) if found and found.requested_by else None
        return (find_employer(tx, member.employer_id), member) if member and member.state == "active" else None

    found = await sender.db.read(load)
    if found is None:
        return
    employer, member = found
    approved = int(task.payload["approved"])
    about = plain_employer(employer.name)
    link = f"{sender.url}/desk/jobs"
    reason = task.payload.get("reason") or ""  # By an operator: ours, not a stranger's.
    await _mail(
        sender, task, member, "staff_claim_decided", link=link, employer=about, approved=approved, reason=reason
    )


async def job_dropped(_sender: Sender, task: Task) -> Write:
    """Plan a mail to each member who hires for a job that its feed no longer lists."""

    def write(tx: Tx) -> None:
        posting = find_posting(tx, task.payload["posting_id"])
        if posting is None:
            return
        for member in members_covering(tx, posting.employer_id, posting.location_id):
            payload = {"member_id": member.id, "posting_id": posting.id}
            enqueue(tx, TELL_DROPPED, payload, key=f"{TELL_DROPPED}:{posting.id}:{posting.version}:{member.id}")

    return write


async def tell_dropped(sender: Sender, task: Task) -> None:
    """Tell a member that a job is missing from its feed, and when the people who wait will be told."""

    def load(tx: Tx) -> tuple[Member, Posting] | None:
        member, posting = find_member(tx, task.payload["member_id"]), find_posting(tx, task.payload["posting_id"])
        return (member, posting) if member and posting and posting.dropped_at else None

    found = await sender.db.read(load)
    if found is None:
        return
    member, posting = found
    hours = int(DROPPED_GRACE.total_seconds() // 3600)
    link = f"{sender.url}/desk/jobs"
    await _mail(sender, task, member, "staff_job_dropped", link=link, job=plain_title(posting.title), hours=hours)


async def webhook_disabled(_sender: Sender, task: Task) -> Write:
    """Plan a mail to each owner about an address of theirs that events are no longer sent to."""

    def write(tx: Tx) -> None:
        for member in members_of(tx, task.payload["employer_id"]):
            if member.role == "owner" and member.state == "active":
                payload = {"member_id": member.id, "host": task.payload["host"], "reason": task.payload["reason"]}
                enqueue(tx, TELL_WEBHOOK_DISABLED, payload, key=f"{TELL_WEBHOOK_DISABLED}:{task.id}:{member.id}")

    return write


async def tell_webhook_disabled(sender: Sender, task: Task) -> None:
    """Tell an owner that events are no longer sent to one of their addresses."""
    member = await sender.db.read(find_member, task.payload["member_id"])
    if member and member.state == "active":
        gone = int(task.payload["reason"] == "gone")
        link = f"{sender.url}/desk/connections"
        await _mail(sender, task, member, "staff_webhook_disabled", link=link, host=task.payload["host"], gone=gone)


async def webhooks_stay(_sender: Sender, task: Task) -> Write:
    """Plan a mail about the addresses that still receive events: to a new owner; to all of them if one has left."""

    def write(tx: Tx) -> None:
        changed = find_member(tx, task.payload["member_id"])
        owners = (
            [one for one in members_of(tx, changed.employer_id) if one.role == "owner" and one.state == "active"]
            if changed
            else []
        )
        for member in [changed] if changed in owners else owners:
            payload = {"member_id": member.id, "changed_id": task.payload["member_id"], "hosts": task.payload["hosts"]}
            enqueue(tx, TELL_WEBHOOKS_STAY, payload, key=f"{TELL_WEBHOOKS_STAY}:{task.id}:{member.id}")

    return write


async def tell_webhooks_stay(sender: Sender, task: Task) -> None:
    """Tell an owner which addresses still receive events after a change of owners."""

    def load(tx: Tx) -> tuple[Member, Member, Employer] | None:
        member, changed = find_member(tx, task.payload["member_id"]), find_member(tx, task.payload["changed_id"])
        return (member, changed, find_employer(tx, member.employer_id)) if member and changed else None

    found = await sender.db.read(load)
    if found is not None:
        member, changed, employer = found
        about = {"owner": plain_name(changed.name), "employer": plain_employer(employer.name)}
        link, own = f"{sender.url}/desk/connections", int(member.id == changed.id)
        await _mail(
            sender, task, member, "staff_webhooks_stay", link=link, own=own, hosts=task.payload["hosts"], **about
        )


async def _mail(sender: Sender, task: Task, member: Member, template: str, **values: str | int) -> None:
    values["first_name"] = plain_name(member.first_name)
    await _send(sender, task, member.email, plain_name(member.name), member.language, template, **values)


async def _send(
    sender: Sender, task: Task, address: str, name: str, language: str, template: str, **values: str | int
) -> None:
    words = word_mail(language, template, product=sender.product, url=sender.url, **values)
    # A new message id: the email program must show the new link, not deduplicate the message.
    message_id = f"{task.id}-{task.attempts}"
    await sender.mailer.send(email.Message(message_id, address, name, words.subject, words.text, words.html))
