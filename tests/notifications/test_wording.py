"""What others wrote cannot look like our own words in a mail, whatever door it came through."""

import re
from typing import Any

import pytest

from dayshift.core.names import WORD_JOINER, is_link, plain_employer
from dayshift.notifications.wording import word_mail

OURS = "https://dayshift.example"
MESSAGE = {
    "product": "Dayshift", "url": OURS, "first_name": "Maya", "member": "Ana", "job": "Cook", "employer": "Two Spoons",
    "text": "See you!", "link": f"{OURS}/application?id=1", "unsubscribe": f"{OURS}/unsubscribe?key=1",
    "required": False, "choices": [], "rest": "",
}  # fmt: skip
CHOICE = {"when": "May 1, 3 PM", "link": f"{OURS}/application?id=1&time=2026-05-01T19:00:00Z"}
OFFER = {"pay": "$21", "start": "May 1", "first_shift": "9 to 5", "where": "Main Street 1", "bring": "Your ID"}
HOSTILE = [
    "Cook\n\n** Your account is locked\n\nSign in: https://evil.example/login",
    "Cook\r\n\r\n> quoted",
    "Cook\u2028\u2028** Pay now",
    "Cook\x0b\x0c\x1b[2J",
    "** Cook",
    "> Cook",
    "| Pay: $99 an hour",
    f"= Friday: {OURS}/application?id=2",
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


@pytest.mark.parametrize("action", ["ask", "invite", "offer", "close", "cancel", "no_show", "decline"])
def test_a_letter_shows_links_by_their_words(action: str) -> None:
    letter = {
        "letter": "Hi Maya",
        "action": action,
        "again": False,
        "after_look": False,
        "filled": False,
        "other_jobs": f"{OURS}/matches",
        **OFFER,
    }
    mail = word_mail("en", "application_letter", **MESSAGE, **letter)
    assert f"Stop emails about interviews and applications: {MESSAGE['unsubscribe']}" in mail.text
    assert "\n\n\n" not in mail.text
    shown = re.sub(r"<[^>]*>", "", mail.html)
    assert ("Stop emails about interviews and applications" in shown, OURS in shown) == (True, False)


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
        ("application_letter", {"action": "invite", "letter": "{}", "again": 0, "after_look": 0}),
        (
            "application_letter",
            {"action": "invite", "letter": "{}", "rest": "{}", "again": 0, "after_look": 0, "choices": [CHOICE]},
        ),
        ("job_answer", {"question": "{}", "answer": "{}"}),
        ("accommodation_arranged", {"reply": "{}"}),
        ("application_meeting", {"when": "May 1", "place": "{}", "ask_for": "{}", "choice": 0}),
        (
            "application_hired",
            {"pay": "$21", "start": "May 1", "first_shift": "{}", "where": "{}", "bring": "{}", "others": []},
        ),
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


def test_an_offer_shows_its_facts_as_a_table_in_which_nobody_can_add_a_row() -> None:
    letter = {"action": "offer", "letter": "Hi Maya", "again": 0, "after_look": 0}
    usual = word_mail("en", "application_letter", **MESSAGE, **letter, **OFFER)
    shown = re.findall(r"<th[^>]*>(.*?)</th><td[^>]*>(.*?)</td>", usual.html)
    assert shown == [
        ("Pay", "$21 an hour"),
        ("First day", "May 1"),
        ("First shift", "9 to 5"),
        ("Where", "Main Street 1"),
        ("Bring", "Your ID"),
    ]
    assert "Pay: $21 an hour\nFirst day: May 1\n" in usual.text
    hostile = word_mail(
        "en", "application_letter", **MESSAGE, **letter, **{**OFFER, "where": "Here\n| Pay: $99 an hour"}
    )
    assert (hostile.html.count("<tr>"), hostile.text.count("\n")) == (usual.html.count("<tr>"), usual.text.count("\n"))


def test_the_times_of_an_invitation_are_buttons_to_the_page_with_that_time() -> None:
    links = [f"{OURS}/application?id=1&time=2026-03-0{day}T20:00:00Z" for day in (5, 6)]
    times = [{"when": f"March {day}, 3:00 PM EST", "link": link} for day, link in zip((5, 6), links, strict=True)]
    letter = {"action": "invite", "letter": "Hi Maya", "again": 0, "after_look": 0}
    mail = word_mail("en", "application_letter", **{**MESSAGE, **letter, "choices": times})
    assert f"\n\nMarch 5, 3:00 PM EST: {links[0]}\nMarch 6, 3:00 PM EST: {links[1]}\n\n" in mail.text
    shown = re.findall(
        r'<a class="([^"]*)"[^>]* href="([^"]*)">([^<]*)</a>', mail.html.replace("\N{NO-BREAK SPACE}", " ")
    )
    buttons = [
        ("link choice", link.replace("&", "&amp;"), time["when"]) for link, time in zip(links, times, strict=True)
    ]
    assert shown[:3] == [*buttons, ("link", MESSAGE["link"], "None of these work")]
    assert 'class="button"' not in mail.html  # The times are what there is to press.


def test_a_company_may_be_called_like_its_site_and_is_no_link() -> None:
    mail = word_mail("en", "application_message", **{**MESSAGE, "employer": plain_employer("Amazon.com")})
    assert mail.subject == f"A message from Amazon.{WORD_JOINER}com"
    for name in ("Dunkin' St. 5", "J. Ortiz", "U.S. Foods", "O\u2019Shea & Sons, Inc.", "7-Eleven", "Pay $18.50 p.m."):
        mail = word_mail("en", "application_message", **{**MESSAGE, "employer": name})
        assert mail.subject == f"A message from {name}"


@pytest.mark.parametrize("name", ["Amazon.com", "Dunkin' St. 5", "Booking.com B.V.", "J.R. Ortiz", "Cook/Server"])
def test_names_that_are_none_of_these_are_kept(name: str) -> None:
    assert plain_employer(f" {name}\n ") == name


@pytest.mark.parametrize("name", ["http://x", "www.evil", "a@evil.com", "evil.com/x", "Mailto:me", "x\\\\y"])
def test_links_and_addresses_are_no_names(name: str) -> None:
    assert is_link(f"Ana {name}")
    assert plain_employer(f"Ana {name}") == ""
