import { type ChildProcess, spawn } from "node:child_process";
import { cpSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { FRESH_DATA, SERVER_PROGRAM } from "./paths.ts";

const START_WAIT = 30_000;

/** A real server with data of its own, which can die and come back. */
export interface Server {
  readonly url: string;
  readonly logFile: string;
  /** Resolves when the server is ready. On the port and the data that it had before, if it had any. */
  start(): Promise<void>;
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
    async start() {
      const log = openSync(logFile, "a");
      running = spawn(SERVER_PROGRAM, ["serve", "--port", String(port)], {
        env: serverEnvironment(data),
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
  const deadline = Date.now() + START_WAIT;
  while (server.exitCode === null && Date.now() < deadline) {
    const ready = await fetch(`${url}/readyz`).then((reply) => reply.ok, () => false);
    if (ready) return;
    await sleep(100);
  }
  throw new Error(`The server did not start:\n${readFileSync(logFile, "utf-8")}`);
}
