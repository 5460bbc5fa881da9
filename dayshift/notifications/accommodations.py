"""Mails about accommodations: to operators, who have to answer, and to the candidate."""

from dayshift.accounts import User, find_user, operator_ids
from dayshift.core.clock import now
from dayshift.core.dates import date_in_words
from dayshift.core.db import Tx
from dayshift.core.plain import plain_name
from dayshift.core.tasks import Task, Write, enqueue
from dayshift.interviews.reviews import Accommodation, find_accommodation
from dayshift.knowledge.jurisdictions import NYC_ZONE
from dayshift.notifications.sender import Sender
from dayshift.notifications.wording import word_mail
from dayshift.providers import email

ASKED = "notifications.accommodation.asked"
TELL = "notifications.accommodation.tell"
ANSWERED = "notifications.accommodation.answered"


async def asked(sender: Sender, task: Task) -> Write:
    """Enqueue a mail to each operator."""
    operators = await sender.db.read(operator_ids)
    one = task.payload["accommodation_id"]

    def write(tx: Tx) -> None:
        for operator in operators:
            enqueue(tx, TELL, {"accommodation_id": one, "user_id": operator}, key=f"{TELL}:{one}:{operator}")

    return write


async def tell(sender: Sender, task: Task) -> None:
    """Tell an operator that somebody waits. What they need is only on the page, behind a sign-in."""
    found, operator = await sender.db.read(_load, task.payload["accommodation_id"], task.payload["user_id"])
    if found and operator and found.state == "open":
        late = now() > found.due_at
        link = f"{sender.url}/operations"
        await _mail(sender, task, operator, "accommodation_asked", found, link=link, late=late)


async def answered(sender: Sender, task: Task) -> None:
    """Tell the candidate the answer."""
    found = await sender.db.read(find_accommodation, task.payload["accommodation_id"])
    user = await sender.db.lookup(find_user, found.user_id) if found else None
    if found and user and found.state != "open":
        link = f"{sender.url}/video-interview-prep"
        name = f"accommodation_{found.state}"
        await _mail(sender, task, user, name, found, link=link, reply=found.reply)


def _load(tx: Tx, accommodation_id: str, user_id: str) -> tuple[Accommodation | None, User | None]:
    return find_accommodation(tx, accommodation_id), find_user(tx, user_id)


async def _mail(
    sender: Sender, task: Task, to: User, name: str, found: Accommodation, **values: str | bool | None
) -> None:
    if not to.email:
        return
    by = date_in_words(found.due_at.astimezone(NYC_ZONE), to.language)
    words = word_mail(
        to.language, name, first_name=plain_name(to.first_name), product=sender.product, url=sender.url, by=by, **values
    )
    await sender.mailer.send(
        email.Message(task.id, to.email, plain_name(to.full_name), words.subject, words.text, words.html)
    )
