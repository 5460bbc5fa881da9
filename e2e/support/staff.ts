/** A member of a sample employer, for journeys on the employers' side. */

import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { dirname, join } from "node:path";
import type { BrowserContext } from "@playwright/test";
import { PYTHON } from "./paths.ts";
import type { Server } from "./server.ts";

const ADD_MANAGER = `
import json, sqlite3, sys
from datetime import datetime, timedelta, UTC
from dayshift.core.ids import hash_token, new_id
file, token = sys.argv[1:]
now, later = (f"{at:%Y-%m-%d %H:%M:%S.%f}" for at in (datetime.now(UTC), datetime.now(UTC) + timedelta(days=1)))
with sqlite3.connect(file, timeout=30) as database:
    job, employer = database.execute(
        "SELECT job_id, employer_id FROM postings WHERE state = 'live' AND employer_id NOT IN (SELECT employer_id FROM members)"
    ).fetchone()
    member = new_id()
    columns = "id, employer_id, email, name, role, state, all_locations, invited_at, joined_at"
    values = (member, employer, f"{member}@staff.example", "Maria Ortiz", "manager", "active", 1, now, now)
    database.execute(f"INSERT INTO members ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", values)
    columns = "token_hash, id, member_id, device, created_at, last_seen_at, expires_at, confirmed_at"
    values = (hash_token(token), new_id(), member, "Journey", now, now, later, now)
    database.execute(f"INSERT INTO member_sessions ({columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)", values)
print(json.dumps({"job": job, "employer": employer}))
`;

export interface Manager {
  token: string;
  /** A live job of the employer. */
  job: string;
  employer: string;
}

/** Adds a manager, signed in, to a sample employer that has no members yet. */
export function addManager(server: Server): Manager {
  const token = randomBytes(24).toString("base64url");
  const database = join(dirname(server.logFile), "dayshift.sqlite3");
  const found = JSON.parse(execFileSync(PYTHON, ["-c", ADD_MANAGER, database, token], { encoding: "utf8" })) as Omit<Manager, "token">;
  return { token, ...found };
}

/** Signs the browser in on the employers' side. */
export async function setStaffSession(context: BrowserContext, url: string, { token }: Manager): Promise<void> {
  await context.addCookies([{ name: "dayshift_desk", value: token, domain: new URL(url).hostname, path: "/api/desk", httpOnly: true, sameSite: "Lax" }]);
}
