"""`dayshift settings`: configured values, invalid values, and whether configured services respond."""

import asyncio
import os
import socket
import ssl
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.handlers import Sink
from aiosmtpd.smtp import AuthResult
from pydantic import ValidationError
from typer.testing import CliRunner

from dayshift.admin import check, faults_in_words, unknown_variables
from dayshift.cli import main
from dayshift.settings import Settings


def errors(settings: Settings) -> list[str]:
    return [finding.words for finding in asyncio.run(check(settings)) if finding.verdict == "wrong"]


def notes(settings: Settings) -> str:
    return "\n".join(finding.words for finding in asyncio.run(check(settings)) if finding.verdict == "note")


@pytest.fixture
def closed_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


def test_default_settings_give_only_notes(settings: Settings) -> None:
    findings = asyncio.run(check(settings))
    assert [finding.verdict for finding in findings] == [*["ok"] * 4, *["note"] * 8]
    messages = notes(settings)
    assert "DAYSHIFT_SMTP_URL is not set, and must be: mails are not sent" in messages
    assert "DAYSHIFT_PUBLIC_URL is not set, and must be: links in mails open on this machine only" in messages
    assert "DAYSHIFT_METRICS_TOKEN is not set, and should be: " in messages
    assert "DAYSHIFT_CONTROLLER is not set, and should be: the privacy notice does not say who is" in messages
    assert "Text messages are not sent" in messages


def test_data_folder_that_nobody_chose_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DAYSHIFT_DATA_DIR", raising=False)
    monkeypatch.chdir(tmp_path)
    assert "DAYSHIFT_DATA_DIR is not set, and must be: " in notes(Settings())


def test_complete_settings_give_no_notes(tmp_path: Path) -> None:
    complete = Settings(
        data_dir=tmp_path,
        public_url="https://jobs.example.com",
        smtp_url="smtp://127.0.0.1:1",
        mail_from="no-reply@example.com",
        contact="help@example.com",
        controller="Example Jobs Inc., 1 Main Street, New York, NY 10001",
        metrics_token="token",
        feeds="diner=https://diner.example/jobs.xml",
        sms_url="twilio://account:token@api.twilio.com/+12125550100",
    )
    assert not notes(complete)


@pytest.mark.parametrize(
    ("configured", "url"),
    [
        ({}, "http://127.0.0.1:8000"),
        ({"port": 9000}, "http://127.0.0.1:9000"),
        ({"host": "0.0.0.0"}, "http://127.0.0.1:8000"),  # noqa: S104
        ({"host": "::1"}, "http://[::1]:8000"),
        ({"host": "192.168.1.20", "port": 80}, "http://192.168.1.20:80"),
        ({"port": 9000, "public_url": "https://jobs.example.com"}, "https://jobs.example.com"),
    ],
)
def test_public_url_defaults_to_host_and_port(configured: dict[str, Any], url: str) -> None:
    settings = Settings(**configured)
    assert settings.public_url == url
    assert ("public_url" in settings.model_fields_set) == ("public_url" in configured)


def test_link_url_defaults_to_last_served_address(tmp_path: Path) -> None:
    Settings(data_dir=tmp_path, port=9000).remember_address()
    assert Settings(data_dir=tmp_path).link_url == "http://127.0.0.1:9000"
    assert Settings(data_dir=tmp_path, public_url="https://jobs.example.com/").link_url == "https://jobs.example.com"


@pytest.mark.parametrize(
    ("name", "url", "expected"),
    [
        ("database_url", "postgresql://nobody@127.0.0.1:{port}/none", "The database"),
        ("redis_url", "redis://127.0.0.1:{port}", "Redis"),
        ("smtp_url", "smtp://127.0.0.1:{port}", "The mail server"),
    ],
)
def test_unreachable_service_is_reported(tmp_path: Path, closed_port: int, name: str, url: str, expected: str) -> None:
    settings = Settings(data_dir=tmp_path, **{name: url.format(port=closed_port)})
    [message] = errors(settings)
    assert message.startswith(f"{expected}: ")


class Accounts:
    """Who may send through a mail server."""

    def __call__(self, *said: Any) -> AuthResult:
        *_, login = said
        right = (login.login, login.password) == (b"jobs@spoons.example", b"a/b#c@d:e%")
        return AuthResult(success=right, handled=False)


@pytest.fixture
def mail_port(tmp_path: Path, closed_port: int, monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """A mail server with TLS from the first byte, whose certificate this machine trusts, and a password."""
    certificate, key = tmp_path / "certificate.pem", tmp_path / "key.pem"
    make = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    about = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout", key, "-out", certificate]
    subprocess.run([*make, *about], check=True, capture_output=True)
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(certificate, key)
    controller = Controller(
        Sink(), hostname="localhost", port=closed_port, ssl_context=context, authenticator=Accounts(),
        auth_require_tls=False,
    )  # fmt: skip
    controller.start()
    yield closed_port
    controller.stop()


def test_password_of_the_mail_server_is_tried(tmp_path: Path, mail_port: int) -> None:
    def found(account: str) -> list[str]:
        settings = Settings(data_dir=tmp_path, smtp_url=f"smtps://{account}@localhost:{mail_port}")
        return [one.words for one in asyncio.run(check(settings)) if one.words.lower().startswith("the mail server")]

    right = "jobs%40spoons.example:a%2Fb%23c%40d%3Ae%25"
    assert found(right) == ["The mail server answers, and accepts the password"]
    [refused] = found("jobs%40spoons.example:other")
    assert refused.startswith("The mail server: ")
    assert "535" in refused


@pytest.mark.parametrize("password", ["se/cret", "se#cret", "se?cret", "x:se/cret"])
def test_password_that_ends_the_address_is_explained_and_not_repeated(tmp_path: Path, password: str) -> None:
    [message] = errors(Settings(data_dir=tmp_path, smtp_url=f"smtps://jobs:{password}@mail.example.com:465"))
    assert "/ as %2F, # as %23" in message
    assert "cret" not in message


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("sms_url", "twilio://only-an-account", "twilio://account:token@"),
        ("language_model_url", "openai://key@host", "model=NAME"),
        ("plans_dir", "/nowhere/plans", "there is no such folder"),
    ],
)
def test_invalid_value_is_reported(tmp_path: Path, name: str, value: str, expected: str) -> None:
    settings = Settings(data_dir=tmp_path, **{name: value})
    [message] = errors(settings)
    assert expected in message


def test_invalid_data_folder_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert any(message.startswith("The data folder: ") for message in errors(Settings(data_dir=tmp_path / "file")))


def test_unusual_combinations_are_noted(tmp_path: Path) -> None:
    local_notes = notes(Settings(data_dir=tmp_path, public_url="http://localhost:8000"))
    assert "DAYSHIFT_PUBLIC_URL is http://localhost:8000: links in mails open on this machine only" in local_notes
    mail_notes = notes(Settings(data_dir=tmp_path, smtp_url="smtp://127.0.0.1:1", mail_from="jobs@localhost"))
    assert "DAYSHIFT_MAIL_FROM is jobs@localhost" in mail_notes
    assert "not https" in notes(Settings(data_dir=tmp_path, public_url="http://jobs.example.com"))


def test_misspelled_setting_is_reported() -> None:
    [finding] = unknown_variables({"DAYSHIFT_SMPT_URL": "x", "DAYSHIFT_PORT": "1", "HOME": "/"})
    assert finding.words == "DAYSHIFT_SMPT_URL is no setting. Is DAYSHIFT_SMTP_URL meant?"


def test_setting_of_an_earlier_version_is_explained() -> None:
    [finding] = unknown_variables({"DAYSHIFT_TURN_SECRET": "x"})
    assert (finding.verdict, "DAYSHIFT_VIDEO_URL" in finding.words) == ("note", True)


def test_error_for_invalid_setting_omits_its_value() -> None:
    with pytest.raises(ValidationError) as caught:
        Settings(storage_url="ftp://user:secret@host")
    [message] = faults_in_words(caught.value)
    assert message.startswith("DAYSHIFT_STORAGE_URL: ")
    assert "secret" not in message


def test_settings_command_hides_secrets(tmp_path: Path) -> None:
    environment = {
        **{name: None for name in os.environ if name.startswith("DAYSHIFT_")},  # Of the test run, like its ports.
        "DAYSHIFT_DATA_DIR": str(tmp_path),
        "DAYSHIFT_METRICS_TOKEN": "hush",
        "DAYSHIFT_PRODUCT_NAME": "Nightshift",
    }
    shown = CliRunner().invoke(main, ["settings"], env=environment)
    assert shown.exit_code == 0, shown.output
    assert "DAYSHIFT_PRODUCT_NAME=Nightshift" in shown.output
    assert "DAYSHIFT_METRICS_TOKEN=(set)" in shown.output
    assert "hush" not in shown.output
    misspelt = CliRunner().invoke(main, ["settings"], env={**environment, "DAYSHIFT_PROT": "1"})
    assert misspelt.exit_code == 1


@pytest.mark.parametrize(("name", "value"), [("mail_from", "a@b.example\n"), ("feeds", f"a=x?{'aa=1&' * 20} b")])
def test_settings_are_matched_as_a_whole(name: str, value: str) -> None:
    with pytest.raises(ValidationError, match="pattern"):
        Settings(**{name: value})
