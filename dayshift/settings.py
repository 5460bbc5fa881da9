"""All settings, typed: environment variables with the prefix DAYSHIFT_. The defaults work on a laptop."""

from contextlib import suppress
from pathlib import Path
from typing import Literal, Self
from urllib.parse import urlsplit

from pydantic import Field, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

LOOPBACK = frozenset({"127.0.0.1", "::1", "localhost"})
"""Loopback host names."""


class Settings(BaseSettings):
    """The settings of one installation. A test keeps the README's table in sync with this class."""

    model_config = SettingsConfigDict(env_prefix="DAYSHIFT_", extra="ignore")

    product_name: str = Field("Dayshift", max_length=40, description="The name candidates see.")
    host: str = Field("127.0.0.1", description="Address to listen on.")
    port: int = Field(8000, ge=0, le=65535, description="Port to listen on.")
    data_dir: Path = Field(Path("var"), description="Folder of the SQLite database and the recordings.")
    database_url: str = Field("", description="`postgresql://...` for PostgreSQL; empty: SQLite in the data folder.")
    storage_url: str = Field(
        "",
        pattern=r"^$|^s3://[a-z0-9.-]+(/[A-Za-z0-9._/-]*)?$",
        description="`s3://bucket/prefix` for recordings, with the usual `AWS_...` variables; empty: the data folder.",
    )
    log_format: Literal["console", "json"] = Field("console", description="`console` or `json`.")
    metrics_token: str = Field("", description="Who sends it as a bearer token may read `/metrics`; empty: nobody.")
    run_worker: bool = Field(True, description="Do background work inside the server process.")
    worker_port: int = Field(
        0,
        ge=0,
        le=65535,
        description="Port on which a `dayshift worker` answers `/healthz`, `/readyz` and `/metrics`; 0: none.",
    )
    task_lease_seconds: int = Field(
        30, ge=1, le=3600, description="Seconds after which the background work of a dead process is taken over."
    )
    public_url: str = Field(
        "",
        pattern=r"^$|^https?://[^\s/]+",
        description="Where people reach this server: links in mails begin with it; empty: `http://HOST:PORT`.",
    )
    mail_from: str = Field(
        "no-reply@localhost", pattern=r"^[^@\s]+@[^@\s]+$", description="Address that mails come from."
    )
    smtp_url: str = Field(
        "",
        description="`smtp://user:password@host:587` or `smtps://...`; empty: mails go to `outbox` in the data folder.",
    )
    sms_url: str = Field(
        "", description="`twilio://account:token@api.twilio.com/+12125550100`; empty: text messages go to `outbox` too."
    )
    language_model_url: str = Field(
        "",
        description="`anthropic://KEY@api.anthropic.com?model=NAME`, `openai://KEY@HOST/v1?model=NAME`, or "
        "`openai+http://...` for a local server; empty: no language model.",
    )
    model_calls_per_account: int = Field(
        120, ge=0, description="Calls of the language model that one account may cause within 24 hours."
    )
    model_calls_per_day: int = Field(
        20_000, ge=0, description="Calls of the language model within 24 hours, for all accounts together."
    )
    model_dollars_per_day: float = Field(
        0.0,
        ge=0,
        description="US dollars that the language model may cost within 24 hours, where its prices are set; 0: no "
        "limit. Beyond any of these limits the embedded scorer works alone.",
    )
    transcriber_url: str = Field(
        "",
        description="Who writes down recorded answers that came without words: `whisper:/FOLDER` for a model on this "
        "machine (needs `dayshift[whisper]`), `openai://KEY@HOST/v1?model=NAME`, or `openai+http://...` for a local "
        "server; empty: nobody.",
    )
    video_url: str = Field(
        "",
        description="`daily://KEY@api.daily.co/v1` for live calls at Daily, `simulated:` for calls that nobody is in; "
        "empty: our own pages.",
    )
    video_secret: str = Field(
        "", description="`hmac` of that provider's webhook (`/api/calls/webhook`), in base64; empty: it is not heard."
    )
    ice_urls: str = Field(
        "",
        pattern=r"^$|^(stuns?|turns?):\S+( (stuns?|turns?):\S+)*$",
        description="Where browsers learn to reach each other for live calls, separated by spaces: `stun:host:3478 "
        "turn:host:3478?transport=udp`; empty: only within one network.",
    )
    turn_secret: str = Field(
        "", description="Shared secret of those relays (coturn's `static-auth-secret`); empty: no relay is used."
    )
    plans_dir: str = Field(
        "",
        description="Folder of your own question plans, used beside ours (`dayshift plans check`); empty: only ours.",
    )
    error_dsn: str = Field(
        "",
        description="Sentry-compatible DSN, `https://key@host/1`: faults are told there, without personal data "
        "(needs `dayshift[sentry]`); empty: nowhere.",
    )
    traces_endpoint: str = Field(
        "",
        pattern=r"^$|^https?://\S+$",
        description="Collector of OpenTelemetry traces, `http://collector:4318`: told what took how long, without "
        "personal data (needs `dayshift[opentelemetry]`); empty: nobody.",
    )
    traces_share: float = Field(1.0, ge=0, le=1, description="Share of the requests that it is told of.")
    scheduling_url: str = Field(
        "",
        pattern=r"^$|^https?://[^\s;,'\"]+$",
        description="Page of an outside calendar, such as Calendly or Cal.com; empty: our own coaches.",
    )
    scheduling_secret: str = Field(
        "", description="Signing key of that calendar's webhooks (`/api/schedule/webhooks/...`); empty: none are heard."
    )
    answer_days: int = Field(
        5, ge=1, le=60, description="Working days within which you aim to answer candidates; named in mails."
    )
    redis_url: str = Field(
        "",
        description="`redis://...` to share rate limits between processes (needs the extra `redis`); empty: in memory.",
    )
    trusted_proxies: str = Field(
        "127.0.0.1,::1", description="Addresses or networks, by comma, whose `X-Forwarded-For` and `-Proto` count."
    )
    tries_per_address: int = Field(
        300, ge=1, description="Sign-ins, registrations and codes, each, that one network address may try in an hour."
    )
    session_days: int = Field(30, ge=1, le=365, description="Days until a session ends.")
    password_threads: int = Field(2, ge=1, le=64, description="Threads that hash passwords.")
    feeds: str = Field(
        "",
        pattern=r"^\s*([\w.-]{1,64}=\S+\s*)*$",
        description="Feeds of jobs to import again and again: `name=address-or-path`, separated by spaces.",
    )
    feeds_hours: int = Field(24, ge=1, le=720, description="Hours between two imports of a feed.")
    jobs_snapshot: bool = Field(
        False,
        description="Keep what matching reads in a file of the data folder as well, mapped into the memory of all "
        "processes of this machine: worth it with PostgreSQL, and from a million jobs.",
    )
    wish_model_dir: str = Field(
        "",
        description="Folder of static embeddings (`config.json`, `model.safetensors`, `tokenizer.json`) by which "
        "wishes are also read for their meaning (needs `dayshift[semantic]`); empty: by words and letters.",
    )
    retention_days: int = Field(
        90,
        ge=1,
        le=3650,
        description="Days after which the audio and video of an interview are deleted (named in the consent text); "
        "answers in words and scores stay until the account is erased.",
    )
    chunk_max_mb: int = Field(16, ge=1, le=256, description="Largest chunk of a recording, in MB.")
    take_max_mb: int = Field(600, ge=1, description="Largest take (one recorded answer), in MB.")
    interview_max_mb: int = Field(2500, ge=1, description="Largest recording of one interview, in MB.")
    account_max_mb: int = Field(10_000, ge=1, description="Largest total of the recordings of one account, in MB.")
    free_disk_mb: int = Field(512, ge=0, description="Disk space, in MB, below which chunks are refused.")

    @model_validator(mode="after")
    def _derive_public_url(self) -> Self:
        """Default the public URL to the local one."""
        if not self.public_url:
            self.public_url = self.local_url
            self.model_fields_set.discard("public_url")  # Still counts as not set.
        return self

    @property
    def local_url(self) -> str:
        """Return the URL of the server on this machine."""
        host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(self.host, self.host)  # noqa: S104  (not for listening)
        return f"http://{f'[{host}]' if ':' in host else host}:{self.port}"

    @property
    def served_at_file(self) -> Path:
        """File with the address that `dayshift serve` last used, so that other commands print working links."""
        return self.data_dir / "served-at"

    def remember_address(self) -> None:
        """Store the server's URL for links that other commands print."""
        self.served_at_file.write_text(f"{self.public_url}\n", "utf-8")

    @property
    def link_url(self) -> str:
        """Return the base URL of links printed by commands, without a trailing slash."""
        url = self.public_url
        if "public_url" not in self.model_fields_set:
            with suppress(OSError):
                url = self.served_at_file.read_text("utf-8").strip() or url
        return url.rstrip("/")

    @property
    def database(self) -> str:
        """Return the database's URL; SQLite by default."""
        return self.database_url or f"sqlite:///{self.data_dir / 'dayshift.sqlite3'}"

    @property
    def dev_mailbox(self) -> Path:
        """Return the folder for messages without a configured provider."""
        return self.data_dir / "outbox"

    @property
    def development(self) -> bool:
        """Whether this is a development machine, which may show data meant for developers only.

        All of these must hold: it listens on loopback only, its links are local, its log format is for a terminal, and
        no message provider is configured.
        """
        here = self.host in LOOPBACK and urlsplit(self.public_url).hostname in LOOPBACK
        return here and self.log_format == "console" and not self.smtp_url and not self.sms_url

    @property
    def snapshot_file(self) -> Path:
        """Return the path of this machine's snapshot of the jobs, if enabled."""
        return self.data_dir / "jobs.cells"

    @property
    def sqlite_file(self) -> Path | None:
        """Return the path of the embedded database; None with PostgreSQL."""
        return Path(self.database.removeprefix("sqlite:///")) if self.database.startswith("sqlite:///") else None
