"""What others wrote cannot look like our own words in a mail, whatever door it came through."""

from typing import Any

import pytest

from dayshift.core.names import WORD_JOINER, clean_name, is_link
from dayshift.core.plain import plain_employer
from dayshift.notifications.wording import word_mail

OURS = "https://dayshift.example"
MESSAGE = {
    "product": "Dayshift", "url": OURS, "first_name": "Maya", "member": "Ana", "job": "Cook", "employer": "Two Spoons",
    "text": "See you!", "link": f"{OURS}/application?id=1", "unsubscribe": f"{OURS}/unsubscribe?key=1",
}  # fmt: skip
HOSTILE = [
    "Cook\n\n** Your account is locked\n\nSign in: https://evil.example/login",
    "Cook\r\n\r\n> quoted",
    "Cook\u2028\u2028** Pay now",
    "Cook\x0b\x0c\x1b[2J",
    "** Cook",
    "> Cook",
    "\u202eevil.example/x",
    "Prize: https://evil.example/",
    f"Prize: {OURS}.evil.example/login",
    "mail pay@evil.example",
]


def test_an_email_about_an_application_begins_with_employer_and_job_and_says_why_it_came() -> None:
    mail = word_mail("en", "application_message", **MESSAGE)
    body = mail.html.split("</table>")[1]
    assert body.index("Two Spoons</strong><br>Cook</p>") < body.index("Hi Maya")
    assert "You get this email because you applied for Cook at Two Spoons." in mail.text


@pytest.mark.parametrize("name", ["job", "employer", "member"])
@pytest.mark.parametrize("value", HOSTILE)
def test_a_name_stays_on_its_line_and_is_no_link(name: str, value: str) -> None:
    usual = word_mail("en", "application_message", **MESSAGE)
    mail = word_mail("en", "application_message", **{**MESSAGE, name: value})
    assert mail.text.count("\n") == usual.text.count("\n")
    assert mail.html.count("<p>") == usual.html.count("<p>")
    assert mail.html.count("href=") == usual.html.count("href=")
    assert mail.html.count("<span") == usual.html.count("<span")
    assert "\n" not in mail.subject
    assert not {"\u202e", "\u2028", "\x1b", "\x0b"} & set(mail.text + mail.subject + mail.html)
    for text in (mail.text, mail.subject, mail.html):
        assert "evil.example" not in text
        assert "://evil" not in text


@pytest.mark.parametrize("value", HOSTILE)
def test_what_a_person_wrote_is_one_quotation(value: str) -> None:
    mail = word_mail("en", "application_message", **{**MESSAGE, "text": value})
    body = mail.text.split("about Cook:\n\n")[1].split("\n\nAnswer: ")[0]
    assert all(line.startswith(">") for line in body.split("\n"))
    assert mail.html.count("href=") == word_mail("en", "application_message", **MESSAGE).html.count("href=")


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("application_letter", {"action": "invite", "letter": "{}"}),
        ("job_answer", {"question": "{}", "answer": "{}"}),
        ("accommodation_arranged", {"reply": "{}"}),
        ("application_meeting", {"when": "May 1", "place": "{}", "ask_for": "{}"}),
        ("application_hired", {"start": "May 1", "first_shift": "{}", "where": "{}", "bring": "{}"}),
    ],
)
def test_text_of_others_is_quoted_in_every_mail(language: str, name: str, values: dict[str, Any]) -> None:
    def rendered(text: str) -> str:
        given = {key: value.format(text) if value == "{}" else value for key, value in values.items()}
        return word_mail(language, name, **{**MESSAGE, **given}).text

    text = rendered("Hi\n\n** Sign in\n\nGo: https://evil.example/login")
    ours = [line for line in text.split("\n") if not line.startswith(">")]
    assert ours == [line for line in rendered("Hi").split("\n") if not line.startswith(">")]
    assert "Sign in" in text


def test_a_company_may_be_called_like_its_site_and_is_no_link() -> None:
    mail = word_mail("en", "application_message", **{**MESSAGE, "employer": plain_employer("Amazon.com")})
    assert mail.subject == f"A message from Amazon.{WORD_JOINER}com"
    for name in ("Dunkin' St. 5", "J. Ortiz", "U.S. Foods", "O\u2019Shea & Sons, Inc.", "7-Eleven", "Pay $18.50 p.m."):
        mail = word_mail("en", "application_message", **{**MESSAGE, "employer": name})
        assert mail.subject == f"A message from {name}"


@pytest.mark.parametrize("name", ["Amazon.com", "Dunkin' St. 5", "Booking.com B.V.", "J.R. Ortiz", "Cook/Server"])
def test_names_that_are_none_of_these_are_kept(name: str) -> None:
    assert clean_name(f" {name}\n ") == name


@pytest.mark.parametrize("name", ["http://x", "www.evil", "a@evil.com", "evil.com/x", "Mailto:me", "x\\\\y"])
def test_links_and_addresses_are_no_names(name: str) -> None:
    assert is_link(f"Ana {name}")
    assert clean_name(f"Ana {name}") == ""
