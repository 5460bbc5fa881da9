import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { UNANSWERED } from "./answers.ts";
import { keepDraft } from "#/platform/drafts.ts";
import { openApp } from "#/testing/app.tsx";
import { type Script, serve } from "#/testing/server.ts";
import { someMatches } from "#/testing/matches.ts";
import { someUser } from "#/testing/user.ts";

const MAYA = someUser({ currentStep: 2 });
const SAVED = `GET /api/user-responses/${MAYA.id}`;
const WISH = { text: "", titles: [], understood: false, suggested: [], offers: [], conflicts: [], city: null, placeSaid: null, country: null };
const me = { "GET /api/auth/me": { body: { user: MAYA } } };

beforeEach(() => localStorage.clear());

async function open(script: Script) {
  const calls = serve({ ...me, [SAVED]: { body: [] }, "GET /api/wish": { body: WISH }, ...script });
  const app = openApp("/quick-questions", MAYA);
  await screen.findByRole("group", { name: "Where do you live?" });
  return { ...app, calls, submit: () => app.person.click(button("Complete Profile")) };
}

const button = (name: string) => screen.getByRole("button", { name });
const toastOf = (title: string) => screen.findByText(title, { ignore: "[role=status]" }, { timeout: 5000 });

async function answerAll({ person }: Awaited<ReturnType<typeof open>>) {
  for (const name of [/Part-Time/, "2-5 Years", "Immediately"]) {
    await person.click(screen.getByRole("radio", { name }));
  }
  await person.click(screen.getByRole("checkbox", { name: "Weekends" }));
  await person.type(screen.getByLabelText("Zip code"), "10001");
}

describe("the quick questions", () => {
  it("have three ranges of experience and three times to start", async () => {
    await open({});
    const choices = (question: string) =>
      within(screen.getByRole("group", { name: question }))
        .getAllByRole("radio")
        .map((radio) => radio.closest("label")?.textContent);
    expect(choices("How long have you done this work?")).toEqual(["0-1 Years", "2-5 Years", "5+ Years"]);
    expect(choices("When can you start?")).toEqual(["Immediately", "Within 1 Week", "Within 2 Weeks"]);
  });

  it("say in words which pay is used before anybody moves the slider, and send nothing until the form is sent", async () => {
    const app = await open({});
    const pay = screen.getByRole("group", { name: "What's the lowest hourly pay you'd take?" });
    within(pay).getByText(/^We'll use \$20\/hour or more\./);
    const slider = within(pay).getByRole("slider");
    fireEvent.change(slider, { target: { value: "21" } });
    within(pay).getByText(/^We'll use \$21\/hour or more\./);
    expect(app.calls.filter(({ key }) => !key.startsWith("GET"))).toEqual([]);
  });

  it("highlight unanswered questions and focus the first", async () => {
    const app = await open({});
    await app.person.click(screen.getByRole("radio", { name: /Part-Time/ }));
    await app.submit();
    await screen.findByText("Missing Information");
    screen.getByText("Please answer all questions before continuing.", { exact: false });
    expect(screen.getByText("Missing Information").closest("[data-dock]"), "above the button, not over the fields").not.toBeNull();
    expect(screen.getAllByText("Please pick an answer.")).toHaveLength(3);
    expect(document.activeElement).toBe(screen.getByRole("radio", { name: "0-1 Years" }));
    expect(app.calls.filter(({ key }) => key.startsWith("POST"))).toEqual([]);
  });

  it("ask what was added since a draft was written", async () => {
    const { startDate: _, ...earlier } = { ...UNANSWERED, employmentType: "part-time", experience: "2-5", availability: ["weekends"], zipCode: "10001" };
    keepDraft(`user:${MAYA.uuid}`, "answers", earlier);
    const app = await open({});
    await app.submit();
    await screen.findByText("Missing Information");
    expect(document.activeElement).toBe(screen.getByRole("radio", { name: "Immediately" }));
    expect(app.calls.filter(({ key }) => key.startsWith("POST"))).toEqual([]);
  });

  it("save all answers with the step in one request, then continue", async () => {
    const app = await open({
      "PATCH /api/auth/step": { body: { user: someUser({ currentStep: 3 }) } },
      "GET /api/matches": { body: someMatches() },
    });
    await answerAll(app);
    await app.submit();
    await waitFor(() => expect(app.path()).toBe("/matching"));
    expect(app.calls.filter(({ key }) => !key.startsWith("GET")).map(({ body }) => body)).toEqual([
      {
        step: 3,
        answers: {
          employment_type: "part-time",
          experience: "2-5",
          availability: "weekends",
          hourly_rate: "20",
          start_date: "immediately",
          zip_code: "10001",
        },
        data: { employmentType: "part-time", yearsExperience: 3, expectedPay: "$20/hour", zipCode: "10001" },
      },
    ]);
  });

  it("stay unchanged when they cannot be saved", async () => {
    vi.mocked(console.error).mockReturnValue();
    const app = await open({ "PATCH /api/auth/step": { status: 500 } });
    await answerAll(app);
    await app.submit();
    await toastOf("Error");
    screen.getByText("Failed to save responses. Please try again.");
    expect(app.path()).toBe("/quick-questions");
    expect(screen.getByLabelText<HTMLInputElement>("Zip code").value).toBe("10001");
    expect(screen.getByRole<HTMLInputElement>("radio", { name: "2-5 Years" }).checked).toBe(true);
  });

  it("are prefilled with the saved answers", async () => {
    await open({ [SAVED]: { body: [{ questionType: "zip_code", answer: "60601" }] } });
    expect(screen.getByLabelText<HTMLInputElement>("Zip code").value).toBe("60601");
  });

  it("suggest answers from the job search, mark them, and allow changes", async () => {
    const offers = [
      { questionType: "availability", answer: "weekends" },
      { questionType: "zip_code", answer: "60601" },
    ];
    const { person } = await open({
      "GET /api/wish": { body: { ...WISH, offers } },
      [SAVED]: { body: [{ questionType: "zip_code", answer: "10001" }] },
    });
    expect(screen.getByRole<HTMLInputElement>("checkbox", { name: "Weekends" }).checked).toBe(true);
    expect(screen.getByLabelText<HTMLInputElement>("Zip code").value, "an answer beats a wish").toBe("10001");
    const SEARCHED = /^You search here\. If you live somewhere else, enter your own zip code/;
    expect(screen.queryByText(SEARCHED)).toBeNull();
    await person.clear(screen.getByLabelText("Zip code"));
    await person.type(screen.getByLabelText("Zip code"), "60601");
    screen.getByText(SEARCHED);
    expect(screen.getAllByText(/From your search/)).toHaveLength(1);
    await person.click(screen.getByRole("checkbox", { name: "Holidays" }));
    expect(screen.queryByText(/From your search/)).toBeNull();
  });

  it("accept all answers of a new search in one tap, or keep the earlier ones", async () => {
    const offers = [
      { questionType: "hourly_rate", answer: "25" },
      { questionType: "availability", answer: "weekday-mornings" },
      { questionType: "zip_code", answer: "11201" },
    ];
    const conflicts = offers.map(({ questionType }) => questionType);
    const saved = [
      { questionType: "hourly_rate", answer: "18" },
      { questionType: "availability", answer: "night-shifts" },
      { questionType: "zip_code", answer: "10001" },
    ];
    const { person, submit, calls } = await open({
      "GET /api/wish": { body: { ...WISH, text: "$25/hr brooklyn mornings", understood: true, offers, conflicts, city: "Brooklyn" } },
      [SAVED]: { body: saved },
    });
    expect(screen.getByText(/^Your new search says \$25\/hour, Weekday Mornings, Brooklyn \(11201\)\. Update/)).toBeDefined();
    expect(button("Keep mine")).toBeDefined();
    await person.click(screen.getByRole("radio", { name: /Part-Time/ }));
    await person.click(screen.getByRole("radio", { name: "2-5 Years" }));
    await person.click(screen.getByRole("radio", { name: "Immediately" }));
    await submit();
    expect(document.activeElement, "nothing is saved before the choice").toBe(button("Update"));
    screen.getByText("Choose one of these first, so that your new search isn't lost.");
    expect(calls.filter(({ key }) => key.startsWith("PATCH"))).toEqual([]);
    await person.click(button("Update"));
    expect(screen.getByLabelText<HTMLInputElement>("Zip code").value).toBe("11201");
    expect(screen.getByRole<HTMLInputElement>("checkbox", { name: "Weekday Mornings" }).checked).toBe(true);
    expect(screen.getByRole<HTMLInputElement>("checkbox", { name: "Night Shifts" }).checked).toBe(false);
    expect(screen.queryByRole("button", { name: "Keep mine" })).toBeNull();
  });

  it("report unknown work first, and accept the nearest title instead", async () => {
    let wish = { ...WISH, text: "zookeeper", suggested: ["Housekeeper", "Host"] };
    const { person, calls } = await open({
      "GET /api/wish": () => ({ body: wish }),
      "POST /api/job-searches": { status: 201, body: {} },
      "PATCH /api/auth/step": () => {
        wish = { ...WISH, text: "Housekeeper", understood: true };
        return { body: { user: MAYA } };
      },
    });
    expect(screen.getByRole("heading", { name: "We don't know this kind of work yet" })).toBeDefined();
    await person.type(screen.getByLabelText("Zip code"), "10001");
    await person.click(button("Housekeeper"));
    await toastOf("Now looking for: Housekeeper");
    expect(screen.queryByText("We don't know this kind of work yet")).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole("radio", { name: /Full-Time/ }));
    expect((await screen.findByLabelText<HTMLInputElement>("Zip code")).value).toBe("10001");
    expect(calls.filter(({ key }) => /^(POST|PATCH)/.test(key)).map(({ body }) => body)).toEqual([
      { searchQuery: "Housekeeper", userId: MAYA.id },
      { step: 2, data: { jobSearchPrompt: "Housekeeper" } },
    ]);
  });

  it("report that the nearest title could not be saved, and stay on the page", async () => {
    vi.mocked(console.error).mockReturnValue();
    const { person } = await open({
      "GET /api/wish": { body: { ...WISH, text: "zookeeper", suggested: ["Host"] } },
      "POST /api/job-searches": "unreachable",
    });
    await person.click(button("Host"));
    expect(await screen.findByText("We couldn't save this. Check your connection and try again.")).toBeDefined();
    expect(screen.getByRole("link", { name: "Change what I typed" })).toBeDefined();
  });

  it("ask for the zip code of an ambiguous place", async () => {
    await open({ "GET /api/wish": { body: { ...WISH, text: "server", understood: true, placeSaid: "downtown" } } });
    expect(screen.getByText(/You said “downtown” in your search/)).toBeDefined();
  });

  it("say that the country of the search is not served, and what to do", async () => {
    await open({ "GET /api/wish": { body: { ...WISH, text: "cook", understood: true, placeSaid: "10115 Berlin", country: "DE" } } });
    expect(
      screen.getByText("You asked for “10115 Berlin”. We don't serve Germany yet. To see jobs in the United States, enter a zip code there."),
    ).toBeDefined();
  });

  it("send a place elsewhere as typed, and show why it is refused", async () => {
    vi.mocked(console.error).mockReturnValue();
    const message = "We don't serve Germany yet. You can enter a zip code in the United States.";
    const app = await open({ "PATCH /api/auth/step": { status: 422, body: { code: "country_not_served", message, country: "DE" } } });
    await answerAll(app);
    await app.person.clear(screen.getByLabelText("Zip code"));
    await app.person.type(screen.getByLabelText("Zip code"), "10115 Berlin");
    expect(screen.getByLabelText("Country"), "the typed place is not American").toBeDefined();
    await app.submit();
    expect(await screen.findByText(message)).toBeDefined();
    expect(JSON.stringify(app.calls.at(-1)?.body)).toContain('"zip_code":"10115 Berlin"');
    expect(app.path()).toBe("/quick-questions");
  });

  it("ask the country of somebody who says that they are elsewhere, and refuse it at once", async () => {
    const app = await open({});
    await answerAll(app);
    await app.person.click(screen.getByRole("button", { name: "Not in the United States?" }));
    await app.person.selectOptions(screen.getByLabelText("Country"), "Germany");
    expect(screen.getByText("We don't serve Germany yet. You can enter a zip code in the United States.")).toBeDefined();
    await app.submit();
    expect(app.calls.filter(({ key }) => key.startsWith("PATCH"))).toEqual([]);
  });

  it("keep unsent answers when the person leaves the page", async () => {
    const { person } = await open({});
    await person.type(screen.getByLabelText("Zip code"), "606");
    await person.click(screen.getByRole("link", { name: "Back" }));
    await person.type(await screen.findByLabelText("The job you want"), "Cook");
    await person.click(screen.getByRole("link", { name: "Back" }));
    await person.click(await screen.findByRole("link", { name: "Continue" }));
    expect((await screen.findByLabelText<HTMLInputElement>("Zip code")).value).toBe("606");
    await person.click(screen.getByRole("link", { name: "Back" }));
    expect((await screen.findByLabelText<HTMLTextAreaElement>("The job you want")).value).toBe("Cook");
  });

  it("can be reloaded after a failure", async () => {
    let tries = 0;
    serve({ ...me, "GET /api/wish": "unreachable", [SAVED]: () => (tries++ === 0 ? "unreachable" : { body: [] }) });
    const { person } = openApp("/quick-questions", MAYA);
    await person.click(await screen.findByRole("button", { name: "Try Again" }));
    expect(await screen.findByLabelText("Zip code")).toBeDefined();
  });
});
