"""The privacy notice says what the settings say."""

import re
from html import unescape

import pytest
from starlette.testclient import TestClient

from dayshift.core.language import LANGUAGES, Language
from dayshift.core.pages import PRIVACY_PAGE
from dayshift.privacy.notice import notice_of, words
from dayshift.settings import Settings


@pytest.fixture
def settings(settings: Settings) -> Settings:
    return settings.model_copy(
        update={"retention_days": 33, "contact": "help@example.com", "controller": "Two Spoons LLC\n1 Main St"}
    )


@pytest.mark.parametrize(("language", "days"), [("en", "Recordings: 33 days."), ("es", "Grabaciones: 33 días.")])
def test_page_names_controller_contact_and_the_periods_of_the_settings(
    client: TestClient, language: str, days: str
) -> None:
    page = unescape(client.get(PRIVACY_PAGE, headers={"Accept-Language": language}).text)
    for said in ("Two Spoons LLC\n1 Main St", "help@example.com", days, "Sign-ins" if language == "en" else "Sesiones"):
        assert said in page
    assert "{" not in re.sub(r"<script.*?</script>|<style.*?</style>", "", page, flags=re.DOTALL)


@pytest.mark.parametrize("language", LANGUAGES)
def test_recipients_are_those_of_the_settings(language: Language) -> None:
    say = words(language)
    none = notice_of(Settings(), language).recipients
    assert len(none) == 3  # Employers, people of their links, and nobody else.
    used = Settings(smtp_url="smtp://mail.example:25", video_url="https://key@video.example")
    used.language_model_url, used.transcriber_url = "https://model.example/v1", "https://voice.example/v1"
    found = notice_of(used, language).recipients
    assert {say["to_mail"], say["to_video"]} < set(found)
    assert any("model.example" in one for one in found)
    assert any("voice.example" in one for one in found)
    assert say["to_sms"] not in found


def test_languages_have_the_same_parts() -> None:
    assert set(words("en")) == set(words("es"))
    assert {name: text.count("\n") for name, text in words("en").items()} == {
        name: text.count("\n") for name, text in words("es").items()
    }


def test_every_public_page_links_to_it(client: TestClient) -> None:
    for path in ("/how-ai-is-used", "/jobs/unknown", PRIVACY_PAGE):
        assert f'href="{PRIVACY_PAGE}"' in client.get(path).text
