"""The development mailbox in the browser: complete and safe in development, disabled everywhere else."""

import re
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from starlette.testclient import TestClient

from dayshift.app import create_app
from dayshift.core.tasks import Worker
from dayshift.settings import Settings
from tests.people import PASSWORD

pytestmark = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)  # The mailbox is made of files.

HOME = "http://127.0.0.1:8000"


def local_client(app: FastAPI, client: str = "127.0.0.1") -> TestClient:
    return TestClient(app, base_url=HOME, client=(client, 5000), headers={"Sec-Fetch-Site": "same-origin"})


def test_mailbox_shows_messages_without_running_scripts(app: FastAPI, worker: Worker, tmp_path: Path) -> None:
    with local_client(app) as client:
        assert "Nothing has been sent yet" in client.get("/dev/outbox").text
        eve = {"firstName": "<script>Eve", "lastName": "Doe", "email": "eve@example.com", "password": PASSWORD}
        client.post("/api/auth/register", json={**eve, "phone": "(212) 555-0142"})
        client.post("/api/auth/verify-phone/start")
        assert client.portal is not None
        client.portal.call(worker.drain)
        listed = client.get("/dev/outbox")
        assert "Text to +12125550142" in listed.text
        [mail] = re.findall(r'href="(/dev/outbox/[^"]+\.eml)"', listed.text)
        page = client.get(mail)
        frame = client.get(f"{mail}/html")
        assert f'<iframe class="mail" sandbox title="The email as HTML" src="{mail}/html">' in page.text
        assert 'href="http://127.0.0.1:8000/get-started"' in page.text
        assert all("<script>" not in reply.text for reply in (listed, page, frame))
        assert "script-src 'self';" in page.headers["content-security-policy"]
        assert frame.headers["content-security-policy"].startswith("sandbox; default-src 'none';")
        assert frame.text.startswith("<!doctype html>")
        (tmp_path / "secret.eml").write_text("Subject: elsewhere\n\n")
        for name in ("none.eml", "..%2Fsecret.eml", "dayshift.sqlite3", mail.rsplit("/", 1)[1] + "x"):
            assert client.get(f"/dev/outbox/{name}").status_code == 404, name
            assert client.get(f"/dev/outbox/{name}/html").status_code == 404, name


@pytest.mark.parametrize(
    "change",
    [
        {"host": "0.0.0.0"},  # noqa: S104
        {"public_url": "https://jobs.example.com"},
        {"log_format": "json"},
        {"smtp_url": "smtp://mail.example.com"},
        {"sms_url": "twilio://account:token@api.twilio.com/+12125550100"},
    ],
)
def test_mailbox_is_disabled_in_production(settings: Settings, change: dict[str, Any]) -> None:
    app = create_app(settings.model_copy(update=change))
    with local_client(app) as client:
        for path in ("/dev/outbox", "/dev/outbox/some.eml", "/dev/outbox/some.eml/html"):
            reply = client.get(path)
            assert (reply.status_code, reply.json()["code"]) == (404, "not_found")


def test_mailbox_is_only_available_locally(app: FastAPI) -> None:
    with local_client(app, client="192.168.1.20") as remote_client:
        assert remote_client.get("/dev/outbox").status_code == 404
    with local_client(app) as client:
        assert client.get("/dev/outbox").status_code == 200
        assert client.get("/dev/outbox", headers={"Host": "rebound.example"}).status_code == 404
        for forwarded in ("203.0.113.9", "127.0.0.1"):
            assert client.get("/dev/outbox", headers={"X-Forwarded-For": forwarded}).status_code == 404
