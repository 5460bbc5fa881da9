"""Language negotiation."""

import pytest

from dayshift.core.language import end_sentences, language_of


@pytest.mark.parametrize(
    ("cookies", "accepted", "language"),
    [
        ("", "", "en"),
        ("", "es-MX,es;q=0.9,en;q=0.8", "es"),
        ("", "en;q=0.5, es-US;q=0.8", "es"),
        ("", "fr-CA, en;q=0.2, es;q=0.1", "en"),
        ("", "es;q=0, en", "en"),
        ("", "es;q=much", "en"),
        ("", "*", "en"),
        ("dayshift_language=en", "es", "en"),
        ("other=1; dayshift_language=es", "en", "es"),
        ("dayshift_language=fr", "es", "es"),
    ],
)
def test_chosen_language_takes_precedence_over_accept_language(cookies: str, accepted: str, language: str) -> None:
    assert language_of(cookies, accepted) == language


@pytest.mark.parametrize("time", ["10:00 p.m.", "2 p. m. a 10 p. m.", "10\u00a0p.\u00a0m."])
def test_a_time_and_its_sentence_end_with_one_period(time: str) -> None:
    assert end_sentences(f"Primer turno: {time}.") == f"Primer turno: {time}"
