import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { cpSync, existsSync, openSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { FRESH_DATA, PYTHON, SERVER_PROGRAM } from "./paths.ts";

const TAKE_PASSWORD = `
import sqlite3, sys
with sqlite3.connect(sys.argv[1]) as database:
    database.execute("UPDATE users SET password_hash = NULL WHERE email = ?", sys.argv[2:])
`;

const LONGEST_WAIT = 90_000;

/** A real server with data of its own, which can die and come back. */
export interface Server {
  readonly url: string;
  readonly logFile: string;
  /** Imports somebody from an older system: an account without a password. */
  importPerson(person: { firstName: string; lastName: string; email: string }): void;
  /** Leaves an account as older systems made them: without a password. Its sessions go on. */
  takePassword(email: string): void;
  /** Lets the owner of this account look after the installation. */
  appointOperator(email: string): void;
  /** The private pages of the coaches, by their names. */
  coachPages(): Record<string, string>;
  /** The 6 digits in the mail that this address got. */
  codeMailedTo(email: string): Promise<string>;
  /** The path of the link that undoes a change, in the mail that this address got. */
  undoLinkMailedTo(email: string): Promise<string>;
  /** The 6 digits in the text message that this number got. */
  codeTextedTo(number: string): Promise<string>;
  /**
   * Resolves when the server is ready. On the port and the data that it had before, if it had any; with these settings
   * besides the usual ones.
   */
  start(settings?: NodeJS.ProcessEnv): Promise<void>;
  /** Ends the process at once, as a power cut would. Resolves when it is gone. */
  kill(): Promise<void>;
}

/** What a server on `data` runs with; nothing of the caller's own settings. */
export function serverEnvironment(data: string): NodeJS.ProcessEnv {
  const others = Object.entries(process.env).filter(([name]) => !name.startsWith("DAYSHIFT_"));
  return { ...Object.fromEntries(others), DAYSHIFT_DATA_DIR: data };
}

/** A server on `port`, not started yet, whose data folder begins with the sample catalogue. */
export function makeServer(port: number, data: string): Server {
  cpSync(FRESH_DATA, data, { recursive: true });
  const url = `http://127.0.0.1:${port}`;
  const logFile = join(data, "server.log");
  let running: ChildProcess | undefined;

  return {
    url,
    logFile,
    importPerson({ email, firstName, lastName }) {
      const file = join(data, `${email}.csv`);
      writeFileSync(file, `email,first_name,last_name\n${email},${firstName},${lastName}\n`);
      execFileSync(SERVER_PROGRAM, ["users", "import", file], { env: serverEnvironment(data) });
    },
    takePassword(email) {
      execFileSync(PYTHON, ["-c", TAKE_PASSWORD, join(data, "dayshift.sqlite3"), email]);
    },
    appointOperator(email) {
      execFileSync(SERVER_PROGRAM, ["operators", "add", email], { env: serverEnvironment(data) });
    },
    codeTextedTo: (number) => becomes(() => codeInText(join(data, "outbox"), number), `a text to ${number}`),
    coachPages() {
      const env = { ...serverEnvironment(data), DAYSHIFT_PUBLIC_URL: url };
      const lines = execFileSync(SERVER_PROGRAM, ["coaches", "links"], { env, encoding: "utf-8" }).trim().split("\n");
      return Object.fromEntries(lines.map((line) => line.split(": ") as [string, string]));
    },
    undoLinkMailedTo: (email) => becomes(() => undoLinkIn(join(data, "outbox"), email), `an undo link to ${email}`),
    codeMailedTo: (email) => becomes(() => codeIn(join(data, "outbox"), email), `a mail to ${email}`),
    async start(settings = {}) {
      const log = openSync(logFile, "a");
      running = spawn(SERVER_PROGRAM, ["serve", "--port", String(port)], {
        env: { ...serverEnvironment(data), ...settings },
        stdio: ["ignore", log, log],
      });
      await becomesReady(url, running, logFile);
    },
    async kill() {
      const dying = running;
      running = undefined;
      if (!dying || dying.exitCode !== null) return;
      const gone = new Promise((resolve) => dying.once("exit", resolve));
      dying.kill("SIGKILL");
      await gone;
    },
  };
}

async function becomesReady(url: string, server: ChildProcess, logFile: string): Promise<void> {
  const answers = () => fetch(`${url}/readyz`).then(({ ok }) => ok, () => false);
  await becomes(async () => server.exitCode !== null || (await answers()), `${url}, see ${logFile}`);
  if (server.exitCode !== null) throw new Error(`The server did not start:\n${readFileSync(logFile, "utf-8")}`);
}

/** Asks again and again until there is something; throws if there is nothing for too long. */
async function becomes<T>(look: () => T | Promise<T>, what: string): Promise<NonNullable<T>> {
  for (const deadline = Date.now() + LONGEST_WAIT; Date.now() < deadline; await sleep(100)) {
    const found = await look();
    if (found) return found;
  }
  throw new Error(`Waited in vain for ${what}`);
}

function codeIn(outbox: string, email: string): string | undefined {
  const mails = filesIn(outbox, ".eml").filter((mail) => mail.includes(email));
  return mails.map((mail) => /^Subject: (\d{6}) is/m.exec(mail)?.[1]).find(Boolean);
}

function undoLinkIn(outbox: string, email: string): string | undefined {
  const mails = filesIn(outbox, ".eml").filter((mail) => mail.includes(email));
  const plain = mails.map((mail) => mail.replaceAll(/=\r?\n/g, "").replaceAll("=3D", "="));
  return plain.map((mail) => /\/undo\?key=[\w.-]+/.exec(mail)?.[0]).find(Boolean);
}

function codeInText(outbox: string, number: string): string | undefined {
  const texts = filesIn(outbox, ".txt").filter((text) => text.startsWith(`To: ${number}\n`));
  return texts.map((text) => /\b(\d{6})\b/.exec(text.split("\n\n")[1] ?? "")?.[1]).find(Boolean);
}

function filesIn(outbox: string, ending: string): string[] {
  if (!existsSync(outbox)) return [];
  const names = readdirSync(outbox, { recursive: true, encoding: "utf-8" }).filter((name) => name.endsWith(ending));
  return names.map((name) => readFileSync(join(outbox, name), "utf-8"));
}
