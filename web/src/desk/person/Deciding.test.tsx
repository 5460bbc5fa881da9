/** Deciding on the page of a person: what is offered, taken back, and kept. */

import { act, cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, expect, it, vi } from "vitest";
import { dropDrafts, readDraft } from "#/platform/drafts.ts";
import { EMPLOYER, MANAGER } from "#/testing/member.ts";
import { MOVE, OPTIONS, PERSON, openPerson, REVIEWED, AHEAD } from "#/testing/personPage.tsx";

afterEach(() => dropDrafts("member"));

it("says when a decision goes out, with Undo, and takes no second one", async () => {
  const due = new Date(Date.now() + 28_000).toISOString();
  let undone = false;
  const pending = { mine: true, by: "Maria Ortiz", action: "invite", dueAt: due };
  const person = () => ({ body: { ...PERSON, ...REVIEWED, pending: undone ? null : pending } });
  const { person: user } = await openPerson(
    {},
    {
      "GET /api/desk/applications/one": person,
      "DELETE /api/desk/applications/one/pending": () => {
        undone = true;
        return person();
      },
    },
  );
  const next = screen.getByRole("region", { name: "What happens next" });
  within(next).getByText(/^Your invitation goes out in 2\d s\.$/);
  expect(screen.queryByRole("button", { name: /Decide/ })).toBeNull();
  await user.click(await within(next).findByRole("button", { name: "Undo" }));
  await screen.findAllByRole("button", { name: /Decide/ });
  within(screen.getByRole("region", { name: "What happens next" })).getByText(/^Rosa waits for your decision/);
});

it("offers other times in one tap after none of the times worked", async () => {
  await openPerson({ ...REVIEWED, moves: [{ ...MOVE, action: "refuse_times" }] });
  within(screen.getByRole("region", { name: "What happens next" })).getByRole("button", { name: "Offer other times" });
});

it("says which times were offered, and nothing of a list that the person is not in", async () => {
  const invited = { ...MOVE, number: 2, action: "invite", name: "Maria Ortiz", fromStage: "in_review", toStage: "invited", madeAt: "2026-03-02T15:00:00Z" };
  await openPerson({
    stage: "invited",
    offer: null,
    moves: [MOVE, invited],
    meeting: { ...AHEAD, startsAt: null, state: "offered", offered: ["2099-03-05T20:00:00Z"] },
  });
  screen.getByText(/^Times you offered: Thursday, March 5, 3:00 PM/);
  expect(screen.queryByText("Needs a reply")).toBeNull();
});

it("offers to undo a decision also if its sheet was closed while it was on its way", async () => {
  let answer = () => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  const { person } = await openPerson(
    { stage: "in_review", turn: "employer", replyBy: "2099-03-06T05:00:00Z", offer: null },
    {
      "GET /api/desk/applications/one/options": { body: OPTIONS },
      "POST /api/desk/applications/one/preview": "unreachable",
      "POST /api/desk/applications/one/moves": async () => {
        await answered;
        return {
          body: {
            id: "one",
            firstName: "Rosa",
            title: "Line Cook",
            location: "Astoria",
            pending: { action: "ask", mine: true, by: null, dueAt: "2099-03-03T15:00:00Z" },
          },
        };
      },
    },
    "?decide=ask",
  );
  await person.type(await screen.findByLabelText("Your question"), "Can you work on Sundays?");
  await person.click(screen.getByRole("button", { name: "Send question" }));
  await person.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  answer();
  const bar = await screen.findByRole("region", { name: "Waiting to be sent" });
  within(bar).getByText(/Line Cook, Astoria/); // Somebody else of this name may have applied, too.
  expect(readDraft("member:maria", "unsent:move:one")).toBeNull();
});

it("keeps what was written in a sheet that is closed, until it is sent or begun again", async () => {
  const { person } = await openPerson(
    { stage: "in_review", turn: "employer", replyBy: "2099-03-06T05:00:00Z", offer: null },
    { "GET /api/desk/applications/one/options": { body: OPTIONS }, "POST /api/desk/applications/one/preview": "unreachable" },
    "?decide=ask",
  );
  await person.type(await screen.findByLabelText("Your question"), "Can you work on Sundays?");
  expect(screen.queryByRole("button", { name: "Start over" })).toBeNull();
  await person.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await person.click(screen.getAllByRole("button", { name: /^Decide/ })[0] as HTMLElement);
  const sheet = within(screen.getByRole("dialog"));
  await person.click(await sheet.findByRole("button", { name: /^Ask/ }));
  expect(sheet.getByLabelText<HTMLTextAreaElement>("Your question").value).toBe("Can you work on Sundays?");
  sheet.getByText("You wrote this earlier and haven't sent it.");
  await person.click(sheet.getByRole("button", { name: "Start over" }));
  expect(sheet.getByLabelText<HTMLTextAreaElement>("Your question").value).toBe("");
  expect(readDraft("member:maria", "unsent:move:one")).toBeNull();
  await person.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
});

it("begins with the times and words again after a decision was undone", async () => {
  const days = [{ day: "2099-03-06", times: [{ startsAt: "2099-03-06T19:00:00Z", busy: false, fits: true, usual: true, asked: false, refused: false }] }];
  const pending = { action: "invite", mine: true, by: null, dueAt: "2099-03-03T15:00:00Z" };
  const { person } = await openPerson(
    { stage: "in_review", turn: "employer", replyBy: "2099-03-06T05:00:00Z", offer: null },
    {
      "GET /api/desk/applications/one/options": { body: { ...OPTIONS, actions: ["invite", "ask", "decline"], days } },
      "POST /api/desk/applications/one/preview": "unreachable",
      "POST /api/desk/applications/one/moves": { body: { id: "one", firstName: "Rosa", pending } },
      "DELETE /api/desk/applications/one/pending": { body: { id: "one", firstName: "Rosa", pending: null } },
    },
    "?decide=invite",
  );
  await person.click(await screen.findByRole("checkbox", { name: /2:00/ }));
  await person.click(screen.getByRole("button", { name: "Send invitation" }));
  await person.click(await screen.findByRole("button", { name: /Undo/ }));
  await waitFor(() => expect(readDraft("member:maria", "unsent:move:one")).toMatchObject({ action: "invite", draft: { times: ["2099-03-06T19:00:00Z"] } }));
});

it.each([
  [true, "owner"],
  [true, "manager"],
  [false, "owner"],
])("warns before a no that nobody else could take another look: %s, %s", async (alone, role) => {
  await openPerson(
    { stage: "in_review", turn: "employer", replyBy: "2099-03-06T05:00:00Z", offer: null },
    {
      "GET /api/desk/me": { body: { employer: EMPLOYER, member: { ...MANAGER, role } } },
      "GET /api/desk/applications/one/options": { body: { ...OPTIONS, alone } },
      "POST /api/desk/applications/one/preview": "unreachable",
    },
    "?decide=decline",
  );
  await screen.findByText("Main reason");
  expect(screen.queryAllByText(/^Nobody else hires for this job\. If Rosa asks for another look, you're the one who looks again/)).toHaveLength(alone ? 1 : 0);
  expect(screen.queryAllByRole("link", { name: "Invite a colleague" })).toHaveLength(alone && role === "owner" ? 1 : 0);
});

it("shows what the candidate does while the page is open, also to somebody who writes to them", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const person = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
  const before = { ...PERSON, stage: "in_review", turn: "employer", replyBy: "2099-03-06T05:00:00Z", offer: null };
  let found: object = before;
  await openPerson(
    {},
    {
      "GET /api/desk/applications/one": () => ({ body: found }),
      "GET /api/desk/applications/one/options": { body: OPTIONS },
      "POST /api/desk/applications/one/preview": "unreachable",
    },
    "?decide=ask",
  );
  await person.type(await screen.findByLabelText("Your question"), "Can you work on Sundays?");
  const withdrawal = { ...MOVE, number: 3, action: "withdraw", fromStage: "in_review", toStage: "withdrawn", madeAt: "2026-03-03T15:00:00Z" };
  found = { ...before, stage: "withdrawn", version: 3, turn: null, replyBy: null, moves: [...PERSON.moves, withdrawal] };
  await act(() => vi.advanceTimersByTimeAsync(30_000));
  const sheet = within(screen.getByRole("dialog"));
  sheet.getByText("Something changed in the meantime");
  sheet.getByText("The application was withdrawn.");
  expect(screen.getByLabelText<HTMLTextAreaElement>("Your question").value).toBe("Can you work on Sundays?");
  await person.keyboard("{Escape}");
  expect(screen.queryByRole("button", { name: "Decide" })).toBeNull();
});

it("stops the first attempt to send words about a protected trait, beside their field", async () => {
  const moves: unknown[] = [];
  const pending = { action: "ask", mine: true, by: null, dueAt: "2099-03-03T15:00:00Z" };
  const letter = { paragraphs: ["Can you speak better English?"], times: [], timesAfter: 0 };
  const { person } = await openPerson(
    { stage: "in_review", turn: "employer", replyBy: "2099-03-06T05:00:00Z", offer: null },
    {
      "GET /api/desk/applications/one/options": { body: OPTIONS },
      "POST /api/desk/applications/one/preview": {
        body: { language: "en", letter, findings: [{ trait: "language", words: "better English" }], warning: "shown" },
      },
      "POST /api/desk/applications/one/moves": (_, headers) => {
        moves.push(headers.get("Wording-Warning"));
        return { body: { id: "one", firstName: "Rosa", pending } };
      },
    },
    "?decide=ask",
  );
  const field = await screen.findByLabelText("Your question");
  await person.type(field, "Can you speak better English?");
  await person.click(screen.getByRole("button", { name: "Send question" }));
  const note = await screen.findByRole("region", { name: "Think about these words again" });
  await waitFor(() => expect(document.activeElement).toBe(note));
  expect(field.closest("[data-field]")?.contains(note)).toBe(true);
  await person.click(screen.getByRole("button", { name: "Send question" }));
  await screen.findByRole("button", { name: "Send anyway" });
  expect(moves).toEqual([]);
  await person.click(screen.getByRole("button", { name: "Send anyway" }));
  await waitFor(() => expect(moves).toEqual(["shown"]));
});

it("changes nothing of what is written while it is being sent", async () => {
  let arrive: (answer: "unreachable") => void = () => undefined;
  const sending = new Promise<"unreachable">((resolve) => (arrive = resolve));
  const letter = { paragraphs: [], times: [], timesAfter: 0 };
  const { person } = await openPerson(
    { stage: "in_review", turn: "employer", replyBy: "2099-03-06T05:00:00Z", offer: null },
    {
      "GET /api/desk/applications/one/options": { body: OPTIONS },
      "POST /api/desk/applications/one/preview": { body: { language: "en", letter, findings: [], warning: null } },
      "POST /api/desk/applications/one/moves": () => sending,
    },
    "?decide=ask",
  );
  const field = await screen.findByLabelText<HTMLTextAreaElement>("Your question");
  await person.type(field, "Can you work on Sundays?");
  await person.click(screen.getByRole("button", { name: "Send question" }));
  await waitFor(() => expect(field.closest("[aria-busy=true]")).not.toBeNull());
  await person.type(field, " And on Mondays?");
  expect(field.value).toBe("Can you work on Sundays?");
  arrive("unreachable");
  await waitFor(() => expect(field.closest("[aria-busy=true]")).toBeNull());
  await person.type(field, " And on Mondays?");
  expect(field.value).toBe("Can you work on Sundays? And on Mondays?");
});

it("keeps words that were stopped after the sheet had been closed, and says that they are not sent", async () => {
  const letter = { paragraphs: ["Can you speak better English?"], times: [], timesAfter: 0 };
  const { person } = await openPerson(
    { stage: "in_review", turn: "employer", replyBy: "2099-03-06T05:00:00Z", offer: null },
    {
      "GET /api/desk/applications/one/options": { body: OPTIONS },
      "POST /api/desk/applications/one/preview": { body: { language: "en", letter, findings: [{ trait: "language", words: "better English" }] } },
    },
    "?decide=ask",
  );
  await person.type(await screen.findByLabelText("Your question"), "Can you speak better English?");
  await person.click(screen.getByRole("button", { name: "Send question" }));
  await person.keyboard("{Escape}");
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await waitFor(() =>
    expect(readDraft("member:maria", "unsent:move:one")).toMatchObject({ action: "ask", draft: { question: "Can you speak better English?" } }),
  );
  await screen.findByText("That wasn't sent");
  screen.getByRole("button", { name: "Close" }).focus();
  await person.keyboard("{Enter}");
});

it("leads from an offer that is too early to an invitation, and before the first view to the answers", async () => {
  const script = (more: object) => ({
    "GET /api/desk/applications/one/options": { body: { ...OPTIONS, actions: ["ask", "invite", "decline"], ...more } },
    "POST /api/desk/applications/one/preview": "unreachable" as const,
  });
  const { person: user } = await openPerson(REVIEWED, script({}), "?decide=offer");
  await screen.findByText("You can make an offer after you've met Rosa.");
  await user.click(screen.getByRole("button", { name: "Offer times to meet" }));
  expect(screen.getByRole("button", { name: "Invite", pressed: true })).toBeTruthy();
  cleanup();
  await openPerson(REVIEWED, script({ viewed: false }), "?decide=offer");
  await screen.findByText("Watch or read one of Rosa's answers for a few seconds first. Then you can decide.");
  expect(screen.queryByText(/^You can make an offer after/)).toBeNull();
  const shown = vi.fn<(element: Element) => void>();
  Element.prototype.scrollIntoView = function scrollIntoView(this: Element) {
    shown(this);
  };
  await user.click(screen.getByRole("button", { name: "Go to the answers" }));
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(shown).toHaveBeenCalledWith(document.getElementById("answers"));
});
