"""The built web app as the server sends it: in the language of whoever asks, the first page drawn ahead."""

import re
from base64 import b64encode
from hashlib import sha256

import pytest
from starlette.testclient import TestClient

from dayshift.site import WEB
from tests.people import Person

pytestmark = pytest.mark.skipif(not (WEB / "landing.en.html").exists(), reason="the web app is not built")

SPANISH = {"Accept-Language": "es-MX,es;q=0.9"}


def language(page: str) -> str:
    """The page's own language."""
    return re.findall(r'<html lang="(..)-US"', page)[0]


def test_pages_are_in_the_language_of_the_browser_unless_another_is_chosen(client: TestClient) -> None:
    assert language(client.get("/").text) == "en"
    assert language(client.get("/signup", headers=SPANISH).text) == "es"
    assert language(client.get("/en", headers=SPANISH).text) == "en"  # Which is a choice, kept as a cookie.
    assert language(client.get("/signup", headers=SPANISH).text) == "en"
    assert "Accept-Language" in client.get("/").headers["vary"]


def test_the_first_page_can_be_read_and_used_without_a_script(client: TestClient) -> None:
    page = client.get("/es").text
    assert "<h1" in page
    assert {"/signup", "/login", "/en"} <= set(re.findall(r'<a [^>]*?href="([^"]+)"', page))


def test_its_policy_allows_what_stands_in_it_and_nothing_else(client: TestClient) -> None:
    reply = client.get("/")
    policy = reply.headers["content-security-policy"]
    assert "unsafe" not in policy
    for tag, rule in (("script", "script-src"), ("style", "style-src")):
        [text] = re.findall(f"<{tag}>(.*?)</{tag}>", reply.text, re.DOTALL)
        source = "'sha256-" + b64encode(sha256(text.encode()).digest()).decode() + "'"
        assert f"{rule} 'self' {source};" in policy
    assert "sha256" not in client.get("/signup").headers["content-security-policy"]


def test_somebody_signed_in_gets_no_page_for_visitors(client: TestClient, person: Person) -> None:
    assert "<h1" not in client.get("/", headers={"Cookie": f"dayshift_session={person.token}"}).text
