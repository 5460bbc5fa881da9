"""The shipped network: small, quick to load, the same on every call, and its probabilities are probabilities."""

import os
import subprocess
import sys
from collections.abc import Iterator
from importlib import resources
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dayshift.interviews.scoring import network as network_module
from dayshift.interviews.scoring.network import (
    BEGIN,
    MAX_TOKENS,
    STRIDE,
    UNKNOWN,
    WINDOW,
    Tokenizer,
    network,
    windows,
)
from dayshift.interviews.scoring.preprocessing import question_words

QUESTION = question_words("Tell me about a busy shift. What did you do?", "en")
LARGEST = 25 * 2**20

words = st.lists(st.text(st.characters(categories=["Ll", "Nd"]), min_size=1, max_size=12), max_size=60)


@given(words)
def test_predictions_are_probabilities(answer: list[str]) -> None:
    seen = network().read(QUESTION, [answer]).prediction
    assert list(seen.above) == sorted(seen.above, reverse=True)
    assert all(0 <= chance <= 1 for chance in (*seen.above, seen.harmful, *seen.told.values()))
    assert sum(seen.chances) == pytest.approx(1)
    assert 0 <= seen.expected <= 5
    assert network().read(QUESTION, [answer]).prediction == seen


@given(words)
def test_a_word_is_tokenized_alike_wherever_it_is(answer: list[str]) -> None:
    alone = [number for word in answer for number in network().tokens([word])]
    assert network().tokens(answer) == alone


def test_words_are_cut_into_pieces_with_and_without_accents() -> None:
    assert len(network().tokens(["dishwashers"])) > 1
    assert UNKNOWN not in network().tokens(
        ["dishwashers", "didn't", "86ed", "l", "cociné", "cocine", "señora", "senora"]
    )
    assert UNKNOWN in network().tokens(["\u4e2d\u6587"])
    assert network().tokens(["\u4e2d\u6587"]) == network().tokens(["\u4e2d"])


def cuts(word: str) -> Iterator[list[str]]:
    """All ways to cut a word."""
    if not word:
        yield []
    for end in range(1, len(word) + 1):
        yield from ([word[:end], *rest] for rest in cuts(word[end:]))


@given(
    st.dictionaries(st.text("ab", min_size=2, max_size=4), st.floats(-9, -1), max_size=12), st.text("ab", max_size=8)
)
def test_of_all_ways_to_cut_a_word_the_likeliest_is_taken(likely: dict[str, float], word: str) -> None:
    scores = {"<s>": 0.0, "<pad>": 0.0, "</s>": 0.0, "<unk>": 0.0, BEGIN: -3.0, "a": -6.5, "b": -7.5, **likely}
    pieces = list(scores)
    found = [pieces[number] for number in Tokenizer(pieces, list(scores.values())).tokens([word])]
    assert "".join(found) == BEGIN + word
    best = max(sum(scores[piece] for piece in cut) for cut in cuts(BEGIN + word) if scores.keys() >= set(cut))
    assert sum(scores[piece] for piece in found) == pytest.approx(best)


@given(st.lists(words, min_size=1, max_size=4))
def test_all_sentences_are_the_whole(sentences: list[list[str]]) -> None:
    seen = network().read(QUESTION, sentences)
    assert seen.part(range(len(sentences))) == seen.prediction


def test_without_all_sentences_nothing_is_left() -> None:
    first, second = ["we", "ran", "out", "of", "plates"], ["i", "washed", "them", "by", "hand"]
    seen = network().read(QUESTION, [first, second])
    assert seen.part([]) == network().read(QUESTION, []).prediction
    assert seen.part([0]) != seen.part([1])


def test_nothing_said_is_level_zero() -> None:
    assert network().read(QUESTION, []).prediction.chances[0] == 1


@given(st.integers(1, MAX_TOKENS))
def test_each_piece_of_a_long_answer_counts_once_in_a_window_that_shows_what_is_around_it(count: int) -> None:
    found = windows(count)
    counted = [piece for window in found for piece in range(window.first, window.last)]
    assert counted == list(range(count))
    around = (WINDOW - STRIDE) // 2
    for window in found:
        assert 0 <= window.start <= max(window.first - around, 0)
        assert min(window.last + around, count) <= window.end <= min(window.start + WINDOW, count)


def test_what_is_said_late_in_a_long_answer_counts() -> None:
    filler = [["we", "opened", "at", "six", "and", "it", "was", "a", "day", "like", "others"]] * 40
    story = ["one", "night", "the", "oven", "broke", "so", "i", "called", "the", "owner", "and", "fixed", "it"]
    seen = network().read(QUESTION, [*filler, story])
    assert not seen.cut
    assert seen.prediction.above != network().read(QUESTION, filler).prediction.above


@given(st.lists(words, max_size=4), st.integers(WINDOW - 60, WINDOW + 5))
def test_an_answer_is_marked_as_cut_when_it_has_more_tokens_than_are_read(
    sentences: list[list[str]], before: int
) -> None:
    longer = [["work"] * before, *sentences]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(network_module, "MAX_TOKENS", WINDOW)
        seen = network().read(QUESTION, longer)
    assert seen.cut == (sum(len(network().tokens(sentence)) for sentence in longer) > WINDOW)


def test_an_endless_answer_is_read_up_to_a_limit() -> None:
    seen = network().read(QUESTION, [["work"]] * 20_000)
    assert seen.cut
    assert 0 <= seen.prediction.expected <= 5


def test_the_artifact_is_small() -> None:
    files = (resources.files("dayshift.interviews.scoring") / "data").iterdir()
    with resources.as_file(resources.files("dayshift.interviews.scoring") / "data") as folder:
        assert sum((folder / file.name).stat().st_size for file in files) < LARGEST


def test_thresholds_are_in_order() -> None:
    limits = network().thresholds
    for language in ("en", "es"):
        assert 0 < limits.doubtful[language] < limits.harmful < 1
        assert 0 < limits.sure[language] < 1
        assert limits.fairly_sure[language] > 0


def test_reading_an_answer_reports_nothing_to_the_maker_of_the_runtime(tmp_path: Path) -> None:
    """ONNX Runtime keeps the id under which it would report in the home folder."""
    program = "from dayshift.interviews.scoring.network import network; network().read(['question'], [['answer']])"
    environment = {"PATH": os.environ["PATH"], "HOME": str(tmp_path)}
    subprocess.run([sys.executable, "-c", program], cwd=tmp_path, env=environment, check=True)
    assert list(tmp_path.iterdir()) == []
