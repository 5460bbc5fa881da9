/** Internal notes about a person: written once, told to colleagues, kept while they are written. */

import { cleanup, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { readDraft } from "#/platform/drafts.ts";
import { EMPLOYER, MANAGER } from "#/testing/member.ts";
import { MOVE, openPerson } from "#/testing/personPage.tsx";

const NOTE = { id: "n1", name: "Maria Ortiz", told: ["Ana Whitlock"], text: "Calls back after four.", writtenAt: "2026-03-03T15:00:00Z", own: true };

it("keeps a note about the person in what happened, told to a colleague, until its author deletes it", async () => {
  const sent: unknown[] = [];
  const colleagues = [{ id: "ana", name: "Ana Whitlock" }];
  await openPerson(
    {},
    {
      "GET /api/desk/applications/one/notes": { body: { notes: [], colleagues } },
      "POST /api/desk/applications/one/notes": (body: unknown) => {
        sent.push(body);
        return sent.length === 1 ? { status: 503, body: { code: "busy", message: "Busy" } } : { status: 201, body: { notes: [NOTE], colleagues } };
      },
      "DELETE /api/desk/applications/one/notes/n1": { body: { notes: [], colleagues } },
    },
  );
  const story = within(screen.getByRole("region", { name: "So far" }));
  await userEvent.click(screen.getByRole("button", { name: "Add a note" }));
  await userEvent.click(screen.getByRole("button", { name: "Save note" }));
  screen.getByText("Write your note first.");
  await userEvent.type(screen.getByRole("textbox", { name: "Internal note" }), "Calls back after four.");
  await userEvent.click(await screen.findByRole("checkbox", { name: "Ana Whitlock" }));
  await userEvent.click(screen.getByRole("button", { name: "Save note" }));
  await screen.findByText("Your note isn't saved");
  await userEvent.click(screen.getByRole("button", { name: "Save note" }));
  await story.findByText("Maria Ortiz noted:");
  expect(sent).toEqual([1, 2].map(() => ({ text: "Calls back after four.", tell: ["ana"] })));
  story.getByText("Told: Ana Whitlock");
  expect(screen.getByRole("button", { name: "Add a note" })).toBe(document.activeElement);
  await userEvent.click(story.getByRole("button", { name: "Delete your note: Calls back after four." }));
  await waitFor(() => expect(story.queryByText("Maria Ortiz noted:")).toBeNull());
  expect(document.activeElement).not.toBe(document.body);
});

it("sends a note with other colleagues after a lost reply as another note, and takes no more text on the way", async () => {
  const keys: (string | null)[] = [];
  const sent: unknown[] = [];
  let reply = () => {};
  const colleagues = [{ id: "ana", name: "Ana Whitlock" }];
  const { person } = await openPerson(
    {},
    {
      "GET /api/desk/applications/one/notes": { body: { notes: [], colleagues } },
      "POST /api/desk/applications/one/notes": (body: unknown, headers: Headers) => {
        keys.push(headers.get("Idempotency-Key"));
        sent.push(body);
        if (sent.length < 3) return "unreachable";
        return new Promise((resolve) => (reply = () => resolve({ status: 201, body: { notes: [NOTE], colleagues } })));
      },
    },
  );
  await person.click(screen.getByRole("button", { name: "Add a note" }));
  const field = screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Internal note" });
  await person.type(field, "Calls back.");
  const save = () => person.click(screen.getByRole("button", { name: "Save note" }));
  await save();
  await screen.findByText("Your note isn't saved");
  await save();
  await waitFor(() => expect(sent).toHaveLength(2));
  await screen.findByText("Your note isn't saved");
  await person.click(await screen.findByRole("checkbox", { name: "Ana Whitlock" }));
  await save();
  await waitFor(() => expect(sent).toHaveLength(3));
  await person.type(field, " And");
  expect(field.value).toBe("Calls back.");
  reply();
  await screen.findByText("Maria Ortiz noted:");
  expect(keys.map((key) => keys.indexOf(key))).toEqual([0, 0, 2]);
});

it("takes the first note of a new application once", async () => {
  const sent: unknown[] = [];
  const fresh = { stage: "submitted", turn: "employer", replyBy: "2099-03-06T05:00:00Z", offer: null, moves: [MOVE] };
  const { person } = await openPerson(fresh, {
    "POST /api/desk/applications/one/notes": (body: unknown) => {
      sent.push(body);
      return { status: 201, body: { notes: [NOTE], colleagues: [] } };
    },
  });
  await person.click(screen.getByRole("button", { name: "Add a note" }));
  await person.type(screen.getByRole("textbox", { name: "Internal note" }), "Calls back after four.");
  await person.click(screen.getByRole("button", { name: "Save note" }));
  await screen.findByText("Maria Ortiz noted:");
  expect(await screen.findByRole("button", { name: "Add a note" })).toBe(document.activeElement);
  expect(screen.queryByRole("textbox", { name: "Internal note" })).toBeNull();
  expect(sent).toHaveLength(1);
  expect(readDraft("member:maria", "unsent:note:one")).toBeNull();
});

it("keeps what was written of a note until it is saved or left", async () => {
  await openPerson({});
  await userEvent.click(screen.getByRole("button", { name: "Add a note" }));
  await userEvent.type(screen.getByRole("textbox", { name: "Internal note" }), "Half a th");
  cleanup();
  await openPerson({});
  expect(screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Internal note" }).value).toBe("Half a th");
  await userEvent.click(screen.getByRole("button", { name: "Cancel" }));
  screen.getByRole("button", { name: "Add a note" });
});

it("shows no notes to a reviewer", async () => {
  await openPerson({}, { "GET /api/desk/me": { body: { employer: EMPLOYER, member: { ...MANAGER, role: "reviewer" } } } });
  expect(screen.queryByRole("button", { name: "Add a note" })).toBeNull();
});

it("offers to load the notes again when they could not be loaded", async () => {
  let works = false;
  await openPerson(
    {},
    {
      "GET /api/desk/applications/one/notes": () =>
        works ? { body: { notes: [NOTE], colleagues: [] } } : { status: 403, body: { code: "role_required", message: "" } },
    },
  );
  await screen.findByText("We couldn't load the notes.");
  works = true;
  await userEvent.click(screen.getByRole("button", { name: "Try Again" }));
  await screen.findByText("Maria Ortiz noted:");
});
