"""Baseline of bench_api: a typical application with FastAPI and SQLAlchemy's asynchronous ORM, as in tutorials.

It has the same endpoints, payloads, password cost and durability as ours, without special optimizations: a session
and a query per request, ORM objects, a response model per route, one middleware for headers. Run as
`python -m bench.typical_app URL PORT`, where URL names an empty database.
"""

import hashlib
import secrets
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from typing import Annotated, Any
from uuid import uuid4

import uvicorn
from fastapi import Depends, FastAPI, HTTPException, Request, Response
from fastapi.concurrency import run_in_threadpool
from pwdlib import PasswordHash
from pwdlib.hashers.argon2 import Argon2Hasher
from pydantic import BaseModel, ConfigDict, EmailStr, Field
from pydantic.alias_generators import to_camel
from sqlalchemy import ForeignKey, event, select
from sqlalchemy.ext.asyncio import AsyncSession, async_sessionmaker, create_async_engine
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, relationship, selectinload

PASSWORDS = PasswordHash((Argon2Hasher(time_cost=2, memory_cost=19 * 1024, parallelism=1),))


class Base(DeclarativeBase):
    pass


class User(Base):
    __tablename__ = "users"
    id: Mapped[str] = mapped_column(primary_key=True, default=lambda: str(uuid4()))
    email: Mapped[str] = mapped_column(unique=True)
    first_name: Mapped[str]
    last_name: Mapped[str]
    phone: Mapped[str | None]
    password_hash: Mapped[str]
    current_step: Mapped[int] = mapped_column(default=1)
    flow_completed: Mapped[bool] = mapped_column(default=False)
    profile_completed: Mapped[bool] = mapped_column(default=False)
    interview_completed: Mapped[bool] = mapped_column(default=False)
    employment_type: Mapped[str | None]
    years_experience: Mapped[int | None]
    expected_pay: Mapped[str | None]
    zip_code: Mapped[str | None]
    created_at: Mapped[str] = mapped_column(default=lambda: datetime.now(UTC).isoformat())


class Login(Base):
    __tablename__ = "sessions"
    token_hash: Mapped[str] = mapped_column(primary_key=True)
    user_id: Mapped[str] = mapped_column(ForeignKey("users.id"), index=True)
    expires_at: Mapped[str]
    user: Mapped[User] = relationship()


class JobSearch(Base):
    __tablename__ = "job_searches"
    id: Mapped[str] = mapped_column(primary_key=True, default=lambda: str(uuid4()))
    user_id: Mapped[str] = mapped_column(ForeignKey("users.id"), index=True)
    search_query: Mapped[str]
    created_at: Mapped[str] = mapped_column(default=lambda: datetime.now(UTC).isoformat())


class Camel(BaseModel):
    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True, from_attributes=True)


class RegisterBody(Camel):
    first_name: str = Field(min_length=1, max_length=80)
    last_name: str = Field(min_length=1, max_length=80)
    email: EmailStr
    phone: str | None = None
    password: str = Field(min_length=8, max_length=128)


class LoginBody(Camel):
    email: EmailStr
    password: str


class SearchBody(Camel):
    user_id: str
    search_query: str = Field(min_length=1, max_length=500)


class UserReply(Camel):
    id: str
    email: str
    first_name: str
    last_name: str
    phone: str | None
    current_step: int
    flow_completed: bool
    profile_completed: bool
    interview_completed: bool
    employment_type: str | None
    years_experience: int | None
    expected_pay: str | None
    zip_code: str | None
    created_at: datetime


class UserEnvelope(Camel):
    user: UserReply


class SignedInReply(Camel):
    user: UserReply
    token: str


class SearchReply(Camel):
    id: str
    user_id: str
    search_query: str
    created_at: datetime


async def open_session(request: Request) -> AsyncIterator[AsyncSession]:
    async with request.app.state.sessions() as session:
        yield session


Db = Annotated[AsyncSession, Depends(open_session)]


async def signed_in(request: Request, db: Db) -> User:
    token = request.headers.get("authorization", "").removeprefix("Bearer ")
    key = hashlib.sha256(token.encode()).hexdigest()
    found = await db.scalar(select(Login).where(Login.token_hash == key).options(selectinload(Login.user)))
    if found is None or datetime.fromisoformat(found.expires_at) < datetime.now(UTC):
        raise HTTPException(401)
    return found.user


SignedIn = Annotated[User, Depends(signed_in)]


def sign_in(db: AsyncSession, user: User) -> str:
    token = secrets.token_urlsafe(32)
    expires = datetime.now(UTC) + timedelta(days=30)
    key = hashlib.sha256(token.encode()).hexdigest()
    db.add(Login(token_hash=key, user_id=user.id, expires_at=expires.isoformat()))
    return token


def routes(app: FastAPI) -> None:
    @app.get("/healthz")
    async def healthz() -> dict[str, str]:
        return {"status": "ok"}

    @app.post("/api/auth/register", status_code=201, response_model=SignedInReply)
    async def register(body: RegisterBody, db: Db) -> Any:
        if await db.scalar(select(User).where(User.email == body.email)):
            raise HTTPException(409)
        hashed = await run_in_threadpool(PASSWORDS.hash, body.password)
        user = User(**body.model_dump(exclude={"password"}), password_hash=hashed)
        db.add(user)
        await db.flush()
        token = sign_in(db, user)
        await db.commit()
        return {"user": user, "token": token}

    @app.post("/api/auth/login", response_model=SignedInReply)
    async def login(body: LoginBody, db: Db) -> Any:
        user = await db.scalar(select(User).where(User.email == body.email))
        if user is None or not await run_in_threadpool(PASSWORDS.verify, body.password, user.password_hash):
            raise HTTPException(401)
        token = sign_in(db, user)
        await db.commit()
        return {"user": user, "token": token}

    @app.get("/api/auth/me", response_model=UserEnvelope)
    async def me(user: SignedIn) -> Any:
        return {"user": user}

    @app.post("/api/job-searches", status_code=201, response_model=SearchReply)
    async def create_job_search(body: SearchBody, user: SignedIn, db: Db) -> Any:
        if body.user_id != user.id:
            raise HTTPException(404)
        search = JobSearch(user_id=user.id, search_query=body.search_query)
        db.add(search)
        await db.commit()
        return search


def make_app(url: str) -> FastAPI:
    """Return the application for the database at `url` (aiosqlite or asyncpg); creates the tables at startup."""
    engine = create_async_engine(url)
    if engine.dialect.name == "sqlite":

        @event.listens_for(engine.sync_engine, "connect")
        def pragmas(connection: Any, _record: object) -> None:
            for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=5000", "foreign_keys=ON"):
                connection.execute(f"PRAGMA {pragma}")

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with engine.begin() as connection:
            await connection.run_sync(Base.metadata.create_all)
        app.state.sessions = async_sessionmaker(engine, expire_on_commit=False)
        yield
        await engine.dispose()

    app = FastAPI(lifespan=lifespan)

    @app.middleware("http")
    async def headers(request: Request, call_next: Any) -> Response:
        response: Response = await call_next(request)
        response.headers["X-Content-Type-Options"] = "nosniff"
        response.headers["X-Request-Id"] = uuid4().hex
        return response

    routes(app)
    return app


if __name__ == "__main__":
    uvicorn.run(make_app(sys.argv[1]), port=int(sys.argv[2]), access_log=False, log_level="warning")
