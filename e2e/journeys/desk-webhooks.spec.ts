/** An owner connects a system, tests it, sees what it replied, sends it again, rotates the secret, and deletes the address. */

import { createHmac } from "node:crypto";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { addMember, setStaffSession } from "../support/staff.ts";
import { expect, test } from "../support/test.ts";

interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

test.use({
  contextOptions: { reducedMotion: "reduce" },
  viewport: { width: 360, height: 740 },
});
test.use({ expectedErrors: [/status of 422/] });

/** Whether one of a message's signatures was made with this secret. */
function isSignedWith(secret: string, { headers, body }: Received): boolean {
  const signed = `${String(headers["webhook-id"])}.${String(headers["webhook-timestamp"])}.${body}`;
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  const expected = `v1,${createHmac("sha256", key).update(signed).digest("base64")}`;
  return String(headers["webhook-signature"]).split(" ").includes(expected);
}

test("an owner connects a system, and sees and repeats what was sent to it", async ({ page, server, inspect }) => {
  const received: Received[] = [];
  let status = 500;
  const system = createServer((request, response) => {
    let body = "";
    request.on("data", (part) => (body += String(part)));
    request.on("end", () => {
      received.push({ headers: request.headers, body });
      response.writeHead(status).end("Kitchen system says hello");
    });
  });
  await new Promise<void>((resolve) => system.listen(0, "127.0.0.1", resolve));
  const address = `http://127.0.0.1:${String((system.address() as AddressInfo).port)}/hook`;

  await setStaffSession(page.context(), server.url, addMember(server, { role: "owner", name: "Ana Whitlock" }));
  await page.goto("/desk/connections");
  await expect(page.getByText("No address yet.")).toBeVisible();
  await inspect("empty");

  await page.getByRole("button", { name: "Add an address" }).click();
  await page.getByRole("dialog").getByRole("textbox", { name: "Address" }).fill("ftp://wrong");
  await page.getByLabel("All events").uncheck();
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await expect(page.getByText("Choose at least one event.")).toBeVisible();
  await page.getByLabel("application.hired").check();
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await expect(page.getByText("Enter a public address")).toBeVisible();
  await inspect("add");
  await page.getByRole("dialog").getByRole("textbox", { name: "Address" }).fill(address);
  await page.getByRole("dialog").getByRole("textbox", { name: "Address" }).press("Enter");
  await expect(page.getByRole("heading", { name: "Signing secret" })).toBeVisible();
  const secret = await page.getByRole("textbox", { name: "Signing secret" }).inputValue();
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/=]{40,}$/);
  await inspect("secret");
  await page.getByRole("button", { name: "I've saved it" }).click();
  await expect(page.getByText("Nothing delivered yet")).toBeVisible();

  await page.getByRole("button", { name: `Send test to ${address}` }).click();
  const entry = page.getByRole("dialog").getByRole("listitem").filter({ hasText: "endpoint.test" });
  await expect(entry).toContainText("Status 500");
  await expect(entry).toContainText("Waiting");
  status = 200;
  await expect(entry).toContainText("Delivered", { timeout: 30_000 });
  expect(received.length).toBeGreaterThan(1);
  expect(received.every((one) => isSignedWith(secret, one))).toBe(true);
  expect(new Set(received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
  await entry.getByText("Message and reply").click();
  await expect(entry.getByRole("region", { name: "Reply" })).toHaveText("Kitchen system says hello");
  await inspect("deliveries");

  const before = received.length;
  await entry.getByRole("button", { name: /^Send again: endpoint\.test/ }).click();
  await expect.poll(() => received.length).toBe(before + 1);
  await page.keyboard.press("Escape");
  await expect(page.getByText(/Last success/)).toBeVisible();

  await page.getByRole("button", { name: `Change ${address}` }).click();
  await inspect("change");
  await page.getByRole("button", { name: "Make a new secret" }).click();
  await expect(page.getByText("For 24 hours")).toBeVisible();
  const rotated = await page.getByRole("textbox", { name: "Signing secret" }).inputValue();
  await page.keyboard.press("Escape");
  await expect(page.getByText(/The old secret works until/)).toBeVisible();
  await page.getByRole("button", { name: `Send test to ${address}` }).click();
  await expect.poll(() => received.length).toBe(before + 2);
  expect([secret, rotated].map((one) => isSignedWith(one, received.at(-1)!))).toEqual([true, true]);
  await expect(page.getByRole("dialog")).toBeVisible(); // It opens with the reply, which the message can overtake.
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: `Change ${address}` }).click();
  await page.getByRole("button", { name: "Turn off" }).click();
  await expect(page.getByText("Off", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: `Change ${address}` }).click();
  await page.getByRole("button", { name: "Delete" }).click();
  await inspect("delete");
  await page.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("No address yet.")).toBeVisible();
  system.close();
});
