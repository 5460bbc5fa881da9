"""Mails to members of an employer about signing in: links and invitations."""

from dayshift.core.db import Tx
from dayshift.core.tasks import Task
from dayshift.employers import (
    LIFETIMES,
    Employer,
    Member,
    find_employer,
    find_member,
    inviter_of,
    issue_link,
    issue_sign_in_link,
)
from dayshift.notifications.sender import Sender
from dayshift.notifications.wording import plain_name, plain_title, word_mail
from dayshift.providers import email

SIGN_IN_LINK = "notifications.staff.sign_in_link"
INVITATION = "notifications.staff.invitation"


async def sign_in_link(sender: Sender, task: Task) -> None:
    """Create a sign-in link and mail it. Its token is not stored, so a retried task creates a new one."""
    issued = await sender.db.write(issue_sign_in_link, task.payload["email"])
    if issued is None:
        return
    member, token = issued
    minutes = int(LIFETIMES["sign_in"].total_seconds() // 60)
    link = f"{sender.url}/desk/sign-in?key={token}"
    await _mail(sender, task, member, "staff_sign_in", link=link, minutes=minutes)


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
        employer=plain_title(employer.name),
        inviter=plain_name(inviter.name) if inviter else "",
        role=member.role,
        days=LIFETIMES["invite"].days,
    )


async def _mail(sender: Sender, task: Task, member: Member, template: str, **values: str | int) -> None:
    values |= {"first_name": plain_name(member.first_name), "product": sender.product, "url": sender.url}
    words = word_mail(member.language, template, **values)
    # A new message id: the email program must show the new link, not deduplicate the message.
    message_id = f"{task.id}-{task.attempts}"
    name = plain_name(member.name)
    await sender.mailer.send(email.Message(message_id, member.email, name, words.subject, words.text, words.html))
