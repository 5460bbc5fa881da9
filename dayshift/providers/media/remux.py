"""Join the segments of a take into one file that plays and seeks everywhere, without re-encoding.

Browsers record streams: no duration, no index, and a new header with every restart of the recorder. Copying
the packets into a new container with shifted timestamps fixes all of that in a fraction of a second
(ten minutes, 41 MB: 0.4 s).
"""

import errno
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from fractions import Fraction
from math import floor
from pathlib import Path
from typing import Any

import av
from av.bitstream import BitStreamFilterContext
from av.container import InputContainer, OutputContainer

from dayshift.providers.media.errors import OverLimits, Unplayable

WEBM_CODECS = frozenset({"vp8", "vp9", "av1", "opus"})
CODECS = {"video": frozenset({"vp8", "vp9", "av1", "h264"}), "audio": frozenset({"opus", "aac"})}
"""What browsers record."""
DECODERS = "vp8,vp9,libdav1d,av1,h264,opus,aac"
"""FFmpeg's names of the decoders for them."""
NO_DECODER = "-"
MAX_TRACKS = 4
MAX_SIDE = 4096
MAX_PIXELS = 4096 * 2304
"""A little more than 4K, the largest picture of a phone's camera."""
RATES = range(8_000, 96_001)
MAX_CHANNELS = 8
DURATION_TOLERANCE = 0.02
AAC_FRAME = 1024
GAP_SAMPLES = 2 * AAC_FRAME
"""Shorter gaps of sound are closed: frames do not end where pictures do."""
MIN_TOLERANCE = 0.1
"""Seconds by which even the shortest file may be off: a few frames."""

_MICROSECONDS = 1_000_000
_EBML = b"\x1a\x45\xdf\xa3"


@dataclass(frozen=True, slots=True)
class Playable:
    """The result of `remux`: MIME type, length in seconds, packets by stream kind, segments left out."""

    media_type: str
    seconds: float
    packets: dict[str, int]
    left_out: int


@dataclass(frozen=True, slots=True)
class _Segment:
    """A readable segment: its first and last instant in seconds, and its codecs by kind of stream."""

    path: Path
    begin: Fraction
    end: Fraction
    codecs: dict[str, str]
    setups: dict[str, bytes]  # Decoder configuration by kind of stream.


def remux(sources: Sequence[Path], target: Path) -> Playable:
    """Write the segments `sources`, in order, to `target`, and check the result by reading it back.

    Segments that yield no packet at all (a recorder that was stopped at once) are left out. WebM
    for VP8, VP9, AV1 with Opus; MP4 for everything else; the index in front in both.
    Raises `Unplayable`.
    """
    segments = [segment for segment in map(_probe, sources) if segment is not None]
    with plain_errors():
        codecs = _common_codecs(segments)
        webm = WEBM_CODECS.issuperset(codecs.values())
        packets = _join(segments, target, codecs, webm=webm)
        seconds = _verify(target, segments, packets)
    media_type = f"{'video' if 'video' in codecs else 'audio'}/{'webm' if webm else 'mp4'}"
    return Playable(media_type, seconds, packets, len(sources) - len(segments))


def read_through(path: Path) -> float:
    """Read one of our files completely and decode its start; return its length in seconds. Raises `Unplayable`."""
    with plain_errors(path), open_checked(path) as container:
        kinds = {packet.stream.type: _codec(packet.stream) for packet in _packets(container)}
        if not kinds:
            raise Unplayable("no picture and no sound")
        _decode_at(container, Fraction(0), kinds)
        return (container.duration or 0) / _MICROSECONDS


def copy_sound(source: Path, folder: Path) -> Path | None:
    """Copy the encoded audio of one of our files to a file in `folder`; None if it has none.

    Raises `Unplayable`.
    """
    with plain_errors(source), open_checked(source) as container:
        if not container.streams.audio:
            return None
        sound = container.streams.audio[0]
        kind = "webm" if _codec(sound) in WEBM_CODECS else "mp4"
        target = folder / f"sound.{kind}"
        with av.open(str(target), "w", format=kind) as output:
            stream = output.add_stream_from_template(sound)
            for packet in container.demux(sound):
                if packet.dts is None:
                    continue
                packet.stream = stream
                output.mux(packet)
    return target


@contextmanager
def plain_errors(*sources: Path) -> Iterator[None]:
    """Convert FFmpeg errors to `Unplayable`, and lack of memory to `OverLimits`. Raises OSError for faults of the disk.

    FFmpeg reports some damaged files as EIO too. If all `sources` can be read, the disk is not at fault.
    """
    try:
        yield
    except av.error.FFmpegError as error:
        if error.errno in {errno.ENOMEM, errno.EFBIG, errno.EMFILE}:
            raise OverLimits(str(error)) from error
        damaged = error.errno == errno.EIO and sources and all(map(_is_readable, sources))
        if error.errno in {errno.ENOSPC, errno.EDQUOT, errno.EIO} and not damaged:  # A retry may succeed.
            raise OSError(error.errno, str(error)) from error
        raise Unplayable(str(error)) from error


def _is_readable(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            while file.read(1 << 20):
                pass
    except OSError:
        return False
    return True


def open_checked(path: Path) -> InputContainer:
    """Open a recording with nothing in it but what browsers record.

    To open a file, FFmpeg decodes its first pictures. So it is opened without any decoder first, and what its headers
    say is checked; a picture that is larger than they say meets `max_pixels`. Raises `Unplayable` and `OverLimits`.
    """
    kind = _container(path)
    headers_only = {"codec_whitelist": NO_DECODER, "protocol_whitelist": "file"}
    with av.open(str(path), format=kind, metadata_errors="ignore", options=headers_only) as file:
        if len(file.streams) > MAX_TRACKS:
            raise OverLimits(f"{len(file.streams)} tracks")
        for stream in file.streams:
            _check_stream(stream)
    options = {"codec_whitelist": DECODERS, "protocol_whitelist": "file", "max_pixels": str(MAX_PIXELS)}
    container = av.open(str(path), format=kind, metadata_errors="ignore", options=options)
    for stream in (*container.streams.video, *container.streams.audio):
        if stream.codec_context is not None:
            stream.codec_context.options = {"max_pixels": str(MAX_PIXELS)}
            stream.codec_context.thread_count = 1
    return container


def _container(path: Path) -> str:
    """Return FFmpeg's name of the container, detected by its first bytes.

    Left to guess, the library also takes play lists and scripts that name other files and addresses.
    """
    with path.open("rb") as file:
        head = file.read(12)
    if head.startswith(_EBML):
        return "matroska"
    if head[4:8] in {b"ftyp", b"styp", b"moof", b"moov"}:
        return "mov"
    raise Unplayable("neither WebM nor MP4")


def _check_stream(stream: Any) -> None:
    if stream.type not in CODECS:
        return  # Safari adds tracks of data, which are left out.
    codec = stream.codec_context
    if codec is None or codec.codec.canonical_name not in CODECS[stream.type]:
        raise OverLimits(f"no {stream.type} of a browser")
    if stream.type == "video" and (
        max(codec.width, codec.height) > MAX_SIDE or codec.width * codec.height > MAX_PIXELS
    ):
        raise OverLimits(f"pictures of {codec.width} x {codec.height}")
    if stream.type == "audio" and codec.sample_rate and codec.sample_rate not in RATES:
        raise OverLimits(f"sound at {codec.sample_rate} Hz")
    if stream.type == "audio" and codec.channels > MAX_CHANNELS:
        raise OverLimits(f"{codec.channels} channels")


def _codec(stream: Any) -> str:
    name: str = stream.codec_context.codec.canonical_name
    return name


def _probe(path: Path) -> _Segment | None:
    try:
        with plain_errors(path):
            return _read(path)
    except OverLimits:
        raise
    except Unplayable:
        return None


def _read(path: Path) -> _Segment | None:
    with open_checked(path) as container:
        begin, end = None, Fraction(0)
        codecs, setups = dict[str, str](), dict[str, bytes]()
        for packet in _packets(container):
            start = packet.pts * packet.time_base
            begin = start if begin is None else min(begin, start)
            end = max(end, start + (packet.duration or 0) * packet.time_base)
            if packet.stream.type not in codecs:
                codec = packet.stream.codec_context
                codecs[packet.stream.type] = _codec(packet.stream)
                setups[packet.stream.type] = bytes(codec.extradata or b"")
    return None if begin is None else _Segment(path, begin, end, codecs, setups)


def _packets(container: InputContainer) -> Iterator[Any]:
    """The packets of the first picture and the first sound stream; damaged ones are left out."""
    chosen = [*container.streams.video[:1], *container.streams.audio[:1]]
    for packet in container.demux(chosen):
        if packet.pts is not None and packet.size and not packet.is_corrupt:
            yield packet


def _common_codecs(segments: Sequence[_Segment]) -> dict[str, str]:
    codecs: dict[str, str] = {}
    for segment in segments:
        for kind, codec in segment.codecs.items():
            if codecs.setdefault(kind, codec) != codec:
                raise Unplayable(f"segments differ: {codecs[kind]} and {codec}")
    if not codecs:
        raise Unplayable("no picture and no sound")
    return codecs


def _join(segments: Sequence[_Segment], target: Path, codecs: dict[str, str], *, webm: bool) -> dict[str, int]:
    options = {"cues_to_front": "1"} if webm else {"movflags": "faststart"}
    written = dict.fromkeys(codecs, 0)
    last = dict.fromkeys(codecs, Fraction(-1))
    offset = Fraction(0)
    with ExitStack() as stack:
        inputs = [stack.enter_context(open_checked(segment.path)) for segment in segments]
        output = stack.enter_context(av.open(str(target), "w", format="webm" if webm else "mp4", options=options))
        is_mixed = codecs.get("audio") == "aac" and _differ(segments, "audio")
        streams = {
            kind: _add_sound(output, segments, inputs)
            if is_mixed and kind == "audio"
            else _add_stream(output, segments, inputs, kind)
            for kind in codecs
        }
        filters = _parameter_filters(segments, inputs, streams.get("video"))
        sound = _Sound(streams["audio"]) if is_mixed else None
        for segment, container, in_band in zip(segments, inputs, filters, strict=True):
            for packet in _packets(container) if in_band is None else _filtered(container, in_band):
                kind = packet.stream.type
                if sound and kind == "audio":
                    written[kind] += sound.encode(packet, offset - segment.begin, output)
                    continue
                _shift(packet, offset - segment.begin, after=last[kind])
                last[kind] = packet.dts * packet.time_base
                packet.stream = streams[kind]
                output.mux(packet)
                written[kind] += 1
            offset += segment.end - segment.begin
            if sound:
                written["audio"] += sound.end_segment(output)
        if sound:
            written["audio"] += sound.close(output)
    return written


class _Sound:
    """Encodes AAC again at one sample rate: a file has room for one, and a headset that connects brings another.

    Silence fills the gaps, so that sound and picture stay together.
    """

    def __init__(self, stream: Any) -> None:
        self._stream = stream
        self._codec = stream.codec_context
        self._fifo = av.AudioFifo()
        self._resampler: av.AudioResampler | None = None
        self._place = 0  # Samples written so far.
        self._shift = Fraction(0)

    def encode(self, packet: Any, shift: Fraction, output: OutputContainer) -> int:
        """Add a packet, later by `shift` seconds; return how many packets were written."""
        self._shift = shift
        if self._resampler is None:
            self._resampler = av.AudioResampler(self._codec.format, self._codec.layout, self._codec.sample_rate)
        for frame in packet.decode():
            for part in self._resampler.resample(frame):
                self._add(part)
        return self._write(output)

    def end_segment(self, output: OutputContainer) -> int:
        """Add what the resampler still holds. The next segment may have another sample rate."""
        resampler, self._resampler = self._resampler, None
        for part in resampler.resample(None) if resampler else ():
            self._add(part)
        return self._write(output)

    def close(self, output: OutputContainer) -> int:
        """Write the rest."""
        return self._write(output, is_last=True)

    def _add(self, frame: Any) -> None:
        begins = round((frame.pts * frame.time_base + self._shift) * self._codec.sample_rate)
        while self._place < begins - GAP_SAMPLES:
            self._put(self._silence(min(begins - self._place, self._codec.sample_rate)))
        self._put(frame)

    def _silence(self, samples: int) -> av.AudioFrame:
        frame = av.AudioFrame(self._codec.format.name, self._codec.layout.name, samples)
        frame.sample_rate = self._codec.sample_rate
        for plane in frame.planes:
            plane.update(bytes(plane.buffer_size))
        return frame

    def _put(self, frame: Any) -> None:
        frame.pts, frame.time_base = self._place, Fraction(1, self._codec.sample_rate)
        self._place += frame.samples
        self._fifo.write(frame)

    def _write(self, output: OutputContainer, *, is_last: bool = False) -> int:
        frames: list[Any] = list(self._fifo.read_many(self._codec.frame_size or AAC_FRAME))
        if is_last:
            rest = self._fifo.read(partial=True)
            frames += [rest, None] if rest else [None]
        packets = [packet for frame in frames for packet in self._stream.encode(frame)]
        for packet in packets:
            output.mux(packet)
        return len(packets)


def _add_sound(output: OutputContainer, segments: Sequence[_Segment], inputs: Sequence[InputContainer]) -> Any:
    """An AAC stream with the rate and the channels of the first segment that has sound."""
    container = next(c for s, c in zip(segments, inputs, strict=True) if "audio" in s.codecs)
    codec = container.streams.audio[0].codec_context
    return output.add_stream("aac", rate=codec.sample_rate, layout=codec.layout.name)


def _parameter_filters(
    segments: Sequence[_Segment], inputs: Sequence[InputContainer], output: Any
) -> list[BitStreamFilterContext | None]:
    """For each segment, what puts its H.264 parameter sets in front of its key frames, if that is needed.

    It is when segments differ, as they do when the phone was turned: an MP4 file has room for one
    setup, and a decoder would read every segment by it. Must be called before the first packet.
    """
    if not (_differ(segments, "video") and any(segment.codecs.get("video") == "h264" for segment in segments)):
        return [None] * len(segments)
    # Each filter also tells the output stream of the packets' new form: made last, the first segment
    # has the last word on the size that the file announces.
    filters = [
        BitStreamFilterContext("h264_mp4toannexb", container.streams.video[0], output)
        if "video" in segment.codecs
        else None
        for segment, container in reversed(list(zip(segments, inputs, strict=True)))
    ]
    return filters[::-1]


def _filtered(container: InputContainer, in_band: BitStreamFilterContext) -> Iterator[Any]:
    for packet in _packets(container):
        if packet.stream.type != "video":
            yield packet
            continue
        stream, time_base = packet.stream, packet.time_base
        for filtered in in_band.filter(packet):
            filtered.stream, filtered.time_base = stream, time_base
            yield filtered


def _differ(segments: Sequence[_Segment], kind: str) -> bool:
    return len({segment.setups[kind] for segment in segments if kind in segment.setups}) > 1


def _add_stream(
    output: OutputContainer, segments: Sequence[_Segment], inputs: Sequence[InputContainer], kind: str
) -> Any:
    """A copy of the first stream of this kind that has packets: an empty one may lack its parameters."""
    container = next(c for s, c in zip(segments, inputs, strict=True) if kind in s.codecs)
    template = next(stream for stream in container.streams if stream.type == kind)
    return output.add_stream_from_template(template)


def _shift(packet: Any, by: Fraction, *, after: Fraction) -> None:
    """Move the packet's time by `by` seconds, and behind `after`: a muxer takes no time stamp twice."""
    ticks = round(by / packet.time_base)
    decoded = (packet.pts if packet.dts is None else packet.dts) + ticks
    packet.dts = max(decoded, floor(after / packet.time_base) + 1)
    packet.pts = max(packet.pts + ticks, packet.dts)


def _verify(target: Path, segments: Sequence[_Segment], written: dict[str, int]) -> float:
    """Return the file's length in seconds after verifying it: all packets, full length, every start decodes."""
    expected = float(sum(segment.end - segment.begin for segment in segments))
    with open_checked(target) as container:
        seconds = (container.duration or 0) / _MICROSECONDS
        if abs(seconds - expected) > max(DURATION_TOLERANCE * expected, MIN_TOLERANCE):
            raise Unplayable(f"{seconds:.2f} s instead of {expected:.2f} s")
        found = dict.fromkeys(written, 0)
        for packet in _packets(container):
            found[packet.stream.type] += 1
        if found != written:
            raise Unplayable(f"packets {found} instead of {written}")
        offset = Fraction(0)
        for segment in segments:
            _decode_at(container, offset, segment.codecs)
            offset += segment.end - segment.begin
    return seconds


def _decode_at(container: InputContainer, instant: Fraction, kinds: dict[str, str]) -> None:
    for kind in kinds:
        container.seek(int(instant * _MICROSECONDS))
        if next(container.decode(**{kind: 0}), None) is None:
            raise Unplayable(f"no {kind} at {float(instant):.2f} s")
