import { screen } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { openApp } from "#/testing/app.tsx";
import { serve } from "#/testing/server.ts";
import { someUser } from "#/testing/user.ts";

const WANTS = { address: "maya@example.com", reminders: true, interviews: true, matches: true, texts: false, textable: false };
const PATH = "/api/notifications/wants/signed";

beforeEach(() => localStorage.clear());

function script(start = WANTS) {
  let preferences = start;
  return {
    [`GET ${PATH}`]: { body: start },
    [`PATCH ${PATH}`]: (body: unknown) => {
      preferences = { ...preferences, ...(body as object) };
      return { body: preferences };
    },
  };
}

it("stops one kind of email with one tap, and not on page load", async () => {
  const calls = serve(script());
  const { person } = openApp("/unsubscribe?kind=matches&key=signed");
  await screen.findByRole("heading", { name: "Stop these emails?" });
  expect(calls.map(({ key }) => key)).toEqual([`GET ${PATH}`]);
  await person.click(screen.getByRole("button", { name: "Turn off: New jobs for you" }));
  await screen.findByRole("heading", { name: "You won't get these emails anymore" });
  expect(calls.at(-1)).toEqual({ key: `PATCH ${PATH}`, body: { matches: false } });
  expect(screen.getByRole<HTMLInputElement>("checkbox", { name: /^New jobs/ }).checked).toBe(false);
  await person.click(screen.getByRole("checkbox", { name: /^New jobs/ }));
  expect(calls.at(-1)?.body).toEqual({ matches: true });
});

it("offers text messages only for a verified number", async () => {
  serve(script({ ...WANTS, textable: true }));
  const { person } = openApp("/unsubscribe?key=signed");
  await person.click(await screen.findByRole("checkbox", { name: /^Text messages/ }));
  expect(screen.getByRole<HTMLInputElement>("checkbox", { name: /^Text messages/ }).checked).toBe(true);
});

it("works without a link for a signed-in user", async () => {
  const user = someUser();
  const own = { "GET /api/auth/me": { body: { user } }, "GET /api/notifications/wants": { body: { key: "signed" } } };
  serve({ ...script(), ...own });
  openApp("/unsubscribe", user);
  await screen.findByRole("heading", { name: "Notifications" });
  screen.getByText("For maya@example.com");
  expect(screen.queryByRole("checkbox", { name: /^Text messages/ })).toBeNull();
});

it("reports a truncated link", async () => {
  serve({ "GET /api/notifications/wants/cut": { status: 404, body: { code: "not_found", message: "No." } } });
  openApp("/unsubscribe?key=cut");
  await screen.findByRole("heading", { name: "This link doesn't work" });
});
