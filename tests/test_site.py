"""The built web app as the server sends it: in the language of whoever asks, the first page drawn ahead."""

import re
from base64 import b64encode
from hashlib import sha256

import pytest
from starlette.testclient import TestClient

from dayshift.app import create_app
from dayshift.settings import Settings
from dayshift.site import WEB, security_headers
from tests.people import Person

pytestmark = pytest.mark.skipif(not (WEB / "landing.en.html").exists(), reason="the web app is not built")

URL = "http://127.0.0.1:8000"
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
    for path, inline in (("/", ["script", "style"]), ("/signup", ["script", "style"]), ("/login", [])):
        reply = client.get(path)
        policy = reply.headers["content-security-policy"]
        assert "unsafe" not in policy
        assert policy.count("sha256") == len(inline)
        for tag in inline:
            [text] = re.findall(f"<{tag}>(.*?)</{tag}>", reply.text, re.DOTALL)
            source = "'sha256-" + b64encode(sha256(text.encode()).digest()).decode() + "'"
            assert f"{tag}-src 'self' {source};" in policy


def test_somebody_signed_in_gets_no_page_for_visitors(client: TestClient, person: Person) -> None:
    assert "<h1" not in client.get("/", headers={"Cookie": f"dayshift_session={person.token}"}).text


def test_over_https_members_get_their_pages_too(client: TestClient, person: Person) -> None:
    """There the session cookie has another name."""
    cookie = {"Cookie": f"__Host-dayshift_session={person.token}"}
    assert "<h1" not in client.get("https://testserver/", headers=cookie).text
    assert asked_ahead(client.get("https://testserver/video-interview-prep", headers=cookie).text)
    assert "<h1" in client.get("https://testserver/", headers={"Cookie": f"dayshift_session={person.token}"}).text


def test_a_page_names_its_files_and_what_it_asks_of_the_server_ahead(client: TestClient, person: Person) -> None:
    """All of it is under way before the app has started; a visitor has nothing to ask for."""
    signed_in = {"Cookie": f"dayshift_session={person.token}"}
    page = client.get("/video-interview-prep", headers=signed_in).text
    files = re.findall(r'<link rel="(?:modulepreload|stylesheet)" crossorigin href="([^"]+)"', page)
    assert any("VideoInterviewPrep" in file for file in files)
    for address in [*files, *asked_ahead(page)]:
        assert client.get(address, headers=signed_in).status_code == 200
    assert asked_ahead(page) == ["/api/auth/me", "/api/consent"]
    assert asked_ahead(client.get("/video-interview-prep").text) == []
    assert asked_ahead(client.get("/signup").text) == []


def test_a_page_says_what_it_is_about_before_the_app_is_there(client: TestClient, person: Person) -> None:
    """Whom the app sends elsewhere should not see it first. Its policy allows no style in it."""
    signed_in = {"Cookie": f"dayshift_session={person.token}"}
    pages = {path: (signed_in, {}) for path in ("/job-search", "/quick-questions", "/video-interview-prep")}
    pages["/signup"] = ({}, signed_in)
    for path, (reader, other) in pages.items():
        page = client.get(path, headers=reader).text
        assert "<h1" in page
        assert "style=" not in page
        assert '<div id="root"></div>' in client.get(path, headers=other).text


def asked_ahead(page: str) -> list[str]:
    """The addresses of data that a page asks for by itself."""
    return re.findall(r'<link rel="preload" as="fetch" crossorigin href="([^"]+)"', page)


def head_of(page: str) -> dict[str, str]:
    """What a page says of itself: its meta elements by name or property, and its title."""
    found = dict(re.findall(r'<meta (?:name|property)="([^"]+)" content="([^"]*)"', page))
    return {**found, "title": re.findall("<title>([^<]*)", page)[0]}


@pytest.mark.parametrize(
    ("path", "headers", "canonical", "image"),
    [
        ("/", {}, "/", "/share.en.png"),
        ("/es", {}, "/es", "/share.es.png"),
        ("/", SPANISH, "/es", "/share.es.png"),
        ("/signup", {}, "/signup", "/share.en.png"),
        ("/signup", SPANISH, "/signup", "/share.es.png"),
    ],
)
def test_a_page_that_anybody_may_find_says_what_it_is(
    client: TestClient, path: str, headers: dict[str, str], canonical: str, image: str
) -> None:
    page = client.get(path, headers=headers).text
    head = head_of(page)
    assert f'<link rel="canonical" href="{URL}{canonical}" />' in page
    assert head["title"] == head["og:title"] != "Dayshift"
    assert 50 < len(head["description"]) < 170
    assert head["og:url"] == URL + canonical
    assert client.get(head["og:image"].removeprefix(URL)).headers["content-type"] == "image/png"
    assert head["og:image"] == URL + image
    assert "robots" not in head


def test_the_first_page_names_its_languages_and_the_others_stay_out_of_searches(client: TestClient) -> None:
    languages = dict(re.findall(r'hreflang="([^"]+)" href="([^"]+)"', client.get("/es").text))
    assert languages == {"en-US": f"{URL}/", "es-US": f"{URL}/es", "x-default": f"{URL}/"}
    for path in ("/dashboard", "/live-interview", "/no-such-page", "/landing"):
        assert head_of(client.get(path).text)["robots"] == "noindex"


def test_a_phone_can_install_the_app_under_its_own_name(settings: Settings) -> None:
    named = settings.model_copy(update={"product_name": 'Shift "A" & co'})
    with TestClient(create_app(named)) as client:
        reply = client.get("/manifest.webmanifest")
        manifest = reply.json()
        assert reply.headers["content-type"] == "application/manifest+json"
        assert (manifest["name"], manifest["display"]) == ('Shift "A" & co', "standalone")
        for icon in manifest["icons"]:
            assert client.get(icon["src"]).headers["content-type"] == icon["type"]
        assert head_of(client.get("/es").text)["og:site_name"] == "Shift &quot;A&quot; &amp; co"


def test_what_an_outside_call_loads_is_allowed_where_one_is_set_and_nowhere_else() -> None:
    ours = security_headers()["Content-Security-Policy"]
    daily = security_headers(calls="daily://key@api.daily.co/v1")["Content-Security-Policy"]
    assert "daily" not in ours
    assert "script-src 'self' https://*.daily.co;" in daily
    assert "connect-src 'self' https://*.daily.co wss://*.daily.co;" in daily
    assert "unsafe" not in daily
