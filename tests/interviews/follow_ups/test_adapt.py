import pytest

from dayshift.interviews.follow_ups import adapt, follow_ups_to
from dayshift.interviews.scoring import Answer, read_answers
from dayshift.interviews.scoring.quoting import speaks_of_forbidden
from dayshift.knowledge.question_plans import FAMILIES, lexicon_for, newest, plan_for

PLAN = plan_for("Server")
GOOD = (
    "I was a server at a diner for two years. I took orders and ran food, six tables at a time, and I trained "
    "two new servers."
)


def answered(question_id: str, text: str) -> Answer:
    return Answer(question_id, PLAN.question(question_id).text, text)


def test_the_core_questions_come_in_order_and_in_the_same_words() -> None:
    assert adapt(PLAN, []) == PLAN.questions[0]
    assert adapt(PLAN, [answered("experience", GOOD)]) == PLAN.questions[1]


def test_everything_asked_means_no_next_question() -> None:
    skipped = [answered(question.id, "(No response provided)") for question in PLAN.questions]
    assert adapt(PLAN, skipped) is None


def test_an_answered_question_is_not_asked_again() -> None:
    given = [answered("pressure", "(No response provided)"), answered("experience", GOOD)]
    following = adapt(PLAN, given)
    assert following is not None
    assert following.id == "availability"


def test_a_thin_answer_gets_one_follow_up() -> None:
    thin = answered("experience", "Yes, I worked in a restaurant. It was good.")
    follow_up = adapt(PLAN, [thin])
    assert follow_up is not None
    assert follow_up.id == "experience/follow-up"
    assert follow_up.text in {one.text for one in PLAN.question("experience").follow_ups}

    still_thin = Answer(follow_up.id, follow_up.text, "Stuff.")
    following = adapt(PLAN, [thin, still_thin])
    assert following is not None
    assert following.id == "pressure"


@pytest.mark.parametrize(
    ("question", "aspect", "without", "told"),
    [
        ("experience", "duration", "I worked at a diner.", "I worked at a diner for two years."),
        ("pressure", "result", "I moved the orders.", "I moved the orders. We finished on time and nobody waited."),
        ("motivation", "reason", "I like the kitchen.", "I like the kitchen because my aunt taught me to bake there."),
    ],
)
def test_an_aspect_that_was_told_is_seen(question: str, aspect: str, without: str, told: str) -> None:
    asked = PLAN.question(question)
    before, after = (
        read_answers(PLAN, asked, [answered(question, text)]).prediction.told[aspect] for text in (without, told)
    )
    assert after > before


def test_follow_ups_begin_with_what_the_next_level_needs_and_end_with_the_end() -> None:
    thin = answered("pressure", "It was busy.")
    aspect = {one.text: one.aspect for one in PLAN.question("pressure").follow_ups}
    first, *others, last = [aspect[one.text] for one in follow_ups_to(PLAN, thin)]
    assert (first, set(others), last) == ("what", {"details", "occasion"}, "result")


def test_flexible_is_asked_for_days() -> None:
    first = follow_ups_to(PLAN, answered("availability", "I am flexible."))[0]
    assert first.text == next(one.text for one in PLAN.question("availability").follow_ups if one.aspect == "days")


def test_a_skipped_question_is_not_pressed() -> None:
    for nothing in ("", "  ", "(No response provided)"):
        following = adapt(PLAN, [answered("experience", nothing)])
        assert following is not None
        assert following.id == "pressure"


def test_an_unknown_question_is_an_error() -> None:
    with pytest.raises(LookupError):
        adapt(PLAN, [Answer("unknown", "?", "text")])


SPANISH = plan_for("Mesero", "es")


def answered_in_spanish(question_id: str, text: str) -> Answer:
    return Answer(question_id, SPANISH.question(question_id).text, text)


def test_a_thin_spanish_answer_gets_a_follow_up_in_spanish() -> None:
    follow_up = adapt(SPANISH, [answered_in_spanish("experience", "Sí, trabajé en un restaurante. Estuvo bien.")])
    assert follow_up is not None
    assert follow_up.id == "experience/follow-up"
    assert follow_up.text.startswith("¿")


def test_a_full_spanish_answer_gets_none() -> None:
    full = (
        "Fui mesera dos años en una fonda. Tomaba órdenes y llevaba platos, seis mesas a la vez, y entrené a dos "
        "meseras nuevas."
    )
    assert adapt(SPANISH, [answered_in_spanish("experience", full)]) == SPANISH.questions[1]


@pytest.mark.parametrize(
    "said",
    ["I worked while I was pregnant", "I worked at a bar in prison", "I am too old for this", "Trabajé sin papeles"],
)
def test_protected_topics_are_known(said: str) -> None:
    assert any(speaks_of_forbidden(said, lexicon_for(language)) for language in ("en", "es"))


@pytest.mark.parametrize("language", ["en", "es"])
def test_no_follow_up_touches_a_protected_topic(language: str) -> None:
    lexicon = lexicon_for(language)
    plans = [newest(f"{family}-{language}") for family in FAMILIES]
    asked = [one.text for plan in plans if plan for question in plan.questions for one in question.follow_ups]
    assert asked
    assert [text for text in asked if speaks_of_forbidden(text, lexicon)] == []
