/** One tab shows the data of one person, and acts for nobody else. */

import { act, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { readItem, writeItem } from "#/platform/storage.ts";
import { openApp } from "#/testing/app.tsx";
import { type Script, serve } from "#/testing/server.ts";
import { someUser } from "#/testing/user.ts";

const MAYA = someUser({ currentStep: 5, flowCompleted: true, profileCompleted: true });
const OMAR = someUser({ id: "omar", uuid: "omar", firstName: "Omar", lastName: "Haddad", email: "omar@example.com" });
const OTHER = { status: 401, body: { code: "signed_in_as_other", message: "Someone else has signed in in this browser. Please reload the page." } };

beforeEach(() => localStorage.clear());

/** A server at which Omar has signed in, in the browser's other tab. */
const meOfOmar: Script[string] = (_body, headers) => {
  const claimed = headers.get("x-signed-in-as");
  return claimed !== null && claimed !== OMAR.id ? OTHER : { body: { user: OMAR } };
};

async function openProfileOfMaya(script: Script = {}) {
  const found: Script = { "GET /api/auth/me": { body: { user: MAYA } }, "GET /api/user/profile": { body: { user: MAYA } }, ...script };
  for (const list of ["sessions", "passkeys"]) found[`GET /api/auth/${list}`] = { body: { [list]: [] } };
  const calls = serve(found);
  const app = openApp("/profile", MAYA);
  await app.person.click(await screen.findByRole("button", { name: "Edit" }));
  return { ...app, calls, found };
}

async function stopped() {
  await screen.findByRole("heading", { name: "Omar is signed in now" });
  expect(document.body.textContent).not.toContain("Torres");
  expect(screen.getByRole("button", { name: "Continue as Omar" })).toBeTruthy();
}

it("a tab stops when somebody else signs in in another one, and says who", async () => {
  const { found, calls } = await openProfileOfMaya();
  found["GET /api/auth/me"] = meOfOmar;
  writeItem("authToken", OMAR.uuid);
  writeItem("user", JSON.stringify(OMAR));
  act(() => void dispatchEvent(new StorageEvent("storage", { key: "authToken", newValue: OMAR.uuid })));
  await stopped();
  expect(readItem("authToken"), "the other tab stays signed in").toBe(OMAR.uuid);
  expect(calls.filter(({ key }) => !key.startsWith("GET"))).toEqual([]);
});

it("a tab that was not told learns it from the server, which does nothing for it", async () => {
  const { found, person } = await openProfileOfMaya();
  let claimed: string | null = null;
  found["GET /api/auth/me"] = meOfOmar;
  found["PATCH /api/auth/profile"] = (_body, headers) => {
    claimed = headers.get("x-signed-in-as");
    return OTHER;
  };
  await person.click(screen.getByRole("button", { name: "Save Changes" }));
  await stopped();
  expect(claimed).toBe(MAYA.id);
});

it("what one person changed last is not stored after another has signed in", async () => {
  let reply = () => {};
  const { found, path, person } = await openProfileOfMaya();
  await person.click(screen.getByRole("button", { name: "Save Changes" }).parentElement!.querySelector("input")!);
  const late = new Promise<void>((resolve) => (reply = resolve));
  const { fetch } = globalThis;
  globalThis.fetch = (async (request: Request) => {
    const response = await fetch(request);
    if (request.method === "PATCH") await late;
    return response;
  }) as typeof globalThis.fetch;
  found["PATCH /api/auth/profile"] = { body: { user: MAYA } };
  found["POST /api/auth/logout"] = {};
  await person.click(screen.getByRole("button", { name: "Save Changes" }));
  await person.click(screen.getByRole("button", { name: "Logout" }));
  await waitFor(() => expect(path()).toBe("/"));
  await act(async () => {
    reply();
    await new Promise(setImmediate);
  });
  expect([readItem("authToken"), readItem("user")]).toEqual([null, null]);
});

it.each(["{", "null", "5", "{}", '{"id":7,"uuid":null}', '"maya"'])("a damaged record (%s) means signed out", async (record) => {
  serve({ "GET /api/auth/me": "unreachable" });
  writeItem("user", record);
  const { path } = openApp("/profile", MAYA);
  await waitFor(() => expect(path()).toBe("/login?next=%2Fprofile"));
  expect({ ...localStorage }).toEqual({});
});

it("no address stays in the browser after a session has expired", async () => {
  const { found, person } = await openProfileOfMaya();
  await person.type(screen.getByLabelText("Email", { selector: "input" }), "x");
  found["PATCH /api/auth/profile"] = { status: 401, body: { code: "not_signed_in", message: "Please sign in." } };
  await person.click(screen.getByRole("button", { name: "Save Changes" }));
  await screen.findByRole("heading", { name: "Welcome Back" });
  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain("@");
});
