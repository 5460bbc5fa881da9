import { m } from "#/messages.gen/messages.js";
import type { CallState } from "#/platform/call/protocol.ts";

export function formatState(state: CallState): string {
  switch (state) {
    case "loading":
      return m.calls_state_loading();
    case "loaded":
      return m.calls_state_loaded();
    case "joining":
      return m.calls_state_joining();
    case "joined":
      return m.calls_state_joined();
    case "left":
      return m.calls_state_left();
    case "error":
      return m.calls_state_error();
    default:
      return state satisfies never;
  }
}

const TONES = { joined: "spark", error: "bad" } as const;

export function toneOf(state: CallState): "spark" | "bad" | "plain" {
  return state === "joined" || state === "error" ? TONES[state] : "plain";
}
