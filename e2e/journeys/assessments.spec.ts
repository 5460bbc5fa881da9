/** An applicant tracking system orders interviews; a candidate without an account takes one, another refuses, and the owner sees both. */

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type APIRequestContext, request } from "@playwright/test";
import { enter, tabTo } from "../support/keyboard.ts";
import { newPerson, type Person } from "../support/people.ts";
import { answerAll, enterRoomTyping, finishInterview, prepare, saveAnswer, startAnswer, typeAnswer } from "../support/room.ts";
import { addMember, setStaffSession } from "../support/staff.ts";
import { expect, test } from "../support/test.ts";

const ANSWER = "I worked two years at a diner. On a busy night I set the tables first, then asked a colleague to take the register, and nobody waited long.";

interface Status {
  partner_status: string;
  partner_profile_url: string;
  partner_score?: number;
}

/** An applicant tracking system: it calls with its key, and counts the callbacks. */
class TrackingSystem {
  callbacks: string[] = [];
  #server = createServer((message, reply) => {
    this.callbacks.push(`${String(message.method)} ${String(message.url)}`);
    message.resume();
    reply.writeHead(204).end();
  });

  constructor(readonly api: APIRequestContext) {}

  /** Connects to the server with a key. */
  static async connect(url: string, key: string): Promise<TrackingSystem> {
    const basic = Buffer.from(`${key}:`).toString("base64");
    const api = await request.newContext({
      baseURL: url,
      extraHTTPHeaders: { Authorization: `Basic ${basic}` },
    });
    const system = new TrackingSystem(api);
    await new Promise<void>((resolve) => system.#server.listen(0, "127.0.0.1", resolve));
    return system;
  }

  async call<T>(method: "get" | "post", path: string, data?: object): Promise<T> {
    const reply = await this.api[method](`/api/exchange/assessments/${path}`, data ? { data } : {});
    expect(reply, await reply.text()).toBeOK();
    return (await reply.json()) as T;
  }

  /** Orders an interview and returns its id. */
  async send(test: string, { firstName, lastName, email }: Person, number: number): Promise<string> {
    const url = `http://127.0.0.1:${String((this.#server.address() as AddressInfo).port)}/done/${String(number)}`;
    const candidate = {
      first_name: firstName,
      last_name: lastName,
      email,
      phone_number: "+12125550100",
    };
    const { partner_interview_id: id } = await this.call<{
      partner_interview_id: string;
    }>("post", "send_test", { partner_test_id: test, candidate, url });
    return id;
  }

  status(order: string): Promise<Status> {
    return this.call("get", `test_status?partner_interview_id=${order}`);
  }

  async close(): Promise<void> {
    await this.api.dispose();
    this.#server.close();
  }
}

test.describe("in English, on a phone", () => {
  test.use({
    permissions: [],
    contextOptions: { reducedMotion: "reduce" },
    viewport: { width: 360, height: 740 },
  });

  test("a candidate without an account takes an ordered interview, and the owner opens the result", async ({ page, context, server, inspect }) => {
    await setStaffSession(context, server.url, addMember(server, { role: "owner", name: "Ana Whitlock" }));
    await page.goto("/desk/connections");
    await page.getByRole("heading", { name: "Applicant tracking system" }).scrollIntoViewIfNeeded();
    await inspect("no-key");
    await page.getByRole("button", { name: "Create key" }).click();
    const field = page.getByRole("textbox", { name: "New key" });
    await expect(field).toHaveValue(/^dayshift_ats_/);
    await inspect("key");
    await expect(page.getByRole("button", { name: "Copy key" })).toBeVisible();
    const system = await TrackingSystem.connect(server.url, await field.inputValue());

    const [job] = await system.call<{ partner_test_id: string }[]>("get", "list_tests");
    const rosa = newPerson();
    const order = await system.send(job!.partner_test_id, rosa, 1);
    expect((await system.status(order)).partner_status).toBe("sent");

    await page.goto(await server.assessmentLinkMailedTo(rosa.email));
    await expect(page.getByRole("heading", { name: /invites you to an interview$/ })).toBeVisible();
    await inspect("invitation");
    await page.getByRole("textbox", { name: "First name" }).fill("");
    await page.getByRole("button", { name: "Agree and start" }).click();
    await expect(page.getByText("Please enter your name.")).toBeVisible();
    await inspect("name-missing");
    await page.getByRole("textbox", { name: "First name" }).fill(rosa.firstName);
    await page.getByRole("button", { name: "Agree and start" }).click();

    await prepare(page, inspect, false);
    expect((await system.status(order)).partner_status).toBe("accepted");
    await enterRoomTyping(page);
    await answerAll(page, async () => {
      await startAnswer(page);
      await typeAnswer(page, ANSWER);
      await saveAnswer(page);
    });
    await finishInterview(page);
    await expect.poll(() => system.callbacks, "the callback").toEqual(["PATCH /done/1"]);
    const done = await system.status(order);
    expect(done.partner_status).toBe("complete");
    expect(done.partner_score).toBeUndefined();

    await system.call("post", "response_error", {
      api_call: "test_status",
      errors: ["no such stage"],
      partner_interview_id: order,
    });
    await page.goto("/desk/connections");
    const entry = page.getByRole("listitem").filter({ hasText: `${rosa.firstName} ${rosa.lastName}` });
    await expect(entry).toContainText("Done");
    await expect(entry).toContainText("Your system reported: test_status: no such stage");
    await entry.scrollIntoViewIfNeeded();
    await inspect("orders");
    await entry.getByRole("link", { name: "See the result" }).click();
    await expect(page.getByRole("heading", { name: new RegExp(rosa.firstName) }).first()).toBeVisible();
    expect(new URL(done.partner_profile_url).pathname).toBe(new URL(page.url()).pathname);
    await system.close();
  });
});

test.describe("in Spanish, by keyboard", () => {
  test.use({ locale: "es-US", contextOptions: { reducedMotion: "reduce" } });

  test("a candidate refuses, and the owner replaces and revokes the key @desktop", async ({ page, context, server, inspect }) => {
    await setStaffSession(context, server.url, addMember(server, { role: "owner", name: "Ana Whitlock" }));
    await context.addCookies([{ name: "dayshift_language", value: "es", url: server.url }]);
    await page.goto("/desk/connections");
    await enter(page, "button", "Crear clave");
    const field = page.getByRole("textbox", { name: "Clave nueva" });
    await expect(field).toHaveValue(/^dayshift_ats_/);
    const system = await TrackingSystem.connect(server.url, await field.inputValue());
    const [job] = await system.call<{ partner_test_id: string }[]>("get", "list_tests");
    const rosa = newPerson();
    const order = await system.send(job!.partner_test_id, rosa, 2);

    await page.goto(await server.assessmentLinkMailedTo(rosa.email));
    await expect(page.getByRole("heading", { name: /le invita a una entrevista$/ })).toBeVisible();
    await inspect("invitation");
    await enter(page, "button", "No, gracias");
    await expect(page.getByRole("heading", { name: "¿Rechazar esta invitación?" })).toBeVisible();
    await inspect("refuse");
    await tabTo(page, page.getByRole("button", { name: "Rechazar", exact: true }));
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "Rechazó esta invitación" })).toBeVisible();
    await inspect("refused");
    await expect.poll(() => system.callbacks, "the callback").toEqual(["PATCH /done/2"]);
    expect((await system.status(order)).partner_status).toBe("refused");

    await page.goto("/desk/connections");
    await page.getByText("Rechazada", { exact: true }).scrollIntoViewIfNeeded();
    await inspect("orders");
    await enter(page, "button", "Reemplazar clave");
    await inspect("replace");
    await tabTo(page, page.getByRole("dialog").getByRole("button", { name: "Reemplazar clave" }));
    await page.keyboard.press("Enter");
    await expect(field).toBeVisible();
    expect((await system.api.get("/api/exchange/assessments/list_tests")).status()).toBe(401);
    await page.getByRole("button", { name: "Revocar clave" }).click();
    await inspect("revoke");
    await page.getByRole("dialog").getByRole("button", { name: "Revocar clave" }).click();
    await expect(page.getByText("Todavía no hay clave", { exact: true })).toBeVisible();
    await system.close();
  });
});
