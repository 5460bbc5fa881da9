import { act, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { openDeskApp } from "#/testing/desk.tsx";
import { EMPLOYER, MEMBER } from "#/testing/member.ts";
import { serve } from "#/testing/server.ts";

const READ = "PUT /api/desk/applications/rosa/messages/read";
const SENT_AT = "2026-11-28T16:00:00Z";
const THREAD = { id: "rosa", firstName: "Rosa", title: "Server", location: "Astoria", stage: "in_review" };
const LAST = { sender: "candidate", text: "Yes, Sundays work.", sentAt: SENT_AT };

const messages = (readAt: string | null) => ({
  ...THREAD,
  version: 1,
  messages: [{ id: "1", ...LAST, name: null, question: false, readAt }],
  writable: false,
  replyBy: null,
  zone: "America/New_York",
});

const WIDE = { matches: true, addEventListener: () => {}, removeEventListener: () => {} } as unknown as MediaQueryList;

function hold() {
  let release = () => {};
  return { promise: new Promise<void>((resolve) => (release = resolve)), release: () => release() };
}

it("takes no more text while a message is checked or on its way, and gives an edited one a key of its own", async () => {
  vi.spyOn(window, "matchMedia").mockReturnValue(WIDE);
  const keys: (string | null)[] = [];
  let checked = hold();
  let stored = hold();
  const calls = serve({
    "GET /api/desk/me": { body: { employer: EMPLOYER, member: MEMBER } },
    "GET /api/desk/employers": { body: { employers: [] } },
    "GET /api/desk/questions": { body: { questions: [], nextKey: null } },
    "GET /api/desk/templates": { body: { templates: [] } },
    "GET /api/desk/threads/unread": { body: { threads: 0 } },
    "GET /api/desk/threads": { body: { threads: [{ ...THREAD, last: LAST, unread: 0 }], nextKey: null } },
    "GET /api/desk/applications/rosa/messages": { body: { ...messages(SENT_AT), writable: true } },
    "POST /api/desk/wording": () => checked.promise.then(() => ({ body: { findings: [] } })),
    "POST /api/desk/applications/rosa/messages": (_body, headers) => {
      keys.push(headers.get("Idempotency-Key"));
      const reply = keys.length === 1 ? "unreachable" : { body: { ...messages(SENT_AT), writable: true } };
      return stored.promise.then(() => reply);
    },
  });
  const { person } = openDeskApp("/desk/messages");
  const field = await screen.findByRole<HTMLTextAreaElement>("textbox", { name: "Message to Rosa" });
  const sent = () => calls.filter(({ key }) => key === "POST /api/desk/applications/rosa/messages").map(({ body }) => body);
  const refusesText = async (text: string) => {
    await person.type(field, "later");
    expect(field.value).toBe(text);
  };
  const send = async (text: string, count: number) => {
    [checked, stored] = [hold(), hold()];
    await person.click(screen.getByRole("button", { name: "Send" }));
    await refusesText(text);
    checked.release();
    await vi.waitFor(() => expect(sent()).toHaveLength(count));
    await refusesText(text);
    stored.release();
  };
  await person.type(field, "Hello");
  await send("Hello", 1);
  await screen.findByText("That wasn't sent");
  await person.type(field, "!");
  await send("Hello!", 2);
  await vi.waitFor(() => expect(field.value).toBe(""));
  expect(sent()).toEqual(["Hello", "Hello!"].map((text) => ({ text })));
  expect(new Set(keys).size).toBe(2);
});

it("opens the newest unread conversation, which stays open once it is read", async () => {
  vi.spyOn(window, "matchMedia").mockReturnValue(WIDE);
  vi.spyOn(document, "hasFocus").mockReturnValue(true);
  let unread = [0, 1, 1];
  const ids = ["leo", "rosa", "ana"];
  serve({
    "GET /api/desk/me": { body: { employer: EMPLOYER, member: MEMBER } },
    "GET /api/desk/employers": { body: { employers: [] } },
    "GET /api/desk/questions": { body: { questions: [], nextKey: null } },
    "GET /api/desk/threads/unread": { body: { threads: 2 } },
    "GET /api/desk/threads": () => ({
      body: { threads: ids.map((id, at) => ({ ...THREAD, id, firstName: id, last: LAST, unread: unread[at] })), nextKey: null },
    }),
    "GET /api/desk/applications/rosa/messages": { body: messages(null) },
    [READ]: () => {
      unread = [0, 0, 1];
      return { body: messages(SENT_AT) };
    },
  });
  vi.useFakeTimers({ shouldAdvanceTime: true });
  openDeskApp("/desk/messages");
  await screen.findByRole("heading", { name: "Messages with Rosa" });
  await act(() => vi.advanceTimersByTimeAsync(3000));
  await vi.waitFor(() => expect(screen.getAllByText("1 new")).toHaveLength(1));
  screen.getByRole("heading", { name: "Messages with Rosa" });
});

it("counts a conversation that nobody chose as read after three seconds, and only in the focused window", async () => {
  vi.spyOn(window, "matchMedia").mockReturnValue(WIDE);
  const focus = vi.spyOn(document, "hasFocus").mockReturnValue(false);
  const calls = serve({
    "GET /api/desk/me": { body: { employer: EMPLOYER, member: MEMBER } },
    "GET /api/desk/employers": { body: { employers: [] } },
    "GET /api/desk/questions": { body: { questions: [], nextKey: null } },
    "GET /api/desk/threads/unread": { body: { threads: 1 } },
    "GET /api/desk/threads": { body: { threads: [{ ...THREAD, last: LAST, unread: 1 }], nextKey: null } },
    "GET /api/desk/applications/rosa/messages": { body: messages(null) },
    [READ]: { body: messages(SENT_AT) },
  });
  vi.useFakeTimers({ shouldAdvanceTime: true });
  openDeskApp("/desk/messages");
  await screen.findByRole("heading", { name: "Messages with Rosa" });
  await act(() => vi.advanceTimersByTimeAsync(3000));
  expect(calls.map(({ key }) => key)).not.toContain(READ);

  focus.mockReturnValue(true);
  act(() => void dispatchEvent(new Event("focus")));
  await act(() => vi.advanceTimersByTimeAsync(2500));
  expect(calls.map(({ key }) => key)).not.toContain(READ);
  await act(() => vi.advanceTimersByTimeAsync(500));
  await vi.waitFor(() => expect(calls.map(({ key }) => key)).toContain(READ));
});
