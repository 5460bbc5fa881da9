/**
 * The signaling socket to our server, through which the two sides of a call connect. It reconnects after every
 * interruption.
 */

export type SignalMessage = { type: string } & Record<string, unknown>;

export interface SignalingChannel {
  send(letter: SignalMessage): void;
  close(): void;
}

/** Close reasons that are final; anything else is an interruption. */
export const ENDED = 4000;
export const DECLINED = 4003;
const FINAL = new Set([ENDED, DECLINED, 4008]);

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;
/**
 * A viewer's channel that was never accepted is given up after this many attempts: the link may be invalid. A channel
 * that was accepted once reconnects for as long as its page is open, however long the outage.
 */
const FIRST_TRIES = 4;

export interface SignalingEvents {
  letter(letter: SignalMessage): void;
  /** Called at most once, and nothing follows it. */
  closed(code: number): void;
}

/** Opens the channel at `path`, such as '/api/watch/KEY/call'. A `patient` channel is never given up. */
export function openSignaling(path: string, on: SignalingEvents, { patient = false } = {}): SignalingChannel {
  let socket: WebSocket | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let tries = 0;
  let wasLetIn = patient;
  let over = false;

  function open(): void {
    clearTimeout(timer);
    timer = undefined;
    tries += 1;
    const opened = new WebSocket(`${location.origin.replace(/^http/, "ws")}${path}`);
    socket = opened;
    opened.onmessage = ({ data }) => {
      tries = 0;
      wasLetIn = true;
      on.letter(JSON.parse(String(data)) as SignalMessage);
    };
    opened.onclose = ({ code }) => {
      if (over || opened !== socket) return;
      if (FINAL.has(code) || (!wasLetIn && tries >= FIRST_TRIES)) {
        stop();
        return on.closed(code);
      }
      timer = setTimeout(open, Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** tries));
    };
  }

  /** The network is back: reconnect immediately. */
  const hurry = () => timer !== undefined && open();

  function stop(): void {
    over = true;
    clearTimeout(timer);
    removeEventListener("online", hurry);
  }

  addEventListener("online", hurry);
  open();
  return {
    send(letter) {
      if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(letter));
    },
    close() {
      stop();
      socket?.close();
    },
  };
}
