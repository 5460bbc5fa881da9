/** What somebody was writing when their session ended is kept for them, told after they sign in, and shown to nobody else. */

import type { APIRequestContext } from "@playwright/test";
import { apiAs, createScoredInterview, sendApplication } from "../support/interviews.ts";
import { createAccount, setSession, signIn } from "../support/people.ts";
import type { Server } from "../support/server.ts";
import { addMember, deskApiAs, type Member, setStaffSession } from "../support/staff.ts";
import { expect, test } from "../support/test.ts";

test.use({
  contextOptions: { reducedMotion: "reduce" },
  expectedErrors: [/status of 401|Please sign in|404.*api.applications/],
});

async function createApplication(server: Server, member: Member) {
  const account = await createAccount(server.url, 5);
  await createScoredInterview(null, server, account);
  return { account, id: await sendApplication(server, account, member) };
}

/** Ends the session that the browser has, as another device or an expiry would. */
async function endSession(api: APIRequestContext, path: string): Promise<void> {
  expect(await api.post(path)).toBeOK();
  await api.dispose();
}

test("a member's question and message outlive the session", async ({ page, context, server, inspect }) => {
  const maria = addMember(server);
  const { id } = await createApplication(server, maria);
  await setStaffSession(context, server.url, maria);
  await page.goto(`/desk/messages?application=${id}`);
  await page.getByRole("textbox", { name: /Rosa/ }).fill("Which buses do you take?");
  await page.goto(`/desk/applications/${id}?decide=ask`);
  await page.getByLabel("Your question").fill("Can you work on Sundays?");

  await endSession(await deskApiAs(server, maria), "/api/desk/sign-out");
  const send = page.getByRole("button", { name: "Send question" });
  await send.click({ timeout: 5_000 }).catch(() => undefined); // The page may notice the end before the press.
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Sign in to hire");

  const told = page.getByText("Not sent: your question to Rosa");
  const colleague = addMember(server, { job: maria.job, name: "Theo Grant" });
  await setStaffSession(context, server.url, colleague);
  await page.goto(`/desk/messages?application=${id}`);
  await expect(page.getByRole("textbox", { name: /Rosa/ })).toHaveValue("");
  await expect(told).toHaveCount(0);
  await context.clearCookies();

  await page.goto(`/desk/applications/${id}`);
  await page.getByLabel("Work email").fill(`${maria.id}@staff.example`);
  await page.getByRole("button", { name: "Email me a link" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Check your email");
  await page.goto(await server.deskLinkMailedTo(`${maria.id}@staff.example`, "sign-in"));
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(told).toBeVisible();
  await expect(page.getByText("Not sent: your message to Rosa")).toBeVisible();
  await inspect("told");
  await page.getByText("Discard", { exact: true }).first().click(); // The message.
  await expect(page.getByText("Not sent: your message to Rosa")).toHaveCount(0);
  await page.getByRole("link", { name: "Continue writing to Rosa" }).click();
  await expect(page.getByLabel("Your question")).toHaveValue("Can you work on Sundays?");
  await page.getByRole("button", { name: "Send question" }).click();
  await expect(page.getByRole("region", { name: "Waiting to be sent" })).toContainText("Rosa");
  await page.reload();
  await expect(page.getByRole("region", { name: "Waiting to be sent" })).toBeVisible();
  await expect(told).toHaveCount(0);
});

test("a candidate's message outlives the session", async ({ page, context, server, inspect }) => {
  const { account, id } = await createApplication(server, addMember(server));
  await page.goto("/login");
  await signIn(page, account);
  await expect(page).toHaveURL(/\/live-interview|\/video-interview-prep|\/dashboard/);
  await page.goto(`/application?id=${id}`);
  const message = page.getByRole("textbox");
  await message.fill("I can start on Monday.");

  const session = (await context.cookies()).find(({ name }) => name === "dayshift_session")?.value ?? "";
  await endSession(await apiAs(server, { ...account, token: session }), "/api/auth/logout");
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByText(/^You were signed out from another device/)).toBeVisible();
  await signIn(page, account);
  await expect(page.getByText(/^Not sent: what you wrote to/)).toBeVisible();
  await expect(message).toHaveValue("I can start on Monday.");
  await inspect("told");
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "I can start on Monday." })).toBeVisible();
  await expect(message).toHaveValue("");

  await message.fill("Only Rosa reads this.");
  await setSession(context, server.url, await createAccount(server.url, 5));
  await page.goto(`/application?id=${id}`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByText("Only Rosa reads this.")).toHaveCount(0);
  await expect(page.getByText(/^Not sent/)).toHaveCount(0);
});
