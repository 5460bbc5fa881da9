"""What people wrote says its language in mails of the other language, so that it is read out right."""

import re
from datetime import UTC, datetime
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
import time_machine
from starlette.testclient import TestClient

from dayshift.core.language import LANGUAGES, language_of_title
from dayshift.notifications import wording
from dayshift.notifications.wording import Wording, word_mail, word_mail_in_all
from tests.hiring.applications.test_candidate import decide, sent
from tests.notifications.test_interviews import mail_bodies, mails
from tests.people import Person
from tests.staff import business

__all__ = ["mails"]

TEMPLATES = Path(wording.__file__).parent / "templates"
QUOTES = re.compile(r"\b(?:job|title|place|where|first_shift|bring|letter|text|question|answer|reply|words)\b[^{}]*}}")
QUOTES_NOBODY = {"application_sharing", "interview_text", "no_replies", "why"}
KINDS = sorted(
    file.stem
    for file in (TEMPLATES / "es").glob("*.txt")
    if QUOTES.search(file.read_text("utf-8")) and file.stem not in QUOTES_NOBODY
)
OURS = "https://dayshift.example"


def values(title: str, words: str) -> dict[str, Any]:
    """Return what the mails need, with these words wherever somebody else's are quoted."""
    prose = dict.fromkeys(("letter", "text", "question", "answer", "reply", "words"), words)
    places = dict.fromkeys(("place", "where", "first_shift", "bring"), words)
    one = {"employer": "Diner", "job": title, "by": None, "name": "Ana", "action": "ask", "reason": "closed"}
    jobs = [{"title": title, "link": f"{OURS}/jobs/1", "pay": "$20", "miles": 2, "employer": "Diner", "place": words}]
    named = (
        "agreed",
        "too_short",
        "awaits_person",
        "has_reader",
        "sent",
        "alone",
        "again",
        "after_look",
        "more",
        "video",
        "approved",
        "moved",
        "own",
        "waits",
        "choice",
    )
    flags = dict.fromkeys((*named, "required", "agreed"), False)
    return {
        **prose, **places, **flags, "product": "Dayshift", "url": OURS, "first_name": "Eva", "job": title, "jobs": jobs,
        "employer": "Diner", "member": "Ana", "author": "Ana", "sender": "Ana", "candidate": "Eva", "who": "Eva",
        "ask_for": "Ana",
        "together": [one], "others": [],
        "decisions": [one | {"link": OURS}], "count": 1, "link": f"{OURS}/a", "all": f"{OURS}/b",
        "unsubscribe": f"{OURS}/u", "dashboard": f"{OURS}/d", "action": "offer", "by": None, "when": "3/5",
        "start": "3/5", "day": "3/5", "time": "9:00", "shift": "3/5", "hours": 24, "score": 80,
        "pay": "$21", "answered": 3, "asked": 5, "scored": 3, "levels": 5,
        "people": [one | {"late": 0}], "waiting": 1, "questions": 1, "soon": 0, "late": 0,
        "questions_link": f"{OURS}/q",
        "reason": "empty", "most": 2000, "until": "3/5", "times": ["3/5"], "declined_by": None, "choices": [],
        "team": f"{OURS}/t",
        "first_days": [one | {"start": "3/5", "link": OURS, "contact": 1}], "contact": 1,
        "offer": 0, "offered": 0, "job_open": 0, "hold_ended": True, "held": False,
        "why": "withdraw", "offer_times": "", "others_link": f"{OURS}/o", "other_jobs": f"{OURS}/m",
    }  # fmt: skip


class Spoken(HTMLParser):
    """Collects the text of a mail's body by its language."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.texts: dict[str, str] = dict.fromkeys((*LANGUAGES, ""), "")
        self._languages = [""]
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in {"meta", "br"}:
            self._languages.append(dict(attrs).get("lang") or self._languages[-1])

    def handle_endtag(self, _tag: str) -> None:
        self._languages.pop()

    def handle_data(self, data: str) -> None:
        if self.get_starttag_text() != "<title>":
            self.texts[self._languages[-1]] += data


def check(mail: Wording, other: str, own: str, *theirs: str) -> None:
    spoken = Spoken(mail.html).texts
    assert any(text in spoken[other] for text in theirs), mail.html
    assert not any(text in spoken[own] for text in theirs), mail.html
    left = re.sub("|".join(map(re.escape, theirs)), "", spoken[other])
    assert not re.search(r"\w", left), left
    assert "<span" not in mail.text + mail.subject


def test_kinds_of_mails_that_quote_somebody_are_known() -> None:
    assert {"matches", "application_sent", "application_letter", "interview_planned", "staff_unsent"} <= set(KINDS)
    assert len(KINDS) > 25


@pytest.mark.parametrize("name", KINDS)
def test_english_words_say_so_in_every_spanish_mail(name: str) -> None:
    title, words = 'Line Cook & "Baker"', "Come to the back door & ask for our manager."
    check(word_mail("es", name, **values(title, words)), "en", "es", title, words)


@pytest.mark.parametrize("name", KINDS)
def test_spanish_words_say_so_in_every_english_mail(name: str) -> None:
    title, words = "Cocinera y panadera", "Venga por la puerta de atrás."
    check(word_mail("en", name, **values(title, words)), "es", "en", title, words)


@pytest.mark.parametrize("name", KINDS)
def test_words_in_the_language_of_the_mail_are_not_marked(name: str) -> None:
    mail = word_mail("es", name, **values("Cocinera", "Venga por la puerta de atrás."))
    assert 'lang="en"' not in mail.html
    assert mail.html.count("lang=") == 1


def test_mail_in_both_languages_marks_its_other_half() -> None:
    given = values("Line Cook", "")
    same = {"product": given.pop("product"), "url": given.pop("url")}
    html = word_mail_in_all("assessment", **same, values=dict.fromkeys(LANGUAGES, given)).html
    assert 'para <span lang="en">Line Cook</span>' in html
    assert "for Line Cook" in html


@pytest.mark.parametrize(
    ("title", "language"),
    [("Line Cook", "en"), ("Cashier (nights)", "en"), ("Brand Ambassador", "en"), ("Barista", "en"), ("Cajero", "es"),
     ("Vendedora", "es"), ("Vendor", "en"), ("Ayudante de cocina", "es"), ("Lavaplatos", "es"), ("Niñera", "es"),
     ("Almacén", "es"), ("Camera operator", "en"), ("12 Long Wharf, Boston", "en")],
)  # fmt: skip
def test_language_of_a_title(title: str, language: str) -> None:
    assert language_of_title(title) == language


def test_mails_of_an_application_in_spanish(client: TestClient, person: Person, mails: Any) -> None:
    person.put("/api/auth/language", {"language": "es"})
    diner = business(client)
    # At night, the mail waits until morning.
    with time_machine.travel(datetime.now(UTC).replace(hour=16), tick=True):
        application_id = sent(person, diner)
        received = mails()
    [scored] = [one for one in received if "El resultado" in str(one["Subject"])]
    assert re.search(r'respuestas para <span lang="en">[^<]+</span>\.', mail_bodies(scored)[1])
    decide(client, diner.member("manager"), application_id, action="ask", text="Can you come by on Sunday?")
    [asked] = [one for one in mails() if "Sunday" in mail_bodies(one)[0]]
    assert re.search(r'<span lang="en">[^<]*Can you come by on Sunday\?</span>', mail_bodies(asked)[1])


@pytest.mark.parametrize("name", KINDS)
def test_a_sentence_ends_with_one_period_after_a_time(name: str) -> None:
    times = dict.fromkeys(("when", "time", "until", "start"), "jueves, 14 de mayo, 3:00 p.m.")
    mail = word_mail("es", name, **values("Mesera", "Hola") | times)
    assert "p.m.." not in mail.text + mail.html + mail.subject
