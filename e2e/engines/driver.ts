/**
 * Drives browsers without any package: one interface, and an adapter for each protocol. WebDriver for WebKit, WebDriver
 * BiDi for Firefox, and the DevTools protocol for Chromium.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

export interface Driver {
  readonly version: string;
  goto(url: string): Promise<void>;
  reload(): Promise<void>;
  back(): Promise<void>;
  /** Runs the body of an async function in the page. Arguments and result are JSON. */
  run<T>(body: string, ...args: unknown[]): Promise<T>;
  /** Taps at a position in the viewport, in CSS pixels. */
  tap(x: number, y: number): Promise<void>;
  /** Types into the focused element. */
  keys(text: string): Promise<void>;
  screenshot(): Promise<Buffer>;
  /** Returns and clears the console errors and warnings since the last call. */
  consoleErrors(): string[];
  close(): Promise<void>;
}

export interface Launch {
  command: string;
  args: string[];
  env?: Record<string, string>;
}

/** A port that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

const children = new Set<ChildProcess>();
process.on("exit", () => children.forEach(kill));
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => process.exit(130));

/** Ends a program with its parent, also when that is killed. */
const WITH_PARENT = existsSync("/usr/bin/setpriv") ? ["/usr/bin/setpriv", "--pdeathsig", "KILL", "--"] : [];

/** Starts a program in its own process group, which is killed when this process exits. */
export function start({ command, args, env }: Launch, onLine: (line: string) => void = () => {}): ChildProcess {
  const [program = command, ...rest] = [...WITH_PARENT, command, ...args];
  const child = spawn(program, rest, {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  children.add(child);
  child.on("exit", () => children.delete(child));
  for (const stream of [child.stdout, child.stderr]) {
    if (!stream) continue;
    let rest = "";
    stream.setEncoding("utf8").on("data", (text: string) => {
      const lines = (rest + text).split("\n");
      rest = lines.pop() ?? "";
      lines.forEach(onLine);
    });
  }
  child.on("error", (error) => onLine(`cannot start ${command}: ${error.message}`));
  return child;
}

/** Kills a program and its child processes. */
export function kill(child: ChildProcess): void {
  children.delete(child);
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch {
    // Already exited.
  }
}

/** Reads until there is a result. What a page returns is JSON, so its undefined arrives as null. */
export async function until<T>(read: () => T | undefined | null | Promise<T | undefined | null>, what: string, ms = 20_000): Promise<T> {
  for (const deadline = Date.now() + ms; ; await sleep(100)) {
    const found = await read();
    if (found !== undefined && found !== null && found !== false) return found;
    if (Date.now() > deadline) throw new Error(`Timed out waiting for ${what}`);
  }
}

const WRAPPED = (body: string) => `(async (...args) => { ${body} })`;

export interface ClassicOptions {
  driver: Launch;
  port: number;
  capabilities: object;
  /** Inner size; null where it cannot be changed. */
  window: { width: number; height: number } | null;
  noise?: RegExp;
}

export async function classic({ driver, port, capabilities, window, noise = /^$/ }: ClassicOptions): Promise<Driver> {
  const lines: string[] = [];
  const child = start({ ...driver, args: [...driver.args, "-p", String(port)] }, (line) => {
    if (/CONSOLE (?:JS |NETWORK |SECURITY |CONSOLEAPI )?(?:ERROR|WARN)|CONSOLE.*(?:ERROR|WARN)|CRITICAL|crash/.test(line) && !noise.test(line))
      lines.push(line.trim());
    if (process.env.ENGINES_DEBUG) console.error(`      | ${line}`);
  });
  const base = `http://127.0.0.1:${port}`;
  const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const reply = await fetch(base + path, {
      method,
      body: body === undefined ? null : JSON.stringify(body),
      signal: AbortSignal.timeout(60_000),
    });
    const { value } = (await reply.json()) as {
      value: T & { error?: string; message?: string };
    };
    if (!reply.ok) throw new Error(`${path.split("/").slice(3).join("/")}: ${value?.error} ${value?.message}`);
    return value;
  };
  await until(
    () =>
      fetch(`${base}/status`).then(
        () => true,
        () => undefined,
      ),
    `the driver at ${port}`,
  );
  const made = await call<{
    sessionId: string;
    capabilities: { browserName: string; browserVersion: string };
  }>("POST", "/session", { capabilities: { alwaysMatch: capabilities } });
  const at = `/session/${made.sessionId}`;
  await call("POST", `${at}/timeouts`, { script: 50_000, pageLoad: 50_000 });
  const run = async <T>(body: string, ...args: unknown[]): Promise<T> => {
    const script = `const done = arguments[arguments.length - 1];
      ${WRAPPED(body)}(...JSON.parse(arguments[0])).then(
        (v) => done(JSON.stringify({ v: v === undefined ? null : v })),
        (e) => done(JSON.stringify({ e: String((e && e.stack) || e) })));`;
    const answer = JSON.parse(
      await call<string>("POST", `${at}/execute/async`, {
        script,
        args: [JSON.stringify(args)],
      }),
    ) as { v?: T; e?: string };
    if (answer.e !== undefined) throw new Error(`in the page: ${answer.e}`);
    return answer.v as T;
  };
  const fit = async () => {
    if (!window) return;
    for (let tries = 0; tries < 2; tries += 1) {
      const [w, h] = await run<[number, number]>("return [innerWidth, innerHeight]");
      if (w === window.width && h === window.height) return;
      const rect = await call<{ width: number; height: number }>("GET", `${at}/window/rect`);
      await call("POST", `${at}/window/rect`, {
        width: rect.width + window.width - w,
        height: rect.height + window.height - h,
      });
      await sleep(300);
    }
  };
  await fit();
  const act = (actions: object[]) => call<null>("POST", `${at}/actions`, { actions });
  return {
    version: `${made.capabilities.browserName} ${made.capabilities.browserVersion}`,
    goto: (url) => call("POST", `${at}/url`, { url }),
    reload: () => call("POST", `${at}/refresh`, {}),
    back: () => call("POST", `${at}/back`, {}),
    run,
    async tap(x, y) {
      const parameters = { pointerType: "mouse" };
      const move = {
        type: "pointerMove",
        duration: 0,
        origin: "viewport",
        x: Math.round(x),
        y: Math.round(y),
      };
      const actions = [move, { type: "pointerDown", button: 0 }, { type: "pointerUp", button: 0 }];
      await act([{ type: "pointer", id: "finger", parameters, actions }]);
    },
    async keys(text) {
      for (let i = 0; i < text.length; i += 60) {
        const actions = [...text.slice(i, i + 60)].flatMap((value) => [
          { type: "keyDown", value },
          { type: "keyUp", value },
        ]);
        await act([{ type: "key", id: "keys", actions }]);
      }
    },
    screenshot: async () => Buffer.from(await call<string>("GET", `${at}/screenshot`), "base64"),
    consoleErrors: () => lines.splice(0),
    async close() {
      await call("DELETE", at).catch(() => {});
      await sleep(300);
      kill(child);
    },
  };
}

type Reply = {
  id?: number;
  method?: string;
  params?: Record<string, unknown>;
  result?: unknown;
  error?: unknown;
  message?: string;
};

/** A connection on which commands have an id. */
class Socket {
  #next = 1;
  #socket: WebSocket;
  #waiting = new Map<number, { resolve: (value: never) => void; reject: (error: Error) => void }>();
  constructor(socket: WebSocket, onEvent: (event: Reply) => void) {
    this.#socket = socket;
    socket.addEventListener("message", ({ data }) => {
      const reply = JSON.parse(String(data)) as Reply;
      if (reply.id === undefined || reply.id === null) return onEvent(reply);
      const wait = this.#waiting.get(reply.id);
      this.#waiting.delete(reply.id);
      if (reply.error) wait?.reject(new Error(`${JSON.stringify(reply.error)} ${reply.message ?? ""}`));
      else wait?.resolve(reply.result as never);
    });
    socket.addEventListener("close", () => {
      for (const { reject } of this.#waiting.values()) reject(new Error("The browser exited."));
      this.#waiting.clear();
    });
  }
  static async open(url: string, onEvent: (event: Reply) => void): Promise<Socket> {
    const socket = new WebSocket(url);
    await once(socket, "open");
    return new Socket(socket, onEvent);
  }
  call<T>(method: string, params: object = {}, sessionId?: string): Promise<T> {
    const id = this.#next++;
    const done = new Promise<T>((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(id);
        reject(new Error(`${method}: no answer`));
      }, 60_000);
      const settled =
        <V>(act: (value: V) => void) =>
        (value: V) => (clearTimeout(timer), act(value));
      this.#waiting.set(id, {
        resolve: settled(resolve) as never,
        reject: settled(reject),
      });
    });
    this.#socket.send(JSON.stringify({ id, method, params, ...(sessionId && { sessionId }) }));
    return done;
  }
  close(): void {
    this.#socket.close();
  }
}

export async function bidi(launch: Launch, port: number, viewport: { width: number; height: number }): Promise<Driver> {
  let ready = false;
  const child = start(launch, (line) => {
    if (line.includes("WebDriver BiDi listening")) ready = true;
    if (process.env.ENGINES_DEBUG) console.error(`      | ${line}`);
  });
  await until(() => ready || undefined, "Firefox", 40_000);
  const lines: string[] = [];
  const socket = await Socket.open(`ws://127.0.0.1:${port}/session`, ({ method, params }) => {
    if (method !== "log.entryAdded") return;
    const { level, text } = params as { level: string; text: string };
    const { stackTrace } = params as {
      stackTrace?: { callFrames: { url: string; lineNumber: number }[] };
    };
    const [frame] = stackTrace?.callFrames ?? [];
    if (level === "error" || level === "warn") lines.push(`${level}: ${text}${frame ? ` (${frame.url}:${frame.lineNumber})` : ""}`);
  });
  const { capabilities } = await socket.call<{
    capabilities: { browserName: string; browserVersion: string };
  }>("session.new", {
    capabilities: {
      alwaysMatch: {
        unhandledPromptBehavior: { default: "accept", beforeUnload: "accept" },
      },
    },
  });
  await socket.call("session.subscribe", { events: ["log.entryAdded"] });
  const { contexts } = await socket.call<{ contexts: { context: string }[] }>("browsingContext.getTree");
  let context = contexts[0]?.context ?? "";
  const fit = () => socket.call("browsingContext.setViewport", { context, viewport });
  await fit();
  const act = (actions: object[]) => socket.call<void>("input.performActions", { context, actions });
  return {
    version: `${capabilities.browserName} ${capabilities.browserVersion}`,
    goto: async (url) =>
      void (await socket.call("browsingContext.navigate", {
        context,
        url,
        wait: "complete",
      })),
    reload: async () =>
      void (await socket.call("browsingContext.reload", {
        context,
        wait: "complete",
      })),
    back: async () =>
      void (await socket.call("browsingContext.traverseHistory", {
        context,
        delta: -1,
      })),
    async run<T>(body: string, ...args: unknown[]): Promise<T> {
      const functionDeclaration = `async (given) => { const v = await ${WRAPPED(body)}(...JSON.parse(given)); return JSON.stringify({ v: v === undefined ? null : v }); }`;
      type Answer = {
        type: string;
        result?: { value: string };
        exceptionDetails?: { text: string };
      };
      const answer = await socket.call<Answer>("script.callFunction", {
        functionDeclaration,
        arguments: [{ type: "string", value: JSON.stringify(args) }],
        awaitPromise: true,
        target: { context },
        userActivation: true,
      });
      if (!answer.result) throw new Error(`in the page: ${answer.exceptionDetails?.text}`);
      return (JSON.parse(answer.result.value) as { v: T }).v;
    },
    async tap(x, y) {
      const actions = [
        { type: "pointerMove", x: Math.round(x), y: Math.round(y) },
        { type: "pointerDown", button: 0 },
        { type: "pointerUp", button: 0 },
      ];
      await act([
        {
          type: "pointer",
          id: "finger",
          parameters: { pointerType: "touch" },
          actions,
        },
      ]);
    },
    async keys(text) {
      const actions = [...text].flatMap((value) => [
        { type: "keyDown", value },
        { type: "keyUp", value },
      ]);
      await act([{ type: "key", id: "keys", actions }]);
    },
    screenshot: async () => Buffer.from((await socket.call<{ data: string }>("browsingContext.captureScreenshot", { context })).data, "base64"),
    consoleErrors: () => lines.splice(0),
    async close() {
      await socket.call("browser.close").catch(() => {});
      socket.close();
      await sleep(300);
      kill(child);
    },
  };
}

export async function devtools(launch: Launch, viewport: { width: number; height: number }, userAgent?: string): Promise<Driver> {
  let address = "";
  const child = start(launch, (line) => {
    address ||= /DevTools listening on (ws:\S+)/.exec(line)?.[1] ?? "";
    if (process.env.ENGINES_DEBUG) console.error(`      | ${line}`);
  });
  await until(() => address || undefined, "Chromium", 40_000);
  const lines: string[] = [];
  type Remote = { type?: string; value?: unknown; description?: string };
  const socket: Socket = await Socket.open(address, ({ method, params = {} }) => {
    // The room asks before the page is closed.
    if (method === "Page.javascriptDialogOpening") void socket.call("Page.handleJavaScriptDialog", { accept: true }, session).catch(() => {});
    if (method === "Runtime.exceptionThrown") {
      const { exceptionDetails: d } = params as {
        exceptionDetails: { text: string; url?: string; exception?: Remote };
      };
      lines.push(`uncaught: ${d.exception?.description ?? d.text} ${d.url ?? ""}`);
    }
    if (method === "Runtime.consoleAPICalled" && ["error", "warning"].includes(String(params.type)))
      lines.push(`${params.type}: ${(params.args as Remote[]).map((arg) => arg.description ?? arg.value).join(" ")}`);
    if (method === "Log.entryAdded") {
      const { level, text, url } = params.entry as {
        level: string;
        text: string;
        url?: string;
      };
      if (level === "error") lines.push(`log: ${text} ${url ?? ""}`);
    }
  });
  const { product } = await socket.call<{ product: string }>("Browser.getVersion");
  const { browserContextId } = await socket.call<{ browserContextId: string }>("Target.createBrowserContext");
  let session = "";
  let target = "";
  const attach = async () => {
    target = (
      await socket.call<{ targetId: string }>("Target.createTarget", {
        url: "about:blank",
        browserContextId,
      })
    ).targetId;
    session = (
      await socket.call<{ sessionId: string }>("Target.attachToTarget", {
        targetId: target,
        flatten: true,
      })
    ).sessionId;
    for (const domain of ["Page", "Runtime", "Log"]) await call(`${domain}.enable`);
    await call("Emulation.setDeviceMetricsOverride", {
      ...viewport,
      deviceScaleFactor: 1,
      mobile: true,
    });
    await call("Emulation.setTouchEmulationEnabled", { enabled: true });
    if (userAgent) await call("Emulation.setUserAgentOverride", { userAgent });
  };
  const call = <T>(method: string, params: object = {}) => socket.call<T>(method, params, session);
  await attach();
  const run = async <T>(body: string, ...args: unknown[]): Promise<T> => {
    const expression = `${WRAPPED(body)}(...${JSON.stringify(args)})`;
    type Answer = {
      result: { value: T };
      exceptionDetails?: { text: string; exception?: Remote };
    };
    const { result, exceptionDetails: wrong } = await call<Answer>("Runtime.evaluate", {
      expression,
      awaitPromise: true,
      returnByValue: true,
      userGesture: true,
    });
    if (wrong) throw new Error(`in the page: ${wrong.exception?.description ?? wrong.text}`);
    return result.value;
  };
  const loaded = async (go: () => Promise<unknown>) => {
    await run("window.__left = true").catch(() => {});
    await go();
    await until(
      () =>
        run<boolean>("return !window.__left && document.readyState === 'complete'").then(
          (yes) => yes || undefined,
          () => undefined,
        ),
      "the page",
    );
  };
  return {
    version: product,
    goto: (url) => loaded(() => call("Page.navigate", { url })),
    reload: () => loaded(() => call("Page.reload")),
    back: () => run("history.back()"),
    run,
    async tap(x, y) {
      const touchPoints = [{ x: Math.round(x), y: Math.round(y) }];
      await call("Input.dispatchTouchEvent", {
        type: "touchStart",
        touchPoints,
      });
      await call("Input.dispatchTouchEvent", {
        type: "touchEnd",
        touchPoints: [],
      });
    },
    async keys(text) {
      const named: Record<string, object> = {
        "\uE012": {
          key: "ArrowLeft",
          code: "ArrowLeft",
          windowsVirtualKeyCode: 37,
        },
        "\uE00C": { key: "Escape", code: "Escape", windowsVirtualKeyCode: 27 },
        "\uE007": {
          key: "Enter",
          code: "Enter",
          windowsVirtualKeyCode: 13,
          text: "\r",
        },
      };
      const key = named[text];
      if (!key) return void (await call("Input.insertText", { text }));
      await call("Input.dispatchKeyEvent", {
        type: "text" in key ? "keyDown" : "rawKeyDown",
        ...key,
      });
      await call("Input.dispatchKeyEvent", { type: "keyUp", ...key });
    },
    screenshot: async () =>
      Buffer.from(
        (
          await call<{ data: string }>("Page.captureScreenshot", {
            format: "png",
          })
        ).data,
        "base64",
      ),
    consoleErrors: () => lines.splice(0),
    async close() {
      await socket.call("Browser.close").catch(() => {});
      socket.close();
      await sleep(300);
      kill(child);
    },
  };
}
