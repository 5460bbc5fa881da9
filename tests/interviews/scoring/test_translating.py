"""A report in the reader's language: all sentences of the program, and nobody's words."""

from dayshift.interviews.room.report import CompetencyReport, InterviewReport, report_in, without_reader
from dayshift.interviews.scoring import Answer, score_interview
from dayshift.knowledge.question_plans import find_plan, wording_for

PLAN = "restaurant-en"


def report() -> InterviewReport:
    plan = find_plan(PLAN, 1)
    long = "I worked four years at a diner. On Saturdays I served forty guests an hour and trained two new servers. "
    texts = [long * 2, "Yes.", ""]
    answers = [
        Answer(one.id, one.text, text) for one, text in zip(plan.questions, texts * len(plan.questions), strict=False)
    ]
    scored = score_interview(plan, answers)
    return InterviewReport.model_validate(scored.as_summary_json())


def own_sentences(found: InterviewReport) -> set[str]:
    return {found.summary, *(text for one in found.competencies for text in (one.level_text, one.would_raise))}


def test_all_sentences_are_in_the_language_and_the_words_stay() -> None:
    english = report()
    spanish = report_in(english, "es")
    assert not own_sentences(english) & own_sentences(spanish)
    assert [one.competency for one in spanish.competencies] == [
        one.competency for one in find_plan("restaurant-es", 1).questions
    ]

    def kept(one: CompetencyReport) -> tuple[object, ...]:
        return one.question, one.level, one.quote, one.confidence

    assert [kept(one) for one in spanish.competencies] == [kept(one) for one in english.competencies]
    assert any(one.quote for one in spanish.competencies)
    assert report_in(english, "en") == english


def test_a_report_of_an_unknown_plan_or_with_other_sentences_stays_as_it_is() -> None:
    english = report()
    unknown = english.model_copy(update={"plan": "gone-en"})
    assert report_in(unknown, "es") == unknown
    first, *rest = english.competencies
    other = english.model_copy(update={"competencies": (first.model_copy(update={"level_text": "Calls."}), *rest)})
    assert report_in(other, "es") == other


def test_a_report_without_a_reader_promises_no_review_in_either_language() -> None:
    english = report()
    first, *rest = english.competencies
    left = {"level": None, "quote": None, "level_text": wording_for("en").unsure, "needs_person": True}
    promised = english.model_copy(update={"competencies": (first.model_copy(update=left), *rest), "needs_person": True})
    found = without_reader(promised)
    assert found.competencies == (
        first.model_copy(update={**left, "level_text": wording_for("en").unread}),
        *rest,
    )
    assert f"There's no level for: {first.competency}." in found.summary
    assert "A person will read" not in found.summary
    spanish = without_reader(report_in(promised, "es"))
    assert spanish.competencies[0].level_text == wording_for("es").unread
    assert "Una persona leer" not in spanish.summary
    assert without_reader(english) == english
