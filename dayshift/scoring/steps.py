"""The steps that a person took: verbs of which the speaker is the subject, whatever the work.

A list of verbs could never hold them all. So besides the listed ones a step is any verb after "I" or "we", and
any verb told as past in a statement about the speaker, unless it is a verb of being, wanting or thinking, which
names no step that somebody could have seen.
"""

import re
from collections.abc import Collection, Sequence

from dayshift.question_plans import DENIED_REACH, Lexicon, compile_phrase, compile_words, likely
from dayshift.scoring.parser import Statement

MIN_STEM = 3


def steps_in(statement: Statement, lexicon: Lexicon, asked: Collection[str] = ()) -> set[str]:
    """Stems of the verbs that name a step; what was denied is none. `asked`: the words of the question."""
    words = statement.text.split()
    found = {stem(words[i], lexicon) for i in range(len(words)) if _is_step(words, i, lexicon)}
    negation = compile_words(lexicon.negations)
    for written in likely(lexicon.evidence["action"], statement.text):
        span = compile_phrase(written).find(statement.text, negation)
        if span:
            found.add(stem(statement.text[span[0] : span[1]].split()[0], lexicon))
    if is_hollow(words, lexicon, asked):
        found -= {stem(word, lexicon) for word in words if compile_words(lexicon.hollow_verbs).fullmatch(word)}
    return found


def is_hollow(words: Sequence[str], lexicon: Lexicon, asked: Collection[str] = ()) -> bool:
    """Whether verbs such as "handled" are left without anything that was handled: "I took care of every problem".

    Words of the question are nothing either: "I identified what made the guest unhappy".
    """
    empty = lexicon.function_words | lexicon.before_verbs | lexicon.hollow_words | set(asked)
    verbs = compile_words(lexicon.hollow_verbs)
    return all(word in empty or word.isdigit() or verbs.fullmatch(word) for word in words)


def tells_of_the_past(statement: Statement, lexicon: Lexicon) -> bool:
    return _past(lexicon).search(statement.text) is not None


def stem(word: str, lexicon: Lexicon) -> str:
    """A word without its grammatical ending: crude, but alike for all forms of a regular word."""
    for ending in lexicon.word_endings:
        if word.endswith(ending) and len(word) - len(ending) >= MIN_STEM:
            return word.removesuffix(ending)
    return word


def _is_step(words: list[str], at: int, lexicon: Lexicon) -> bool:
    word = words[at]
    if compile_words(lexicon.vague).fullmatch(word) or word.isdigit():
        return False
    named = _past(lexicon).fullmatch(word) or (at > 0 and _follows_subject(words, at, lexicon))
    denied = any(before in lexicon.negations for before in words[max(0, at - DENIED_REACH) : at])
    return bool(named) and not denied


def _follows_subject(words: list[str], at: int, lexicon: Lexicon) -> bool:
    """Whether only words such as "would" or "always" stand between the verb and its subject."""
    before = at - 1
    while before > 0 and words[before] in lexicon.before_verbs:
        before -= 1
    return words[before] in lexicon.self_words


def _past(lexicon: Lexicon) -> re.Pattern[str]:
    return compile_words((*lexicon.past, *lexicon.past_endings))
