"""Video calls at Daily, by its REST API (https://docs.daily.co/reference/rest-api)."""

import binascii
import json
from base64 import b64decode, b64encode
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from hmac import compare_digest, digest
from typing import Any
from urllib.parse import quote, unquote, urlsplit

import httpx2

from dayshift.core.clock import now
from dayshift.core.provider_metrics import provider_call, tls_context
from dayshift.providers.video import ROOM_LIFE, CallEvent, Forged, Kind, Participant, Role, Room, VideoFailed

TIMEOUT = 8.0
"""Timeout of connecting, and of each read, in seconds. The candidate waits for it."""

MAX_IN_ROOM = 5
"""The candidate, an interviewer, and a few observers."""

STALE = timedelta(minutes=5)
"""Maximum age of a signed message."""

_FORM = "daily://KEY@api.daily.co/v1"

# Watchers only look, and the candidate's page shows everybody who is present.
_PERMISSIONS: dict[Role, dict[str, Any]] = {
    "candidate": {"hasPresence": True, "canSend": ["audio", "video"], "canAdmin": False},
    "interviewer": {"hasPresence": True, "canSend": False, "canAdmin": True},
    "observer": {"hasPresence": True, "canSend": False, "canAdmin": False},
}


class DailyVideo:
    """`VideoProvider` over 'daily://KEY@HOST/v1' ('daily+http://...' for a server of one's own without TLS).

    `webhook_secret` is the base64 text that Daily gave, or was given, as `hmac` of the webhook; without
    it every message is rejected.
    """

    kind: Kind = "daily"

    def __init__(self, url: str, webhook_secret: str = "") -> None:
        parts = urlsplit(url)
        if parts.scheme not in {"daily", "daily+http"} or not (parts.hostname and parts.username):
            raise ValueError(f"the video provider's URL must look like {_FORM}")
        scheme = "https" if parts.scheme == "daily" else "http"
        self._base = f"{scheme}://{parts.netloc.rpartition('@')[2]}{parts.path.rstrip('/')}"
        self._headers = {"Authorization": f"Bearer {unquote(parts.username)}"}
        try:
            self._secret = b64decode(webhook_secret, validate=True)
        except binascii.Error as error:
            raise ValueError("the secret of the video provider's webhook is base64") from error

    async def create_room(self, interview_id: str) -> Room:
        until = _until()
        properties = {
            "exp": until,
            "eject_at_room_exp": True,
            "max_participants": MAX_IN_ROOM,
            "enable_recording": "cloud",
            "enable_knocking": False,
            "enable_prejoin_ui": False,
            "start_video_off": False,
        }
        wanted = {"privacy": "private", "properties": properties}
        found = await self._ask("POST", "/rooms", {"name": interview_id, **wanted}, allow={400})
        if found is None:  # The room exists, or the request is refused; the next call tells which.
            found = await self._ask("POST", _room(interview_id), wanted) or {}
        return Room(
            name=_text(found, "name"),
            url=_text(found, "url"),
            candidate_token=await self.token(interview_id, Participant("candidate")),
            interviewer_token=await self.token(interview_id, Participant("interviewer")),
        )

    async def token(self, room_name: str, who: Participant) -> str:
        properties: dict[str, Any] = {
            "room_name": room_name,
            "exp": _until(),
            "eject_at_token_exp": True,
            "is_owner": who.role == "interviewer",
            "start_cloud_recording": who.role == "interviewer",
            "enable_screenshare": False,
            "permissions": _PERMISSIONS[who.role],
        }
        if who.role != "candidate":
            properties |= {"start_video_off": True, "start_audio_off": True}
        properties |= {name: text for name, text in (("user_id", who.user_id), ("user_name", who.name)) if text}
        return _text(await self._ask("POST", "/meeting-tokens", {"properties": properties}) or {}, "token")

    async def stop_recording(self, room_name: str) -> None:
        await self._ask("POST", f"{_room(room_name)}/recordings/stop", {"type": "cloud"}, allow={400, 404})

    async def recording_link(self, room_name: str) -> str | None:
        finished = [one for one in await self._recordings(room_name) if one.get("status") == "finished"]
        if not finished:
            return None
        latest = max(finished, key=lambda one: one.get("start_ts") or 0)
        link = await self._ask("GET", f"/recordings/{quote(_text(latest, 'id'), safe='')}/access-link")
        return _text(link or {}, "download_link")

    async def delete_room(self, room_name: str) -> None:
        await self._ask("DELETE", _room(room_name), allow={404})

    def read_webhook(self, headers: Mapping[str, str], body: bytes, at: datetime) -> CallEvent | None:
        """The signature is base64(HMAC-SHA256(secret, 'TIMESTAMP.BODY')). Daily tests a new webhook, before it has a
        secret, with a special body that has no effect."""
        message = _json(body)
        if message == {"test": "test"}:
            return None
        moment = headers.get("x-webhook-timestamp", "")
        expected = b64encode(digest(self._secret, f"{moment}.".encode() + body, "sha256"))
        given = headers.get("x-webhook-signature", "").encode()
        if not self._secret or not compare_digest(given, expected) or not _is_fresh(moment, at):
            raise Forged
        payload = message.get("payload")
        payload = payload if isinstance(payload, dict) else {}
        room = payload.get("room_name") or payload.get("room")
        if not message.get("id"):
            return None
        detail = str(payload.get("error_msg") or "")[:300]
        return CallEvent(str(message["id"])[:80], str(message.get("type"))[:80], str(room) if room else None, detail)

    async def _recordings(self, room_name: str) -> list[dict[str, Any]]:
        found = await self._ask("GET", f"/recordings?room_name={quote(room_name, safe='')}&limit=100") or {}
        return [one for one in found.get("data") or () if isinstance(one, dict)]

    async def _ask(
        self, method: str, path: str, body: dict[str, Any] | None = None, allow: set[int] | None = None
    ) -> dict[str, Any] | None:
        """The JSON object of a good reply; None for a status in `allow`. Raises `VideoFailed`."""
        with provider_call("video ask"):
            try:
                async with httpx2.AsyncClient(timeout=TIMEOUT, verify=tls_context(), headers=self._headers) as client:
                    reply = await client.request(method, self._base + path, json=body)
            except httpx2.HTTPError as error:
                raise VideoFailed(type(error).__name__) from error
            if reply.status_code in (allow or ()):
                return None
            if not reply.is_success:  # The body may repeat what was sent, so it is not logged.
                raise VideoFailed(f"status {reply.status_code}")
            return _json(reply.content)


def _room(name: str) -> str:
    return f"/rooms/{quote(name, safe='')}"


def _until() -> int:
    return int((now() + ROOM_LIFE).timestamp())


def _text(found: Mapping[str, Any], name: str) -> str:
    value = found.get(name)
    if not isinstance(value, str) or not value:
        raise VideoFailed("a reply of another form")
    return value


def _json(body: bytes) -> dict[str, Any]:
    try:
        found = json.loads(body or b"{}")
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _is_fresh(moment: str, at: datetime) -> bool:
    """Whether a time, in seconds or (in some messages) milliseconds, is close to `at`."""
    if not (moment.isascii() and moment.isdigit() and len(moment) in {10, 13}):
        return False
    seconds = int(moment) / (1000 if len(moment) == 13 else 1)
    return abs(at - datetime.fromtimestamp(seconds, UTC)) <= STALE
