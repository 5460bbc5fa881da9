"""Write the ZIP of an export to a local file, with a memory use that does not depend on its size."""

import asyncio
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from typing import IO, Any
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

from dayshift.accounts import find_user, find_user_by_email, notices_shown_to
from dayshift.core.audit import operator_or_system, record
from dayshift.core.db import Database, Tx
from dayshift.core.errors import NotFound
from dayshift.core.language import Language
from dayshift.core.pages import PRIVACY_PAGE
from dayshift.hiring.applications import grants_of_user
from dayshift.interviews.recordings import Take, chunk_keys, recording_ids_of, takes_by_recording
from dayshift.interviews.reviews import log_read
from dayshift.interviews.room import StoredAnswer, answers_of, any_interview, interview_ids_of
from dayshift.privacy.inventory import VERSION, rows_of, schema, sections
from dayshift.privacy.notice import readme_of
from dayshift.providers.storage import ObjectMissing, Storage
from dayshift.settings import Settings

_README: dict[Language, str] = {
    "en": """This is a copy of your data, made on {day}.

data.json      everything that we keep about you, for programs
schema.json    describes each part of data.json
transcripts/   your interviews as text
media/         your recorded answers

Keep this file safe: anyone who has it can see all of this.

About your data (Article 15 of the GDPR; the page {privacy} has more)

{notice}
""",
    "es": """Esta es una copia de sus datos, hecha el {day}.

data.json      todo lo que guardamos sobre usted, para programas
schema.json    describe cada parte de data.json
transcripts/   sus entrevistas como texto
media/         sus respuestas grabadas

Guarde este archivo en un lugar seguro: quien lo tenga puede ver todo esto.

Sobre sus datos (artículo 15 del RGPD; la página {privacy} dice más)

{notice}
""",
}


@dataclass(frozen=True, slots=True)
class File:
    """A file of the archive beside `data.json`; `sources` are the keys of the objects that it is made of."""

    path: str
    kind: str
    interview_id: str
    take: int | None
    sources: tuple[str, ...] = ()


async def write_copy(
    db: Database, storage: Storage, settings: Settings, person: str, target: IO[bytes], at: datetime
) -> None:
    """Write the copy of a person, by email address or id, for an operator to hand over. Raises `NotFound`."""
    user = await db.read(find_user_by_email if "@" in person else find_user, person)
    if user is None:
        raise NotFound
    await db.write(_record_copy, user.id)
    await write_archive(db, storage, settings, user.id, target, at)


def _record_copy(tx: Tx, user_id: str) -> None:
    """Log a read of each interview: the file shows all of them to its holder."""
    for interview_id in interview_ids_of(tx, user_id):
        log_read(tx, interview_id)
    record(tx, "export.downloaded", operator_or_system(), subject="person", subject_id=user_id)


async def write_archive(
    db: Database, storage: Storage, settings: Settings, user_id: str, path: Path | IO[bytes], at: datetime
) -> None:
    """Write everything that belongs to a person to the new or opened file `path`.

    The database is read in one snapshot. Files that are deleted meanwhile are left out.
    """
    with ZipFile(path, "x", ZIP_DEFLATED) as archive:
        media = await _find_media(db, storage, user_id)
        stored = [file for file in media if await _add(archive, file, storage)]
        await db.read(_write_texts, archive, settings, user_id, stored, at)


async def _find_media(db: Database, storage: Storage, user_id: str) -> list[File]:
    """The playable file of each take; for one that cannot be played, what has arrived of it."""
    found = []
    for number, (recording_id, takes) in enumerate(await db.read(_takes_of, user_id), 1):
        playable = {take.number: take.media_key for take in takes if take.media_key}
        for take, key in playable.items():
            path = f"media/interview-{number}/answer-{take}.{key.rpartition('.')[2]}"
            found.append(File(path, "media", recording_id, take, (key,)))
        for (take, segment), keys in (await chunk_keys(storage, recording_id)).items():
            if take not in playable:
                path = f"media/interview-{number}/answer-{take}-part-{segment + 1}.{_suffix(takes, take, segment)}"
                found.append(File(path, "media", recording_id, take, tuple(keys)))
    return found


def _suffix(takes: Iterable[Take], number: int, segment: int) -> str:
    """The file name's ending for what has arrived of a take; most recorders write WebM."""
    types = [part["mime_type"] for take in takes if take.number == number for part in take.manifest[segment:][:1]]
    return "mp4" if types and "mp4" in types[0] else "webm"


async def _add(archive: ZipFile, file: File, storage: Storage) -> bool:
    """Copy a recorded answer into the archive; False if it is gone. It is compressed already."""
    try:
        sizes = [await storage.size(key) for key in file.sources]
    except ObjectMissing:
        return False
    with archive.open(_entry(file.path, ZIP_STORED), "w", force_zip64=True) as target:
        for key, size in zip(file.sources, sizes, strict=True):
            try:
                async for piece in storage.open_range(key, 0, size):
                    await asyncio.to_thread(target.write, piece)
            except ObjectMissing:  # Deleted this very moment: what has been copied stays.
                break
    return True


def _write_texts(tx: Tx, archive: ZipFile, settings: Settings, user_id: str, media: list[File], at: datetime) -> None:
    user = find_user(tx, user_id)
    language: Language = user.language if user else "en"
    files = list(media)
    for number, interview_id in enumerate(_ids(tx, user_id), 1):
        interview = any_interview(tx, interview_id)
        answers = answers_of(tx, [interview_id])[interview_id]
        if interview and answers:
            path = f"transcripts/interview-{number}-{_plain(interview.job_title)}.txt"
            heading = f"{interview.job_title}, {interview.scheduled_at:%Y-%m-%d}"
            _write(archive, path, _transcript(heading, answers))
            files.append(File(path, "transcript", interview_id, None))
    with archive.open(_entry("data.json"), "w") as target:
        _write_json(tx, target, user_id, files, at)
    _write(archive, "schema.json", [json.dumps(schema(), indent=2), "\n"])
    employers = sorted({employer for _, employer, _ in grants_of_user(tx, user_id)})
    about = readme_of(settings, language, employers, notices_shown_to(tx, user_id))
    _write(archive, "README.txt", [_README[language].format(day=f"{at:%Y-%m-%d}", privacy=PRIVACY_PAGE, notice=about)])


def _write_json(tx: Tx, target: IO[bytes], user_id: str, files: Iterable[File], at: datetime) -> None:
    """Write `data.json` row by row; see `inventory.schema`."""
    start = {"version": VERSION, "exportedAt": at.isoformat()}
    target.write(json.dumps(start)[:-1].encode())
    _write_list(target, "files", map(_described, files))
    for section in sections():
        _write_list(target, section.name, rows_of(tx, section, user_id))
    target.write(b"\n}\n")


def _write_list(target: IO[bytes], name: str, rows: Iterable[dict[str, Any]]) -> None:
    target.write(f",\n{json.dumps(name)}: [".encode())
    for number, row in enumerate(rows):
        target.write((b",\n  " if number else b"\n  ") + json.dumps(row, ensure_ascii=False).encode())
    target.write(b"]")


def _described(file: File) -> dict[str, Any]:
    about = asdict(file)
    return {"path": about["path"], "kind": about["kind"], "interviewId": about["interview_id"], "take": about["take"]}


def _transcript(heading: str, answers: Iterable[StoredAnswer]) -> Iterator[str]:
    yield f"{heading}\n"
    for answer in answers:
        yield f"\n{answer.response_order}. {answer.question_text}\n\n{answer.response_text}\n"
        if answer.corrected:
            yield f"\n[{answer.original_text}]\n"


def _ids(tx: Tx, user_id: str) -> list[str]:
    """The ids of interviews and their recordings, oldest first: an id begins with the time at which it was made."""
    return sorted({*interview_ids_of(tx, user_id), *recording_ids_of(tx, user_id)})


def _takes_of(tx: Tx, user_id: str) -> list[tuple[str, list[Take]]]:
    ids = _ids(tx, user_id)
    takes = takes_by_recording(tx, ids)
    return [(one, takes[one]) for one in ids]


def _write(archive: ZipFile, path: str, texts: Iterable[str]) -> None:
    with archive.open(_entry(path), "w") as target:
        for text in texts:
            target.write(text.encode())


def _entry(path: str, compression: int = ZIP_DEFLATED) -> ZipInfo:
    entry = ZipInfo(path)
    entry.compress_type = compression
    entry.external_attr = 0o600 << 16
    return entry


def _plain(title: str) -> str:
    """A title as part of a file name."""
    return re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")[:40] or "interview"
