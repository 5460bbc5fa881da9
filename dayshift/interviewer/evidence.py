"""What an answer shows, and where: indicators of the question, and kinds of evidence that all share."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from dayshift.interviewer.lexicon import Lexicon, Phrases, lexicon_for
from dayshift.interviewer.phrases import compile_vocabulary, find_first
from dayshift.interviewer.plan import Plan, Question, find_plan
from dayshift.interviewer.reading import Statement, read

MAX_INDICATORS_PER_STATEMENT = 2
"""One statement shows at most this many things: a heap of terms in one breath is not more evidence."""
RESULT_REACH = 3
"""A result counts up to this many statements after the last thing that the person did."""

DETAILS = ("duration", "clock", "calendar", "recent", "quantity", "thing")
KINDS = (*DETAILS, "action", "example", "result", "reason", "claim", "indicator", "subject")


@dataclass(frozen=True)
class Evidence:
    """Evidence ids with the statements (indices, ascending) in which they were found."""

    statements: tuple[Statement, ...]
    found: Mapping[str, tuple[int, ...]]
    actions: frozenset[str]
    """The different things that the person did, as phrases of the lexicon."""

    def has(self, need: str) -> bool:
        """Whether one of the alternatives of a written need (`a|b`) was found."""
        return any(self.found.get(kind) for kind in need.split("|"))

    def count(self, kinds: Iterable[str]) -> int:
        return sum(self.has(kind) for kind in kinds)

    def weight(self, index: int) -> int:
        """How many different kinds of evidence stand in one statement."""
        return sum(index in places for places in self.found.values())


class _Finder:
    """Collects the evidence of one answer. Only the words of statements are looked at, never their number."""

    def __init__(self, statements: list[Statement], lexicon: Lexicon) -> None:
        self.statements = statements
        self.lexicon = lexicon
        self.found: dict[str, list[int]] = {}
        self.actions: set[str] = set()

    def says(self, index: int, phrases: Phrases) -> bool:
        return find_first(phrases, self.statements[index].text, self.lexicon.negations) is not None

    def has(self, index: int, kind: str) -> bool:
        return index in self.found.get(kind, ())

    def add(self, kind: str, index: int) -> None:
        places = self.found.setdefault(kind, [])
        if index not in places:
            places.append(index)

    def add_indicators(self, question: Question, plan: Plan) -> None:
        for i in range(len(self.statements)):
            shown = [indicator for indicator in question.indicators if self.says(i, indicator.phrases)]
            for indicator in shown[:MAX_INDICATORS_PER_STATEMENT]:
                self.add(indicator.id, i)
                self.add("indicator" if indicator.counts else "subject", i)
            if shown or self.says(i, plan.topic):
                self.add("subject", i)
            if self.says(i, self.lexicon.evidence["claim"]):
                self.add("claim", i)

    def add_details(self, plan: Plan) -> None:
        quantity = tuple(form for unit in plan.units for form in (f"# {unit}", f"# * {unit}"))
        kinds = {**self.lexicon.details, "quantity": quantity, "thing": plan.things}
        for i in range(len(self.statements)):
            for kind, phrases in kinds.items():
                if self.has(i, "subject") and self.says(i, phrases):
                    self.add(kind, i)

    def add_story(self) -> None:
        """What happened (also told one statement ahead), what the person did, how it ended, and why."""
        lists = self.lexicon.evidence
        for i, statement in enumerate(self.statements):
            on_subject = self.has(i, "subject")
            if (on_subject or self.has(i + 1, "subject")) and self.says(i, lists["example"]):
                self.add("example", i)
            if on_subject and self.says(i, lists["reason"]):
                self.add("reason", i)
            if on_subject and statement.own:
                self._add_action(i)
        acted = self.found.get("action", [])
        for i in range(len(self.statements)):
            follows = any(0 <= i - action <= RESULT_REACH for action in acted)
            if follows and self.says(i, lists["result"]):
                self.add("result", i)

    def _add_action(self, index: int) -> None:
        for written in self.lexicon.evidence["action"]:
            if self.says(index, (written,)):
                self.add("action", index)
                self.actions.add(written)
                return


def find_evidence(plan: Plan, question: Question, answers: Sequence[tuple[str, str]]) -> Evidence:
    """Reads (question as asked, answer) pairs for the evidence that `question` looks for."""
    lexicon = lexicon_for(plan.language)
    sought = _sought_words(plan.id, plan.version)
    statements = [said for asked, answer in answers for said in read(answer, asked, sought, lexicon)]
    finder = _Finder(statements, lexicon)
    finder.add_indicators(question, plan)
    finder.add_details(plan)
    finder.add_story()
    places = {kind: tuple(sorted(indices)) for kind, indices in finder.found.items()}
    return Evidence(tuple(finder.statements), places, frozenset(finder.actions))


@cache
def _sought_words(plan_id: str, version: int) -> re.Pattern[str]:
    plan = find_plan(plan_id, version)
    lexicon = lexicon_for(plan.language)
    lists = [
        plan.topic,
        plan.units,
        plan.things,
        lexicon.buzzwords,
        *lexicon.evidence.values(),
        *lexicon.details.values(),
    ]
    lists += [indicator.phrases for question in plan.questions for indicator in question.indicators]
    return compile_vocabulary(phrase for phrases in lists for phrase in phrases)
