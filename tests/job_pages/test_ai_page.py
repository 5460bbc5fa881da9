"""The public page that says how AI is used: each of its claims that the code can break is compared with the code."""

import re
from dataclasses import fields
from datetime import timedelta
from html import unescape

import pytest
from starlette.testclient import TestClient

from dayshift.hiring.applications.stages import LOOK_AGAIN_WITHIN, MOVES
from dayshift.interviews import scoring
from dayshift.interviews.room.consent import CONSENT_VERSION
from dayshift.job_pages.fields import wording
from dayshift.job_pages.page import Site, UsedAi, ai_page
from dayshift.knowledge import question_plans
from dayshift.settings import Settings
from tests.matching.saved_jobs.test_saved_jobs import only_job
from tests.operators import appoint
from tests.people import Person

PAGE = "/how-ai-is-used"
SPANISH = {"Accept-Language": "es-MX,es;q=0.9"}


def body_of(html: str) -> str:
    return html.split("<body>")[1]


def test_versions_are_those_in_use(client: TestClient) -> None:
    page = client.get(PAGE)
    assert (page.status_code, page.headers["cache-control"]) == (200, "private, no-cache")
    scorer = scoring.scorer_version()
    newest = max(version for _, version in question_plans.packaged())
    for name, value in (
        ("Scorer", scorer),
        ("Questions, version", str(newest)),
        ("Language model", "None"),
        ("What you agree to, version", CONSENT_VERSION),
    ):
        assert f'<dt class="name">{name}</dt><dd class="value">{value}</dd>' in page.text, name
    assert "<script" not in page.text


def test_page_is_complete_in_spanish_and_switches_the_language(client: TestClient) -> None:
    page = client.get(PAGE, headers=SPANISH).text
    assert '<html lang="es-US">' in page
    for words in wording("en")["ai"].values():
        assert words not in body_of(page), words
    reply = client.post(
        f"{PAGE}/language", content="language=es", headers={"Content-Type": "application/x-www-form-urlencoded"}
    )
    assert (reply.url.path, '<html lang="es-US">' in reply.text) == (PAGE, True)


def test_jobs_and_visitors_find_the_page_and_a_person(client: TestClient, person: Person) -> None:
    assert f'href="{PAGE}"' in client.get(f"/jobs/{only_job(client, person)}").text
    page = client.get(PAGE).text
    assert f'href="/login?next={PAGE}"' in page
    assert 'href="/schedule"' in page


@pytest.mark.parametrize("language", ["en", "es"])
def test_page_names_the_companies_that_get_words_or_sound(language: str) -> None:
    site = Site("Dayshift", "https://jobs.test", None, "es" if language == "es" else "en")
    none = UsedAi("network-9", [2, 3], "2026", None, None, "none", None)
    model = UsedAi("network-9", [2], "2026", "words-1", "words.test", "host", "sound.test")
    alone, helped = (ai_page(site, one, human_review=True, signed_in=False) for one in (none, model))
    here = wording(site.language)["ai"]["does_here"]
    assert (here in alone, here in helped) == (True, False)
    assert re.search(r'<dd class="value">2 (and|y) 3</dd>', alone)
    for name in ("words.test", "sound.test", '<dd class="value">words-1</dd>'):
        assert (name in helped, name in alone) == (True, False), name


@pytest.mark.parametrize("language", ["en", "es"])
def test_page_promises_a_human_review_only_if_an_operator_can_do_one(
    client: TestClient, person: Person, settings: Settings, language: str
) -> None:
    say = wording("es" if language == "es" else "en")["ai"]

    def promised() -> tuple[bool, bool]:
        page = unescape(client.get(PAGE, headers=SPANISH if language == "es" else {}).text)
        return say["contest_review"] in page, say["contest_nobody"] in page

    assert promised() == (False, True)
    appoint(settings, "maya@example.com")
    assert promised() == (True, False)


def test_only_people_invite_decline_and_offer() -> None:
    assert {MOVES[action].by for action in ("invite", "decline", "offer")} == {frozenset({"member"})}


def test_score_uses_only_questions_and_words() -> None:
    """Besides, it knows in which language the words are, and whether they were heard too badly to give a level."""
    known = [field.name for field in fields(scoring.Answer)]
    assert known == ["question_id", "question_text", "answer_text", "language", "unclear"]


def test_another_look_is_possible_for_the_days_that_the_page_says() -> None:
    assert timedelta(days=30) == LOOK_AGAIN_WITHIN
    assert all("30" in wording(language)["ai"]["contest_look"] for language in ("en", "es"))
