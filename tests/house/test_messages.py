"""Messages of the web app: translated into every language, all used, and one for every error of the server."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from dayshift.app import contract
from dayshift.core.language import DEFAULT, LANGUAGES
from tests.house.test_documents import all_errors

WEB = Path(__file__).parents[2] / "web"
PACKAGE = WEB.parent / "dayshift"
SETTINGS = json.loads((WEB / "project.inlang/settings.json").read_text("utf-8"))


def catalogue(language: str) -> dict[str, str]:
    """Returns all messages of a language by key."""
    paths = SETTINGS["plugin.inlang.messageFormat"]["pathPattern"]
    files = [WEB / path.replace("{locale}", language) for path in paths]
    assert set(files) == set((WEB / "messages" / language).glob("*.json"))
    return {name: joined(text) for file in files for name, text in json.loads(file.read_text("utf-8")).items()}


def joined(message: Any) -> str:
    """Returns a message as one text. A message with plural forms is a list with a text for each form."""
    return (
        message if isinstance(message, str) else " / ".join(text for part in message for text in part["match"].values())
    )


def placeholders(text: str) -> set[str]:
    """Returns the placeholders in a message."""
    return set(re.findall(r"\{(\w+)\}", text))


def test_languages_match_the_server() -> None:
    assert (SETTINGS["baseLocale"], SETTINGS["locales"]) == (DEFAULT, list(LANGUAGES))


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != DEFAULT])
def test_every_message_is_translated(language: str) -> None:
    messages, translated = catalogue(DEFAULT), catalogue(language)
    assert messages.keys() - translated.keys() == set(), "to be translated"
    assert translated.keys() - messages.keys() == set(), "to be removed"
    assert {name for name in messages if placeholders(messages[name]) != placeholders(translated[name])} == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_apostrophes_and_quotation_marks_are_consistent(language: str) -> None:
    straight, curly = "'", re.compile("[\u2018\u2019]")
    curly_apostrophes = {name for name, text in catalogue(language).items() if curly.search(text)}
    assert curly_apostrophes == set(), f"write {straight}"
    assert {name for name, text in catalogue(language).items() if '"' in text} == set(), "write \u201c and \u201d"


def test_every_message_is_used() -> None:
    sources = [file for file in (WEB / "src").rglob("*.ts*") if "messages.gen" not in file.parts]
    used = set(re.findall(r"\bm\.(\w+)", "".join(file.read_text("utf-8") for file in sources)))
    used |= set(re.findall(r"\{(\w+)\}", (WEB / "index.html").read_text("utf-8")))
    assert catalogue(DEFAULT).keys() - used == set()


FOR_PROGRAMS = "dayshift.exchange.employer_api."
"""Errors that the web app never meets."""


def test_every_server_error_has_a_message() -> None:
    contract()  # Imports every package.
    messages = catalogue(DEFAULT)
    ours = [kind for kind in all_errors() if kind.__module__.startswith("dayshift.")]
    errors = {f"error_{kind.code}": kind.message for kind in ours if not kind.__module__.startswith(FOR_PROGRAMS)}
    assert {name: messages.get(name) for name in errors} == errors


def test_spanish_never_counts_a_no_or_names_people_by_it() -> None:
    """“Un segundo no tiene que darlo otra persona” and “la persona que dijo que no vuelve” read as their opposites."""
    server = [
        *PACKAGE.rglob("templates/es/*.txt"),
        *PACKAGE.rglob("applications/wording/es.toml"),
        *PACKAGE.rglob("job_pages/wording/es.toml"),
    ]
    texts = catalogue("es") | {str(file): file.read_text("utf-8") for file in server}
    ambiguous = re.compile(
        r"\b(?:un (?:segundo|primer) no|que dijo que no|dijo que no la primera|el no anterior)\b", re.IGNORECASE
    )
    assert {name for name, text in texts.items() if ambiguous.search(text)} == set()


def test_spanish_addresses_members_as_one_person() -> None:
    """An owner may hire alone: "ustedes prometieron" speaks to a team."""
    texts = catalogue("es") | {str(file): file.read_text("utf-8") for file in PACKAGE.rglob("templates/es/*.txt")}
    assert {name for name, text in texts.items() if re.search(r"\b[Uu]stedes\b", text)} == set()
