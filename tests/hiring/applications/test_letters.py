"""Letters have everything that a candidate needs to know, in both languages, in the time zone of the place."""

import re
from typing import Any, get_args

import pytest

from dayshift.core.language import LANGUAGES, Language
from dayshift.hiring.applications.legal import Data
from dayshift.hiring.applications.letters import LetterContext, letter_of, reason_in_words
from dayshift.hiring.applications.schemas import DeclineReason

INVITE = {
    "action": "invite",
    "times": ["2026-05-15T19:30:00+00:00", "2026-05-14T19:00:00+00:00"],
    "minutes": 20,
    "place": "218 9th Ave",
    "ask_for": "Maria, at the counter",
    "words": "I liked how you handled that Saturday.",
}
OFFER = {
    "action": "offer",
    "pay": 21.5,
    "start_on": "2026-05-18",
    "first_shift": "Mon, 4 PM to 11 PM",
    "place": "218 9th Ave",
    "bring": "Your ID",
}


HOW = {"member": "Maria Ortiz", "role": "manager", "answers": 4, "viewed": 2, "ai": "unseen", "look": True}


def occasion(language: Language = "en", name: str = "Rosa") -> LetterContext:
    return LetterContext(language, name, "Maria", "Two Spoons Diner", "Restaurant Server", "America/New_York", 3)


def test_an_invitation_lists_its_times_in_order_and_in_the_zone_of_the_place() -> None:
    letter = letter_of(occasion(), INVITE)
    assert letter.times == ("Thursday, May 14, 3:00 PM EDT", "Friday, May 15, 3:30 PM EDT")
    assert letter.text.splitlines()[0] == "Hi Rosa, it's Maria from Two Spoons Diner, about the Restaurant Server job."
    assert letter.text.index("20 minutes") < letter.text.index("Thursday") < letter.text.index("Ask for Maria")


def test_a_spanish_offer_says_pay_day_shift_place_and_what_to_bring() -> None:
    text = letter_of(occasion("es"), OFFER).text
    for part in ("$21.50/hora", "lunes, 18 de mayo", "Mon, 4 PM to 11 PM", "218 9th Ave", "Your ID"):
        assert part in text


@pytest.mark.parametrize(("language", "day"), [("en", "Friday, May 15"), ("es", "viernes, 15 de mayo")])
def test_an_offer_ends_with_the_day_to_answer(language: Language, day: str) -> None:
    last = letter_of(occasion(language), {**OFFER, "answer_by": "2026-05-15"}).paragraphs[-1]
    assert day in last
    assert day not in letter_of(occasion(language), OFFER).text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("reason", get_args(DeclineReason))
def test_every_reason_has_its_sentence(language: Language, reason: str) -> None:
    body = {"action": "decline", "reason": reason, "words": "Thank you for your time.", "explanation": HOW}
    paragraphs = letter_of(occasion(language), body).paragraphs
    assert paragraphs[1].startswith(("Thank you for applying.", "Gracias por postularse."))
    reasons, rest = ([], paragraphs[2:]) if reason == "other" else ([paragraphs[2]], paragraphs[3:])
    assert reasons in ([], [reason_in_words(reason, language)])
    assert rest[0] == "Thank you for your time."
    assert "Maria Ortiz" in rest[1]
    assert "30" in rest[3]


@pytest.mark.parametrize("language", LANGUAGES)
def test_decline_says_who_decided_from_what_and_which_part_ai_had(language: Language) -> None:
    def told(**how: Any) -> list[str]:
        body = {"action": "decline", "reason": "times", "explanation": {**HOW, **how}}
        return list(letter_of(occasion(language), body).paragraphs[3:])

    assert "2" in told()[0]
    assert "4" in told()[0]
    assert "2" not in told(viewed=4)[0].replace("IA", "")
    assert len({told(ai=ai)[0] for ai in ("none", "unseen", "seen")}) == 3
    assert "30" in told()[-1]
    assert told(look=False)[:-1] == told()[:-1]
    left = told(look=False)[-1]  # Another look can be asked for once. Then the letter says what is left.
    assert "eeoc.gov" in left
    assert not re.search(r"\b30\b", left)
    for nothing in (told(viewed=0)[0], told(viewed=0, answers=0)[0]):
        assert not re.search(r"\d", nothing)
    kinds = get_args(Data)
    named = [told(data=[one])[1] for one in kinds]
    assert len({*named, told(data=[])[1], told()[1]}) == len(kinds) + 2  # Each has words of its own.


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "body",
    [INVITE, OFFER, {"action": "ask", "text": "Can you work Sundays?"}, {"action": "close", "reason": "filled"}],
)
def test_letters_have_no_unfilled_places(language: Language, body: dict[str, Any]) -> None:
    for name in ("Rosa", ""):
        text = letter_of(occasion(language, name), body).text
        assert not {"{", "}"} & set(text)
        assert "None" not in text
    assert letter_of(occasion(language), {"action": "meet"}).paragraphs == ()


@pytest.mark.parametrize(
    ("language", "filled", "nobody"),
    [
        ("en", "This job has been filled.", "Nobody decided about you or your answers for this"),
        ("es", "El puesto ya se cubrió.", "Nadie decidió sobre usted ni sobre sus respuestas para esto"),
    ],
)
def test_a_filled_job_is_no_decision_about_its_candidates(language: Language, filled: str, nobody: str) -> None:
    body = {"action": "close", "reason": "filled", "explanation": {**HOW, "look": False}}
    paragraphs = letter_of(occasion(language), body).paragraphs
    assert paragraphs[1].startswith(filled)
    assert paragraphs[2].startswith(nobody)
    assert "eeoc.gov" in paragraphs[3]
    assert not any(word in paragraphs[3] for word in ("decision", "decisión"))
    assert not any("Maria Ortiz" in one for one in paragraphs)


@pytest.mark.parametrize(
    ("language", "sentence"),
    [("en", "Someone else was a closer fit for this job."), ("es", "Otra persona encajaba mejor en este puesto.")],
)
def test_a_closer_fit_does_not_say_that_somebody_was_chosen(language: Language, sentence: str) -> None:
    assert reason_in_words("others", language) == sentence


@pytest.mark.parametrize(
    ("language", "taken", "not_taken"),
    [("en", "we took it", "not again since"), ("es", "la hicimos", "no volvió a verlas después")],
)
def test_another_look_is_said_to_be_taken_only_if_it_was(language: Language, taken: str, not_taken: str) -> None:
    def no(again: bool | None) -> str:
        how = {**HOW, "look": False} | ({} if again is None else {"again": again})
        body = {"action": "decline", "reason": "times", "owes_look": True, "explanation": how}
        return letter_of(occasion(language), body).paragraphs[1]

    assert taken in no(again=True)
    assert taken in no(again=None)  # Of letters from before it was stored.
    assert taken not in no(again=False)
    assert not_taken in no(again=False)
    assert "Maria Ortiz" in no(again=False)


@pytest.mark.parametrize("action", ["cancel", "close", "invite", "no_show"])
def test_a_sentence_ends_with_one_period_after_a_time(action: str) -> None:
    body = {**INVITE, "action": action, "starts_at": "2026-05-14T19:00:00+00:00"}
    text = letter_of(occasion("es"), body).text
    assert "3:00 p.m." in text
    assert "p.m.." not in text
