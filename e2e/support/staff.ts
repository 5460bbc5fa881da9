/** Members of a sample employer, for journeys on the employers' side. */

import { execFileSync } from "node:child_process";
import { createHmac, randomBytes } from "node:crypto";
import { dirname, join } from "node:path";
import { type APIRequestContext, type BrowserContext, expect, request } from "@playwright/test";
import { PYTHON } from "./paths.ts";
import type { Server } from "./server.ts";

const ADD_MEMBER = `
import json, sqlite3, sys
from datetime import datetime, timedelta, UTC
from dayshift.core.ids import hash_token, new_id
file, token, job, role, name, elsewhere = sys.argv[1:]
now, later = (f"{at:%Y-%m-%d %H:%M:%S.%f}" for at in (datetime.now(UTC), datetime.now(UTC) + timedelta(days=1)))

def add(table, **values):
    marks = ", ".join("?" * len(values))
    database.execute(f"INSERT INTO {table} ({', '.join(values)}) VALUES ({marks})", tuple(values.values()))

with sqlite3.connect(file, timeout=30, isolation_level="IMMEDIATE") as database:
    unused = "employer_id NOT IN (SELECT employer_id FROM members UNION SELECT employer_id FROM applications)"
    free = f"state = 'live' AND job_id IS NOT NULL AND {unused}"
    where, values = ("job_id = ?", (job,)) if job else (free, ())
    database.execute("BEGIN IMMEDIATE")
    job, employer = database.execute(f"SELECT job_id, employer_id FROM postings WHERE {where}", values).fetchone()
    title, name_of = database.execute(
        "SELECT p.title, e.name FROM postings p JOIN employers e ON e.id = p.employer_id WHERE p.job_id = ?", (job,)
    ).fetchone()
    member, everywhere = new_id(), role != "reviewer" and not elsewhere
    add("members", id=member, employer_id=employer, email=f"{member}@staff.example", name=name, role=role, state="active",
        all_locations=everywhere, invited_at=now, joined_at=now)
    if elsewhere:
        place = new_id()
        add("locations", id=place, employer_id=employer, name=f"Elsewhere {place[-4:]}", city="New York", state="NY", zip="10001",
            zone="America/New_York", created_at=now)
        add("member_locations", member_id=member, location_id=place)
    add("member_sessions", token_hash=hash_token(token), id=new_id(), member_id=member, device="Journey", created_at=now,
        last_seen_at=now, expires_at=later, confirmed_at=now, address_proved_at=now)
print(json.dumps({"id": member, "job": job, "title": title, "employer": employer, "employerName": name_of}))
`;

const CHANGE = `
import sqlite3, sys
from datetime import datetime, timedelta, UTC
file, sql, *values = sys.argv[1:]
past = datetime.now(UTC) - timedelta(minutes=30)
values = [f"{past:%Y-%m-%d %H:%M:%S.%f}" if value == "past" else value for value in values]
with sqlite3.connect(file, timeout=30) as database:
    database.execute(sql, values)
`;

/** A signed-in member. */
export interface Member {
  id: string;
  token: string;
  name: string;
  /** A live job of the employer. */
  job: string;
  title: string;
  employer: string;
  employerName: string;
}

export type Manager = Member;

type NewMember = {
  /** A job of the employer; without it, the member is the first of a sample employer. */
  job?: string;
  role?: "owner" | "manager" | "reviewer";
  name?: string;
  /** Hires at another location only. */
  elsewhere?: boolean;
};

/** Adds a member, signed in, to a sample employer. */
export function addMember(server: Server, { job = "", role = "manager", name = "Maria Ortiz", elsewhere = false }: NewMember = {}): Member {
  const token = randomBytes(24).toString("base64url");
  const found = runOnDatabase(server, ADD_MEMBER, token, job, role, name, elsewhere ? "yes" : "");
  return {
    token,
    name,
    ...(JSON.parse(found) as Omit<Member, "token" | "name">),
  };
}

/** Adds a manager, signed in, to a sample employer that has no members yet. */
export function addManager(server: Server): Manager {
  return addMember(server);
}

const ADD_NAMESAKE = `
import json, sqlite3, sys
from datetime import datetime, timedelta, UTC
from dayshift.core.ids import hash_token, new_id
file, token, name = sys.argv[1:]
now, later = (f"{at:%Y-%m-%d %H:%M:%S.%f}" for at in (datetime.now(UTC), datetime.now(UTC) + timedelta(days=1)))
def add(database, table, **values):
    marks = ", ".join("?" * len(values))
    database.execute(f"INSERT INTO {table} ({', '.join(values)}) VALUES ({marks})", tuple(values.values()))
with sqlite3.connect(file, timeout=30) as database:
    employer, member, zone = new_id(), new_id(), "America/New_York"
    add(database, "employers", id=employer, name=name, zone=zone, created_at=now)
    add(database, "locations", id=new_id(), employer_id=employer, name="Main", city="New York", state="NY", zip="10001", zone=zone, created_at=now)
    about = dict(name="Maria Ortiz", role="manager", state="active", all_locations=1, invited_at=now, joined_at=now)
    add(database, "members", id=member, employer_id=employer, email=f"{member}@staff.example", **about)
    times = dict(created_at=now, last_seen_at=now, expires_at=later, confirmed_at=now)
    add(database, "member_sessions", token_hash=hash_token(token), id=new_id(), member_id=member, device="Journey", **times)
print(json.dumps({"job": "", "employer": employer}))
`;

/** Adds an employer without jobs, named like one whose jobs were imported, and a manager, signed in. */
export function addNamesake(server: Server, name: string): Manager {
  const token = randomBytes(24).toString("base64url");
  const database = join(dirname(server.logFile), "dayshift.sqlite3");
  const found = JSON.parse(
    execFileSync(PYTHON, ["-c", ADD_NAMESAKE, database, token, name], {
      encoding: "utf8",
    }),
  ) as Omit<Manager, "token">;
  return { token, ...found };
}

const FIND_ABSENT = `
import sqlite3, sys
with sqlite3.connect(sys.argv[1], timeout=30) as database:
    known = "SELECT job_id FROM postings WHERE job_id IS NOT NULL"
    print(database.execute(f"SELECT id FROM jobs WHERE id NOT IN ({known})").fetchone()[0])
`;

/** Returns a job in the catalog whose employer doesn't use the installation. */
export function findJobOfAbsentEmployer(server: Server): string {
  return runOnDatabase(server, FIND_ABSENT).trim();
}

/** Signs the browser in on the employers' side. */
export async function setStaffSession(context: BrowserContext, url: string, { token }: Pick<Member, "token">): Promise<void> {
  await context.addCookies([
    {
      name: "dayshift_desk",
      value: token,
      domain: new URL(url).hostname,
      path: "/api/desk",
      httpOnly: true,
      sameSite: "Lax",
    },
  ]);
}

/** Returns an API client with the session of a member. */
export async function deskApiAs(server: Server, { token }: Pick<Member, "token">): Promise<APIRequestContext> {
  return request.newContext({
    baseURL: server.url,
    extraHTTPHeaders: { Authorization: `Bearer ${token}` },
  });
}

/** Lets the 30 seconds pass in which the decision about an application can be undone. */
export function passUndoTime(server: Server, application: string): void {
  const task = "kind = 'applications.pending' AND state = 'ready' AND json_extract(payload, '$.application_id') = ?";
  runOnDatabase(server, CHANGE, `UPDATE tasks SET due_at = ? WHERE ${task}`, "past", application);
}

/** Marks an owner's session as opened at the provider just now, and their second factor as set up. */
export function comeBySingleSignOn(server: Server, member: Member): void {
  const at = "strftime('%Y-%m-%d %H:%M:%f000', 'now')";
  runOnDatabase(server, CHANGE, `UPDATE member_sessions SET single_sign_on = 1, created_at = ${at} WHERE member_id = ?`, member.id);
  runOnDatabase(server, CHANGE, "UPDATE members SET totp_confirmed_at = joined_at WHERE id = ?", member.id);
}

/** Moves the agreed meeting of an application into the past. */
export function passMeeting(server: Server, application: string): void {
  runOnDatabase(server, CHANGE, "UPDATE meetings SET starts_at = ? WHERE state = 'chosen' AND application_id = ?", "past", application);
}

// A promise ends with a day of the place of work: its instant is the first moment of the next one.
const END_PROMISE_YESTERDAY = `
import sqlite3, sys
from datetime import datetime, UTC
from zoneinfo import ZoneInfo
file, application = sys.argv[1:]
with sqlite3.connect(file, timeout=30) as database:
    zone, = database.execute(
        "SELECT coalesce(l.zone, e.zone) FROM applications a JOIN employers e ON e.id = a.employer_id"
        " LEFT JOIN locations l ON l.id = a.location_id WHERE a.id = ?", (application,)
    ).fetchone()
    midnight = datetime.now(ZoneInfo(zone)).replace(hour=0, minute=0, second=0, microsecond=0).astimezone(UTC)
    database.execute("UPDATE applications SET reply_by = ? WHERE id = ?", (f"{midnight:%Y-%m-%d %H:%M:%S.%f}", application))
`;

/** Lets the promised reply date of an application pass: it was yesterday, at the place of work. */
export function passReplyDate(server: Server, application: string): void {
  runOnDatabase(server, END_PROMISE_YESTERDAY, application);
  const task = "kind = 'applications.missed' AND state = 'ready' AND json_extract(payload, '$.application_id') = ?";
  runOnDatabase(server, CHANGE, `UPDATE tasks SET due_at = ? WHERE ${task}`, "past", application);
}

/** Makes a member's move over HTTP and lets the time to undo it pass; resolves when it was sent. */
export async function decideAs(server: Server, member: Member, application: string, move: { action: string } & Record<string, unknown>): Promise<void> {
  const api = await deskApiAs(server, member);
  const options = (await (await api.get(`/api/desk/applications/${application}/options`)).json()) as { version: number };
  const headers = {
    "If-Match": String(options.version),
    "Idempotency-Key": crypto.randomUUID(),
  };
  const reply = await api.post(`/api/desk/applications/${application}/moves`, {
    data: move,
    headers,
  });
  expect(reply, await reply.text()).toBeOK();
  passUndoTime(server, application);
  const current = async () => ((await (await api.get(`/api/desk/applications/${application}/options`)).json()) as { version: number }).version;
  await expect.poll(current, `${move.action} was sent`).toBeGreaterThan(options.version);
  await api.dispose();
}

function runOnDatabase(server: Server, script: string, ...values: string[]): string {
  const database = join(dirname(server.logFile), "dayshift.sqlite3");
  return execFileSync(PYTHON, ["-c", script, database, ...values], {
    encoding: "utf8",
  });
}

const ADD_RECORDS = `
import json, sqlite3, sys
from datetime import datetime, timedelta, UTC
from dayshift.core.ids import new_id
file, employer, member, job, count = sys.argv[1:]
now = datetime.now(UTC)
text = lambda at: f"{at:%Y-%m-%d %H:%M:%S.%f}"
month_ago = text(now - timedelta(days=45))
with sqlite3.connect(file, timeout=30, isolation_level="IMMEDIATE") as database:
    def add(table, **values):
        marks = ", ".join("?" * len(values))
        database.execute(f"INSERT INTO {table} ({', '.join(values)}) VALUES ({marks})", tuple(values.values()))
    posting, = database.execute("SELECT id FROM postings WHERE job_id = ?", (job,)).fetchone()
    for number in range(int(count)):
        levels = [{"competency": "Teamwork", "ai": 4, "confidence": "high", "member": 2 if number == 0 else 4}]
        add("decision_records", id=new_id(), subject=f"{number:012x}" + "0" * 52, employer_id=employer, posting_id=posting,
            title="Line Cook", action="decline" if number % 2 == 0 else "invite", from_stage="in_review",
            reason="times" if number % 2 == 0 else None, member_id=member, member_name="Maria Ortiz", member_role="owner",
            decided_at=text(now - timedelta(minutes=number)), answers=4, viewed=3, ai="seen" if number < 10 else "unseen",
            levels=json.dumps(levels), overruled=number == 0, recommendation="HIRE", shared=json.dumps({"video": True, "words": True}),
            sharing_version="3", consent_version="7", plan="kitchen-en 2", scorer="network 5", model=None,
            rules=json.dumps(["nyc-ll144", "us-ugesp"]), kept_until=f"{now.year + 4}-01-01")
    add("legal_holds", id=new_id(), employer_id=employer, reason="Case 26-1187", made_by="Lee Park", made_at=text(now), until=text(now + timedelta(days=90)))
    for number in range(40):
        user, one = new_id(), new_id()
        sex, chosen = ("female", number < 6) if number < 20 else ("male", number < 35)
        add("users", id=user, email=f"{user}@group.example", first_name="A", last_name="B", phone_verified=0, profile_completed=0,
            interview_completed=0, current_step=1, flow_completed=0, created_at=month_ago)
        add("applications", id=one, user_id=user, job_id=job, employer_id=employer, posting_id=posting, name="A B", title="Line Cook",
            stage="invited" if chosen else "declined", version=1, submitted_at=month_ago, changed_at=month_ago)
        if chosen:
            add("moves", application_id=one, number=1, action="invite", to_stage="invited", actor="member", made_at=month_ago)
        add("demographics", user_id=user, sex=sex, race="white", changed_at=month_ago)
`;

/** Gives an employer decision records of a member, a legal hold, and forty decided applications of people who stated their group. */
export function addRecords(server: Server, { employer, id, job }: Member, count: number): void {
  runOnDatabase(server, ADD_RECORDS, employer, id, job, String(count));
}

/** Lets a member read the first answer of an application, so that they may decide. */
export async function readFirstAnswer(server: Server, member: Member, id: string): Promise<void> {
  const desk = await deskApiAs(server, member);
  const views = `/api/desk/applications/${id}/views`;
  await desk.get(`/api/desk/applications/${id}`); // Only what was sent is taken for read.
  const { id: view } = (await (await desk.post(views, { data: { answer: 1, kind: "words" } })).json()) as { id: string };
  await expect.poll(async () => ((await (await desk.put(`${views}/${view}`, { data: { seconds: 5 } })).json()) as { counts: boolean }).counts).toBe(true);
  await desk.dispose();
}

/** Returns the code that an authenticator app shows for this secret, `steps` half minutes from now (RFC 6238). */
export function codeOf(secret: string, steps = 0): string {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  const bits = [...secret].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, "0")).join("");
  const key = Buffer.from(bits.match(/.{8}/g)!.map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps));
  const hash = createHmac("sha1", key).update(counter).digest();
  const number = hash.readUInt32BE(hash.at(-1)! & 15) & 0x7f_ff_ff_ff;
  return String(number % 1_000_000).padStart(6, "0");
}
