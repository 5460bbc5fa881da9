import { screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { openDeskApp } from "#/testing/desk.tsx";
import { type Script, serve } from "#/testing/server.ts";

const SIGN_UP = {
  employer: "Night Bakery",
  email: "ana@bakery.example",
  city: "Queens",
  state: "NY",
  zip: "11101",
  approval: false,
  alike: [{ id: "e1", name: "Night Bakery LLC", sameDomain: false }],
};

function openLink(script: Script) {
  serve({
    "GET /api/desk/me": { status: 401, body: { code: "signed_out", message: "" } },
    "GET /api/desk/sign-up/k1": { body: SIGN_UP },
    ...script,
  });
  return openDeskApp("/desk/start?key=k1");
}

it("says that nothing was added, and lets the same press try again until the link is over", async () => {
  let answer: "unreachable" | { status: number; body: object } = "unreachable";
  const { person } = openLink({ "POST /api/desk/sign-up/k1": () => answer });
  await person.click(await screen.findByRole("button", { name: "Add Night Bakery" }));
  await screen.findByText("Nothing was added");
  answer = { status: 410, body: { code: "link_expired", message: "This link has expired or was already used." } };
  await person.click(screen.getByRole("button", { name: "Add Night Bakery" }));
  await screen.findByText("This link has expired or was already used.");
  expect(screen.getByRole("link", { name: "Start again" }).getAttribute("href")).toBe("/desk/start");
  expect(screen.queryByRole("button", { name: "Add Night Bakery" })).toBeNull();
  expect(screen.getByRole("link", { name: "How we use your data" }).getAttribute("href")).toBe("/privacy");
});

it("tells a request to join that was not sent from an employer that was not added", async () => {
  const { person } = openLink({ "POST /api/desk/sign-up/k1/join": "unreachable" });
  await person.click(await screen.findByRole("button", { name: "Ask to join Night Bakery LLC" }));
  await screen.findByText("We couldn't ask them");
  await waitFor(() => expect(screen.queryByText("Nothing was added")).toBeNull());
  screen.getByRole("button", { name: "Add Night Bakery" });
});

it("names the place that a zip code is taken for while it is typed", async () => {
  serve({
    "GET /api/desk/me": { status: 401, body: { code: "signed_out", message: "" } },
    "GET /api/desk/sign-up": { body: { mode: "open", contact: "" } },
    "GET /api/places/10115": { body: { city: "New York", state: "NY" } },
    "GET /api/places/00000": { status: 404, body: { code: "not_found", message: "" } },
  });
  const { person } = openDeskApp("/desk/start");
  const zip = await screen.findByLabelText("Zip code");
  await person.type(zip, "10115");
  await screen.findByText("That's in New York, NY.");
  await person.clear(zip);
  await person.type(zip, "00000");
  await waitFor(() => expect(screen.queryByText("That's in New York, NY.")).toBeNull());
});

it.each([
  [{ mode: "off", contact: "" }, "New companies can't sign up here by themselves. Please ask the people who run this site."],
  [{ mode: "off", contact: "hello@dayshift.example" }, "New companies can't sign up here by themselves. Please contact us: hello@dayshift.example"],
  [{ mode: "approval", contact: "" }, "Tell us who you are. We'll email you a link. Then we look at your request, and write to you."],
])("says who can add an employer here: %o", async (mode, text) => {
  serve({ "GET /api/desk/me": { status: 401, body: { code: "signed_out", message: "" } }, "GET /api/desk/sign-up": { body: mode } });
  openDeskApp("/desk/start");
  await screen.findByText(text);
});
