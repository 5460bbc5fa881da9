/** A server with its own data, and its API as a user's program sees it. */
import { type ChildProcess, execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { kill, start, until } from "./driver.ts";

const PROGRAM = join(import.meta.dirname, "../../.venv/bin/dayshift");

export interface Interview {
  id: string;
  status: string;
  responses: { responseOrder: number; responseText: string; mode: string; takeNumber: number | null }[];
  takes: { number: number; responseOrder: number; state: string; url: string | null; mimeType: string | null }[];
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
    const env = { DAYSHIFT_DATA_DIR: this.#data, DAYSHIFT_PUBLIC_URL: this.url };
    execFileSync(PROGRAM, ["sample"], { env: { ...process.env, ...env }, stdio: "ignore" });
    this.#process = start({ command: PROGRAM, args: ["serve", "--port", String(this.#port)], env });
    await until(() => fetch(`${this.url}/readyz`).then(({ ok }) => ok || undefined, () => undefined), "the server", 60_000);
  }

  stop(): void {
    if (this.#process) kill(this.#process);
  }

  /** Returns the only interview of this user. */
  async interviewOf(email: string, password: string): Promise<Interview> {
    const login = await fetch(`${this.url}/api/auth/login`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email, password }),
    });
    const { token, user } = (await login.json()) as { token: string; user: { id: string } };
    const read = async <T>(path: string) => (await fetch(this.url + path, { headers: { authorization: `Bearer ${token}` } })).json() as Promise<T>;
    const [found] = await read<{ id: string }[]>(`/api/users/${user.id}/interviews`);
    if (!found) throw new Error("There is no interview.");
    return read<Interview>(`/api/interviews/${found.id}`);
  }
}
