import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it, onTestFinished, vi } from "vitest";
import { openApp } from "#/testing/app.tsx";
import { serve } from "#/testing/server.ts";
import { someUser } from "#/testing/user.ts";

const ME = someUser({ flowCompleted: true });
const WORK = "GET /api/operations/work";
const WAYS = "GET /api/operations/accommodations";
const CHECKS = "GET /api/operations/checks";
const LETTER = {
  id: "one",
  kind: "jobs.import",
  attempts: 10,
  createdAt: "2026-03-03T14:00:00Z",
  lastError: "ConnectionRefusedError()",
};
const BACKUP = {
  endedAt: "2026-03-03T03:20:00Z",
  outcome: "complete",
  folder: "/var/backups/dayshift/1",
  objects: 1234,
  bytes: 1,
  problem: null,
};
const QUIET = {
  late: 0,
  queue: [],
  transcription: { waiting: 0, oldestAt: null, expectedSeconds: 0 },
  dead: [],
  imports: [],
  backups: [BACKUP],
  backupsLate: false,
};
const QUEUED = { kind: "interviews.hear", state: "ready", tasks: 21, firstDueAt: "2026-03-03T15:00:00Z" };
const FINE = { body: { checks: [{ verdict: "ok", words: "The database answers" }] } };
const CLAIMS = "GET /api/operations/claims";
const CLAIM = {
  id: "claim-1",
  employer: "Night Bakery",
  name: "Ana Whitlock",
  email: "ana@nightbakery.example",
  role: "owner",
  domain: "indeed.com",
  addressMatches: false,
  mailedTo: null,
  jobs: 2,
  titles: ["Baker", "Barista"],
  url: "https://indeed.com/1",
  createdAt: "2026-03-03T14:00:00Z",
  expiresAt: "2026-06-01T14:00:00Z",
};
const SIGN_UPS = "GET /api/operations/sign-ups";
const SIGN_UP = {
  id: "sign-up-1",
  employer: "Night Bakery",
  name: "Ana Whitlock",
  email: "ana@nightbakery.example",
  zip: "10001",
  provedAt: "2026-03-03T14:00:00Z",
  alike: [{ id: "employer-1", name: "Night Bakery LLC" }],
};
const EMPLOYERS = "GET /api/operations/employers";
const BAKERY = {
  id: "employer-1",
  name: "Night Bakery",
  members: 0,
  closedAt: null,
  people: [{ id: "member-1", name: "Ana Whitlock", email: "ana@nightbakery.example", role: "owner", state: "invited", expired: true }],
};
const usual = {
  "GET /api/auth/me": { body: { user: ME } },
  "GET /api/operations/holds": { body: { holds: [] } },
  "GET /api/operations/rules": { body: { rules: [] } },
  [CHECKS]: FINE,
  [CLAIMS]: { body: { claims: [], more: false } },
  [SIGN_UPS]: { body: { signUps: [], more: false } },
  [WAYS]: { body: { requests: [] } },
  [EMPLOYERS]: { body: { employers: [], next: null } },
};

it("is a not-found page for everyone except operators", async () => {
  serve({ ...usual, [WORK]: { status: 404, body: { code: "not_found", message: "No." } } });
  openApp("/operations", ME);
  await screen.findByRole("heading", { name: "404 Page Not Found" });
});

it("shows how long spoken answers wait to be written down, and asks for care beyond ten minutes", async () => {
  const waits = { waiting: 21, oldestAt: "2026-03-03T15:00:00Z", expectedSeconds: 630 };
  serve({ ...usual, [WORK]: { body: { ...QUIET, queue: [QUEUED], transcription: waits } } });
  openApp("/operations", ME);
  await screen.findByText(/^Spoken answers waiting to be written down: 21\. .* The last one should be done in about 11 minutes\.$/);
  screen.getByText("Needs attention");
});

it("shows more employers on request", async () => {
  const second = { ...BAKERY, id: "employer-2", name: "Two Spoons Diner", people: [] };
  const pages = [
    { employers: [BAKERY], next: "employer-1" },
    { employers: [second], next: null },
  ];
  serve({ ...usual, [WORK]: { body: QUIET }, [EMPLOYERS]: () => ({ body: pages.shift() }) });
  const { person } = openApp("/operations", ME);
  await person.click(await screen.findByRole("button", { name: "Show more" }));
  await screen.findByText("Two Spoons Diner");
  screen.getByText("Night Bakery");
  expect(screen.queryByRole("button", { name: "Show more" })).toBeNull();
});

it.each([
  [{ email: "Verify your email address", passkey: "Add a passkey" }, /verify your email address and add a passkey/],
  [{ email: "Verify your email address" }, /verify your email address in your profile/],
  [{ passkey: "Add a passkey" }, /add a passkey in your profile/],
])("tells an operator what the account still needs: %j", async (fields, text) => {
  serve({ ...usual, [WORK]: { status: 403, body: { code: "operator_rests", message: "Your access to this page is paused.", fields } } });
  openApp("/operations", ME);
  await screen.findByText(text);
  expect(screen.getByRole("link", { name: "Go to your profile" })).toHaveProperty("pathname", "/profile");
});

it.each([
  [{ session: "Sign in with your passkey" }, /sign in with your passkey/, "Sign in with a passkey"],
  [{ appointment: "Ask another operator to add you again" }, /ask the person who runs this installation to add you again/, null],
])("tells an operator which session opens the page: %j", async (fields, text, button) => {
  vi.stubGlobal("PublicKeyCredential", { parseCreationOptionsFromJSON: () => ({}) });
  onTestFinished(() => void vi.unstubAllGlobals());
  serve({ ...usual, [WORK]: { status: 403, body: { code: "operator_rests", message: "Your access to this page is paused.", fields } } });
  openApp("/operations", ME);
  await screen.findByText(text);
  if (button) screen.getByRole("button", { name: button });
});

it("shows a way on where the browser cannot use passkeys", async () => {
  serve({ ...usual, [WORK]: { status: 403, body: { code: "operator_rests", message: "Paused.", fields: { session: "Sign in" } } } });
  openApp("/operations", ME);
  await screen.findByRole("heading", { name: "Sign in with your passkey" });
  screen.getByText(/This browser can't use passkeys at this address/);
  screen.getByRole("link", { name: "Go to your profile" });
});

it("reports when everything is in order", async () => {
  serve({ ...usual, [WORK]: { body: QUIET } });
  openApp("/operations", ME);
  await screen.findByText("All is well");
  for (const none of ["No failed tasks.", "The queue is empty.", "No job feed has been imported yet."]) screen.getByText(none);
  screen.getByText("The database answers");
});

it.each([
  ["mail is not sent", QUIET, [{ verdict: "note", words: "Mail is not sent" }], "Not fully set up", "Mail is not sent"],
  ["there is no backup", { ...QUIET, backups: [] }, [], "Not fully set up", /No backup has been made yet/],
  [
    "the last backup failed",
    { ...QUIET, backups: [{ ...BACKUP, outcome: "failed", folder: null, problem: "the disk is full" }] },
    [],
    "Needs attention",
    "the disk is full",
  ],
  ["backups have stopped", { ...QUIET, backupsLate: true }, [], "Needs attention", /more than 3 days old/],
])("does not report that everything is in order when %s", async (_why, work, checks, state, reason) => {
  serve({ ...usual, [WORK]: { body: work }, [CHECKS]: { body: { checks } } });
  openApp("/operations", ME);
  await screen.findByText(state);
  await screen.findByText(reason);
  expect(screen.queryByText("All is well")).toBeNull();
});

it("retries a dead letter, and deletes one only after confirmation", async () => {
  let dead = [LETTER, { ...LETTER, id: "two", kind: "interviews.score" }];
  const calls = serve({
    ...usual,
    [WORK]: () => ({ body: { ...QUIET, dead } }),
    "POST /api/operations/dead-letters/one/retry": () => {
      dead = dead.slice(1);
      return { body: { changed: 1 } };
    },
    "DELETE /api/operations/dead-letters/two": () => {
      dead = [];
      return { body: { changed: 1 } };
    },
  });
  const { person } = openApp("/operations", ME);
  await screen.findByText("Needs attention");
  await person.click(screen.getByRole("button", { name: "Retry: jobs.import" }));
  await waitFor(() => expect(screen.queryByText("jobs.import")).toBeNull());
  await person.click(screen.getByRole("button", { name: "Drop interviews.score" }));
  const question = within(await screen.findByRole("dialog"));
  expect(calls.some(({ key }) => key.startsWith("DELETE"))).toBe(false);
  await person.click(question.getByRole("button", { name: "Drop" }));
  await screen.findByText("No failed tasks.");
  await screen.findByText("All is well");
});

it("reports what failed to load, and reloads it", async () => {
  let reached = false;
  serve({ ...usual, [WORK]: () => (reached ? { body: QUIET } : "unreachable") });
  const { person } = openApp("/operations", ME);
  const queue = within(await screen.findByRole("region", { name: "Queue" }));
  await queue.findByText("We couldn't load the background tasks.");
  reached = true;
  await person.click(queue.getByRole("button", { name: "Try Again" }));
  await queue.findByText("The queue is empty.");
});

it("reports what was rejected, and that no worker is running", async () => {
  const queue = [{ kind: "interviews.score", state: "ready", tasks: 3, firstDueAt: "2026-03-03T14:00:00Z" }];
  const counts = { read: 0, added: 0, changed: 0, removed: 0, quarantined: 0, held: 0, confirmed: null };
  const imports = [{ source: "diner", importedAt: "2026-03-03T14:00:00Z", ...counts, refused: "it is damaged", refusedSince: "2026-03-01T08:00:00Z" }];
  serve({ ...usual, [WORK]: { body: { ...QUIET, late: 3, queue, imports } } });
  openApp("/operations", ME);
  await screen.findByText("3 tasks are late. Is a worker running?");
  screen.getByText("it is damaged");
  screen.getByText("Rejected");
  screen.getByText(/^Rejected since Mar 1/);
  screen.getByText("Needs attention");
});

it("keeps jobs that a feed lacks until an operator confirms that they're gone", async () => {
  const held = {
    source: "diner",
    importedAt: "2026-03-03T14:00:00Z",
    read: 1,
    added: 1,
    changed: 0,
    removed: 0,
    quarantined: 0,
    refused: null,
    refusedSince: null,
    held: 1200,
    confirmed: null as number | null,
  };
  const sent: unknown[] = [];
  serve({
    ...usual,
    [WORK]: () => ({ body: { ...QUIET, imports: [held] } }),
    "POST /api/operations/imports/confirm": (body) => {
      sent.push(body);
      held.confirmed = 1200;
      return { body: { ok: true } };
    },
  });
  openApp("/operations", ME);
  await screen.findByText("The feed no longer lists 1,200 open jobs. They stay until you confirm that they're gone.");
  screen.getByText("Needs attention");
  await userEvent.click(screen.getByRole("button", { name: "They're gone: diner" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Remove 1,200 jobs of diner?" }));
  await userEvent.click(dialog.getByRole("button", { name: "Remove them" }));
  await waitFor(() => expect(sent).toEqual([{ source: "diner", held: 1200 }]));
  await waitFor(() => expect(screen.queryByText("Jobs held")).toBeNull());
  expect(screen.queryByRole("button", { name: "They're gone: diner" })).toBeNull();
});

it("lists claims with what speaks for them, and refuses none without a reason", async () => {
  const calls = serve({
    ...usual,
    [WORK]: { body: QUIET },
    [CLAIMS]: { body: { claims: [CLAIM], more: true } },
    "POST /api/operations/claims/claim-1/refuse": { body: { jobs: 0 } },
  });
  openApp("/operations", ME);
  const card = within(await screen.findByRole("region", { name: "Claims of jobs" }));
  await card.findByText("2 jobs at indeed.com: Baker and Barista");
  card.getByText("Address not at the jobs' site");
  card.getByText("More claims wait. They appear here as you decide these.");
  expect(card.getByRole("link", { name: "See a job's page" }).getAttribute("href")).toBe("https://indeed.com/1");
  await userEvent.click(card.getByRole("button", { name: "Refuse the claim of Night Bakery" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Refuse the claim of Night Bakery?" }));
  await userEvent.click(dialog.getByRole("button", { name: "Refuse" }));
  await dialog.findByText("Say why");
  expect(calls.filter(({ key }) => key.startsWith("POST"))).toEqual([]);
  await userEvent.type(dialog.getByRole("textbox", { name: "Reason" }), "The bakery does not know you.");
  await userEvent.click(dialog.getByRole("button", { name: "Refuse" }));
  await screen.findByText("Refused. They'll get an email.");
  expect(calls.find(({ key }) => key.endsWith("/refuse"))?.body).toEqual({ reason: "The bakery does not know you." });
});

it("approves a claim after a second look", async () => {
  const calls = serve({
    ...usual,
    [WORK]: { body: QUIET },
    [CLAIMS]: { body: { claims: [CLAIM], more: true } },
    "POST /api/operations/claims/claim-1/approve": { body: { jobs: 2 } },
  });
  openApp("/operations", ME);
  await userEvent.click(await screen.findByRole("button", { name: "Approve the claim of Night Bakery" }));
  expect(calls.some(({ key }) => key.startsWith("POST"))).toBe(false);
  const dialog = within(await screen.findByRole("dialog", { name: "Give these jobs to Night Bakery?" }));
  await userEvent.click(dialog.getByRole("button", { name: "Approve" }));
  await screen.findByText("Approved: 2 jobs are theirs now.");
});

it("answers a candidate who asked for another way to do the interview", async () => {
  const request = {
    id: "way-1",
    name: "Maya Torres",
    email: "maya@example.com",
    phone: null,
    kind: "other",
    note: "An interpreter",
    askedAt: "2026-03-03T14:00:00Z",
    dueAt: "2026-03-05T14:00:00Z",
    late: true,
  };
  let open = true;
  const calls = serve({
    ...usual,
    [WORK]: { body: QUIET },
    [WAYS]: () => ({ body: { requests: open ? [request] : [] } }),
    "POST /api/operations/accommodations/way-1": () => {
      open = false;
      return { body: { requests: [] } };
    },
  });
  const { person } = openApp("/operations", ME);
  const card = within(await screen.findByRole("region", { name: "Accommodations" }));
  await card.findByText("An interpreter");
  card.getByText("Late");
  await person.type(card.getByRole("textbox", { name: "Answer to Maya Torres" }), "On Friday. ");
  await person.click(card.getByRole("button", { name: "Can't be arranged" }));
  await card.findByText("Nobody waits for an answer.");
  expect(calls.find(({ key }) => key.startsWith("POST"))?.body).toEqual({ state: "declined", reply: "On Friday." });
});

it("invites an owner again, and closes an employer only when its name is typed", async () => {
  const AGAIN = "POST /api/operations/employers/employer-1/invitations/member-1";
  const CLOSE = "POST /api/operations/employers/employer-1/close";
  const calls = serve({
    ...usual,
    [WORK]: { body: QUIET },
    [EMPLOYERS]: { body: { employers: [BAKERY], next: null } },
    [AGAIN]: { body: { ok: true } },
    [CLOSE]: { body: { applications: 1, jobs: 2, members: 0 } },
  });
  openApp("/operations", ME);
  await screen.findByText("Invitation expired");
  await userEvent.click(screen.getByRole("button", { name: "Invite again: Ana Whitlock" }));
  await screen.findByText("The invitation is on its way");
  await userEvent.click(screen.getByRole("button", { name: "Close for good: Night Bakery" }));
  const dialog = within(await screen.findByRole("dialog"));
  await userEvent.click(dialog.getByRole("button", { name: "Close for good" }));
  await dialog.findByText("This isn't the employer's name");
  expect(calls.some(({ key }) => key === CLOSE)).toBe(false);
  await userEvent.type(dialog.getByLabelText("Type Night Bakery to confirm"), "Night Bakery");
  await userEvent.click(dialog.getByRole("button", { name: "Close for good" }));
  await screen.findByText("Closed. Applications ended: 1. Jobs taken offline: 2.");
});

it("merges a record into another one of the same name, after it has shown what moves", async () => {
  const MERGE = "POST /api/operations/employers/employer-1/merge";
  const owner = { id: "member-2", name: "Ben Cole", email: "ben@bakery.example", role: "owner", state: "active", expired: false };
  const other = { ...BAKERY, id: "employer-2", name: "NIGHT Bakery", people: [owner] };
  const counts = { jobs: 2, applications: 3, locations: 1, members: 1, samePeople: 0, limited: 0, narrowed: 0, ended: 4, unplaced: 0 };
  const calls = serve({
    ...usual,
    [WORK]: { body: QUIET },
    [EMPLOYERS]: { body: { employers: [BAKERY], next: null } },
    "GET /api/operations/employers/employer-1/same-name": { body: { employers: [other], next: null } },
    [MERGE]: { body: { ...counts, done: false } },
  });
  openApp("/operations", ME);
  await userEvent.click(await screen.findByRole("button", { name: "Merge Night Bakery into another record" }));
  const dialog = within(await screen.findByRole("dialog"));
  await userEvent.click(await dialog.findByRole("radio", { name: "NIGHT Bakery: ben@bakery.example" }));
  await dialog.findByText("Applications that move: 3");
  expect(dialog.queryByText(/members of both/)).toBeNull();
  await userEvent.click(dialog.getByRole("button", { name: "Merge" }));
  await dialog.findByText("This isn't the employer's name");
  expect(calls.filter(({ key }) => key === MERGE).map(({ body }) => body)).toEqual([{ into: "employer-2" }]);
  await userEvent.type(dialog.getByLabelText("Type NIGHT Bakery to confirm"), "NIGHT Bakery");
  await userEvent.click(dialog.getByRole("button", { name: "Merge" }));
  await screen.findByText("Merged. Jobs moved: 2. Applications moved: 3.");
  expect(calls.filter(({ key }) => key === MERGE).at(-1)?.body).toEqual({ into: "employer-2", name: "NIGHT Bakery" });
});

it("says why two records cannot be merged", async () => {
  const text = "A legal hold is on the record that ends.";
  serve({
    ...usual,
    [WORK]: { body: QUIET },
    [EMPLOYERS]: { body: { employers: [BAKERY], next: null } },
    "GET /api/operations/employers/employer-1/same-name": { body: { employers: [{ ...BAKERY, id: "employer-2", people: [] }], next: null } },
    "POST /api/operations/employers/employer-1/merge": { status: 409, body: { code: "merge_legal_hold", message: text } },
  });
  openApp("/operations", ME);
  await userEvent.click(await screen.findByRole("button", { name: "Merge Night Bakery into another record" }));
  const dialog = within(await screen.findByRole("dialog"));
  await userEvent.click(await dialog.findByRole("radio", { name: "Night Bakery: no owner" }));
  await dialog.findByText(text);
  expect(dialog.queryByRole("button", { name: "Merge" })).toBeNull();
});

it("approves a new employer that asks to hire, and names what it may be already", async () => {
  const calls = serve({
    ...usual,
    [WORK]: { body: QUIET },
    [SIGN_UPS]: { body: { signUps: [SIGN_UP], more: false } },
    "POST /api/operations/sign-ups/sign-up-1/approve": { body: {} },
  });
  openApp("/operations", ME);
  await screen.findByText("May be the same as Night Bakery LLC");
  await userEvent.click(screen.getByRole("button", { name: "Approve Night Bakery" }));
  await screen.findByText("Added. They get an invitation.");
  expect(calls.filter(({ key }) => key.startsWith("POST"))).toHaveLength(1);
});

it("refuses a new employer only with a reason", async () => {
  const calls = serve({
    ...usual,
    [WORK]: { body: QUIET },
    [SIGN_UPS]: { body: { signUps: [SIGN_UP], more: true } },
    "POST /api/operations/sign-ups/sign-up-1/refuse": { body: {} },
  });
  openApp("/operations", ME);
  await screen.findByText("There are more. They appear here as you decide.");
  await userEvent.click(screen.getByRole("button", { name: "Refuse Night Bakery" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Refuse Night Bakery?" }));
  await userEvent.click(dialog.getByRole("button", { name: "Refuse" }));
  await userEvent.type(dialog.getByRole("textbox"), "Not a business we know");
  await userEvent.click(dialog.getByRole("button", { name: "Refuse" }));
  await screen.findByText("Refused. They read why in an email.");
  expect(calls.filter(({ key }) => key.startsWith("POST"))).toEqual([
    { key: "POST /api/operations/sign-ups/sign-up-1/refuse", body: { reason: "Not a business we know" } },
  ]);
});

it("says that a refusal was not sent, and offers the new employers again when they could not be loaded", async () => {
  let works = false;
  serve({
    ...usual,
    [WORK]: { body: QUIET },
    [SIGN_UPS]: () => (works ? { body: { signUps: [SIGN_UP], more: false } } : { status: 403, body: { code: "forbidden", message: "" } }),
    "POST /api/operations/sign-ups/sign-up-1/refuse": { status: 409, body: { code: "conflict", message: "Somebody has decided this already." } },
  });
  openApp("/operations", ME);
  const card = within(await screen.findByRole("region", { name: "New employers" }));
  card.getByText("We couldn't load the new employers.");
  works = true;
  await userEvent.click(card.getByRole("button", { name: "Try Again" }));
  await userEvent.click(await card.findByRole("button", { name: "Refuse Night Bakery" }));
  const dialog = within(await screen.findByRole("dialog"));
  await userEvent.type(dialog.getByRole("textbox", { name: "Reason" }), "Not a business we know");
  await userEvent.click(dialog.getByRole("button", { name: "Refuse" }));
  await dialog.findByText("Somebody has decided this already.");
  expect(dialog.getByRole<HTMLInputElement>("textbox", { name: "Reason" }).value).toBe("Not a business we know");
  await userEvent.click(dialog.getByRole("button", { name: "Not now" }));
  await waitFor(() => expect(screen.getByRole("button", { name: "Refuse Night Bakery" })).toBe(document.activeElement));
});

it("shows what an active legal hold keeps, who ended another, and which rules apply to which jobs", async () => {
  const hold = {
    id: "h",
    on: "employer",
    personId: null,
    employer: "Bakery",
    reason: "Case 12",
    madeBy: "Ana",
    madeAt: "2026-05-01T12:00:00Z",
    until: "2026-09-01T12:00:00Z",
    endedAt: "2026-06-01T12:00:00Z",
    endedBy: "Judge Cole",
    active: false,
    people: 0,
    kept: [],
    waiting: 0,
  };
  const removed = { rows: 2, people: 1, firstAt: "2026-05-02T12:00:00Z", lastAt: "2026-05-03T12:00:00Z" };
  const kept = [
    { source: "notes", ...removed },
    { source: "other_rows", ...removed },
  ];
  const active = { ...hold, id: "a", reason: "Case 13", endedAt: null, endedBy: null, active: true, people: 7, kept, waiting: 3 };
  const rule = {
    id: "co",
    jurisdiction: "US-CO",
    kind: "record",
    start: "2027-01-01",
    until: null,
    inForce: false,
    days: null,
    years: 3,
    source: "SB 26-189",
    readOn: null,
    readFrom: "",
    jobs: 2,
    examples: ["Cook, Bakery"],
  };
  serve({
    ...usual,
    [WORK]: { body: QUIET },
    "GET /api/operations/holds": { body: { holds: [active, hold] } },
    "GET /api/operations/rules": { body: { rules: [rule] } },
  });
  openApp("/operations", ME);
  expect(await screen.findAllByText("Everybody who applied to Bakery")).toHaveLength(2);
  screen.getByText("Holds 7 people");
  screen.getByText(/^Notes that were deleted: 2, last on May 3/);
  screen.getByText(/^other_rows: 2/);
  screen.getByText("Everything about people who asked for it: 3");
  screen.getByText(/ordered by Judge Cole/);
  await screen.findByText("US-CO · Keep records 3 years");
  screen.getByText("From Jan 1, 2027");
  screen.getByText("Jobs: 2. For example: Cook, Bakery.");
});
