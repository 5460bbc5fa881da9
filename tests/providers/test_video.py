"""The embedded video provider, and the limits that calls to any provider must keep."""

import asyncio
import math
from typing import Any

import pytest

from dayshift.providers.video import EmbeddedVideo, VideoProvider, limits
from dayshift.providers.video.limits import DialOut, OutsideLimit


def test_a_room_is_our_own_page_with_two_secrets() -> None:
    provider: VideoProvider = EmbeddedVideo()

    async def story() -> None:
        room = await provider.create_room("0190-ab c")
        assert (room.name, room.url) == ("0190-ab c", "/live-interview?interview=0190-ab%20c")
        secrets = {room.candidate_token, room.interviewer_token, await provider.token(room.name, "candidate")}
        assert len(secrets) == 3
        assert min(map(len, secrets)) >= 43
        await provider.start_recording(room.name)
        assert await provider.recording_link(room.name) is None
        await provider.stop_recording(room.name)
        await provider.delete_room(room.name)

    asyncio.run(story())


CHECKS = [
    (
        limits.check_user_data,
        ["x" * 4096, {"a": 1}, None, ["é" * 4092]],
        ["x" * 4097, ["x" * 4093], "😀" * 2049, {1, 2}],
    ),
    (limits.check_display_name, ["", "x" * 199], ["x" * 200, "😀" * 100]),
    (limits.check_user_id, ["x" * 36], ["x" * 37]),
    (limits.check_tones, ["1", "0123456789ABCD*#", "1" * 20], ["", "1" * 21, "E", "a", "1 2", "1\n", "٣"]),
    (limits.check_volume, [0, 1, 2, 0.5], [-0.01, 2.01, math.nan, math.inf]),
    (limits.check_blur, [0.01, 1], [0, 1.01, -1, math.nan]),
    (limits.check_background_image, [1, 10], [0, 11, 1.0, True, -1]),
    (limits.check_encodings, [[1], [1, 2, 3]], [[], [1, 2, 3, 4]]),
    (limits.check_recording_type, ["cloud", "raw-tracks", "local"], ["", "Cloud", "cloud-audio-only"]),
]


@pytest.mark.parametrize(("check", "inside"), [(check, value) for check, inside, _ in CHECKS for value in inside])
def test_what_is_inside_a_limit_passes(check: Any, inside: Any) -> None:
    check(inside)


@pytest.mark.parametrize(("check", "outside"), [(check, value) for check, _, outside in CHECKS for value in outside])
def test_what_is_outside_is_refused(check: Any, outside: Any) -> None:
    with pytest.raises(OutsideLimit):
        check(outside)


SIP, PHONE = {"sip_uri": "sip:coach@example.com"}, {"phone_number": "+12125550142"}


@pytest.mark.parametrize(
    "call",
    [
        SIP,
        PHONE,
        {**PHONE, "caller_id": "c", "display_name": "x" * 199, "user_id": "x" * 36},
        {**SIP, "audio_codecs": ["OPUS", "PCMU", "PCMA", "G722"], "video_codecs": ["H264", "VP8"]},
    ],
)
def test_a_dial_out_within_the_limits(call: dict[str, Any]) -> None:
    DialOut(**call)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        ({}, "either a SIP address or a phone number"),
        ({**SIP, **PHONE}, "not both"),
        ({"sip_uri": "sips:coach@example.com"}, "starts with 'sip:'"),
        ({"sip_uri": "sip:"}, "starts with 'sip:'"),
        ({"phone_number": "2125550142"}, r"'\+', the country code"),
        ({"phone_number": "+1"}, r"'\+', the country code"),
        ({"phone_number": "+0125550142"}, r"'\+', the country code"),
        ({"phone_number": "+1234567890123456"}, "at most 15 digits"),
        ({**SIP, "caller_id": "c"}, "caller id"),
        ({**PHONE, "display_name": "x" * 200}, "fewer than 200"),
        ({**PHONE, "user_id": "x" * 37}, "at most 36"),
        ({**PHONE, "audio_codecs": ["OPUS", "AAC"]}, "audio codec must be one of OPUS, PCMU, PCMA, G722, not AAC"),
        ({**PHONE, "video_codecs": ["VP9"]}, "video codec must be one of H264, VP8, not VP9"),
    ],
)
def test_a_dial_out_outside_the_limits(call: dict[str, Any], message: str) -> None:
    with pytest.raises(OutsideLimit, match=message):
        DialOut(**call)
