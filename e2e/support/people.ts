import { type BrowserContext, expect, type Page, request } from "@playwright/test";

/** A job seeker. */
export interface Person {
  firstName: string;
  lastName: string;
  email: string;
  password: string;
  phone?: string;
}

/** A registered person. */
export interface Account extends Person {
  id: string;
  /** Session token from the registration. */
  token: string;
}

/** Returns a person with a unique email, so that every journey has its own account. */
export function newPerson(): Person {
  return {
    firstName: "Rosa",
    lastName: "Delgado",
    email: `rosa.${crypto.randomUUID()}@example.com`,
    password: "a long day's work",
  };
}

export const JOB_SEARCH = "Line cook in a restaurant near 10001, mornings and weekends";

const ANSWERS = {
  employment_type: "full-time",
  experience: "2-5",
  availability: "weekday-mornings,weekends",
  hourly_rate: "18",
  start_date: "immediately",
  zip_code: "10001",
};

/** Creates an account at onboarding step `step` through the API, without signing in the browser. */
export async function createAccount(url: string, step: 1 | 2 | 3 | 4 | 5, names: Partial<Person> = {}): Promise<Account> {
  const person = { ...newPerson(), ...names };
  const visitor = await request.newContext({ baseURL: url });
  const registered = await visitor.post("/api/auth/register", { data: person });
  expect(registered).toBeOK();
  const { token, user } = (await registered.json()) as {
    token: string;
    user: { id: string };
  };
  const api = await request.newContext({
    baseURL: url,
    extraHTTPHeaders: { Authorization: `Bearer ${token}` },
  });
  const send = async (method: "post" | "patch", path: string, data: object) => {
    expect(await api[method](path, { data })).toBeOK();
  };

  const steps: Record<number, () => Promise<void>> = {
    2: async () => {
      await send("post", "/api/job-searches", {
        userId: user.id,
        searchQuery: JOB_SEARCH,
      });
      await send("patch", "/api/auth/step", {
        step: 2,
        data: { jobSearchPrompt: JOB_SEARCH },
      });
    },
    3: async () => {
      for (const [questionType, answer] of Object.entries(ANSWERS)) {
        await send("post", "/api/user-responses", {
          userId: user.id,
          questionType,
          answer,
        });
      }
      const data = {
        employmentType: "full-time",
        yearsExperience: 3,
        expectedPay: "$18/hour",
        zipCode: "10001",
      };
      await send("patch", "/api/auth/step", { step: 3, data });
    },
    4: () => send("patch", "/api/auth/step", { step: 4 }),
    5: () => send("patch", "/api/auth/step", { step: 5 }),
  };
  for (let reached = 2; reached <= step; reached += 1) await steps[reached]?.();
  await Promise.all([visitor.dispose(), api.dispose()]);
  return { ...person, id: user.id, token };
}

/** Signs the browser in without the login page. */
export async function setSession(context: BrowserContext, url: string, { id, token }: Account): Promise<void> {
  await context.addCookies([
    {
      name: "dayshift_session",
      value: token,
      url,
      httpOnly: true,
      sameSite: "Lax",
    },
  ]);
  await context.addInitScript((uuid) => {
    // Blank pages have no storage.
    if (location.protocol !== "about:") localStorage.setItem("authToken", uuid);
  }, id);
}

/** Signs in on the login page, without waiting for the next page. */
export async function signIn(page: Page, { email, password }: Pick<Person, "email" | "password">): Promise<void> {
  await page.getByLabel("Email Address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
}

/** Fills in the sign-up form. */
export async function fillSignUp(page: Page, person: Person, confirmation = person.password): Promise<void> {
  await page.getByLabel("First Name").fill(person.firstName);
  await page.getByLabel("Last Name").fill(person.lastName);
  await page.getByLabel("Email Address").fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByLabel("Confirm Password", { exact: true }).fill(confirmation);
}

/** Fills in both password fields. */
export async function fillPasswords(page: Page, password: string): Promise<void> {
  await page.getByLabel("New Password", { exact: true }).fill(password);
  await page.getByLabel("Confirm Password", { exact: true }).fill(password);
}

/** Answers the quick questions. */
export async function answerQuestions(page: Page): Promise<void> {
  await page.getByRole("radio", { name: /Full-Time/ }).check();
  await page.getByRole("radio", { name: "2-5 Years" }).check();
  await page.getByRole("checkbox", { name: "Weekday Mornings" }).check();
  await page.getByRole("checkbox", { name: "Weekends" }).check();
  await page.getByRole("slider").press("ArrowLeft");
  await page.getByRole("slider").press("ArrowLeft");
  await page.getByRole("radio", { name: "Immediately" }).check();
  await page.getByLabel("Zip code").fill("10001");
}
