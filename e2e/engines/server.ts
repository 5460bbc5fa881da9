/** A server with its own data, and its API as a user's program sees it. */
import { type ChildProcess, execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { kill, start, until } from "./driver.ts";

const PROGRAM = join(import.meta.dirname, "../../.venv/bin/dayshift");
const PYTHON = join(import.meta.dirname, "../../.venv/bin/python");
const ADD_MANAGER = `
import json, secrets, sqlite3, sys
from datetime import datetime, timedelta, UTC
from dayshift.core.ids import hash_token, new_id
now, later = (f"{at:%Y-%m-%d %H:%M:%S.%f}" for at in (datetime.now(UTC), datetime.now(UTC) + timedelta(days=1)))
member, token = new_id(), secrets.token_urlsafe(32)
def add(table, **values):
    database.execute(f"INSERT INTO {table} ({', '.join(values)}) VALUES ({', '.join('?' * len(values))})", tuple(values.values()))
with sqlite3.connect(sys.argv[1], timeout=30) as database:
    job, employer = database.execute("SELECT job_id, employer_id FROM postings WHERE state = 'live' AND job_id IS NOT NULL").fetchone()
    about = dict(name="Maria Ortiz", role="manager", state="active", all_locations=True, invited_at=now, joined_at=now)
    add("members", id=member, employer_id=employer, email=f"{member}@staff.example", **about)
    times = dict(created_at=now, last_seen_at=now, expires_at=later, confirmed_at=now)
    add("member_sessions", token_hash=hash_token(token), id=new_id(), member_id=member, device="Engine", **times)
print(json.dumps({"token": token, "job": job, "employer": employer}))
`;

/** Staff of a sample employer. */
export interface Manager {
  token: string;
  /** A live job of the employer. */
  job: string;
  employer: string;
}

export interface Interview {
  id: string;
  status: string;
  responses: {
    responseOrder: number;
    responseText: string;
    mode: string;
    takeNumber: number | null;
  }[];
  takes: {
    number: number;
    responseOrder: number;
    state: string;
    url: string | null;
    mimeType: string | null;
  }[];
}

export class Server {
  readonly url: string;
  readonly #port: number;
  readonly #data: string;
  #process: ChildProcess | undefined;

  constructor(port: number, data: string) {
    this.#port = port;
    this.#data = data;
    this.url = `http://127.0.0.1:${port}`;
  }

  async start(): Promise<void> {
    mkdirSync(this.#data, { recursive: true });
    const env = {
      DAYSHIFT_DATA_DIR: this.#data,
      DAYSHIFT_PUBLIC_URL: this.url,
      DAYSHIFT_TRANSCRIBER_URL: "off",
    };
    execFileSync(PROGRAM, ["sample"], {
      env: { ...process.env, ...env },
      stdio: "ignore",
    });
    this.#process = start({
      command: PROGRAM,
      args: ["serve", "--port", String(this.#port)],
      env,
    });
    await until(
      () =>
        fetch(`${this.url}/readyz`).then(
          ({ ok }) => ok || undefined,
          () => undefined,
        ),
      "the server",
      60_000,
    );
  }

  stop(): void {
    if (this.#process) kill(this.#process);
  }

  /** Returns the only interview of this user. */
  async interviewOf(email: string, password: string): Promise<Interview> {
    const { userId, ask } = await this.#signIn(email, password);
    const [found] = await ask<{ id: string }[]>("GET", `/api/users/${userId}/interviews`);
    if (!found) throw new Error("There is no interview.");
    return ask<Interview>("GET", `/api/interviews/${found.id}`);
  }

  /** Adds a manager, signed in, to a sample employer. */
  addManager(): Manager {
    return JSON.parse(execFileSync(PYTHON, ["-c", ADD_MANAGER, join(this.#data, "dayshift.sqlite3")], { encoding: "utf8" })) as Manager;
  }

  /** Applies for the job of this manager, who may see the interview; returns the application's ID. */
  async apply(email: string, password: string, { job, employer }: Manager): Promise<string> {
    const { ask } = await this.#signIn(email, password);
    await ask("POST", "/api/applications", {
      jobIds: [job],
      shares: [{ employerId: employer }],
    });
    const { applications } = await ask<{ applications: { id: string }[] }>("GET", "/api/applications");
    return applications[0]?.id ?? "";
  }

  async #signIn(email: string, password: string) {
    const call = async <T>(method: string, path: string, body?: object, headers: Record<string, string> = {}): Promise<T> => {
      const reply = await fetch(this.url + path, {
        method,
        headers: {
          ...headers,
          ...(body && { "content-type": "application/json" }),
        },
        body: body ? JSON.stringify(body) : null,
      });
      if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
      return reply.json() as Promise<T>;
    };
    const { token, user } = await call<{ token: string; user: { id: string } }>("POST", "/api/auth/login", { email, password });
    const ask = <T>(method: string, path: string, body?: object) => call<T>(method, path, body, { authorization: `Bearer ${token}` });
    return { userId: user.id, ask };
  }
}
