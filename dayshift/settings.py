"""All settings, typed: environment variables with the prefix DAYSHIFT_. The defaults work on a laptop."""

from contextlib import suppress
from pathlib import Path
from typing import Literal, Self
from urllib.parse import urlsplit

from pydantic import Field, model_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

LOOPBACK = frozenset({"127.0.0.1", "::1", "localhost"})
"""Loopback host names."""

MUST = {
    "data_dir": "commands and the server each look in `var` of the folder that they are started in",
    "public_url": "links in mails open on this machine only, and browsers elsewhere refuse the camera and passkeys",
    "smtp_url": "mails are not sent, and the codes and invitations in them are only written to `outbox` in the data "
    "folder",
}
"""Settings that every installation needs, and what happens without them. All that are in neither table may be set."""
SHOULD = {
    "mail_from": "people cannot reply to our mails, and many mail servers refuse them",
    "contact": "people whose browser is too old cannot reach a person",
    "controller": "the privacy notice does not say who is responsible",
    "metrics_token": "nothing can read `/metrics`, so no alert fires",
    "feeds": "jobs change only when somebody imports them",
}
"""Settings that an installation should have, and what happens without them."""


class Settings(BaseSettings):
    """The settings of one installation. A test keeps docs/settings.md in sync with this class."""

    model_config = SettingsConfigDict(
        env_prefix="DAYSHIFT_",
        extra="ignore",
        regex_engine="python-re",  # The default compiles `\s` and `\w` for all of Unicode, which takes 8 MB.
    )

    product_name: str = Field("Dayshift", max_length=40, description="Product name shown to candidates.")
    host: str = Field("127.0.0.1", description="Address to listen on.")
    port: int = Field(8000, ge=0, le=65535, description="Port to listen on.")
    data_dir: Path = Field(Path("var"), description="Folder for the SQLite database and the recordings.")
    database_url: str = Field("", description="`postgresql://...` for PostgreSQL. Empty: SQLite in the data folder.")
    storage_url: str = Field(
        "",
        pattern=r"^\Z|^s3://[a-z0-9.-]+(/[A-Za-z0-9._/-]*)?\Z",
        description="`s3://bucket/prefix` to store recordings in a bucket, with the usual `AWS_...` variables. Empty: "
        "the data folder.",
    )
    secret_keys: str = Field(
        "",
        description="Keys that seal stored secrets (second factors, single sign-on, webhooks), separated by commas, "
        "the newest first; the same for all processes. Empty: `secret.keys` in the data folder, made with the first "
        "secret.",
    )
    log_format: Literal["console", "json"] = Field("console", description="`console` or `json`.")
    metrics_token: str = Field("", description="Bearer token that grants access to `/metrics`. Empty: no access.")
    run_worker: bool = Field(True, description="Run background tasks inside the server process.")
    worker_port: int = Field(
        0,
        ge=0,
        le=65535,
        description="Port on which `dayshift worker` serves `/healthz`, `/readyz` and `/metrics`. 0: none.",
    )
    task_lease_seconds: int = Field(
        30, ge=1, le=3600, description="Seconds until another worker takes over the tasks of a dead process."
    )
    public_url: str = Field(
        "",
        pattern=r"^\Z|^https?://[^\s/]+",
        description="Public URL of this server, used for links in emails. Empty: `http://HOST:PORT`.",
    )
    contact: str = Field(
        "",
        max_length=200,
        description="How people reach a person, such as `(212) 555-0100 or help@example.com`. Shown to people whose "
        "browser is too old for the app. Empty: nothing is shown.",
    )
    controller: str = Field(
        "",
        max_length=300,
        description="Who is responsible for the data of people: name and postal address, and the data protection "
        "officer if there is one. Shown at `/privacy`. Empty: the page names only the contact.",
    )
    employer_sign_up: Literal["open", "approval", "off"] = Field(
        "open",
        description="Who can add a new employer in the browser: `open`: anybody who proves their email address. "
        "`approval`: an operator has to approve each. `off`: only operators, with `dayshift employers add`.",
    )
    mail_from: str = Field("no-reply@localhost", pattern=r"^[^@\s]+@[^@\s]+\Z", description="Sender address of emails.")
    reply_address: str = Field(
        "",
        pattern=r"^\Z|^[a-z0-9]{1,7}@[a-z0-9.-]+\Z",
        description="Address under which people can answer mails about applications, such as `reply@in.example.com`: "
        "each mail asks for replies to `reply+KEY@in.example.com`. Your mail provider must hand those over "
        "([how](operations.md#replies-by-email)). Needs `DAYSHIFT_REPLY_SECRET`. Empty: mails say that nobody reads "
        "replies.",
    )
    reply_secret: str = Field(
        "",
        pattern=r"^\Z|^[A-Za-z0-9_-]{32,200}\Z",
        description="Secret at the end of the address to which your mail provider sends them, "
        "`https://HOST/api/mail-in/SECRET`: at least 32 letters and digits. Empty: no replies are received.",
    )
    smtp_url: str = Field(
        "",
        description="`smtp://user:password@host:587` or `smtps://...`. Empty: emails are written to `outbox` in the "
        "data folder.",
    )
    sms_url: str = Field(
        "",
        description="`twilio://account:token@api.twilio.com/+12125550100`. Empty: text messages are written to `outbox`"
        " too.",
    )
    language_model_url: str = Field(
        "",
        description="`anthropic://KEY@api.anthropic.com?model=NAME`, `openai://KEY@HOST/v1?model=NAME`, or "
        "`openai+http://...` for a local server. Empty: no language model.",
    )
    model_calls_per_account: int = Field(
        120, ge=0, description="Maximum language model calls for one account in 24 hours."
    )
    model_calls_per_day: int = Field(
        20_000, ge=0, description="Maximum language model calls in 24 hours, for all accounts together."
    )
    model_dollars_per_day: float = Field(
        0.0,
        ge=0,
        description="Maximum cost of language model calls in 24 hours, in US dollars, if their prices are set. 0: no "
        "limit. When one of these limits is reached, only the embedded scorer runs.",
    )
    transcriber_url: str = Field(
        "",
        description="Transcriber of spoken answers: `whisper:/FOLDER` for a larger model on this machine, "
        "`openai://KEY@HOST/v1?model=NAME`, or `openai+http://...` for a local server. `off`: no transcription. "
        "Empty: the embedded model.",
    )
    video_url: str = Field(
        "",
        description="`daily://KEY@api.daily.co/v1`, so that hiring staff can watch interviews live through Daily; "
        "`simulated:` for tests. Empty: interviews are only recorded.",
    )
    video_secret: str = Field(
        "",
        description="`hmac` of the video provider's webhook (`/api/calls/webhook`), in base64. Empty: the webhook is "
        "disabled.",
    )
    plans_dir: str = Field(
        "",
        description="Folder with your own question plans, used in addition to the built-in ones (`dayshift plans "
        "check`). Empty: only the built-in plans.",
    )
    error_dsn: str = Field(
        "",
        description="Sentry-compatible DSN, `https://key@host/1`, for error reports without personal data (needs "
        "`dayshift[sentry]`). Empty: no error reports.",
    )
    traces_endpoint: str = Field(
        "",
        pattern=r"^\Z|^https?://\S+\Z",
        description="OpenTelemetry collector, `http://collector:4318`, for traces without personal data (needs "
        "`dayshift[opentelemetry]`). Empty: no tracing.",
    )
    traces_share: float = Field(1.0, ge=0, le=1, description="Share of requests that are traced, from 0 to 1.")
    scheduling_url: str = Field(
        "",
        pattern=r"^\Z|^https?://[^\s;,'\"]+\Z",
        description="Page of an external calendar, such as Calendly or Cal.com. Empty: the built-in coach calendar.",
    )
    scheduling_secret: str = Field(
        "",
        description="Signing key of that calendar's webhooks (`/api/schedule/webhooks/...`). Empty: webhooks are "
        "disabled.",
    )
    answer_days: int = Field(
        5, ge=1, le=60, description="Working days within which you plan to reply to candidates; named in emails."
    )
    redis_url: str = Field(
        "",
        description="`redis://...` to share rate limits between processes (needs the extra `redis`). Empty: each "
        "process counts in memory.",
    )
    trusted_proxies: str = Field(
        "127.0.0.1,::1",
        description="Comma-separated addresses or networks of proxies whose `X-Forwarded-For` and `X-Forwarded-Proto` "
        "headers are trusted.",
    )
    tries_per_address: int = Field(
        300,
        ge=1,
        description="Attempts per hour from one IP address, counted separately for sign-ins, registrations and codes.",
    )
    session_days: int = Field(30, ge=1, le=365, description="Days until a session expires.")
    password_threads: int = Field(2, ge=1, le=64, description="Threads that hash passwords.")
    private_addresses_allowed: bool = Field(
        False,
        description="Let employers connect systems on private addresses, and without TLS. Only for a test machine, or "
        "if every employer is yours: otherwise they reach your own network through this server.",
    )
    countries: str = Field(
        "US",
        pattern=r"^(US|PR)(,(US|PR))*\Z",
        description="Countries that you serve, separated by commas, the usual one first: `US` (with its territories) "
        "or `PR` (Puerto Rico only). Places elsewhere are recognized, and refused with the name of their country.",
    )
    feeds: str = Field(
        "",
        pattern=r"^\s*([\w.-]{1,64}=\S+(\s+|\Z))*\Z",
        description="Job feeds to import regularly: `name=address-or-path`, separated by spaces.",
    )
    feeds_hours: int = Field(24, ge=1, le=720, description="Hours between two imports of a feed.")
    wish_model_dir: str = Field(
        "",
        description="Folder with static embeddings (`config.json`, `model.safetensors`, `tokenizer.json`) to match job "
        "searches by meaning as well (needs `dayshift[semantic]`). Empty: by words and spelling only.",
    )
    legal_rules: str = Field(
        "",
        description="File with your own table of legal rules, used instead of the built-in one "
        "(`dayshift/knowledge/jurisdictions/rules.toml`; `dayshift privacy rules` shows what counts).",
    )
    retention_days: int = Field(
        90,
        ge=1,
        le=3650,
        description="Days until the audio and video of an interview are deleted (named in the consent text). The text "
        "of answers and the scores are kept until their interview or the account is deleted.",
    )
    chunk_max_mb: int = Field(16, ge=1, le=256, description="Maximum size of one recording chunk, in MB.")
    take_max_mb: int = Field(600, ge=1, description="Maximum size of one take (one recorded answer), in MB.")
    interview_max_mb: int = Field(
        2500, ge=1, description="Maximum total size of the recordings of one interview, in MB."
    )
    account_max_mb: int = Field(
        10_000,
        ge=1,
        description="Maximum total size of the recordings of one account, in MB: playable files, and parts as sent.",
    )
    free_disk_mb: int = Field(512, ge=0, description="Free disk space, in MB, below which chunks are refused.")

    @model_validator(mode="after")
    def _derive_public_url(self) -> Self:
        """Default the public URL to the local one."""
        if not self.public_url:
            self.public_url = self.local_url
            self.model_fields_set.discard("public_url")  # Still counts as not set.
        return self

    @property
    def served_countries(self) -> list[str]:
        """Return the codes of the countries that are served, each once."""
        return list(dict.fromkeys(self.countries.split(",")))

    @property
    def local_url(self) -> str:
        """Return the URL of the server on this machine."""
        host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(self.host, self.host)  # noqa: S104  (not for listening)
        return f"http://{f'[{host}]' if ':' in host else host}:{self.port}"

    @property
    def receives_replies(self) -> bool:
        """Whether people can answer mails about applications."""
        return bool(self.reply_address and self.reply_secret)

    @property
    def mail_host(self) -> str:
        """Return the domain of our mails and of the entries that they add to calendars."""
        return self.mail_from.rpartition("@")[2]

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

    def lacks(self, name: str) -> bool:
        """Whether a setting has no value of its own."""
        return name not in self.model_fields_set or not getattr(self, name)

    @property
    def database(self) -> str:
        """Return the database's URL; SQLite by default."""
        return self.database_url or f"sqlite:///{self.data_dir / 'dayshift.sqlite3'}"

    @property
    def shown_database(self) -> str:
        """Return the database's URL without user, password and options, for logs."""
        if self.sqlite_file is not None:
            return self.database
        parts = urlsplit(self.database)
        return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"

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
    def sqlite_file(self) -> Path | None:
        """Return the path of the embedded database; None with PostgreSQL."""
        return Path(self.database.removeprefix("sqlite:///")) if self.database.startswith("sqlite:///") else None
