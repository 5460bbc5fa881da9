import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { readItem } from "#/platform/storage.ts";
import { openApp } from "#/testing/app.tsx";
import { serve } from "#/testing/server.ts";
import { someUser } from "#/testing/user.ts";
import { categories } from "#/api/categories.ts";
import moreCategories from "../../../../dayshift/knowledge/occupations/more_categories.json";

const MAYA = someUser();
const SAMPLE = "I want to be a full-time server in a busy restaurant near 10001.";
const me = (user = MAYA) => ({ ...typed, "GET /api/auth/me": { body: { user } } });
const saved = { "POST /api/job-searches": { status: 201, body: {} } };

const NOTHING = { text: "", titles: [], understood: false, suggested: [], offers: [], conflicts: [], city: null, placeSaid: null, country: null };
const typed = { "POST /api/wish": { body: NOTHING } };

beforeEach(() => localStorage.clear());

async function open(user = MAYA) {
  const app = openApp("/job-search", user);
  await screen.findByLabelText("The job you want");
  return app;
}

const box = () => screen.getByLabelText<HTMLTextAreaElement>("The job you want");
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>("button", { name });

describe("the demo", () => {
  it("types automatically at 50 ms per character and shows the shortcut hint after a second", async () => {
    serve(me());
    await open();
    vi.useFakeTimers();
    // Restarts the typing on the test's clock.
    fireEvent.click(button("Skip demo"));
    fireEvent.click(button("Show demo"));
    act(() => void vi.advanceTimersByTime(550));
    expect(screen.getByText(SAMPLE.slice(0, 11))).toBeDefined();
    expect(screen.queryByText("In a hurry? Tap a kind of work")).toBeNull();
    act(() => void vi.advanceTimersByTime(450));
    expect(screen.getByText("In a hurry? Tap a kind of work")).toBeDefined();
    expect(button("Continue").disabled).toBe(true);
    expect(button("Send").disabled).toBe(true);
  });

  it("stops permanently when it is skipped", async () => {
    serve(me());
    const { person } = await open();
    expect(readItem("jobSearchDemoSeen")).toBeNull();
    await person.click(button("Skip demo"));
    expect(readItem("jobSearchDemoSeen")).toBe("1");
    expect(button("Show demo")).toBeDefined();
  });

  it("stops when the person starts to type", async () => {
    serve(me());
    const { person } = await open();
    await person.type(box(), "Cook");
    expect(box().value).toBe("Cook");
    expect(readItem("jobSearchDemoSeen")).toBe("1");
    expect(button("Continue").disabled).toBe(false);
  });

  it("does not replace an earlier search", async () => {
    serve(me(someUser({ jobSearchPrompt: "Night cook" })));
    await open(someUser({ jobSearchPrompt: "Night cook" }));
    expect(box().value).toBe("Night cook");
  });
});

describe("what was understood", () => {
  it("is shown while the person types, in the words of the questions", async () => {
    const offers = [
      { questionType: "availability", answer: "weekday-mornings" },
      { questionType: "hourly_rate", answer: "20" },
      { questionType: "zip_code", answer: "10001" },
    ];
    const titles = [
      { title: "Line Cook", score: 1 },
      { title: "Baker", score: 0.4 },
    ];
    const calls = serve({ ...me(), "POST /api/wish": { body: { ...NOTHING, titles, offers, city: "New York" } } });
    const { person } = await open();
    await person.type(box(), "Cook, 10001");
    const found = await screen.findByRole("list", { name: "What we understood" });
    expect([...found.children].map(({ textContent }) => textContent)).toEqual(["Line Cook", "Weekday Mornings", "$20/hour", "New York (10001)"]);
    expect(calls.filter(({ key }) => key === "POST /api/wish").at(-1)?.body).toEqual({ text: "Cook, 10001" });
    await person.clear(box());
    expect(screen.queryByRole("list", { name: "What we understood" })).toBeNull();
  });

  it("is nothing where the text names nothing known, or the server cannot be reached", async () => {
    const calls = serve({ ...me(), "POST /api/wish": "unreachable" });
    const { person } = await open();
    await person.type(box(), "Qwerty");
    await waitFor(() => expect(calls.some(({ key }) => key === "POST /api/wish")).toBe(true));
    expect(screen.queryByText("What we understood")).toBeNull();
    expect(screen.queryByRole("alert")).toBeNull();
  });
});

describe("the kinds of work", () => {
  it("are seven, with six titles each", () => {
    expect(categories().map(({ titles }) => titles.length)).toEqual([6, 6, 6, 6, 6, 6, 6]);
  });

  it("open one at a time, and a title fills the box", async () => {
    serve(me());
    const { person } = await open();
    await person.click(button("Construction"));
    await person.click(button(/^Salon/));
    expect(screen.queryByRole("group", { name: "Construction jobs" })).toBeNull();
    await person.click(button("Barber"));
    expect(box().value).toBe("Barber");
    expect(button("Barber").getAttribute("aria-pressed")).toBe("true");
  });
});

describe("more kinds of work", () => {
  it("are shown on demand, with their titles", async () => {
    serve(me());
    const { person } = await open();
    expect(screen.queryByRole("button", { name: "Healthcare support" })).toBeNull();
    const more = button("More kinds of work");
    await person.click(more);
    expect(more.getAttribute("aria-expanded")).toBe("true");
    await person.click(await screen.findByRole("button", { name: "Healthcare support" }));
    await person.click(button("Nursing Assistant"));
    expect(box().value).toBe("Nursing Assistant");
    await person.click(more);
    expect(screen.queryByRole("button", { name: "Healthcare support" })).toBeNull();
  });

  it("each have a drawing of their own", () => {
    const arts = [...categories(), ...moreCategories].map(({ art }) => art);
    expect(new Set(arts).size).toBe(16);
  });
});

describe("sending the search", () => {
  it("saves it, records step 2 and continues", async () => {
    const calls = serve({
      ...me(),
      ...saved,
      "PATCH /api/auth/step": { body: { user: someUser({ currentStep: 2 }) } },
      [`GET /api/user-responses/${MAYA.id}`]: { body: [] },
      "GET /api/wish": { body: { offers: [], conflicts: [] } },
    });
    const { person, path } = await open();
    await person.type(box(), "  Night cook {Enter}");
    await waitFor(() => expect(path()).toBe("/quick-questions"));
    expect(calls.filter(({ key }) => !key.startsWith("GET") && key !== "POST /api/wish")).toEqual([
      { key: "POST /api/job-searches", body: { searchQuery: "Night cook", userId: MAYA.id } },
      { key: "PATCH /api/auth/step", body: { step: 2, data: { jobSearchPrompt: "Night cook" } } },
    ]);
  });

  it.each([
    ["is not saved", { "POST /api/job-searches": "unreachable" as const }],
    ["is saved, but not the step", { ...saved, "PATCH /api/auth/step": { status: 500 } }],
    ["is saved, but the person is elsewhere", { ...saved, "PATCH /api/auth/step": { body: { user: someUser({ currentStep: 1 }) } } }],
  ])("stays, with the text, when it %s", async (_what, script) => {
    const log = vi.mocked(console.error).mockReturnValue();
    serve({ ...me(), ...script });
    const { person, path } = await open();
    await person.type(box(), "Cook");
    await person.click(button("Continue"));
    await screen.findByRole("alert");
    expect(path()).toBe("/job-search");
    expect(box().value).toBe("Cook");
    expect(log).toHaveBeenCalledOnce();
  });
});
