import json
from dataclasses import replace

import pytest

from dayshift.question_plans import find_plan
from dayshift.question_plans.lexicon import lexicon_for
from dayshift.question_plans.phrases import Vocabulary
from dayshift.scoring import Answer, Report, score_interview
from dayshift.scoring.parser import read
from dayshift.scoring.quoting import QuoteNotFoundError, verbatim
from dayshift.scoring.report import CompetencyResult
from dayshift.scoring.score import _recommend, score_answer
from tests.scoring.examples import HELD_OUT, TUNING, Example

PLAN = find_plan("restaurant-en", 1)
STRONG = {
    "experience": "I waited tables at a diner for three years. I had a section of eight tables and took orders. I "
    "trained four new servers.",
    "pressure": "Last New Year's Eve we had 180 covers. I wrote every table's time on my pad, told each table how long "
    "the kitchen needed and asked the host for help. Nobody waited without hearing from me.",
    "availability": "I can work Tuesday to Saturday from 3 pm to 11 pm, and I can swap if I know two days before.",
    "motivation": "I love making guests happy because every day is different. At my last job a table came back every "
    "Friday and I kept their table ready.",
}


def interview(texts: dict[str, str]) -> Report:
    return score_interview(PLAN, [Answer(key, PLAN.question(key).text, text) for key, text in texts.items()])


def score(example: Example) -> CompetencyResult:
    plan = find_plan(example.plan, 1)
    question = plan.question(example.question)
    return score_answer(plan, question, [Answer(question.id, question.text, example.text)])


@pytest.mark.parametrize("example", [*TUNING, *HELD_OUT], ids=lambda example: example.text[:40])
def test_written_answers_get_the_level_of_a_careful_reader(example: Example) -> None:
    result = score(example)
    if example.level is None:
        assert result.level is None
    else:
        assert result.level is not None
        assert abs(result.level - example.level) <= 1


def test_most_written_answers_get_exactly_the_level_of_a_careful_reader() -> None:
    exact = sum(score(example).level == example.level for example in [*TUNING, *HELD_OUT])
    assert exact / len([*TUNING, *HELD_OUT]) >= 0.8


def test_strong_answers_are_recommended_with_their_own_words() -> None:
    report = interview(STRONG)
    assert report.recommendation == "HIRE"
    assert report.total is not None
    assert report.total >= 80
    for result, text in zip(report.competencies, STRONG.values(), strict=True):
        assert result.quote
        assert result.quote in text
    assert report.summary.startswith("You ")
    assert report.summary.endswith("The score is only a recommendation. A person decides.")


def test_claims_without_examples_are_not_recommended() -> None:
    report = interview(
        {
            "experience": "I have some experience and I'm a fast learner. I worked in restaurants.",
            "pressure": "I work well under pressure and I'm a team player. I can handle anything.",
            "availability": "I'm very flexible, whatever you need. I am open.",
            "motivation": "I need a job. The money is good.",
        }
    )
    assert report.total is not None
    assert report.total < 60
    assert report.recommendation in {"NO_HIRE", "INSUFFICIENT_EVIDENCE"}


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("experience", "My aunt was a server for five years. She took orders, ran food and trained the new people."),
        ("pressure", "You should greet everyone first, take the drinks and tell the kitchen about big orders early."),
        ("pressure", "One day I identified the problem, I implemented a solution and in the end everybody was happy."),
        ("pressure", "I always deliver perfect results, I handle everything and every guest has always thanked me."),
        ("pressure", "I can work Friday after four, and I text my manager the day before if my schedule changes."),
        (
            "experience",
            "I take order, I run food, I clean table, I close register, I train team, I count drawer.",
        ),
    ],
)
def test_fluent_words_without_own_doing_are_not_clear_evidence(question: str, text: str) -> None:
    asked = PLAN.question(question)
    assert (score_answer(PLAN, asked, [Answer(asked.id, asked.text, text)]).level or 0) <= 3


@pytest.mark.parametrize("beside", ["You should always stay calm.", "My cousin was a server too."])
def test_advice_and_others_take_nothing_from_what_the_person_did(beside: str) -> None:
    asked, told = PLAN.question("pressure"), STRONG["pressure"]
    alone, both = (score_answer(PLAN, asked, [Answer(asked.id, asked.text, t)]) for t in (told, f"{beside} {told}"))
    assert alone.level == both.level == 5


def test_unanswered_questions_are_left_out_of_the_score() -> None:
    complete = interview(STRONG)
    for nothing in ("", " \n", "(No response provided)", "..."):
        report = interview({**STRONG, "motivation": nothing})
        last = report.competencies[-1]
        assert (last.level, last.quote, last.confidence) == (None, None, "low")
        assert report.recommendation == complete.recommendation
        assert "There wasn't enough to judge: Why restaurant work." in report.summary


def test_two_answers_are_not_enough_for_advice() -> None:
    report = interview({key: STRONG[key] for key in ("experience", "pressure")})
    assert report.total is None
    assert report.recommendation == "INSUFFICIENT_EVIDENCE"
    assert len(report.competencies) == 4


def test_a_follow_up_counts_with_its_question() -> None:
    question = PLAN.question("experience")
    thin = Answer("experience", question.text, "Yes, I worked in a restaurant.")
    more = Answer("experience/follow-up", "What did you do there?", "I took orders and ran food for two years.")
    before, after = score_answer(PLAN, question, [thin]), score_answer(PLAN, question, [thin, more])
    assert before.level is not None
    assert after.level is not None
    assert after.level > before.level
    assert after.quote is not None
    assert after.quote in thin.answer_text or after.quote in more.answer_text


def test_the_length_of_a_working_life_does_not_count() -> None:
    def level(years: str) -> int | None:
        text = f"I was a server at a diner for {years} years. I took orders and ran food, six tables at a time."
        return interview({"experience": text}).competencies[0].level

    assert level("2") == level("30")


def test_a_limit_with_a_protected_reason_does_not_lower_availability() -> None:
    base = "Monday to Friday from 9 to 5 is fine, and I can swap if I know before."
    limits = ["I can't work any Sunday because of church", "I do not work Saturdays, it is the sabbath", ""]
    limits += ["I can't do nights with my kids", "I see a doctor on Thursday mornings"]
    told = [text for limit in limits for text in (f"{limit}. {base}", f"{base} {limit}", f"{limit} {base}".lower())]
    assert {interview({"availability": text}).competencies[2].level for text in told} == {5}


def test_quotes_keep_protected_topics_out_where_they_can() -> None:
    text = (
        "I was pregnant and I was a server at a diner for two years and I took orders. I ran food and I had six tables."
    )
    quote = interview({"experience": text}).competencies[0].quote
    assert quote is not None
    assert "pregnant" not in quote


@pytest.mark.parametrize(
    ("total", "confidence", "expected"),
    [
        (None, "high", "INSUFFICIENT_EVIDENCE"),
        (80, "low", "HIRE"),
        (79, "high", "SECOND_INTERVIEW"),
        (60, "high", "SECOND_INTERVIEW"),
        (59, "medium", "NO_HIRE"),
        (59, "low", "INSUFFICIENT_EVIDENCE"),
    ],
)
def test_the_published_thresholds(total: int | None, confidence: str, expected: str) -> None:
    results = [replace(result, confidence=confidence) for result in interview(STRONG).competencies]
    assert _recommend(total, results) == expected


def test_the_summary_json_has_the_agreed_keys() -> None:
    content = interview(STRONG).as_summary_json()
    assert json.loads(json.dumps(content)) == content
    assert {"summary", "recommendation", "competencies", "planVersion", "scorer"} <= set(content)
    for item in content["competencies"]:
        assert set(item) == {
            "competency",
            "question",
            "level",
            "levelText",
            "quote",
            "confidence",
            "raise",
            "ratings",
            "needsPerson",
        }


def test_every_level_says_what_would_raise_it() -> None:
    for example in [*TUNING, *HELD_OUT]:
        assert score(example).would_raise
        assert (score(example).would_raise == "Nothing. This is the top level.") == (score(example).level == 5)


def test_an_answer_to_another_plan_is_an_error() -> None:
    with pytest.raises(LookupError):
        score_interview(PLAN, [Answer("unknown", "?", "I took orders.")])


def test_a_quote_that_is_not_in_the_answer_is_an_error() -> None:
    one, other = (
        read(text, "", Vocabulary([]), lexicon_for("en"))[0][0] for text in ("I took orders.", "We ran food.")
    )
    lexicon = lexicon_for("en")
    assert verbatim(one, one, lexicon) == "I took orders"
    with pytest.raises(QuoteNotFoundError):
        verbatim(replace(one, answer="I took orders and more"), other, lexicon)


def test_a_quote_begins_where_a_sentence_begins_or_a_clause_where_that_is_too_long() -> None:
    stops = ".!?"
    begun = 0
    quoted = [(example.text, quote) for example in [*TUNING, *HELD_OUT] if (quote := score(example).quote)]
    for text, quote in quoted:
        before = text[: text.index(quote)].rstrip(" \"'")
        begun += not before or before[-1] in stops
        assert quote.split()[0].lower() not in {"and", "but", "so", "because"} or not before or before[-1] in stops
        assert len(quote.split()) <= 60
    assert begun / len(quoted) > 0.9
