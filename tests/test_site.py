"""The built web app as the server sends it: language selection, prerendered pages and security headers."""

import re
from base64 import b64encode
from hashlib import sha256
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from dayshift.app import create_app
from dayshift.settings import Settings
from dayshift.site import WEB, PageValues, load_pages, security_headers
from tests.people import Person

pytestmark = pytest.mark.skipif(not (WEB / "landing.en.html").exists(), reason="the web app is not built")

ONE_ENGINE = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)
"""Pages are files. All they read from the database is the session, which has its own tests on both engines."""

URL = "http://127.0.0.1:8000"
IPHONE = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS {} like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
    "Version/{} Mobile/15E148 Safari/604.1"
)
SPANISH = {"Accept-Language": "es-MX,es;q=0.9"}


def language(page: str) -> str:
    """Returns the page's language."""
    return re.findall(r'<html lang="(..)-US"', page)[0]


@ONE_ENGINE
def test_page_language_follows_browser_until_one_is_chosen(client: TestClient) -> None:
    assert language(client.get("/").text) == "en"
    assert language(client.get("/signup", headers=SPANISH).text) == "es"
    assert language(client.get("/en", headers=SPANISH).text) == "en"  # An explicit choice, stored in a cookie.
    assert language(client.get("/signup", headers=SPANISH).text) == "en"
    assert "Accept-Language" in client.get("/").headers["vary"]


@ONE_ENGINE
def test_landing_page_works_without_javascript(client: TestClient) -> None:
    page = client.get("/es").text
    assert "<h1" in page
    assert {"/signup", "/login", "/en"} <= set(re.findall(r'<a [^>]*?href="([^"]+)"', page))


@ONE_ENGINE
@pytest.mark.parametrize(
    ("agent", "old"),
    [
        (IPHONE.format("15_3", "15.3"), True),
        (IPHONE.format("15_4", "15.4"), False),
        (IPHONE.format("9_3_5", "9.0"), True),
        (IPHONE.format("26_0", "26.0"), False),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 14_8 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Instagram 300.0",
            True,
        ),
        (
            "Mozilla/5.0 (Linux; Android 9; wv) Version/4.0 Chrome/99.0.4844.88 Mobile Safari/537.36",
            True,
        ),
        ("Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/100.0.0.0 Mobile Safari/537.36", False),
        (
            "Mozilla/5.0 (Linux; Android 12) SamsungBrowser/18.0 Chrome/102.0.0.0 Mobile Safari/537.36",
            True,
        ),
        (
            "Mozilla/5.0 (Linux; Android 12) SamsungBrowser/19.0 Chrome/102.0.0.0 Mobile Safari/537.36",
            False,
        ),
        ("Mozilla/5.0 (Android 11; Mobile; rv:109.0) Gecko/114.0 Firefox/114.0", True),
        ("Mozilla/5.0 (Windows NT 10.0; rv:115.0) Gecko/20100101 Firefox/115.0", False),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/15.3 Safari/605.1.15", True),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/17.4.1 Safari/605.1.15", False),
        ("Mozilla/5.0 (Windows NT 10.0; Trident/7.0; rv:11.0) like Gecko", True),
        ("Mozilla/5.0 (compatible; Googlebot/2.1) Chrome/41.0.2272.96 Safari/537.36", False),
        ("", False),
    ],
)
def test_old_browsers_get_a_page_that_says_which_ones_work(client: TestClient, agent: str, old: bool) -> None:
    headers = {"User-Agent": agent}
    page = client.get("/signup", headers=headers)
    assert ("<h1>This browser is too old</h1>" in page.text) is old
    assert (page.headers["cache-control"] == "no-store") is old
    assert "too old" not in client.get("/signup?anyway", headers=headers).text
    assert "too old" not in client.get("/", headers=headers).text
    if old:
        assert "<script" not in page.text
        assert "Or talk to a person" not in page.text
        assert language(page.text) == "en"
        assert language(client.get("/login", headers=headers | SPANISH).text) == "es"


def test_old_browsers_are_told_who_to_call(tmp_path: Path) -> None:
    built = '<html lang="en"><section id="contact"><h2>Or talk to a person</h2><p>{contact}</p></section></html>'
    (tmp_path / "old-browser.en.html").write_text(built)
    values = PageValues("Dayshift", "http://localhost", "", "", "", "(212) 555-0100 & help@example.com")
    body = load_pages(tmp_path, values)["old-browser.en"].body.decode()
    assert "<p>(212) 555-0100 &amp; help@example.com</p>" in body


@ONE_ENGINE
def test_content_security_policy_allows_only_the_inline_code_of_the_page(client: TestClient) -> None:
    for path, inline in (("/", ["script", "style"]), ("/signup", ["script", "style"]), ("/login", [])):
        reply = client.get(path)
        policy = reply.headers["content-security-policy"]
        assert "unsafe" not in policy
        assert policy.count("sha256") == len(inline)
        for tag in inline:
            [text] = re.findall(f"<{tag}>(.*?)</{tag}>", reply.text, re.DOTALL)
            source = "'sha256-" + b64encode(sha256(text.encode()).digest()).decode() + "'"
            assert f"{tag}-src 'self' {source};" in policy


@ONE_ENGINE
def test_signed_in_user_gets_no_landing_page(client: TestClient, person: Person) -> None:
    assert "<h1" not in client.get("/", headers={"Cookie": f"dayshift_session={person.token}"}).text


@ONE_ENGINE
def test_session_cookie_is_recognized_over_https(client: TestClient, person: Person) -> None:
    """Over HTTPS the session cookie has another name."""
    cookie = {"Cookie": f"__Host-dayshift_session={person.token}"}
    assert "<h1" not in client.get("https://testserver/", headers=cookie).text
    assert preloaded_requests(client.get("https://testserver/video-interview-prep", headers=cookie).text)
    assert "<h1" in client.get("https://testserver/", headers={"Cookie": f"dayshift_session={person.token}"}).text


@ONE_ENGINE
def test_page_preloads_its_files_and_api_requests(client: TestClient, person: Person) -> None:
    """The browser can start these requests before the app runs. A signed-out visitor needs none."""
    signed_in = {"Cookie": f"dayshift_session={person.token}"}
    page = client.get("/video-interview-prep", headers=signed_in).text
    files = re.findall(r'<link rel="(?:modulepreload|stylesheet)"[^>]* crossorigin href="([^"]+)"', page)
    assert any("VideoInterviewPrep" in file for file in files)
    for address in [*files, *preloaded_requests(page)]:
        assert client.get(address, headers=signed_in).status_code == 200
    assert preloaded_requests(page) == ["/api/auth/me", "/api/consent"]
    assert preloaded_requests(client.get("/video-interview-prep").text) == []
    assert preloaded_requests(client.get("/signup").text) == []


@ONE_ENGINE
def test_prerendered_page_has_a_heading(client: TestClient, person: Person) -> None:
    """A page that would redirect this visitor has no content. The security policy allows no inline styles."""
    signed_in = {"Cookie": f"dayshift_session={person.token}"}
    pages = {path: (signed_in, {}) for path in ("/job-search", "/quick-questions", "/video-interview-prep")}
    pages["/signup"] = ({}, signed_in)
    for path, (reader, other) in pages.items():
        page = client.get(path, headers=reader).text
        assert "<h1" in page
        assert "style=" not in page
        assert '<div id="root"></div>' in client.get(path, headers=other).text


def preloaded_requests(page: str) -> list[str]:
    """Returns the API paths that a page preloads."""
    return re.findall(r'<link rel="preload" as="fetch" crossorigin href="([^"]+)"', page)


def page_metadata(page: str) -> dict[str, str]:
    """Returns the page's meta elements by name or property, and its title."""
    found = dict(re.findall(r'<meta (?:name|property)="([^"]+)" content="([^"]*)"', page))
    return {**found, "title": re.findall("<title>([^<]*)", page)[0]}


@ONE_ENGINE
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
def test_public_page_has_search_and_sharing_metadata(
    client: TestClient, path: str, headers: dict[str, str], canonical: str, image: str
) -> None:
    page = client.get(path, headers=headers).text
    head = page_metadata(page)
    assert f'<link rel="canonical" href="{URL}{canonical}" />' in page
    assert head["title"] == head["og:title"] != "Dayshift"
    assert 50 < len(head["description"]) < 170
    assert head["og:url"] == URL + canonical
    assert client.get(head["og:image"].removeprefix(URL)).headers["content-type"] == "image/png"
    assert head["og:image"] == URL + image
    assert "robots" not in head


@ONE_ENGINE
def test_landing_page_lists_languages_and_other_pages_are_noindex(client: TestClient) -> None:
    languages = dict(re.findall(r'hreflang="([^"]+)" href="([^"]+)"', client.get("/es").text))
    assert languages == {"en-US": f"{URL}/", "es-US": f"{URL}/es", "x-default": f"{URL}/"}
    for path in ("/dashboard", "/live-interview", "/no-such-page", "/landing"):
        assert page_metadata(client.get(path).text)["robots"] == "noindex"


@ONE_ENGINE
def test_web_manifest_uses_the_product_name(settings: Settings) -> None:
    named = settings.model_copy(update={"product_name": 'Shift "A" & co'})
    with TestClient(create_app(named)) as client:
        reply = client.get("/manifest.webmanifest")
        manifest = reply.json()
        assert reply.headers["content-type"] == "application/manifest+json"
        assert (manifest["name"], manifest["display"]) == ('Shift "A" & co', "standalone")
        for icon in manifest["icons"]:
            assert client.get(icon["src"]).headers["content-type"] == icon["type"]
        assert page_metadata(client.get("/es").text)["og:site_name"] == "Shift &quot;A&quot; &amp; co"


def test_security_policy_allows_the_video_provider_only_when_configured() -> None:
    default = security_headers()["Content-Security-Policy"]
    daily = security_headers(calls="daily://key@api.daily.co/v1")["Content-Security-Policy"]
    assert "daily" not in default
    assert "script-src 'self' https://*.daily.co;" in daily
    assert "connect-src 'self' https://*.daily.co wss://*.daily.co;" in daily
    assert "unsafe" not in daily
