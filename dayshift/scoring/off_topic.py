"""What an answer says that is no account of the speaker's own doing, however fluent: advice, others' deeds, lists.

None of it is held against anybody. It is left out as evidence, and what else was said counts as before.
"""

from collections.abc import Sequence

from dayshift.question_plans import Lexicon, Question, find_first
from dayshift.scoring.parser import Statement
from dayshift.scoring.steps import tells_of_the_past

BARE_WORDS = 8
"""A statement of up to so many words without any that joins them is bare: "I grill meat"."""
MIN_BARE = 5
BARE_SHARE = 0.75
"""So many bare statements, and so much of all, are a list, with an "I" before each as well."""


def asides(question: Question, statements: Sequence[Statement], lexicon: Lexicon) -> list[bool]:
    """For each statement whether it tells what one should do, what somebody else did, or one's hours unasked."""
    about_hours = "plainness" in question.raters
    found: list[bool] = []
    advising = of_others = unasked = False
    for statement in statements:
        if find_first(lexicon.others, statement.text, ()):
            of_others = True
        elif speaks_of_self(statement, lexicon):
            advising = of_others = False
        elif find_first(lexicon.advice, statement.text, ()):
            advising = True
        if not about_hours and find_first(lexicon.own_hours, statement.text, ()):
            unasked = True
        elif tells_of_the_past(statement, lexicon):
            unasked = False
        found.append(advising or of_others or unasked)
    return found


def speaks_of_self(statement: Statement, lexicon: Lexicon) -> bool:
    words = set(statement.text.split())
    return not words.isdisjoint(lexicon.self_words | lexicon.own_verbs | lexicon.own_words)


def is_list(statements: Sequence[Statement], lexicon: Lexicon) -> bool:
    """Whether nearly all of it is bare statements: the terms of a list, however they are joined."""
    bare = sum(
        len(words) <= BARE_WORDS and lexicon.linking_words.isdisjoint(words)
        for words in (statement.text.split() for statement in statements)
    )
    return bare >= max(MIN_BARE, BARE_SHARE * len(statements))


def is_habit(statement: Statement, lexicon: Lexicon) -> bool:
    """Whether it is told of every time, so that it cannot be the one time that is asked for."""
    return find_first(lexicon.habits, statement.text, ()) is not None
