/** An owner creates an API key with the keyboard, a program uses it, and the owner rotates and revokes it. */

import type { APIRequestContext } from "@playwright/test";
import { check, enter, tabTo } from "../support/keyboard.ts";
import { addMember, setStaffSession } from "../support/staff.ts";
import { expect, test } from "../support/test.ts";

test.use({ contextOptions: { reducedMotion: "reduce" } });

/** Returns the status of a request with the key. */
async function ask(request: APIRequestContext, key: string, path: string): Promise<number> {
  return (
    await request.get(`/api/v1/employer/${path}`, {
      headers: { Authorization: `Bearer ${key}` },
    })
  ).status();
}

test("an owner creates, rotates and revokes a key @desktop", async ({ page, server, request, inspect }) => {
  await setStaffSession(page.context(), server.url, addMember(server, { role: "owner", name: "Ana Whitlock" }));
  await page.goto("/desk/connections");
  await expect(page.getByText("No key yet.")).toBeVisible();
  await page.getByRole("heading", { name: "API keys" }).scrollIntoViewIfNeeded();
  await inspect("empty");

  await enter(page, "button", "Create a key");
  const name = page.getByRole("dialog").getByRole("textbox", { name: "Name" });
  await enter(page, "button", "Create");
  await expect(page.getByText("Enter a name.")).toBeVisible();
  await expect(page.getByText("Choose at least one.")).toBeVisible();
  await expect(name).toBeFocused();
  await inspect("missing");
  await page.keyboard.type("Payroll");
  await check(page, "Read applications");
  await check(page, "Post and change jobs");
  await expect(page.getByText("Choose at least one.")).toBeHidden();
  await enter(page, "button", "Create");
  await expect(page.getByRole("heading", { name: "Your new API key" })).toBeVisible();
  const key = page.getByRole("textbox", { name: "Your new API key" });
  const first = await key.inputValue();
  expect(first).toMatch(/^dayshift_live_[0-9A-Za-z]{38}$/);
  await inspect("secret");
  await page.keyboard.press("Escape");

  const entry = page.getByRole("listitem").filter({ hasText: "Payroll" });
  await expect(entry).toContainText(`Ends in ${first.slice(-4)}`);
  await expect(entry).toContainText("Read applications");
  await expect(entry).toContainText("Post and change jobs");
  await expect(entry).not.toContainText("Move applications");
  await expect(entry).toContainText("by Ana Whitlock");
  await expect(entry).toContainText("Not used yet");
  await expect(page.locator("body")).not.toContainText(first);
  expect(await ask(request, first, "applications")).toBe(200);
  expect(await ask(request, first, "jobs")).toBe(403);
  await page.reload();
  await expect(entry).toContainText("Last used:");

  await enter(page, "button", "Rotate Payroll");
  await inspect("rotate");
  await enter(page, "button", "Rotate");
  await expect(page.getByText("works for another 24 hours")).toBeVisible();
  await expect(key).not.toHaveValue(first);
  const second = await key.inputValue();
  await tabTo(page, page.getByRole("button", { name: "I've saved it" }));
  await page.keyboard.press("Enter");
  await expect(entry).toContainText("The old secret works until");
  await expect(entry).toContainText(`Ends in ${second.slice(-4)}`);
  expect([await ask(request, first, "key"), await ask(request, second, "key")]).toEqual([200, 200]);
  await inspect("rotated");

  await enter(page, "button", "Revoke Payroll");
  await inspect("revoke");
  await enter(page, "button", "Revoke");
  await expect(page.getByText("No key yet.")).toBeVisible();
  expect([await ask(request, first, "key"), await ask(request, second, "key")]).toEqual([401, 401]);
});

test.describe("in Spanish, with locations", () => {
  test.use({ locale: "es-US" });

  test("a key can be limited to a location", async ({ page, server, inspect }) => {
    const owner = addMember(server, { role: "owner", name: "Ana Whitlock" });
    addMember(server, { job: owner.job, elsewhere: true }); // Adds a location.
    await setStaffSession(page.context(), server.url, owner);
    await page.context().addCookies([{ name: "dayshift_language", value: "es", url: server.url }]);
    await page.goto("/desk/connections");
    await page.getByRole("button", { name: "Crear una clave" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox", { name: "Nombre" }).fill("Nómina");
    await dialog.getByLabel("Leer empleos").check();
    await dialog.getByLabel("Todos los lugares").uncheck();
    await dialog.getByRole("button", { name: "Crear" }).click();
    await expect(page.getByText("Elija al menos un lugar.")).toBeVisible();
    await dialog.getByLabel(/^Elsewhere/).check();
    await inspect("locations");
    await dialog.getByRole("button", { name: "Crear" }).click();
    await page.getByRole("button", { name: "Ya lo guardé" }).click();
    const entry = page.getByRole("listitem").filter({ hasText: "Nómina" });
    await expect(entry).toContainText("Elsewhere");
    await expect(entry).toContainText("Todavía no se ha usado");
    await inspect("limited");
  });
});
