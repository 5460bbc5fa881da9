/** The socket to our server on which a call's sides hear of each other. It comes back by itself after every break. */

export type Letter = { type: string } & Record<string, unknown>;

export interface Line {
  send(letter: Letter): void;
  close(): void;
}

/** Why the server closed the line for good; anything else is a break. */
export const ENDED = 4000;
export const DECLINED = 4003;
const FINAL = new Set([ENDED, DECLINED, 4008]);

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;
/** How often a line that never opened is tried: then nobody is let in here. */
const MOST_TRIES = 4;

export interface LineEvents {
  letter(letter: Letter): void;
  /** Comes at most once, and nothing after it. */
  closed(code: number): void;
}

/** Opens the line at `path`, such as '/api/watch/KEY/call'. */
export function openLine(path: string, on: LineEvents): Line {
  let socket: WebSocket | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let tries = 0;
  let over = false;

  function open(): void {
    tries += 1;
    const opened = new WebSocket(`${location.origin.replace(/^http/, "ws")}${path}`);
    socket = opened;
    opened.onmessage = ({ data }) => {
      tries = 0;
      on.letter(JSON.parse(String(data)) as Letter);
    };
    opened.onclose = ({ code }) => {
      if (over) return;
      if (FINAL.has(code) || tries >= MOST_TRIES) return end(code);
      timer = setTimeout(open, Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** tries));
    };
  }

  function end(code: number): void {
    over = true;
    on.closed(code);
  }

  open();
  return {
    send(letter) {
      if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(letter));
    },
    close() {
      over = true;
      clearTimeout(timer);
      socket?.close();
    },
  };
}
