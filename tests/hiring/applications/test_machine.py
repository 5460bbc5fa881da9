"""Random candidates, members and moves over HTTP: no illegal move, and the invariants hold after each step."""

import threading
from collections.abc import Callable
from datetime import timedelta
from typing import Any, cast

import pytest
import time_machine
from httpx2 import Response
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from starlette.testclient import TestClient

from dayshift.core.clock import now
from dayshift.core.ids import new_id
from dayshift.core.invariants import Violation
from dayshift.core.tasks import Worker
from dayshift.hiring.applications.invariants import invariants
from dayshift.hiring.applications.stages import OPEN, UNDOABLE, Action, Actor, Stage, after, possible, stage_of
from tests.people import Person, server_services
from tests.staff import StaffMember, business, interviewed

pytestmark = pytest.mark.both_engines

REFUSED = {403, 404, 409, 422}
"""How a request may be refused. Anything else but success is a bug."""

MEETS_IN = timedelta(minutes=20)
BODIES: dict[str, dict[str, Any]] = {
    "ask": {"text": "Can you work Sundays?"},
    "invite": {"place": "218 9th Ave", "askFor": "Maria", "minutes": 5},
    "offer": {"pay": 21, "firstShift": "9 AM", "place": "218 9th Ave"},
    "decline": {"reason": "times"},
    "close": {},
    "cancel": {},
    "meet": {},
    "no_show": {},
}
ANSWERS: dict[str, tuple[str, dict[str, Any]]] = {
    "write": ("messages", {"text": "Yes"}),
    "choose_time": ("time", {}),
    "refuse_times": ("time", {"startsAt": None}),
    "accept": ("offer", {"accept": True}),
    "refuse_offer": ("offer", {"accept": False}),
    "look_again": ("look", {"shares": {"video": False, "words": True, "score": False}}),
    "withdraw": ("withdraw", {}),
}

numbers = st.integers(0, 1)


class Hiring(RuleBasedStateMachine):
    """Two candidates apply for two jobs; an owner, two managers and one of another place decide."""

    client: TestClient
    worker: Worker

    @initialize()
    def begin(self) -> None:
        self.ahead = timedelta()
        self.sent: dict[str, Person] = {}
        diner = business(self.client, f"Diner {new_id()}")
        self.jobs = diner.jobs
        here, there = ([one] for one in diner.locations)
        self.staff = [
            diner.member("owner", "Ana Silva"),
            diner.member("manager", "Maria Ortiz", here + there),
            diner.member("manager", "Zoe Lin", there),
        ]
        self.people = [Person.register(self.client, f"{new_id()}@example.com") for _ in range(2)]
        self.interviews = [interviewed(person) for person in self.people]
        self.employer = diner.id

    def call(self, *requests: Callable[[], Response]) -> list[Response]:
        """Send requests at the same time, at the time of this machine. None may fail on the server's side."""
        replies: list[Response] = []
        with time_machine.travel(now() + self.ahead, tick=True):
            threads = [threading.Thread(target=lambda one=one: replies.append(one())) for one in requests]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        assert len(replies) == len(requests)
        for reply in replies:
            assert reply.status_code < 300 or reply.status_code in REFUSED, reply.text
        return replies

    def look(self, application: str) -> Any:
        """Return the application as its candidate sees it."""
        [reply] = self.call(lambda: self.sent[application].call("GET", f"/api/applications/{application}"))
        assert reply.status_code == 200, reply.text
        return reply.json()

    def pick(self, number: int) -> str:
        ids = sorted(self.sent)
        return ids[number % len(ids)]

    @rule(person=numbers, job=numbers, times=st.integers(1, 3))
    def apply(self, person: int, job: int, times: int) -> None:
        """Apply, perhaps with several taps at once: one application."""
        who = self.people[person]
        body = {
            "jobIds": [self.jobs[job]],
            "interviewId": self.interviews[person],
            "shares": [{"employerId": self.employer}],
        }
        replies = self.call(*[lambda: who.call("POST", "/api/applications", body)] * times)
        assert {reply.status_code for reply in replies} == {201}, replies[0].text
        results = [reply.json()["results"][0] for reply in replies]
        made = {one["applicationId"] for one in results if one["applicationId"]}
        known = {one["knownApplicationId"] for one in results if one["knownApplicationId"]}
        assert len(made | known) == 1
        assert {one["error"] for one in results if not one["applicationId"]} <= {"already_applied"}
        self.sent |= dict.fromkeys(made, who)

    @precondition(lambda self: self.sent)
    @rule(number=st.integers(0, 3), member=st.integers(0, 2), kind=st.sampled_from(["words", "video"]))
    def view(self, number: int, member: int, kind: str) -> None:
        """View an answer: only what was shared, at the own place, and before the end."""
        one, staff = self.pick(number), self.staff[member]
        before = self.look(one)
        self.call(lambda: staff.call("GET", f"/applications/{one}"))
        [reply] = self.call(lambda: staff.call("POST", f"/applications/{one}/views", {"answer": 1, "kind": kind}))
        open_ = before["stage"] in OPEN | {"hired", "declined"} and before["shares"]["active"]
        may = open_ and before["shares"][kind] and self.covers(staff, before["jobId"])
        may = may and kind == "words"  # These answers were typed: there is no recording to watch.
        assert reply.status_code == (201 if may else 404)
        if may:  # Only after some seconds does it count as viewed.
            path = f"/applications/{one}/views/{reply.json()['id']}"
            self.ahead += timedelta(seconds=5)
            [longer] = self.call(lambda: staff.call("PUT", path, {"seconds": 10}))
            assert longer.json()["counts"]

    def covers(self, staff: StaffMember, job: str) -> bool:
        """Whether this member hires where the job is."""
        return staff is not self.staff[2] or job == self.jobs[1]

    @precondition(lambda self: self.sent)
    @rule(
        number=st.integers(0, 3),
        member=st.integers(0, 2),
        action=st.sampled_from(sorted(BODIES)),
        behind=st.sampled_from([0, 0, 0, 1]),
        times=st.integers(1, 2),
        between=st.sampled_from(["", "", "withdraw", "undo"]),
    )
    def decide(self, number: int, member: int, action: Action, behind: int, times: int, between: str) -> None:
        """Make a move, perhaps twice at once with one key, on a stale version, or while the candidate withdraws."""
        one, staff = self.pick(number), self.staff[member]
        before, viewers = self.look(one), {view["name"] for view in self.look(one)["views"]}
        body = {"action": action, **BODIES[action]}
        if action == "invite":
            body["times"] = [(now() + self.ahead + MEETS_IN).isoformat()]
        if action == "offer":
            body["startOn"] = (now() + self.ahead + timedelta(days=3)).date().isoformat()
        headers = {"If-Match": str(before["version"] - behind), "Idempotency-Key": new_id()}
        requests = [lambda: staff.call("POST", f"/applications/{one}/moves", body, headers=headers)] * times
        if between == "withdraw":
            requests.append(lambda: self.sent[one].call("POST", f"/api/applications/{one}/withdraw"))
        if between == "undo":
            requests.append(lambda: staff.call("DELETE", f"/applications/{one}/pending"))
        replies = [reply for reply in self.call(*requests) if reply.request.url.path.endswith("/moves")]
        made = [reply for reply in replies if reply.status_code == 200]
        if made:
            assert not behind
            assert self.covers(staff, before["jobId"])
            assert after(cast("Stage", before["stage"]), action, "member")
            assert action not in {"invite", "offer", "decline"} or staff.name in viewers
        elif not between and {reply.json()["code"] for reply in replies} == {"stage_conflict"}:
            assert after(cast("Stage", before["stage"]), action, "member") is None
        after_it = self.look(one)
        if action in UNDOABLE:  # Nothing is seen until it is sent.
            assert [move["action"] for move in after_it["moves"][len(before["moves"]) :]] in ([], ["withdraw"])

    @precondition(lambda self: self.sent)
    @rule(number=st.integers(0, 3), action=st.sampled_from(sorted(ANSWERS)), times=st.integers(1, 2))
    def answer(self, number: int, action: str, times: int) -> None:
        """The candidate acts, perhaps with two taps at once."""
        one = self.pick(number)
        before = self.look(one)
        end, body = ANSWERS[action]
        if action == "choose_time":
            meeting = before["meeting"]
            body = {"startsAt": meeting["offered"][0] if meeting else (now() + MEETS_IN).isoformat()}
        headers = {"Idempotency-Key": new_id()} if end == "messages" else {"If-Match": str(before["version"])}
        path = f"/api/applications/{one}/{end}"
        replies = self.call(*[lambda: self.sent[one].call("POST", path, body, headers=headers)] * times)
        if action == "write":
            grown = len(self.look(one)["messages"]) - len(before["messages"])
            assert grown == any(reply.status_code == 201 for reply in replies)
            return
        done = [reply for reply in replies if reply.status_code == 200]
        assert len(done) <= 1  # The version has changed.
        allowed = after(cast("Stage", before["stage"]), cast("Action", action), "candidate")
        assert allowed or not done
        if action == "look_again" and done:
            assert self.look(one)["shares"]["active"]

    @precondition(lambda self: self.sent)
    @rule(number=st.integers(0, 3), video=st.booleans(), words=st.booleans())
    def switch(self, number: int, video: bool, words: bool) -> None:
        """The candidate changes what is shared; what has ended is shared again while the application needs it."""
        one = self.pick(number)
        before, body = self.look(one), {"video": video, "words": words, "score": True}
        [reply] = self.call(lambda: self.sent[one].call("PUT", f"/api/applications/{one}/shares", body))
        needed = before["stage"] in OPEN | {"hired"} or before["shares"]["active"]
        assert reply.status_code == (200 if needed else 409)

    @precondition(lambda self: self.sent)
    @rule(
        number=st.integers(0, 3),
        choice=st.integers(0, 20),
        behind=st.sampled_from([0, 0, 0, 1]),
        viewed=st.sampled_from([True, True, False]),
    )
    def advance(self, number: int, choice: int, behind: int, viewed: bool) -> None:
        """Make a move that the stage allows, so that histories get long."""
        one = self.pick(number)
        stage = cast("Stage", self.look(one)["stage"])
        moves = [("member", move) for move in possible(stage, "member") if move not in {"view", "close"}]
        moves += [("candidate", move) for move in possible(stage, "candidate") if move in ANSWERS]
        moves = [(actor, move) for actor, move in moves if move != "withdraw"] or [("member", "decline")]  # Refused.
        actor, action = moves[choice % len(moves)]
        if actor == "candidate":
            self.answer(number=number, action=action, times=1 + behind)
            self.wait(minutes=30 if action == "choose_time" else 1)
        else:
            self.switch(number=number, video=True, words=True)
            if viewed:
                self.view(number=number, member=choice % 2, kind="words")
            self.decide(
                number=number, member=choice % 2, action=cast("Action", action), behind=behind, times=2, between=""
            )
            self.wait(minutes=1)

    @rule(minutes=st.sampled_from([1, 30]))
    def wait(self, minutes: int) -> None:
        """Let the time to undo pass, or the meeting; what is due is done."""
        self.ahead += timedelta(minutes=minutes)
        assert self.client.portal is not None
        with time_machine.travel(now() + self.ahead, tick=True):
            self.client.portal.call(self.worker.drain)

    @invariant()
    def histories_are_legal(self) -> None:
        for one in getattr(self, "sent", {}):
            seen = self.look(one)
            history = [(cast("Action", move["action"]), cast("Actor", move["actor"])) for move in seen["moves"]]
            assert stage_of(history) == seen["stage"]
            assert seen["version"] == len(history)

    @invariant()
    def invariants_hold(self) -> None:
        db, portal = server_services(self.client).db, self.client.portal
        assert portal is not None
        broken: list[Violation] = [one for each in invariants(db) for one in portal.call(each.find)]
        assert broken == []


@pytest.mark.slow
def test_random_hiring_breaks_no_rule(client: TestClient, worker: Worker) -> None:
    machine = type("HiringHere", (Hiring,), {"client": client, "worker": worker})
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=8, stateful_step_count=25, deadline=None, suppress_health_check=list(HealthCheck)
        ),
    )
