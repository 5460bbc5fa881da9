"""A candidate over HTTP who records every acknowledged write, to check later that nothing was lost."""

import hashlib
import random
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx2

from dayshift.core.clock import now
from dayshift.core.ids import new_id
from tests.people import PASSWORD

CHUNKS_AN_ANSWER = 2
ANSWER = (
    "I worked as a server at a diner for three years. On Friday nights we had about ninety guests, so I wrote every "
    "table's order time on my pad, checked the kitchen every five minutes and told the tables that waited longer. "
    "Nobody left, and my manager asked me to train two new servers."
)


@dataclass
class Candidate:
    """One person in an interview. `sent` holds attempted uploads, `chunks` and the other fields acknowledged ones.

    Writes raise `httpx2.HTTPError` if the server dies or rejects them; then nothing was acknowledged.
    """

    client: httpx2.Client
    token: str
    id: str
    interview: str = ""
    questions: list[dict[str, Any]] = field(default_factory=list)
    searches: set[str] = field(default_factory=set)
    quick_answers: dict[str, str] = field(default_factory=dict)
    unsure: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    responses: dict[int, str] = field(default_factory=dict)
    chunks: dict[int, bytes] = field(default_factory=dict)
    sent: dict[int, bytes] = field(default_factory=dict)

    @classmethod
    def register(cls, client: httpx2.Client) -> "Candidate":
        """Create an account."""
        body = {"firstName": "Maya", "lastName": "Torres", "email": f"{new_id()}@example.com", "password": PASSWORD}
        reply = client.post("/api/auth/register", json=body).raise_for_status().json()
        client.cookies.clear()
        return cls(client, reply["token"], reply["user"]["id"])

    def call(self, method: str, path: str, json: Any = None, **more: Any) -> Any:
        """Returns the JSON of a request that must succeed."""
        headers = {"Authorization": f"Bearer {self.token}", **more.pop("headers", {})}
        return self.client.request(method, path, json=json, headers=headers, **more).raise_for_status().json()

    def begin_interview(self) -> None:
        """Create an interview, consent to it and open its recording."""
        body = {"userId": self.id, "jobTitle": "Restaurant Server", "scheduledAt": now().isoformat()}
        made = self.call("POST", "/api/interviews", body)
        path = f"/api/interviews/{made['id']}"
        version = self.call("GET", "/api/consent")["version"]
        self.call("POST", f"{path}/consent", {"version": version, "recording": True, "aiScoring": True})
        self.call("POST", f"{path}/start", {"participantName": "Maya Torres", "userId": self.id})
        self.call("POST", f"{path}/start-recording", {})
        self.interview, self.questions = made["id"], made["questions"]

    def search(self, query: str) -> None:
        """Save a job search."""
        made = self.call("POST", "/api/job-searches", {"searchQuery": query, "userId": self.id})
        self.searches.add(made["id"])

    def answer_quickly(self, question: str, answer: str) -> None:
        """Answer a quick question, possibly again."""
        self.unsure[question].add(answer)
        self.call("POST", "/api/user-responses", {"userId": self.id, "questionType": question, "answer": answer})
        self.quick_answers[question] = answer
        self.unsure[question].clear()

    def answer(self, order: int, text: str, take: dict[str, Any] | None = None) -> None:
        """Answer the interview question number `order`."""
        question = self.questions[(order - 1) % len(self.questions)]
        body = {
            "questionText": question["question"],
            "questionId": question["id"],
            "responseText": text,
            "responseOrder": order,
        }
        self.call("POST", f"/api/interviews/{self.interview}/responses", body | ({"take": take} if take else {}))
        self.responses[order] = text

    def put_chunk(self, index: int, data: bytes, *, take: int = 1, segment: int = 0) -> None:
        """Upload a chunk with its checksum."""
        self.sent[index] = data
        headers = {"x-sha256": hashlib.sha256(data).hexdigest(), "Content-Type": "video/webm"}
        path = f"/api/recordings/{self.interview}/takes/{take}/segments/{segment}/chunks/{index}"
        reply = self.call("PUT", path, content=data, headers=headers)
        assert reply == {"sha256": headers["x-sha256"], "size": len(data)}
        self.chunks[index] = data

    def live(self, unanswered: int = 0) -> None:
        """Send one round of everything that a candidate sends; leaves the last `unanswered` questions open."""
        self.begin_interview()
        self.search("waiter, evenings")
        self.answer_quickly("zip_code", f"{random.randrange(10_000, 99_999)}")
        self.answer_quickly("zip_code", f"{random.randrange(10_000, 99_999)}")
        for answered in range(len(self.questions) - unanswered):
            for index in range(answered * CHUNKS_AN_ANSWER, (answered + 1) * CHUNKS_AN_ANSWER):
                self.put_chunk(index, random.randbytes(random.randrange(1, 100_000)))
            self.answer(answered + 1, f"{ANSWER} {new_id()}")

    def check(self, recordings: Path) -> None:
        """Check that everything acknowledged is stored completely, and everything else completely or not at all."""
        assert self.call("GET", "/api/auth/me")["user"]["id"] == self.id
        assert self.searches <= {search["id"] for search in self.call("GET", f"/api/job-searches/{self.id}")}
        self._check_quick_answers()
        if self.interview:
            interview = self.call("GET", f"/api/interviews/{self.interview}")
            answers = {response["responseOrder"]: response["responseText"] for response in interview["responses"]}
            assert answers | self.responses == answers
            self._check_chunks(recordings)

    def _check_quick_answers(self) -> None:
        stored = {
            response["questionType"]: response["answer"]
            for response in self.call("GET", f"/api/user-responses/{self.id}")
        }
        for question, answer in self.quick_answers.items():
            assert stored[question] in {answer} | self.unsure[question]

    def _check_chunks(self, recordings: Path) -> None:
        listed = self.call("GET", f"/api/recordings/{self.interview}/takes/1/chunks")["chunks"]
        sizes = {chunk["index"]: chunk["size"] for chunk in listed}
        assert self.chunks.keys() <= sizes.keys()
        for index, size in sizes.items():
            stored = recordings / self.interview / "001" / "chunks" / f"000-{index:04}"
            assert stored.read_bytes() == self.sent[index], "a chunk is stored completely or not at all"
            assert size == len(self.sent[index])
