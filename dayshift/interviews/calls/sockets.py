"""WebSockets of a call: the candidate's and the watchers'.

Failures here only prevent watching; they never interrupt the interview. Every poll checks again whether the
participant may still be connected.
"""

import json
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

import structlog
from fastapi import APIRouter
from starlette.websockets import WebSocket

from dayshift.accounts import User, socket_user
from dayshift.core.clock import now
from dayshift.core.db import Database, Tx
from dayshift.core.errors import AppError, NotFound
from dayshift.core.ids import new_id
from dayshift.dependencies import services_of
from dayshift.interviews.calls import actions, queries
from dayshift.interviews.calls.signaling import (
    DECLINED,
    ENDED,
    TOO_MUCH,
    CallEnded,
    Message,
    Switchboard,
    hold,
    ice_servers,
)
from dayshift.interviews.room import allows_watching, find_interview, keep_recording_open
from dayshift.providers.video import Participant, VideoFailed
from dayshift.services import Services

log = structlog.get_logger()

router = APIRouter()

MOST_OWN_PAGES = 5
"""Maximum open pages of the candidate per interview in this process."""

RELAYED = frozenset({"offer", "answer", "candidate", "showing"})
"""Message types relayed between browsers; the others are for the server."""


@dataclass
class _Side:
    """One participant of a call on an open socket."""

    socket: WebSocket
    interview_id: str
    mailbox: str
    seen_at: datetime | None = None
    sent: list[dict[str, Any]] | None = None

    @property
    def services(self) -> Services:
        return services_of(self.socket)

    @property
    def db(self) -> Database:
        return self.services.db

    @property
    def board(self) -> Switchboard:
        return self.services.get(Switchboard)

    def beats(self) -> bool:
        """Whether it is time to record again that this participant is connected."""
        due = self.seen_at is None or now() - self.seen_at >= queries.BEAT
        if due:
            self.seen_at = now()
        return due

    async def mail(self) -> list[Message]:
        """Return and remove the messages in this participant's mailbox."""
        if not await self.db.lookup(queries.has_mail, self.mailbox):
            return []
        return [json.loads(body) for body in await self.db.write(actions.collect, self.mailbox)]

    async def post(self, mailbox: str, message: Message) -> None:
        """Send a message to another participant, and wake its socket."""
        await self.db.write(actions.post, self.interview_id, mailbox, json.dumps(message))
        self.board.ring(mailbox)

    async def hello(self, room: str | None, who: Participant) -> Message:
        """Return how to join the call: on our own pages, or at the provider."""
        settings, video = self.services.settings, self.services.video
        servers = ice_servers(settings.ice_urls, settings.turn_secret, self.mailbox, now())
        own = {"type": "hello", "provider": "embedded", "url": "", "token": "", "iceServers": servers}
        if video.kind == "embedded" or room is None or room.startswith("/"):
            return own
        try:
            token = await video.token(self.interview_id, who)
        except VideoFailed as error:
            log.warning("joining at the video provider failed", interview=self.interview_id, error=str(error))
            return own
        return {**own, "provider": video.kind, "url": room, "token": token}


@router.websocket("/api/interviews/{interview_id}/call")
async def candidate_call(socket: WebSocket, interview_id: str) -> None:
    """Serve the candidate's page: it learns who watches, and sends its video to them."""
    side = _Side(socket, interview_id, interview_id)
    try:
        user = await socket_user(socket)
        interview = await side.db.lookup(find_interview, user.id, interview_id)
    except AppError:
        await socket.close()
        return
    if interview.status != "in-progress" or not allows_watching(interview.consent_version):
        await socket.close()
        return
    await socket.accept()
    if side.board.listeners(interview_id) >= MOST_OWN_PAGES:
        await socket.close(TOO_MUCH)
        return
    with side.board.bell(interview_id) as bell:
        name = (interview.candidate_name or "")[:199]
        await socket.send_json(await side.hello(interview.room_url, Participant("candidate", user.id, name)))
        await hold(socket, bell, lambda: _candidate_looks(side, user), lambda letter: _candidate_says(side, letter))


async def _candidate_looks(side: _Side, user: User) -> list[Message]:
    if side.beats():
        await socket_user(side.socket, ended=CallEnded(ENDED))
        await side.db.write(actions.be_there, side.interview_id)

    def look(tx: Tx) -> tuple[bool, list[dict[str, Any]]]:
        going_on = find_interview(tx, user.id, side.interview_id).status == "in-progress"
        return going_on, queries.as_watchers(queries.watching(tx, side.interview_id))

    going_on, watchers = await side.db.lookup(look)
    if not going_on:
        raise CallEnded(ENDED)
    news = [{"type": "watchers", "watchers": watchers}] if watchers != side.sent else []
    side.sent = watchers
    return [*news, *await side.mail()]


async def _candidate_says(side: _Side, letter: Message) -> None:
    if letter.get("type") == "decline":
        there = await side.db.lookup(queries.watching, side.interview_id)
        await side.db.write(actions.decline, side.interview_id)
        for visit in there:
            side.board.ring(visit.id)
        side.board.ring(side.mailbox)
    elif letter.get("type") in RELAYED:
        there = await side.db.lookup(queries.watching, side.interview_id)
        to = letter.pop("to", None)
        if any(visit.id == to for visit in there):
            await side.post(str(to), letter)


@router.websocket("/api/watch/{key}/call")
async def watcher_call(socket: WebSocket, key: str, role: Literal["interviewer", "observer"] = "interviewer") -> None:
    """Serve a watcher with a signed link. Recording starts when an interviewer joins, if not already started."""
    db = services_of(socket).db
    try:
        watcher = await db.lookup(queries.open_watch, key)
    except NotFound:
        await socket.close()
        return
    await socket.accept()
    interview = watcher.interview
    side = _Side(socket, interview.id, new_id())

    async def join() -> None:
        call = await db.lookup(queries.call_of, interview.id)
        if interview.status != "in-progress" or call.declined:
            await socket.close(DECLINED if call.declined else ENDED)
            return
        visit = await db.write(actions.join, interview.id, watcher.name, role)
        if visit is None:
            await socket.close(TOO_MUCH)
            return
        side.mailbox = visit
        with side.board.bell(side.mailbox) as bell:
            side.board.ring(interview.id)
            who = Participant(role, side.mailbox, watcher.name)
            greeting = await side.hello(interview.room_url, who)
            recording = role == "interviewer" and await _start_recording(side, interview.user_id)
            await socket.send_json({**greeting, "recording": recording})
            await hold(socket, bell, lambda: _watcher_looks(side, key), lambda letter: _watcher_says(side, letter))

    try:
        await join()
    finally:
        await db.write(actions.leave, side.mailbox)
        side.board.ring(interview.id)


async def _start_recording(side: _Side, user_id: str) -> bool:
    """Start recording when an interviewer joins: here, and at a provider that supports it."""
    await side.db.write(keep_recording_open, user_id, side.interview_id)
    try:
        await side.services.video.start_recording(side.interview_id)
    except VideoFailed as error:
        log.warning("the video provider does not record", interview=side.interview_id, error=str(error))
    return True


async def _watcher_looks(side: _Side, key: str) -> list[Message]:
    def look(tx: Tx) -> tuple[str, queries.Call]:
        return queries.open_watch(tx, key).interview.status, queries.call_of(tx, side.interview_id)

    try:
        status, call = await side.db.lookup(look)
    except NotFound:
        raise CallEnded(ENDED) from None
    if call.declined or status != "in-progress":
        raise CallEnded(DECLINED if call.declined else ENDED)
    if side.beats():
        await side.db.write(actions.keep_watching, side.mailbox)
    present = [{"present": call.present}]
    news: list[Message] = [{"type": "candidate-there", **present[0]}] if present != side.sent else []
    side.sent = present
    return [*news, *await side.mail()]


async def _watcher_says(side: _Side, letter: Message) -> None:
    if letter.get("type") in RELAYED:
        await side.post(side.interview_id, {**letter, "from": side.mailbox})
