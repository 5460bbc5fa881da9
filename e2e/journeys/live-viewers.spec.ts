/** Live viewers: the candidate sees who is watching and can stop it. */

import { apiAs } from "../support/interviews.ts";
import { enterRoom, openLobby, press, storedInterview } from "../support/room.ts";
import { expect, test } from "../support/test.ts";

test.use({ expectedErrors: [/WebSocket connection .* Unexpected response code: 403/, /status of 404/] });

test("a coach watches a booked candidate live until the candidate stops it", async ({ page, server, browser, inspect }) => {
  const candidate = await openLobby(page, server.url);
  const api = await apiAs(server, candidate);
  const slotsResponse = await api.get("/api/schedule/slots?zone=America/New_York");
  const { slots } = (await slotsResponse.json()) as { slots: { startsAt: string }[] };
  const startsAt = slots[0]?.startsAt;
  const booking = { startsAt, zone: "America/New_York", name: "Rosa Delgado", email: candidate.email };
  expect(await api.post("/api/schedule/bookings", { data: booking })).toBeOK();

  await enterRoom(page);
  await press(page, "Start My Answer");

  const office = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const desk = await office.newPage();
  await test.step("only the booked coach can join", async () => {
    const join = desk.getByRole("link", { name: /^Join: Rosa/ });
    const coaches: string[] = [];
    for (const [name, address] of Object.entries(server.coachPages())) {
      const live = desk.waitForResponse((reply) => reply.url().endsWith("/live"));
      await desk.goto(address);
      await (await live).finished();
      await desk.waitForLoadState("networkidle");
      if (await join.isVisible()) coaches.push(name, address);
    }
    expect(coaches).toHaveLength(2);
    await desk.goto(coaches[1] ?? "");
    await expect(join).toBeVisible();
    await desk.screenshot({ path: test.info().outputPath("coach-live.png") });
    await join.click();
    await desk.getByRole("button", { name: "Join" }).click();
    await expect(page.getByText(`Watching live: ${coaches[0]}`)).toBeVisible();
  });

  await test.step("the viewer receives video and audio", async () => {
    const video = desk.locator("video");
    const frames = () => video.evaluate((shown: HTMLVideoElement) => shown.getVideoPlaybackQuality().totalVideoFrames);
    await expect.poll(frames, { timeout: 30_000 }).toBeGreaterThan(10);
    await expect(desk.getByText("Live", { exact: true })).toBeVisible();
    const kinds = (shown: HTMLVideoElement) => (shown.srcObject as MediaStream).getTracks().map(({ kind }) => kind).sort();
    expect(await video.evaluate(kinds)).toEqual(["audio", "video"]);
    await desk.screenshot({ path: test.info().outputPath("watching.png") });
    await inspect("watched");
  });

  await test.step("the viewer sees a message between two answers", async () => {
    const between = desk.getByText("Between questions.");
    await press(page, "Complete This Answer");
    await expect(between).toBeVisible();
    await desk.screenshot({ path: test.info().outputPath("between.png") });
    await page.getByLabel("Your answer").fill("I carried four plates at a time for two years.");
    await press(page, "Save My Answer");
    await page.getByRole("button", { name: "Start My Answer" }).waitFor();
    await press(page, "Start My Answer");
    await expect(between).toHaveCount(0);
  });

  await test.step("the candidate stops viewing and continues; nobody can join again", async () => {
    await page.getByRole("button", { name: "Stop: don't let anyone watch this interview" }).click();
    await expect(desk.getByText(/prefers not to be watched/)).toBeVisible();
    await expect(page.getByText(/^Watching live/)).toHaveCount(0);
    await desk.screenshot({ path: test.info().outputPath("declined.png") });
    await desk.reload();
    await expect(desk.getByText(/prefers not to be watched/)).toBeVisible();
    await expect(desk.getByRole("button", { name: "Join" })).toHaveCount(0);
    await press(page, "Complete This Answer");
  });

  await test.step("a modified link is rejected", async () => {
    await desk.goto(`${desk.url()}x`);
    await expect(desk.getByRole("heading", { name: "This link doesn't work" })).toBeVisible();
  });
  const visits = await page.request.get(`/api/interviews/${(await storedInterview(page)).id}/visits`);
  expect(((await visits.json()) as { visits: unknown[] }).visits).toHaveLength(1);
  await Promise.all([office.close(), api.dispose()]);
});
