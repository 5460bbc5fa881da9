"""`dayshift settings`: what is set, whether it is understood, and whether what it names answers."""

import asyncio
import os
import socket
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError
from typer.testing import CliRunner

from dayshift.admin import check, faults_in_words, unknown_variables
from dayshift.cli import main
from dayshift.settings import Settings


def wrong(settings: Settings) -> list[str]:
    return [finding.words for finding in asyncio.run(check(settings)) if finding.verdict == "wrong"]


def notes(settings: Settings) -> str:
    return "\n".join(finding.words for finding in asyncio.run(check(settings)) if finding.verdict == "note")


@pytest.fixture
def closed_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port: int = taken.getsockname()[1]
    return port


def test_a_laptop_has_nothing_wrong_and_is_told_what_is_not_set_up(settings: Settings) -> None:
    findings = asyncio.run(check(settings))
    assert [finding.verdict for finding in findings] == ["ok", "ok", "ok", "note", "note", "note"]
    said = notes(settings)
    assert "Mail is not sent" in said
    assert str(settings.dev_mailbox) in said
    assert "Text messages are not sent" in said
    assert settings.public_url in said


def test_a_complete_installation_has_nothing_to_note(tmp_path: Path) -> None:
    complete = Settings(
        data_dir=tmp_path,
        public_url="https://jobs.example.com",
        smtp_url="smtp://127.0.0.1:1",
        mail_from="no-reply@example.com",
        sms_url="twilio://account:token@api.twilio.com/+12125550100",
    )
    assert not notes(complete)


@pytest.mark.parametrize(
    ("chosen", "url"),
    [
        ({}, "http://127.0.0.1:8000"),
        ({"port": 9000}, "http://127.0.0.1:9000"),
        ({"host": "0.0.0.0"}, "http://127.0.0.1:8000"),  # noqa: S104
        ({"host": "::1"}, "http://[::1]:8000"),
        ({"host": "192.168.1.20", "port": 80}, "http://192.168.1.20:80"),
        ({"port": 9000, "public_url": "https://jobs.example.com"}, "https://jobs.example.com"),
    ],
)
def test_the_public_address_follows_host_and_port_unless_it_is_set(chosen: dict[str, Any], url: str) -> None:
    settings = Settings(**chosen)
    assert settings.public_url == url
    assert ("public_url" in settings.model_fields_set) == ("public_url" in chosen)


def test_commands_print_links_to_where_the_server_last_listened(tmp_path: Path) -> None:
    Settings(data_dir=tmp_path, port=9000).remember_address()
    assert Settings(data_dir=tmp_path).link_url == "http://127.0.0.1:9000"
    assert Settings(data_dir=tmp_path, public_url="https://jobs.example.com/").link_url == "https://jobs.example.com"


@pytest.mark.parametrize(
    ("name", "url", "said"),
    [
        ("database_url", "postgresql://nobody@127.0.0.1:{port}/none", "The database"),
        ("redis_url", "redis://127.0.0.1:{port}", "Redis"),
        ("smtp_url", "smtp://127.0.0.1:{port}", "The mail server"),
    ],
)
def test_what_does_not_answer_is_named(tmp_path: Path, closed_port: int, name: str, url: str, said: str) -> None:
    settings = Settings(data_dir=tmp_path, **{name: url.format(port=closed_port)})  # type: ignore[arg-type]
    [words] = wrong(settings)
    assert words.startswith(f"{said}: ")


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("sms_url", "twilio://only-an-account", "twilio://account:token@"),
        ("language_model_url", "openai://key@host", "model=NAME"),
        ("plans_dir", "/nowhere/plans", "there is no such folder"),
    ],
)
def test_what_is_not_understood_is_said(tmp_path: Path, name: str, value: str, said: str) -> None:
    settings = Settings(data_dir=tmp_path, **{name: value})  # type: ignore[arg-type]
    [words] = wrong(settings)
    assert said in words


def test_a_data_folder_that_cannot_be_one_is_wrong(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert any(words.startswith("The data folder: ") for words in wrong(Settings(data_dir=tmp_path / "file")))


def test_settings_that_rarely_go_together_are_noted(tmp_path: Path) -> None:
    alone = notes(Settings(data_dir=tmp_path, host="0.0.0.0"))  # noqa: S104
    assert "opens on this machine only" in alone
    silent = notes(Settings(data_dir=tmp_path, smtp_url="smtp://127.0.0.1:1"))
    assert "DAYSHIFT_MAIL_FROM" in silent
    assert "not https" in notes(Settings(data_dir=tmp_path, public_url="http://jobs.example.com"))


def test_a_misspelt_setting_is_found() -> None:
    [finding] = unknown_variables({"DAYSHIFT_SMPT_URL": "x", "DAYSHIFT_PORT": "1", "HOME": "/"})
    assert finding.words == "DAYSHIFT_SMPT_URL is no setting. Is DAYSHIFT_SMTP_URL meant?"


def test_a_setting_that_cannot_be_used_is_said_without_its_value() -> None:
    with pytest.raises(ValidationError) as caught:
        Settings(storage_url="ftp://user:secret@host")
    [words] = faults_in_words(caught.value)
    assert words.startswith("DAYSHIFT_STORAGE_URL: ")
    assert "secret" not in words


def test_the_command_shows_what_is_set_but_no_secret(tmp_path: Path) -> None:
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
