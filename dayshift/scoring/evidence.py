"""What an answer shows, and where: indicators of the question, and kinds of evidence that all share."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from dayshift.question_plans import Lexicon, Phrases, Plan, Question, find_first, lexicon_for
from dayshift.scoring.off_topic import asides, is_habit, is_list
from dayshift.scoring.parser import Statement, plain_words, read
from dayshift.scoring.steps import is_hollow, steps_in, tells_of_the_past

MAX_INDICATORS_PER_STATEMENT = 2
"""One statement shows at most this many things: a heap of terms in one breath is not more evidence."""
RESULT_REACH = 4
"""A result counts up to this many statements after the last thing that the person did."""
MANY_STEPS = 4
"""So many different steps are a clear account of what somebody does, also without a figure."""
MIN_STORY_STEPS = 2
"""So many different steps, told as past, after something that happened, are a real occasion."""

DETAILS = ("duration", "clock", "calendar", "recent", "quantity", "thing")
KINDS = (
    *DETAILS,
    *("action", "many", "example", "moment", "result", "reason", "claim", "indicator", "shown", "subject", "topic"),
)


@dataclass(frozen=True)
class Evidence:
    """Evidence ids with the statements (indices, ascending) in which they were found."""

    statements: tuple[Statement, ...]
    found: Mapping[str, tuple[int, ...]]
    actions: frozenset[str]
    """The different steps that the person took, as stems of their verbs."""
    whole: tuple[Statement, ...] = ()
    """The statements including listed words, for what counts against an answer."""
    listed: bool = False
    """The answer goes through terms like a list."""

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

    def __init__(self, statements: list[Statement], question: Question, lexicon: Lexicon) -> None:
        self.statements = statements
        self.lexicon = lexicon
        self.aside = asides(question, statements, lexicon)
        self.asked = frozenset(plain_words(question.text, lexicon))
        self.found: dict[str, list[int]] = {}
        self.actions: set[str] = set()

    def says(self, index: int, phrases: Phrases) -> bool:
        """Whether a statement that counts says it."""
        if self.aside[index]:
            return False
        return find_first(phrases, self.statements[index].text, self.lexicon.negations) is not None

    def has(self, index: int, kind: str) -> bool:
        return index in self.found.get(kind, ())

    def add(self, kind: str, index: int) -> None:
        places = self.found.setdefault(kind, [])
        if index not in places:
            places.append(index)

    def add_subject(self, plan: Plan) -> None:
        """Which statements are about work: those that name it, and those that go on from there.

        A statement about something else ends that, until work is named again. When work is named at all,
        what comes before it is about work too, unless it is about something else.
        """
        away = [self._mentions(i, self.lexicon.elsewhere) for i in range(len(self.statements))]
        named = [
            not away[i] and (self._mentions(i, self.lexicon.topic) or self._mentions(i, plan.topic))
            for i in range(len(self.statements))
        ]
        on_subject = any(named)
        for i, statement in enumerate(self.statements):
            back = named[i] and statement.own and not self.lexicon.self_words.isdisjoint(statement.text.split())
            on_subject = not away[i] and (on_subject or back)
            if named[i] and on_subject:
                self.add("topic", i)
            if on_subject:
                self.add("subject", i)

    def _mentions(self, index: int, phrases: Phrases) -> bool:
        """Whether the words stand there at all, also where they are denied."""
        return find_first(phrases, self.statements[index].text, ()) is not None

    def add_indicators(self, question: Question) -> None:
        tells_doing = bool({"structure", "facts"} & set(question.raters))
        for i, statement in enumerate(self.statements):
            hollow = tells_doing and is_hollow(statement.text.split(), self.lexicon, self.asked)
            if self._mentions(i, self.lexicon.elsewhere):
                continue
            shown = [
                indicator
                for indicator in question.indicators
                if not (hollow and indicator.counts) and self.says(i, indicator.phrases)
            ]
            for indicator in shown[:MAX_INDICATORS_PER_STATEMENT]:
                self.add(indicator.id, i)
                if indicator.counts:
                    self.add("indicator", i)
                    self.add("shown", i)
            if shown:
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

    def add_steps(self) -> None:
        """What the person did, in their own statements about work."""
        for i, statement in enumerate(self.statements):
            tells = statement.own and self.has(i, "subject") and not self.aside[i]
            steps = steps_in(statement, self.lexicon, self.asked) if tells else set()
            if steps:
                self.add("action", i)
                self.actions |= steps
                if len(self.actions) >= MANY_STEPS:
                    self.add("many", i)

    def add_story(self) -> None:
        """The real occasion, how it ended, and why."""
        lists = self.lexicon.evidence
        for i in range(len(self.statements)):
            on_subject = self.has(i, "subject")
            if (on_subject or self.has(i + 1, "subject")) and self.says(i, lists["example"]):
                self.add("example", i)
            if on_subject and self.says(i, lists["reason"]):
                self.add("reason", i)
        self._add_occasion()
        acted = self.found.get("action", [])
        for i in range(len(self.statements)):
            follows = any(0 <= i - action <= RESULT_REACH for action in acted)
            once = not is_habit(self.statements[i], self.lexicon)
            if follows and once and self.has(i, "subject") and self.says(i, lists["result"]):
                self.add("result", i)
        self._add_moment()

    def _add_moment(self) -> None:
        """A real occasion with something in it: a step, a reason, or how it ended."""
        told = [i for kind in ("action", "reason", "result") for i in self.found.get(kind, [])]
        ended = [i for i in self.found.get("result", []) if self.found.get("action")]
        for i in [*(self.found.get("example", []) if told else []), *ended]:
            self.add("moment", i)

    def _add_occasion(self) -> None:
        """Something happened, and then the person took several steps: a story, also without a date."""
        past = [
            tells_of_the_past(statement, self.lexicon) and not aside and not is_habit(statement, self.lexicon)
            for statement, aside in zip(self.statements, self.aside, strict=True)
        ]
        steps = [i for i in self.found.get("action", []) if past[i]]
        happened = [i for i in range(len(past)) if past[i] and self.has(i, "subject") and not self.statements[i].own]
        noticed = self.lexicon.evidence["noticed"]
        happened += [i for i in range(len(past)) if past[i] and self.has(i, "subject") and self.says(i, noticed)]
        for event in happened:
            if len(self.actions) >= MIN_STORY_STEPS and any(event <= step for step in steps):
                self.add("example", event)


def find_evidence(plan: Plan, question: Question, answers: Sequence[tuple[str, str]]) -> Evidence:
    """Reads (question as asked, answer) pairs for the evidence that `question` looks for."""
    lexicon = lexicon_for(plan.language)
    others = [follow_up.text for follow_up in question.follow_ups]

    readings = [read(answer, asked, plan.vocabulary, lexicon, others=others) for asked, answer in answers]
    finder = _Finder([said for unlisted, _ in readings for said in unlisted], question, lexicon)
    finder.add_subject(plan)
    finder.add_indicators(question)
    finder.add_details(plan)
    finder.add_steps()
    finder.add_story()
    places = {kind: tuple(sorted(indices)) for kind, indices in finder.found.items()}
    return Evidence(
        tuple(finder.statements),
        places,
        frozenset(finder.actions),
        tuple(said for _, whole in readings for said in whole),
        is_list(finder.statements, lexicon),
    )
