"""Word folding and spelling correction."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dayshift.knowledge.occupations.words import Spelling, clauses, folded


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Waitresses", "waiter"),
        ("Cooks", "cook"),
        ("cocineras", "Cocinero"),
        ("albañil", "ALBANIL"),
        ("repairwoman", "repairmen"),
        ("barmaid", "barman"),
        ("conductoras", "conductor"),
        ("kid's", "kids"),
        ("dishes", "dish"),
    ],
)
def test_forms_of_one_word_fold_to_the_same_word(one: str, other: str) -> None:
    assert folded(one) == folded(other)


@pytest.mark.parametrize(("one", "other"), [("cook", "cool"), ("host", "hotel"), ("glass", "gla"), ("gas", "ga")])
def test_different_words_stay_different(one: str, other: str) -> None:
    assert folded(one) != folded(other)


def test_punctuation_splits_clauses() -> None:
    assert clauses("Server/bartender, nights!") == [["server"], ["bartender"], ["night"]]


@given(st.text(max_size=80))
def test_any_text_folds_to_plain_words(text: str) -> None:
    assert all(word.isascii() and word.isalnum() and word == word.lower() for word in folded(text))


WORD = "bartender"


@given(st.integers(1, 8), st.sampled_from("abcxyz"), st.sampled_from(["missing", "added", "changed", "swapped"]))
def test_single_typo_is_corrected(at: int, letter: str, kind: str) -> None:
    swapped = WORD[: at - 1] + WORD[at] + WORD[at - 1] + WORD[at + 1 :]
    typed = {
        "missing": WORD[:at] + WORD[at + 1 :],
        "added": WORD[:at] + letter + WORD[at:],
        "changed": WORD[:at] + letter + WORD[at + 1 :],
        "swapped": swapped if at > 1 else WORD,
    }[kind]
    assert Spelling([WORD, "carpenter"]).correct(typed) == WORD


def test_known_words_and_other_first_letters_are_unchanged() -> None:
    spelling = Spelling(["baking", "plumber"], known=["number"])
    assert [spelling.correct(word) for word in ("making", "number", "lumber")] == ["making", "number", "lumber"]
