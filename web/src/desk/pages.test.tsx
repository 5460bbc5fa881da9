/** Every page of the desk that members open: while it loads, when that fails, without a network, when empty, and for those who may not. */

import { screen, waitFor } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { DESK_ROUTES } from "#/platform/deskRoutes.ts";
import { openDeskApp } from "#/testing/desk.tsx";
import { EMPLOYER, MEMBER as ME, NO_FAIRNESS } from "#/testing/member.ts";
import { type Script, serve } from "#/testing/server.ts";

const MEMBER = { ...ME, state: "active", invitedAt: "2026-01-01T00:00:00Z", invitedUntil: null, deactivatedAt: null };
const COUNTS = { needsReply: 0, dueToday: 0, late: 0, waiting: 0, meetingThisWeek: 0, allOpen: 0, ended: 0 };

const device = (name: string, current: boolean) => ({ id: name, device: name, current, lastSeenAt: "2026-03-01T15:00:00Z" });

type Page = {
  /** What the page shows comes from here. */
  read: string;
  failed: string;
  empty: [reply: object, text: string];
  /** What else it asks for; none of it keeps the page from being shown. */
  more?: string[];
};

const CONNECT = "Check your connection and try again.";
const PAGES: Record<string, Page> = {
  "/desk": {
    read: "GET /api/desk/queue",
    failed: `We couldn't load who is waiting. ${CONNECT}`,
    empty: [{ rows: [], news: [], waiting: 0, people: 0, minutes: 0, late: 0, nextKey: null }, "You're all caught up"],
    more: ["GET /api/desk/team", "GET /api/desk/jobs", "GET /api/desk/unsent"],
  },
  "/desk/applications": {
    read: "GET /api/desk/applications",
    failed: "We couldn't load the applications.",
    empty: [{ rows: [], counts: COUNTS, total: 0, first: 1, previousKey: null, nextKey: null }, "Nothing here right now"],
    more: ["GET /api/desk/views", "GET /api/desk/list-choices", "GET /api/desk/unsent"],
  },
  "/desk/jobs": {
    read: "GET /api/desk/jobs",
    failed: `We couldn't load your jobs. ${CONNECT}`,
    empty: [{ jobs: [], live: 0, paused: 0, next: null }, "No jobs yet"],
    more: ["GET /api/desk/claims"],
  },
  "/desk/jobs/claim": { read: "GET /api/desk/claims", failed: `We couldn't load these jobs. ${CONNECT}`, empty: [{ groups: [] }, "Nothing to claim"] },
  "/desk/jobs/new": {
    read: "GET /api/desk/team",
    failed: `We couldn't load this page. ${CONNECT}`,
    empty: [{ members: [MEMBER], locations: [] }, "Post a job"],
    more: ["GET /api/desk/job-templates"],
  },
  "/desk/messages": {
    read: "GET /api/desk/threads",
    failed: `We couldn't load your messages. ${CONNECT}`,
    empty: [{ threads: [], nextKey: null }, "No messages yet"],
    more: ["GET /api/desk/questions"],
  },
  "/desk/calendar": {
    read: "GET /api/desk/calendar",
    failed: `We couldn't load your calendar. ${CONNECT}`,
    empty: [{ entries: [], firstDays: [], feed: "", own: null }, "Nothing planned"],
  },
  "/desk/team": { read: "GET /api/desk/team", failed: "We couldn't load the team.", empty: [{ members: [MEMBER], locations: [] }, "Ana Whitlock"] },
  "/desk/templates": {
    read: "GET /api/desk/text-templates",
    failed: `We couldn't load your templates. ${CONNECT}`,
    empty: [{ templates: [] }, "No templates yet"],
  },
  "/desk/fairness": {
    read: "GET /api/desk/reports/fairness",
    failed: `We couldn't load the report. ${CONNECT}`,
    empty: [NO_FAIRNESS, "No decisions in this time"],
    more: ["GET /api/desk/reports/groups", "GET /api/desk/reports/records", "GET /api/desk/holds"],
  },
  "/desk/connections": {
    read: "GET /api/desk/webhooks",
    failed: `We couldn't load your webhooks. ${CONNECT}`,
    empty: [{ endpoints: [], events: [] }, "Webhooks"],
    more: ["GET /api/desk/job-feed", "GET /api/desk/api-keys", "GET /api/desk/assessments", "GET /api/desk/single-sign-on"],
  },
  "/desk/account": {
    read: "GET /api/desk/sessions",
    failed: `That didn't work. ${CONNECT}`,
    empty: [{ sessions: [device("Chrome", true), device("Firefox", false)] }, "Sign out everywhere else"],
  },
};

/** Opens a page as an owner, or as somebody else, with nothing behind it but what `script` says. */
function open(path: string, script: Script, role = "owner") {
  const more = PAGES[path]?.more ?? [];
  const calls = serve({
    "GET /api/desk/me": { body: { employer: EMPLOYER, member: { ...ME, role } } },
    "GET /api/desk/employers": { body: { employers: [] } },
    "GET /api/desk/threads/unread": { body: { threads: 0 } },
    ...Object.fromEntries(more.map((one) => [one, "unreachable" as const])),
    ...script,
  });
  return { calls, ...openDeskApp(path) };
}

describe.each(Object.entries(PAGES))("%s", (path, { read, failed, empty: [reply, text] }) => {
  it("shows that it loads, what went wrong, and what there is after another try", async () => {
    let answer = () => {};
    const unanswered = new Promise<void>((resolve) => (answer = resolve));
    let works = false;
    const { person, calls } = open(path, {
      [read]: async () => {
        await unanswered;
        return works ? { body: reply } : { status: 503, body: { code: "busy", message: "" } };
      },
    });
    await waitFor(() => expect(calls.map(({ key }) => key)).toContain(read));
    await waitFor(() => expect(document.querySelector("main [aria-busy=true], main [role=status]")).not.toBeNull());
    answer();
    const [told] = await screen.findAllByText(failed);
    works = true;
    const place = told?.closest("section, main") as HTMLElement;
    await person.click([...place.querySelectorAll("button")].find(({ textContent }) => textContent === "Try Again") as HTMLElement);
    await screen.findAllByText(text);
  });

  it("says that there is no network and loads again when there is one or when asked", async () => {
    const onLine = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    let works = false;
    open(path, { [read]: () => (works ? { body: reply } : "unreachable") });
    await screen.findByText("You're offline.");
    await waitFor(() => expect(document.querySelector("main [role=status], main [role=alert]")).not.toBeNull());
    works = true;
    onLine.mockReturnValue(true);
    dispatchEvent(new Event("online"));
    await screen.findAllByText(text);
  });

  const { access } = DESK_ROUTES[path as keyof typeof DESK_ROUTES];
  const below = access === "owner" ? "manager" : access === "manager" ? "reviewer" : null;
  it.runIf(below !== null)("asks for nothing, and says who opens it, below that role", async () => {
    const { calls } = open(path, {}, below ?? "");
    await screen.findByRole("heading", { level: 1, name: "Your role doesn't include this page" });
    screen.getByText(access === "owner" ? /^Only owners can open it\./ : /^Only managers and owners can open it\./);
    expect(calls.map(({ key }) => key)).not.toContain(read);
  });
});

it("are all pages of members that read anything", () => {
  const members = Object.entries(DESK_ROUTES).filter(([path, { access }]) => access !== "public" && !path.endsWith(":id"));
  expect(Object.keys(PAGES).sort()).toEqual(members.map(([path]) => path).sort());
});
