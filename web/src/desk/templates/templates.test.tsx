/** Templates: the page that checks and saves them, and choosing one in a message, which sends nothing. */

import { screen, within } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { openDeskApp } from "#/testing/desk.tsx";
import { EMPLOYER, MANAGER } from "#/testing/member.ts";
import { type Script, serve } from "#/testing/server.ts";
import { unknownPlaceholders, withTemplate } from "./placeholders.ts";

const PARKING = { id: "t1", name: "Parking", purpose: "message", en: "Hi {name}", es: null, changedBy: "Ana", changedAt: "2026-06-01T12:00:00Z" };
const SERVER: Script = {
  "GET /api/desk/me": { body: { employer: EMPLOYER, member: MANAGER } },
  "GET /api/desk/employers": { body: { employers: [] } },
  "GET /api/desk/threads/unread": { body: { threads: 0 } },
};

beforeEach(() => sessionStorage.clear());

it.each([
  ["Hi {name}, {job} at {place} of {employer}", []],
  ["Hi {first} and {first}, {pay", ["{first}", "{"]],
  ["{}", ["{}"]],
])("finds in %j the unknown placeholders %j", (text, unknown) => {
  expect(unknownPlaceholders(text)).toEqual(unknown);
});

it("keeps what was typed before a template", () => {
  expect([withTemplate(" ", "Hi Rosa"), withTemplate("Good news.\n", "Hi Rosa")]).toEqual(["Hi Rosa", "Good news.\n\nHi Rosa"]);
});

it("names unknown placeholders, and saves a template in one language", async () => {
  const calls = serve({
    ...SERVER,
    "GET /api/desk/text-templates": { body: { templates: [] } },
    "POST /api/desk/text-templates": { status: 201, body: PARKING },
  });
  const { person } = openDeskApp("/desk/templates");
  await screen.findByText("No templates yet");
  await person.click(screen.getAllByRole("button", { name: "New template" })[0]!);
  const dialog = within(screen.getByRole("dialog", { name: "New template" }));
  await person.type(dialog.getByLabelText("Name"), "Parking");
  await person.click(dialog.getByLabelText("Spanish"));
  await person.paste("Hola {nombre}");
  await person.click(dialog.getByRole("button", { name: "Save" }));
  dialog.getByText("We don't know {nombre}. You can use {name}, {job}, {employer}, and {place}.");
  expect(document.activeElement).toBe(dialog.getByLabelText("Spanish"));
  await person.clear(dialog.getByLabelText("Spanish"));
  await person.paste("Hola {name}");
  await person.keyboard("{Control>}{Enter}{/Control}");
  await screen.findByText("Saved", { ignore: "[role=status]" });
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(calls.find(({ key }) => key === "POST /api/desk/text-templates")?.body).toEqual({ name: "Parking", purpose: "message", en: null, es: "Hola {name}" });
});

it("changes and deletes a template", async () => {
  let templates = [PARKING];
  serve({
    ...SERVER,
    "GET /api/desk/text-templates": () => ({ body: { templates } }),
    "DELETE /api/desk/text-templates/t1": () => {
      templates = [];
      return { status: 204 };
    },
  });
  const { person } = openDeskApp("/desk/templates");
  await person.click(await screen.findByRole("button", { name: "Change Parking" }));
  const dialog = within(screen.getByRole("dialog", { name: "Parking" }));
  expect(dialog.getByLabelText<HTMLTextAreaElement>("English").value).toBe("Hi {name}");
  await person.click(dialog.getByRole("button", { name: "Delete template" }));
  await screen.findByText("No templates yet");
});

it("inserts a template by keyboard without sending it", async () => {
  const templates = [
    { id: "t1", name: "Parking", language: "en", text: "Hi Rosa, park behind the house." },
    { id: "t2", name: "Welcome", language: "es", text: "Hola" },
  ];
  const calls = serve({
    ...SERVER,
    "GET /api/desk/threads": { body: { threads: [], next: null } },
    "GET /api/desk/questions": { body: { questions: [] } },
    "GET /api/desk/applications/a1/messages": {
      body: { id: "a1", firstName: "Rosa", title: "Line Cook", stage: "in_review", version: 1, writable: true, messages: [] },
    },
    "GET /api/desk/applications/a1/text-templates": { body: { language: "en", templates } },
    "POST /api/desk/wording": { body: { findings: [] } },
  });
  const { person } = openDeskApp("/desk/messages?application=a1");
  const field = await screen.findByLabelText<HTMLTextAreaElement>("Message to Rosa");
  await person.type(field, "Good news.");
  await person.click(await screen.findByText("Use a template"));
  expect(await screen.findByRole("button", { name: "Welcome (Spanish only)" })).toBeDefined();
  await person.tab();
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Parking" }));
  await person.keyboard("{Enter}");
  expect(field.value).toBe("Good news.\n\nHi Rosa, park behind the house.");
  expect(calls.map(({ key }) => key)).not.toContain("POST /api/desk/applications/a1/messages");
});
