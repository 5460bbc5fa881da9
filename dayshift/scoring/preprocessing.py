"""What is left out of an answer before it is read: it is no evidence of anything. None stands where it was."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import dropwhile, groupby

from dayshift.question_plans import Lexicon, Vocabulary

COPIED_RUN = 4  # This many words in a row that also stand in the question are a copy of it.
REPEATED_RUN = 6  # This many words in a row that were said before are a repetition.
LISTED_RUN = 6  # This many sought words with nothing between that holds them together are a list,
LONG_RUN = 10  # and so are this many words of any kind.
_SENTENCE = re.compile(r"[^.!?\n]+")


@dataclass(frozen=True)
class Word:
    """One plain word; `start` and `end` are the characters it came from in the answer."""

    text: str
    start: int
    end: int


def without_fillers(words: Sequence[Word | None], lexicon: Lexicon) -> list[Word | None]:
    fillers = {tuple(filler.split()) for filler in lexicon.fillers}
    longest = max(map(len, fillers))
    plain = [word.text if word else "" for word in words]
    kept: list[Word | None] = []
    at = 0
    while at < len(words):
        size = next((n for n in range(longest, 0, -1) if tuple(plain[at : at + n]) in fillers), 0)
        if not size:
            kept.append(words[at])
        at += size or 1
    return kept


def without_copies(words: Sequence[Word | None], question: Sequence[Word], size: int = COPIED_RUN) -> list[Word | None]:
    """None stands where words were taken out: no statement reaches across it."""
    asked = {tuple(w.text for w in question[i : i + size]) for i in range(len(question) - size + 1)}
    kept = list(words)
    for i in range(len(words) - size + 1):
        if tuple(w.text if w else "" for w in words[i : i + size]) in asked:
            kept[i : i + size] = [None] * size
    return kept


def without_repeats(words: Sequence[Word | None]) -> list[Word | None]:
    """Takes out what was said before in the same words: saying it again is no more evidence."""
    kept, said = list(words), set()
    for i in range(len(words) - REPEATED_RUN + 1):
        run = tuple(word.text for word in words[i : i + REPEATED_RUN] if word)
        if len(run) < REPEATED_RUN:
            continue  # Words on both sides of what was taken out were not said together.
        if run in said:
            kept[i : i + REPEATED_RUN] = [None] * REPEATED_RUN
        said.add(run)
    return kept


def without_lists(
    words: Sequence[Word | None], answer: str, vocabulary: Vocabulary, lexicon: Lexicon
) -> list[Word | None]:
    """Takes out runs of sought words. Other words, such as names, neither lengthen a run nor end it."""

    def holds(word: Word | None) -> bool:
        return word is None or word.text in lexicon.function_words or word.text.isdigit()

    kept: list[Word | None] = []
    for is_glue, group in groupby(words, key=holds):
        run = list(group)
        known = [i for i, word in enumerate(run) if word and vocabulary.has(word.text)]
        heap = not is_glue and (len(known) >= LISTED_RUN or len(run) >= LONG_RUN)
        known = _whole_sentences(run, known, words, answer) if heap and known else known
        # What stands around the sought words may belong to the statements before and after the list.
        kept += [*run[: known[0]], None, *run[known[-1] + 1 :]] if heap and known else run
    return kept


def _whole_sentences(
    run: Sequence[Word | None], known: list[int], words: Sequence[Word | None], answer: str
) -> list[int]:
    """The sought words of a list without those at its ends that belong to a sentence before or after it.

    All of them where too few would be left for a list: then there is nothing to tell them apart by.
    """
    inside = {word.start for word in run if word}
    outside = [word.start for word in words if word and word.start not in inside]

    def reaches_out(place: int) -> bool:
        word = run[place]
        return word is not None and any(start in sentence_of(word, answer) for start in outside)

    kept = list(dropwhile(reaches_out, known))
    kept = list(dropwhile(reaches_out, reversed(kept)))[::-1]
    return kept if len(kept) >= LISTED_RUN else known


def sentence_of(word: Word, answer: str) -> range:
    """Start and end of the sentence that contains a word."""
    return next(range(*s.span()) for s in _SENTENCE.finditer(answer) if s.start() <= word.start < s.end())
