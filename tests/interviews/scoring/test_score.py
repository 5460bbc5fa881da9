"""What a score is made of, what may never change it, and what it may never be."""

import json
import random
import re
from dataclasses import replace

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from dayshift.interviews.scoring import Answer, Report, read_answers, score_interview
from dayshift.interviews.scoring import network as network_module
from dayshift.interviews.scoring.network import network
from dayshift.interviews.scoring.preprocessing import sentences_of
from dayshift.interviews.scoring.quoting import APART, MAX_QUOTE_WORDS, longest_quotes, quoted
from dayshift.interviews.scoring.report import CompetencyResult
from dayshift.interviews.scoring.score import Reading, advice_for, level_text_for, report_on, result_of
from dayshift.knowledge.question_plans import lexicon_for, newest, wording_for
from tests.interviews.scoring.test_preprocessing import ORDERS
from training.scoring.answer_set import FOLDER, RatedAnswer, load

PLAN = newest("restaurant-en")
assert PLAN
STRONG = {
    "experience": "I waited tables at a diner for three years. I had a section of eight tables and took orders. I "
    "trained four new servers and I closed the place alone on Sundays.",
    "pressure": "Last New Year's Eve we had 180 covers and one cook called in sick. I wrote every table's time on my "
    "pad, told each table how long the kitchen needed and asked the host to slow the door. Every table got its food "
    "before midnight and the owner thanked us.",
    "availability": "I can work Tuesday to Saturday from 3 pm to 11 pm. When the schedule changes I call my sister to "
    "take my son; last month I took over a Monday double that way and told my boss the same evening.",
    "motivation": "I like it when a table relaxes. At my last job a couple came back on Fridays and I kept the corner "
    "table and their two coffees ready, and one day they brought me a cake. I want to do that in a bigger place.",
}
unhurried = settings(deadline=None)
few = settings(deadline=None, max_examples=20)
rated = st.sampled_from(load("dev"))
ACTS = {
    language: [
        json.loads(line)["bad"]
        for file in sorted(FOLDER.glob(f"acts/{language}*.jsonl"))
        for line in file.read_text("utf-8").splitlines()
    ]
    for language in ("en", "es")
}
"""Harmful acts of the speaker's own."""


def read(answer: RatedAnswer, text: str | None = None) -> Reading:
    family, _, name = answer.question.partition("/")
    plan = newest(f"{family}-{answer.language}")
    assert plan
    question = plan.question(name)
    return read_answers(plan, question, [Answer(question.id, question.text, answer.text if text is None else text)])


def ended(text: str) -> str:
    """The text with a full stop, so that what follows is a sentence of its own."""
    return text if text.rstrip().endswith((".", "!", "?")) else f"{text}."


def interview(texts: dict[str, str]) -> Report:
    return score_interview(PLAN, [Answer(key, PLAN.question(key).text, text) for key, text in texts.items()])


def test_strong_answers_get_high_levels_with_their_own_words() -> None:
    report = interview(STRONG)
    shown = [result.level for result in report.competencies if result.level is not None]
    assert len(shown) >= 2
    assert min(shown) >= 4
    assert report.recommendation in {"HIRE", "INSUFFICIENT_EVIDENCE"}
    for result, text in zip(report.competencies, STRONG.values(), strict=True):
        assert result.quote is None or all(part in text for part in result.quote.split(APART))
    assert report.summary.endswith("The score is only a recommendation.")


def test_slogans_are_not_recommended() -> None:
    report = interview(
        {
            "experience": "I am a fast learner and a real team player. I give 110 percent every day.",
            "pressure": "I work well under pressure. I can handle anything, teamwork makes the dream work.",
            "availability": "I'm very flexible, whatever you need.",
            "motivation": "I am passionate about excellence and great service.",
        }
    )
    assert report.recommendation in {"NO_HIRE", "INSUFFICIENT_EVIDENCE"}


@pytest.mark.parametrize("nothing", ["", "  ", "(No response provided)", "...", "?!"])
def test_nothing_said_gives_no_level_and_no_total(nothing: str) -> None:
    report = interview(dict.fromkeys(STRONG, nothing))
    assert report.total is None
    assert report.recommendation == "INSUFFICIENT_EVIDENCE"
    assert not report.needs_person
    for result in report.competencies:
        assert (result.level, result.quote) == (None, None)


def test_one_word_is_not_enough_to_go_on() -> None:
    report = interview({"experience": "Yes.", "pressure": "Fast.", "availability": "Any time.", "motivation": "Money."})
    assert report.recommendation == "INSUFFICIENT_EVIDENCE"
    assert not report.needs_person
    assert {(one.level, one.confidence) for one in report.competencies} == {(None, "low")}
    assert report.summary.endswith("There's not enough to go on yet: say more, and take the interview again.")


def test_a_follow_up_is_read_together_with_its_question() -> None:
    asked = PLAN.question("pressure")
    thin = Answer("pressure", asked.text, "It was a busy night.")
    more = Answer("pressure/follow-up", "What did you do?", STRONG["pressure"])
    alone, both = (read_answers(PLAN, asked, said).prediction.expected for said in ([thin], [thin, more]))
    assert both > alone


@pytest.mark.parametrize(("level", "advised"), [(1, "what"), (2, "what"), (3, "what"), (4, "result"), (None, "what")])
def test_the_advice_is_what_the_next_level_needs(level: int | None, advised: str) -> None:
    question = PLAN.question("pressure")
    reading = read_answers(PLAN, question, [Answer("pressure", question.text, "It was busy.")])
    assert advice_for(reading, level) == wording_for("en").missing[advised]


def test_what_was_told_is_not_advised() -> None:
    question = PLAN.question("experience")
    reading = read_answers(PLAN, question, [Answer("experience", question.text, "I worked at a diner for two years.")])
    told = replace(reading, prediction=replace(reading.prediction, told=dict.fromkeys(wording_for("en").missing, 0.9)))
    assert advice_for(told, 3) == wording_for("en").more_advice
    told.prediction.told["trust"] = 0.3
    assert advice_for(told, 3) == wording_for("en").more_advice  # It may have been told.
    told.prediction.told["trust"] = 0.1
    assert advice_for(told, 3) == wording_for("en").missing["trust"]


@unhurried
@given(rated)
def test_a_level_has_a_verbatim_quote_and_doubt_has_neither(answer: RatedAnswer) -> None:
    reading = read(answer)
    result = result_of(reading)
    if result.level is None:
        assert result.quote is None
        unsure = bool(reading.sentences) and (reading.level > 0 or reading.confidence != "high")
        assert result.needs_person == unsure
    else:
        assert result.quote
        assert len(result.quote.split()) <= MAX_QUOTE_WORDS
        assert all(part in answer.text for part in result.quote.split(APART))
        meaning = reading.question.levels[result.level - 1]
        assert result.level_text in {meaning.text, meaning.told}
        assert not result.needs_person


HONEST = {
    "a burn": "One night the tandoor burnt the hair of my arm, I put it under cold water, told the chef and finished "
    "my forty breads. Nobody waited and next day he bought us long gloves.",
    "own money": "Because no lunch for the team that day I bought rice and chicken with my own money, eleven plates, "
    "and we unloaded the second truck before two.",
    "un mango": "Yo le decía a la doña que ese mango ya huele dulce, que se lo llevara para hoy, y el otro para el "
    "viernes. Volvía todas las semanas y preguntaba por mí.",
    "la caja": "El patrón faltó tres días, abrí, cobré y cuadré la caja yo solo cada noche, y así fue que corrió bien.",
}
"""Own words of honest people, most of them in a second language or a dialect."""


@pytest.mark.parametrize("name", HONEST)
def test_an_honest_answer_in_unusual_words_is_not_at_a_low_level(name: str) -> None:
    plan = newest("restaurant-es" if " la " in HONEST[name] else "restaurant-en")
    assert plan
    question = plan.question("pressure")
    result = result_of(read_answers(plan, question, [Answer("pressure", question.text, HONEST[name])]))
    assert result.level in {None, 3, 4, 5}
    assert result.level or result.needs_person


@few
@given(rated, st.sampled_from(["likely", "possible", "lowest"]))
def test_a_suspicion_gives_no_level_and_nothing_tells_it_from_other_doubt(answer: RatedAnswer, suspicion: str) -> None:
    reading = read(answer)
    assume(reading.sentences)
    limits, seen = network().thresholds, reading.prediction
    harmful = {"likely": limits.harmful + 0.01, "possible": limits.doubtful[answer.language], "lowest": 0.0}[suspicion]
    above = (1.0, 0.0, 0.0, 0.0, 0.0) if suspicion == "lowest" else seen.above
    suspected = replace(reading, prediction=replace(seen, above=above, harmful=harmful), doubt=harmful)
    unsure = replace(
        suspected, prediction=replace(seen, above=above, harmful=0.0), doubt=limits.doubtful[answer.language]
    )
    result = result_of(suspected)
    assert (result.level, result.quote, result.confidence, result.needs_person) == (None, None, "low", True)
    assert result.level_text == wording_for(answer.language).unsure
    assert result == result_of(unsure)


@few
@given(st.sampled_from(["en", "es"]), st.data())
def test_no_act_gets_the_lowest_level(language: str, data: st.DataObject) -> None:
    story = data.draw(st.sampled_from([answer for answer in load("dev") if answer.language == language]))
    act = data.draw(st.sampled_from(ACTS[language]))
    result = result_of(read(story, f"{ended(story.text)} {act}"))
    assert result.level != 1


@pytest.mark.slow
@unhurried
@given(st.sampled_from(["en", "es"]), st.data())
def test_an_act_beyond_what_is_read_is_left_to_a_person(language: str, data: st.DataObject) -> None:
    stories = [answer for answer in load("dev") if answer.language == language]
    told = data.draw(st.lists(st.sampled_from(stories), min_size=6, max_size=9, unique_by=lambda one: one.id))
    text, act = " ".join(ended(answer.text) for answer in told), data.draw(st.sampled_from(ACTS[language]))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(network_module, "MAX_TOKENS", network_module.WINDOW)
        assume(read(told[0], text).cut)
        reading = read(told[0], f"{text} {act}")
        assert reading.prediction == read(told[0], text).prediction, "the network did not see the act"
    result = result_of(reading)
    assert (result.level, result.quote, result.confidence, result.needs_person) == (None, None, "low", True)
    assert result.would_raise == wording_for(language).long_advice


@unhurried
@given(rated)
def test_no_level_is_shown_of_an_answer_that_was_cut_however_sure_it_looks(answer: RatedAnswer) -> None:
    reading = read(answer)
    assume(reading.confidence == "high" and result_of(reading).level)  # A quote shows the level, too.
    result = result_of(replace(reading, cut=True))
    assert (result.level, result.quote, result.needs_person) == (None, None, True)


@unhurried
@given(rated, st.data())
def test_no_order_raises_a_level(answer: RatedAnswer, data: st.DataObject) -> None:
    order, text = data.draw(st.sampled_from(ORDERS[answer.language])), ended(answer.text)
    assert read(answer, f"{order} {text} {order}").prediction == read(answer, text).prediction


@unhurried
@given(rated)
def test_saying_it_again_changes_nothing(answer: RatedAnswer) -> None:
    text = ended(answer.text)
    assert read(answer, f"{text} {text}").prediction == read(answer, text).prediction


@unhurried
@given(rated)
def test_case_and_accents_of_punctuation_change_nothing(answer: RatedAnswer) -> None:
    plain = re.sub(r"[,;:\u2014\"()]", " ", answer.text)
    assert result_of(read(answer, plain)).level == result_of(read(answer, plain.upper().lower())).level


def test_the_same_words_give_the_same_report() -> None:
    assert interview(STRONG) == interview(STRONG)


def test_the_plan_of_an_old_interview_is_scored_too() -> None:
    from dayshift.knowledge.question_plans import find_plan

    old = find_plan("restaurant-en", 1)
    report = score_interview(old, [Answer(key, old.question(key).text, text) for key, text in STRONG.items()])
    assert report.plan_version == 1
    assert any(result.level for result in report.competencies)


@pytest.mark.parametrize(
    ("levels", "confidence", "total", "advice"),
    [
        ((4, 4, 4, 4), "medium", 80, "HIRE"),
        ((4, 4, 4, 3), "medium", 75, "SECOND_INTERVIEW"),
        ((3, 3, 3, 3), "medium", 60, "SECOND_INTERVIEW"),
        ((3, 3, 3, 2), "high", 55, "NO_HIRE"),
        ((3, 3, 3, 2), "medium", 55, "INSUFFICIENT_EVIDENCE"),
        ((5, 5, None, None), "high", None, "INSUFFICIENT_EVIDENCE"),
        ((5, 5, 4, None), "high", 93, "HIRE"),
    ],
)
def test_total_and_advice_are_arithmetic(
    levels: tuple[int | None, ...], confidence: str, total: int | None, advice: str
) -> None:
    results = [
        CompetencyResult(q.competency, q.text, level, "", None, confidence if level else "low", "")
        for q, level in zip(PLAN.questions, levels, strict=True)
    ]
    report = report_on(PLAN, results)
    assert (report.total, report.recommendation) == (total, advice)


def test_the_report_is_json_and_names_who_should_read_it() -> None:
    sure = [
        replace(one, level=4, quote="q", level_text="", needs_person=False) for one in interview(STRONG).competencies
    ]
    doubtful = replace(sure[0], level=None, quote=None, needs_person=True)
    content = json.loads(json.dumps(report_on(PLAN, [doubtful, *sure[1:]]).as_summary_json()))
    assert content["needsPerson"] is True
    assert f"A person will read your answers about: {doubtful.competency}." in content["summary"]
    assert json.loads(json.dumps(report_on(PLAN, sure).as_summary_json()))["needsPerson"] is False


@pytest.mark.slow
def test_word_errors_of_a_recognizer_change_little() -> None:
    rng = random.Random(4)
    sample = rng.sample(load("dev"), 120)
    vocabulary = [word for answer in sample for word in answer.text.split()]
    changes = []
    for answer in sample:
        heard = [rng.choice(vocabulary) if rng.random() < 0.1 else word for word in answer.text.split()]
        changes.append(abs(read(answer, " ".join(heard)).level - read(answer).level))
    changes.sort()
    assert changes[len(changes) // 2] == 0
    assert changes[int(0.95 * len(changes))] <= 2


def test_a_level_that_no_quote_shows_is_left_to_a_person() -> None:
    questions = [PLAN.question(name) for name in STRONG]
    readings = [read_answers(PLAN, one, [Answer(one.id, one.text, STRONG[one.id])]) for one in questions]
    reading = next(one for one in readings if result_of(one).level)
    nothing = network().read([], []).prediction
    result = result_of(replace(reading, alone=lambda _: nothing))
    assert (result.level, result.quote, result.needs_person) == (None, None, True)


def test_a_quote_of_a_long_answer_is_the_part_with_the_story() -> None:
    story = STRONG["pressure"]
    before = " ".join(f"I took bus number {number} and the seats on it were green." for number in range(20, 32))
    question = PLAN.question("pressure")
    result = result_of(read_answers(PLAN, question, [Answer("pressure", question.text, f"{before} {story}")]))
    assert result.quote is None or story.split(". ")[0] in result.quote


@given(st.lists(st.integers(1, 40), min_size=1, max_size=12), st.data())
def test_the_longest_quotes_cover_all_that_is_allowed(lengths: list[int], data: st.DataObject) -> None:
    words = [[f"w{number}x{place}" for place in range(length)] for number, length in enumerate(lengths)]
    answer = " ".join(f"{' '.join(sentence)}." for sentence in words)
    sentences = sentences_of(answer, "", "en")
    everything = range(len(sentences))
    allowed = tuple(sorted(data.draw(st.sets(st.sampled_from(everything)))))
    quotes = list(longest_quotes(sentences, allowed))
    assert {number for numbers in quotes for number in numbers} == set(allowed)
    for numbers in quotes:
        text = quoted(sentences, numbers)
        assert len(text.split()) <= MAX_QUOTE_WORDS
        assert all(part in answer for part in text.split(APART))
        assert sum(set(numbers) <= set(other) for other in quotes) == 1


def test_a_quote_says_where_it_leaves_something_out() -> None:
    sentences = sentences_of("We were full.  I am a Baptist. I carried the plates. Nobody waited.", "", "en")
    assert quoted(sentences, (0, 2, 3)) == f"We were full.{APART}I carried the plates. Nobody waited."
    other = sentences_of("Then I cleaned.", "", "en")
    assert quoted([*sentences[:1], *other], (0, 1)) == f"We were full.{APART}Then I cleaned."


def test_a_level_says_nothing_of_what_is_missing_where_that_may_have_been_told() -> None:
    question = PLAN.question("pressure")
    reading = read_answers(PLAN, question, [Answer("pressure", question.text, STRONG["pressure"])])
    lacked = {2: "what", 3: "occasion", 4: "result"}
    for level, meaning in enumerate(question.levels, 1):
        for chance in (0.1, 0.3):
            told = dict.fromkeys(wording_for("en").missing, 0.1) | {lacked.get(level, "what"): chance}
            found = level_text_for(replace(reading, prediction=replace(reading.prediction, told=told)), level)
            assert found == (meaning.told if level in lacked and chance > 0.2 else meaning.text)
    assert all(level.text.startswith(f"{level.told} ") for level in question.levels[1:4])


def test_quotes_avoid_what_may_not_be_asked() -> None:
    text = (
        "I go to church every day. Last Friday the fryer broke, I moved the orders to the grill, told the servers and "
        "we got every plate out in ten minutes."
    )
    question = PLAN.question("pressure")
    result = result_of(read_answers(PLAN, question, [Answer("pressure", question.text, text)]))
    assert result.quote is None or "church" not in result.quote
    assert lexicon_for("en").forbidden
