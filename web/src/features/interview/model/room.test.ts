import { expect, test, vi } from "vitest";
import { settle } from "../testing/enterRoom.ts";
import { fakePorts, interview } from "../testing/fakePorts.ts";
import { createRoom } from "./room.ts";

const script = { intro: () => "Hello.", followUp: (question: string) => question };

test("keeps the interview open while it has subscribers, and reopens it for later ones", async () => {
  const ports = fakePorts();
  const changed = vi.fn();
  const room = createRoom({ ports, script }, () => {});
  const leave = room.watch(changed);
  ports.api.opening.resolve({ interview: interview() });
  await settle();
  expect(room.view().at).toBe("lobby");
  expect(room.view()).toBe(room.view());
  expect(changed).toHaveBeenCalled();
  room.act({ type: "START" });
  await settle();
  leave();
  expect(ports.camera.captures[0]?.closed).toBe(true);
  const stay = room.watch(changed);
  await settle();
  expect(room.view().at).toBe("lobby");
  stay();
});

test("forwards the interview's events", async () => {
  const ports = fakePorts();
  const onEvent = vi.fn();
  const leave = createRoom({ ports, script }, onEvent).watch(() => {});
  ports.api.opening.reject(new Error("offline"));
  await settle();
  expect(onEvent).toHaveBeenCalledExactlyOnceWith({ type: "NOTICE", notice: "setup-failed" });
  leave();
});
