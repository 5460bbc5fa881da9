"""Turns what a person said into statements: short runs of plain words that remember where they stood.

Case and punctuation carry nothing, because speech recognisers give none: a statement begins at its subject
("I", "we", "they") or at a joining word ("and", "because"). So a typed and a spoken answer of the same words
read the same.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

from dayshift.question_plans import Lexicon, Vocabulary, find_first, likely
from dayshift.scoring.preprocessing import (
    REPEATED_RUN,
    Word,
    sentence_of,
    without_copies,
    without_fillers,
    without_lists,
    without_repeats,
)

_TOKEN = re.compile(r"[ap]\.m\.?|\d+|[^\W\d_]+(?:['\u2019`][^\W\d_]+)*", re.IGNORECASE)
_ENDS = frozenset(".!?\n")
_TAG = re.compile(r"<[^<>]{0,40}>")
GREETING = 6  # "My name is Jean-Luc." is no longer than this.


@dataclass(frozen=True)
class Statement:
    words: tuple[Word, ...]
    own: bool
    """Said about the speaker ("I", "we", or nobody named since)."""
    text: str
    """The plain words, joined by single spaces: what phrases are looked for in."""
    answer: str
    """The whole answer that contains it."""
    other_at: int | None = None
    """Where in the answer somebody else was last named; None where it is said about the speaker."""

    @property
    def start(self) -> int:
        return self.words[0].start

    @property
    def end(self) -> int:
        return self.words[-1].end

    def own_at(self, span: tuple[int, int]) -> bool:
        """Whether the text at a character span is about the speaker, or about nobody named.

        A sentence that ended since somebody else was named ends that too, where the answer has sentences.
        """
        if self.own or self.other_at is None:
            return self.own
        return any(mark in _ENDS for mark in self.answer[self.other_at : self.words_at(span)[0].start])

    def words_at(self, span: tuple[int, int]) -> tuple[Word, ...]:
        """The words under a character span of `text`."""
        first, last = self.text.count(" ", 0, span[0]), self.text.count(" ", 0, span[1])
        return self.words[first : last + 1]


def read(
    answer: str, question: str, vocabulary: Vocabulary, lexicon: Lexicon, *, others: Sequence[str] = ()
) -> tuple[list[Statement], list[Statement]]:
    """The statements of an answer, without fillers, copies of the question, word lists, orders and repetitions.

    And once more including word lists, for what counts against an answer.

    `vocabulary` knows every word that some phrase of the plan or the lexicon looks for. `others`: more that
    the person may have been asked, and copied.
    """
    spoken = [
        Word(_mend(word.text, vocabulary, lexicon), word.start, word.end) for word in _words(_untagged(answer), lexicon)
    ]
    asked = _asked(question, lexicon)
    words = without_fillers(_without_names(spoken, answer, lexicon), lexicon)
    words = without_repeats(without_copies(words, asked))
    for text in others:
        words = without_copies(words, _asked(text, lexicon), REPEATED_RUN)
    words = _without_orders(words, answer, lexicon)
    empty = {word.text for word in asked} | lexicon.self_words | lexicon.joining_words
    unlisted = without_lists(words, answer, vocabulary, lexicon)
    with_lists = _said_first(_statements(words, answer, lexicon), empty)
    return (with_lists if unlisted == words else _said_first(_statements(unlisted, answer, lexicon), empty)), with_lists


@lru_cache(512)
def _asked(text: str, lexicon: Lexicon) -> tuple[Word, ...]:
    """The words of a question. Those of plans are asked again and again."""
    return tuple(_words(text, lexicon))


def _said_first(statements: Sequence[Statement], empty: set[str]) -> list[Statement]:
    """Without what says nothing, and without what was said before."""
    first_said = {said.text: said for said in reversed(statements) if not empty.issuperset(said.text.split())}
    return [said for said in statements if first_said.get(said.text) is said]


def plain_words(text: str, lexicon: Lexicon) -> list[str]:
    """The words of a text in the form in which phrases look for them."""
    return [word.text for word in _words(text, lexicon)]


def gives_orders(answer: str, lexicon: Lexicon) -> bool:
    """Whether an answer contains instructions to its scorer, or markup that could pass for a separate message."""
    words = list(_words(_untagged(answer), lexicon))
    return _TAG.search(answer) is not None or None in _without_orders(words, answer, lexicon)


def _words(text: str, lexicon: Lexicon) -> Iterator[Word]:
    for match in _TOKEN.finditer(text):
        for plain in _plain(without_accents(match.group().lower()).replace("\u2019", "'").replace("`", "'"), lexicon):
            yield Word(plain, match.start(), match.end())


def without_accents(text: str) -> str:
    """The text as phrases are written: "cárcel" is "carcel"."""
    return "".join(letter for letter in unicodedata.normalize("NFD", text) if not unicodedata.combining(letter))


def _plain(token: str, lexicon: Lexicon) -> list[str]:
    """One token in the words that phrases are written in: full forms, digits, one form for both genders."""
    if token.startswith(("a.m", "p.m")):
        return [token.replace(".", "")]
    if token in lexicon.contractions:
        return lexicon.contractions[token].split()
    for ending, full in lexicon.endings.items():
        if token.endswith(ending) and len(token) > len(ending):
            return [token.removesuffix(ending), full]
    token = token.removesuffix("'s").replace("'", "")
    return [lexicon.numbers.get(token) or lexicon.same_word.get(token, token)]


def _mend(word: str, vocabulary: Vocabulary, lexicon: Lexicon) -> str:
    """A misspelt word as it was meant: spelling is no skill that is asked for."""
    mended = word if word in lexicon.function_words else vocabulary.mend(word)
    return lexicon.same_word.get(mended, mended)


def _untagged(answer: str) -> str:
    """The answer with blanks over markup, every word where it was."""
    return _TAG.sub(lambda tag: " " * len(tag[0]), answer)


def _without_names(words: Sequence[Word], answer: str, lexicon: Lexicon) -> list[Word | None]:
    """Takes out how people introduce themselves: to the end of the sentence where it is short, else one name."""
    phrases = [tuple(phrase.split()) for phrase in lexicon.introductions]
    kept: list[Word | None] = list(words)
    for at in range(len(words)):
        said = next((p for p in phrases if tuple(w.text for w in words[at : at + len(p)]) == p), None)
        if said is None:
            continue
        sentence = sentence_of(words[at], answer)
        rest = [word for word in words[at:] if word.start < sentence.stop]
        taken = len(rest) if len(rest) <= GREETING and sentence.stop < len(answer) else len(said) + 1
        kept[at : at + taken] = [None] * len(kept[at : at + taken])
    return kept


def _without_orders(words: Sequence[Word | None], answer: str, lexicon: Lexicon) -> list[Word | None]:
    """Takes out orders to the scorer: each to the end of its sentence where there are sentences, else its words."""
    out: set[Word] = set()
    for statement in _statements(words, answer, lexicon):
        for written in likely(lexicon.orders, statement.text):
            if span := find_first((written,), statement.text, ()):
                out.update(_order_at(statement.words_at(span), words, answer))
    return [None if word in out else word for word in words]


def _order_at(ordering: Sequence[Word], words: Sequence[Word | None], answer: str) -> list[Word]:
    sentence = sentence_of(ordering[0], answer)
    around = [word for word in words if word and sentence.start <= word.start < sentence.stop]
    first = around.index(ordering[0])
    if sentence.stop == len(answer):
        return [word for word in ordering if word in around]
    return around[first:]


def _statements(words: Sequence[Word | None], answer: str, lexicon: Lexicon) -> list[Statement]:
    statements: list[Statement] = []
    for is_gap, stretch in groupby(words, key=lambda word: word is None):
        # Where something was taken out, nobody knows who is spoken of next: it is the speaker until others
        # are named.
        own, other_at = True, None
        for i, run in enumerate([] if is_gap else _runs([word for word in stretch if word], lexicon)):
            before, own = own, _is_own(run, lexicon, inherited=own or i == 0, first=i == 0)
            other_at = None if own else run[0].start if before or _names_other(run, lexicon) else other_at
            text = " ".join(word.text for word in run)
            statements.append(Statement(tuple(run), own, text, answer, other_at))
    return statements


def _runs(words: Sequence[Word], lexicon: Lexicon) -> list[list[Word]]:
    """Cuts before every subject and joining word; a subject stays with the joining words before it."""
    opening = lexicon.self_words | lexicon.other_words | lexicon.joining_words
    runs: list[list[Word]] = [[]]
    for word in words:
        only_joins = all(before.text in lexicon.joining_words for before in runs[-1])
        if word.text in opening and not only_joins:
            runs.append([])
        elif word.text in lexicon.own_verbs:
            runs += [_taken_along(runs[-1], lexicon)]
        runs[-1].append(word)
    return [run for run in runs if run]


def _taken_along(run: list[Word], lexicon: Lexicon) -> list[Word]:
    """Moves the words that belong to a verb ("no le") from the end of the run before it to its own."""
    at = len(run)
    while at > 0 and run[at - 1].text in lexicon.before_verbs | set(lexicon.negations) | lexicon.joining_words:
        at -= 1
    taken = run[at:]
    del run[at:]
    return taken


def _names_other(run: Sequence[Word], lexicon: Lexicon) -> bool:
    return any(word.text in lexicon.other_words for word in run)


def _is_own(run: Sequence[Word], lexicon: Lexicon, *, inherited: bool, first: bool) -> bool:
    subject = next((word.text for word in run if word.text not in lexicon.joining_words), "")
    if subject in lexicon.self_words or any(word.text in lexicon.own_verbs for word in run):
        return True
    if subject in lexicon.other_words:
        return False
    begins = first or run[0].text in lexicon.joining_words
    return inherited and not (begins and subject in lexicon.article_words)
