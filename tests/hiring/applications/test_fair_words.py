"""Words about protected traits are pointed out before they are sent, and innocent sentences are not."""

import json
import time
import tomllib
from pathlib import Path

import pytest
from sqlalchemy import select
from starlette.testclient import TestClient

from dayshift.core.audit import audit_entries
from dayshift.hiring.applications import letters
from dayshift.hiring.applications.fair_words import unfair_words
from dayshift.hiring.employers import templates
from tests.people import Person
from tests.staff import StaffMember, applied, business, in_database, viewed

MAX_WORDS = 2000
"""Characters of a message."""

LISTED = tomllib.loads(Path(__file__).with_name("fair_words.toml").read_text("utf-8"))
TEXTS = [
    (lang, trait, text) for lang, groups in LISTED.items() for trait, one in groups.items() for text in one["texts"]
]


@pytest.mark.parametrize(("lang", "trait", "text"), TEXTS)
def test_sentences_about_a_trait_are_found_and_others_are_not(lang: str, trait: str, text: str) -> None:
    found = [one.trait for one in unfair_words(text)]
    assert trait in found if trait != "innocent" else found == [], lang


@pytest.mark.parametrize("language", ["en", "es"])
def test_our_own_letters_have_none(language: str) -> None:
    wording = Path(letters.__file__).with_name("wording").joinpath(f"{language}.toml").read_text("utf-8")
    assert [unfair_words(line) for line in wording.splitlines() if unfair_words(line)] == []


@pytest.mark.parametrize(
    "piece", ["a", "too ", "your ", "we want a very ", "su ", "are you a ", "no hire many ", "muchos ", "suena a"]
)
def test_the_longest_text_takes_a_moment(piece: str) -> None:
    begin = time.thread_time()
    unfair_words((piece * MAX_WORDS)[:MAX_WORDS])
    assert time.thread_time() - begin < 0.25


def test_a_harmless_sentence_does_not_hide_the_next() -> None:
    text = "We hire without regard to age or race. Still, you are too old for $19.50 an hour."
    assert [one.words for one in unfair_words(text)] == ["too old for"]


def test_our_own_job_templates_have_none() -> None:
    duties = Path(templates.__file__).with_name("templates.toml").read_text("utf-8")
    assert [unfair_words(line) for line in duties.splitlines() if unfair_words(line)] == []


def test_words_are_quoted_as_they_were_written() -> None:
    assert [one.words for one in unfair_words("Sorry: You\u2019re TOO OLD for us.")] == ["TOO OLD for"]
    assert [one.words for one in unfair_words("Su \u00c1CENTO, perd\u00f3n: Su Acento.")] == ["Su \u00c1CENTO"]


def test_they_are_shown_before_sending_and_the_audit_log_keeps_the_traits(client: TestClient, person: Person) -> None:
    diner = business(client)
    maria = diner.member("manager")
    one = applied(client, person, diner.jobs[0])
    viewed(client, maria, one)
    ask = {"action": "ask", "text": "How old are you, and do you have kids?"}
    shown = maria.ask("POST", f"/applications/{one}/preview", ask)
    assert {finding["trait"] for finding in shown["findings"]} == {"age", "family"}
    maria.ask("POST", f"/applications/{one}/moves", ask, headers={"If-Match": "2", "Idempotency-Key": "a-question"})
    text = {"text": "Your accent is strong."}
    assert maria.ask("POST", "/wording", text)["findings"] == [{"trait": "language", "words": "Your accent"}]
    key = {"Idempotency-Key": "a-message"}
    maria.ask("POST", f"/applications/{one}/messages", text, expect=201, headers=key)
    kept = in_database(client, lambda tx: tx.execute(select(audit_entries.c.action, audit_entries.c.details)).all())
    traits = {action: json.loads(details)["traits"] for action, details in kept if "traits" in details}
    assert traits == {"decision.made": "age family", "message.sent": "language"}
    assert not any("accent" in details for _, details in kept)


def test_the_audit_log_says_whether_the_member_was_warned_of_exactly_these_words(
    client: TestClient, person: Person
) -> None:
    diner = business(client)
    maria, sam = diner.member("manager"), diner.member("owner", "Sam Okafor")
    one = applied(client, person, diner.jobs[0])
    other = applied(client, Person.register(client, "rosa@example.com"), diner.jobs[0])
    for application in (one, other):
        viewed(client, maria, application)

    def last(action: str) -> dict[str, str]:
        of_action = select(audit_entries.c.details).where(audit_entries.c.action == action)
        found = in_database(
            client, lambda tx: tx.execute(of_action.order_by(audit_entries.c.id.desc())).scalars().all()
        )
        return {name: value for name, value in json.loads(found[0]).items() if name in {"traits", "warned"}}

    def check(member: StaffMember, text: str, application: str | None) -> str | None:
        found = member.ask("POST", "/wording", {"text": text, "application": application})["warning"]
        assert found is None or isinstance(found, str)
        return found

    def write(text: str, warning: str | None, number: int) -> dict[str, str]:
        headers = {"Idempotency-Key": f"message-{number}"} | ({"Wording-Warning": warning} if warning else {})
        maria.ask("POST", f"/applications/{one}/messages", {"text": text}, expect=201, headers=headers)
        return last("message.sent") if unfair_words(text) else {}

    accent, edited = "Your accent is strong.", "Your accent is too strong."
    warned = check(maria, accent, one)
    assert warned
    assert check(maria, "See you on Monday.", one) is None
    assert check(maria, accent, None) is None  # A note to the team is not sent to a candidate.
    yes, no = {"traits": "language", "warned": "yes"}, {"traits": "language", "warned": "no"}
    assert write(accent, warned, 1) == yes
    refused = [None, "forged", f"{warned[:-1]}{'A' if warned[-1] != 'A' else 'B'}", check(sam, accent, one),
               check(maria, accent, other)]  # fmt: skip
    assert [write(accent, token, 2 + at) for at, token in enumerate(refused)] == [no] * 5
    assert write(edited, warned, 8) == no

    ask = {"action": "ask", "text": "How old are you?"}
    token = maria.ask("POST", f"/applications/{one}/preview", ask)["warning"]
    headers = {"If-Match": "2", "Idempotency-Key": "a-question", "Wording-Warning": token}
    maria.ask("POST", f"/applications/{one}/moves", ask, headers=headers)
    assert last("decision.made") == {"traits": "age", "warned": "yes"}
    maria.ask("DELETE", f"/applications/{one}/pending")
    maria.ask("POST", f"/applications/{one}/moves", {**ask, "text": "How old are you now?"},
              headers={**headers, "Idempotency-Key": "edited-question"})  # fmt: skip
    assert last("decision.made") == {"traits": "age", "warned": "no"}
    maria.ask("DELETE", f"/applications/{one}/pending")
    both = {"move": ask, "applications": [{"id": two, "version": 2} for two in (one, other)]}
    maria.ask(
        "POST", "/applications/moves", both, headers={"Idempotency-Key": "a-question-to-both", "Wording-Warning": token}
    )
    assert last("decision.made") == {"traits": "age", "warned": "yes"}
