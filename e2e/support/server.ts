import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { cpSync, existsSync, openSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { FRESH_DATA, PYTHON, SERVER_PROGRAM } from "./paths.ts";
import { makeSlowLine } from "./slowLine.ts";

const REMOVE_PASSWORD = `
import sqlite3, sys
with sqlite3.connect(sys.argv[1]) as database:
    database.execute("UPDATE users SET password_hash = NULL WHERE email = ?", sys.argv[2:])
`;

/** Gives an account what an operator's needs: a verified address, and a passkey that has opened its sessions. */
const PROTECT_ACCOUNT = `
import sqlite3, sys
with sqlite3.connect(sys.argv[1]) as database:
    database.execute("UPDATE users SET email_verified = 1 WHERE email = ?", sys.argv[2:])
    database.execute(
        "INSERT INTO passkeys (id, user_id, credential_id, public_key, sign_count, device, created_at, trusted_since)"
        " SELECT id, id, CAST(id AS BLOB), CAST('key' AS BLOB), 0, 'Chrome on Android', created_at, created_at FROM users WHERE email = ?",
        sys.argv[2:],
    )
    database.execute("UPDATE sessions SET trusted_since = created_at WHERE user_id IN (SELECT id FROM users WHERE email = ?)", sys.argv[2:])
`;

const WAIT_LIMIT_MS = 90_000;

/** Set it to let each request reach the servers this much later. Finds journeys that go on too early. */
export const LATENCY_MS = Number(process.env.E2E_LATENCY_MS ?? 0);
/** Servers behind a slow line listen this far above its port. */
const BEHIND = 50;

/** What the browser logs about requests to a server that is killed, or without a network. */
export const UNREACHABLE =
  /net::ERR_(?:CONNECTION_REFUSED|CONNECTION_RESET|EMPTY_RESPONSE|SOCKET_NOT_CONNECTED|INTERNET_DISCONNECTED)|WebSocket connection .* failed/;

/** A real server with separate data, which can be killed and restarted. */
export interface Server {
  readonly url: string;
  readonly logFile: string;
  /** Imports a user from an older system: an account without a password. */
  importUser(person: { firstName: string; lastName: string; email: string }): void;
  /** Removes the password of an account, as in imported accounts. Its sessions stay valid. */
  removePassword(email: string): void;
  /** Makes the owner of this account an operator. */
  addOperator(email: string): void;
  /** Erases an account at once. */
  eraseUser(email: string): void;
  /** Adds an employer, whose first owner gets an invitation. */
  addEmployer(name: string, owner: string): void;
  /** Returns the path of the newest link to a page of the desk in the emails to this address. */
  deskLinkMailedTo(email: string, page: "sign-in" | "start" | "invitation" | "jobs/claim" | "connections"): Promise<string>;
  /** Returns the path of the link to an ordered interview in the email to this address. */
  assessmentLinkMailedTo(email: string): Promise<string>;
  /** Returns the private page URLs of the coaches by name. */
  coachPages(): Record<string, string>;
  /** Returns the 6-digit code in the email to this address. */
  codeMailedTo(email: string): Promise<string>;
  /** Returns the path of the undo link in the email to this address. */
  undoLinkMailedTo(email: string): Promise<string>;
  /** Returns the 6-digit code in the text message to this number. */
  codeTextedTo(number: string): Promise<string>;
  /**
   * Starts or restarts the server on the same port and data, with additional `settings`. Resolves when it is ready.
   */
  start(settings?: NodeJS.ProcessEnv): Promise<void>;
  /** Kills the process immediately. Resolves when it has exited. */
  kill(): Promise<void>;
}

/** Environment of a server on `data`, without the caller's own settings. */
export function serverEnvironment(data: string): NodeJS.ProcessEnv {
  const others = Object.entries(process.env).filter(([name]) => !name.startsWith("DAYSHIFT_"));
  return {
    ...Object.fromEntries(others),
    DAYSHIFT_DATA_DIR: data,
    DAYSHIFT_PRIVATE_ADDRESSES_ALLOWED: "true",
    DAYSHIFT_TRANSCRIBER_URL: "off",
  };
}

/** Creates a server on `port` with the sample catalog, without starting it. */
export function makeServer(port: number, data: string): Server {
  cpSync(FRESH_DATA, data, { recursive: true });
  const url = `http://127.0.0.1:${port}`;
  const logFile = join(data, "server.log");
  const line = LATENCY_MS > 0 ? makeSlowLine(port, port + BEHIND, LATENCY_MS) : undefined;
  let running: ChildProcess | undefined;

  return {
    url,
    logFile,
    importUser({ email, firstName, lastName }) {
      const file = join(data, `${email}.csv`);
      writeFileSync(file, `email,first_name,last_name\n${email},${firstName},${lastName}\n`);
      execFileSync(SERVER_PROGRAM, ["users", "import", file], {
        env: serverEnvironment(data),
      });
    },
    removePassword(email) {
      execFileSync(PYTHON, ["-c", REMOVE_PASSWORD, join(data, "dayshift.sqlite3"), email]);
    },
    addOperator(email) {
      execFileSync(PYTHON, ["-c", PROTECT_ACCOUNT, join(data, "dayshift.sqlite3"), email]);
      execFileSync(SERVER_PROGRAM, ["operators", "add", email], {
        env: serverEnvironment(data),
      });
    },
    eraseUser(email) {
      execFileSync(SERVER_PROGRAM, ["erase-user", email], {
        env: serverEnvironment(data),
      });
    },
    addEmployer(name, owner) {
      execFileSync(SERVER_PROGRAM, ["employers", "add", name, "--another", "--owner", owner, "--owner-name", "Ana Whitlock"], { env: serverEnvironment(data) });
    },
    deskLinkMailedTo: (email, page) => waitFor(() => deskLinkInEmail(join(data, "outbox"), email, page), `a link to ${page} for ${email}`),
    assessmentLinkMailedTo: (email) => waitFor(() => linkInEmail(join(data, "outbox"), email, /\/assessment\?key=[\w-]+/), `an invitation to ${email}`),
    codeTextedTo: (number) => waitFor(() => codeInTextMessage(join(data, "outbox"), number), `a text message to ${number}`),
    coachPages() {
      const env = { ...serverEnvironment(data), DAYSHIFT_PUBLIC_URL: url };
      const lines = execFileSync(SERVER_PROGRAM, ["coaches", "links"], {
        env,
        encoding: "utf-8",
      })
        .trim()
        .split("\n");
      return Object.fromEntries(lines.map((line) => line.split(": ") as [string, string]));
    },
    undoLinkMailedTo: (email) => waitFor(() => undoLinkInEmail(join(data, "outbox"), email), `an undo link to ${email}`),
    codeMailedTo: (email) => waitFor(() => codeInEmail(join(data, "outbox"), email), `an email to ${email}`),
    async start(settings = {}) {
      const log = openSync(logFile, "a");
      running = spawn(SERVER_PROGRAM, ["serve", "--port", String(line ? port + BEHIND : port)], {
        env: {
          ...serverEnvironment(data),
          ...(line && { DAYSHIFT_PUBLIC_URL: url }),
          ...settings,
        },
        stdio: ["ignore", log, log],
      });
      await line?.open();
      await waitUntilReady(url, running, logFile);
    },
    async kill() {
      line?.close();
      const server = running;
      running = undefined;
      if (!server || server.exitCode !== null) return;
      const exited = new Promise((resolve) => server.once("exit", resolve));
      server.kill("SIGKILL");
      await exited;
    },
  };
}

async function waitUntilReady(url: string, server: ChildProcess, logFile: string): Promise<void> {
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  await waitFor(async () => server.exitCode !== null || (await isReady()), `${url}, see ${logFile}`);
  if (server.exitCode !== null) throw new Error(`The server did not start:\n${readFileSync(logFile, "utf-8")}`);
}

/** Polls `read` until it returns a truthy value; throws after a time limit. */
async function waitFor<T>(read: () => T | Promise<T>, name: string): Promise<NonNullable<T>> {
  for (const deadline = Date.now() + WAIT_LIMIT_MS; Date.now() < deadline; await sleep(100)) {
    const value = await read();
    if (value) return value;
  }
  throw new Error(`Timed out waiting for ${name}`);
}

function codeInEmail(outbox: string, email: string): string | undefined {
  const emails = filesIn(outbox, ".eml").filter((message) => message.includes(email));
  return emails.map((message) => /^Subject: (\d{6}) is/m.exec(message)?.[1]).find(Boolean);
}

function undoLinkInEmail(outbox: string, email: string): string | undefined {
  return linkInEmail(outbox, email, /\/undo\?key=[\w.-]+/);
}

function deskLinkInEmail(outbox: string, email: string, page: string): string | undefined {
  return linkInEmail(outbox, email, new RegExp(`/desk/${page}\\?key=[\\w-]+(?:&next=[\\w%.-]+)?`));
}

function linkInEmail(outbox: string, email: string, link: RegExp): string | undefined {
  const emails = filesIn(outbox, ".eml").filter((message) => message.includes(email));
  const plain = emails.map((message) => message.replaceAll(/=\r?\n/g, "").replaceAll("=3D", "="));
  return plain.map((message) => link.exec(message)?.[0]).find(Boolean);
}

function codeInTextMessage(outbox: string, number: string): string | undefined {
  const texts = filesIn(outbox, ".txt").filter((text) => text.startsWith(`To: ${number}\n`));
  return texts.map((text) => /\b(\d{6})\b/.exec(text.split("\n\n")[1] ?? "")?.[1]).find(Boolean);
}

function filesIn(outbox: string, extension: string): string[] {
  if (!existsSync(outbox)) return [];
  const names = readdirSync(outbox, {
    recursive: true,
    encoding: "utf-8",
  }).filter((name) => name.endsWith(extension));
  return names.map((name) => readFileSync(join(outbox, name), "utf-8"));
}
