import re

import pytest

from dayshift.interviewer import Plan, find_plan, plan_for
from dayshift.interviewer.evidence import KINDS
from dayshift.interviewer.lexicon import lexicon_for, wording_for
from dayshift.interviewer.phrases import compile_phrase
from dayshift.interviewer.plan import CORE_QUESTIONS, _versions
from dayshift.interviewer.raters import RATERS

PLANS = [find_plan(plan_id, version) for plan_id, version in sorted(_versions())]
every_plan = pytest.mark.parametrize("plan", PLANS, ids=lambda plan: f"{plan.id}-{plan.version}")


@every_plan
def test_a_plan_has_four_core_questions_of_the_same_skills(plan: Plan) -> None:
    assert [question.id for question in plan.questions] == [
        "experience",
        "pressure",
        "availability",
        "motivation",
    ]
    assert len(plan.questions) == CORE_QUESTIONS
    assert [question.expected_seconds for question in plan.questions] == [60, 60, 45, 45]
    assert [question.type for question in plan.questions] == [
        "experience",
        "behavioral",
        "situational",
        "behavioral",
    ]


@every_plan
def test_every_question_has_five_anchored_levels_and_follow_ups(plan: Plan) -> None:
    for question in plan.questions:
        assert [level.level for level in question.levels] == [1, 2, 3, 4, 5]
        assert len({level.text for level in question.levels}) == 5
        assert question.follow_ups
        assert all("{phrase}" in follow_up.with_phrase for follow_up in question.follow_ups)
        # The two lowest levels must always be true of an answer, or there would be no level to fall back to.
        assert not any(level.needs for level in question.levels[:2])


@every_plan
def test_whatever_a_plan_refers_to_exists(plan: Plan) -> None:
    wording = wording_for(plan.language)
    for question in plan.questions:
        own = {indicator.id for indicator in question.indicators}
        assert len(own) == len(question.indicators)
        assert not own & set(KINDS)
        needs = [need for level in question.levels for need in level.needs]
        needs += [follow_up.missing for follow_up in question.follow_ups]
        needs += [need for cap in question.caps for need in cap.unless]
        for need in needs:
            assert set(need.split("|")) <= own | set(KINDS)
            assert need.split("|")[0] in own | set(wording.missing)
        assert set(question.raters) <= set(RATERS) & set(wording.raters)
        assert len(question.raters) >= 2


@every_plan
def test_phrases_are_well_formed(plan: Plan) -> None:
    lexicon = lexicon_for(plan.language)
    written = [*plan.topic, *(f"# {unit}" for unit in plan.units), *plan.things]
    for question in plan.questions:
        written += [phrase for indicator in question.indicators for phrase in indicator.phrases]
        written += [phrase for cap in question.caps for phrase in cap.phrases]
    for phrases in (*lexicon.evidence.values(), *lexicon.details.values(), *lexicon.forbidden.values()):
        written += phrases
    for phrase in (*written, *lexicon.orders):
        compile_phrase(phrase)
        assert phrase == phrase.lower().strip()
        # A reader sees one form of these words, so a phrase with another form would never be found.
        words = set(re.split(r"[ |]", phrase.replace(" + ", " ")))
        unseen = words & ({*lexicon.same_word, *lexicon.numbers} - set(lexicon.same_word.values()))
        assert not unseen or phrase in {p for ps in lexicon.forbidden.values() for p in ps}, phrase


@every_plan
def test_sentences_for_people_are_short(plan: Plan) -> None:
    wording = wording_for(plan.language)
    texts = [*wording.missing.values(), *wording.raters.values(), wording.none, wording.advice]
    for question in plan.questions:
        texts += [question.text, *(level.text for level in question.levels)]
        texts += [indicator.advice for indicator in question.indicators]
        texts += [follow_up.text for follow_up in question.follow_ups]
    for text in texts:
        for sentence in re.split(r"[.?!:]\s*", text):
            assert len(sentence.split()) <= 20, sentence


@pytest.mark.parametrize(
    ("title", "plan_id"),
    [
        ("Server/Waiter", "restaurant-en"),
        ("Bartender", "restaurant-en"),
        ("Host/Hostess", "restaurant-en"),
        ("Busser/Food Runner", "restaurant-en"),
        ("General Manager", "restaurant-en"),
        ("Assistant Manager", "restaurant-en"),
        ("Shift Supervisor", "restaurant-en"),
        ("Restaurant Server", "restaurant-en"),
        ("Prep Cook", "kitchen-en"),
        ("Line Cook", "kitchen-en"),
        ("Dishwasher/Steward", "kitchen-en"),
        ("Kitchen Manager", "kitchen-en"),
        ("Kitchen Staff", "kitchen-en"),
        ("Hotel Housekeeper", "hotel-en"),
        ("Front Desk Agent", "hotel-en"),
        ("Construction Worker", "general-en"),
        ("Warehouse Worker", "general-en"),
        ("Driver", "general-en"),
        ("General Worker", "general-en"),
        ("Barber", "general-en"),
        ("", "general-en"),
    ],
)
def test_the_job_title_chooses_the_plan(title: str, plan_id: str) -> None:
    assert plan_for(title).id == plan_id


def test_a_plan_is_found_by_id_and_version() -> None:
    newest = plan_for("Server")
    assert find_plan(newest.id, newest.version) is newest
    for unknown in [("restaurant-en", 999), ("../secrets", 1)]:
        with pytest.raises(LookupError):
            find_plan(*unknown)
    with pytest.raises(LookupError):
        plan_for("Server", "xx")
    with pytest.raises(LookupError):
        newest.question("unknown")
