/** An owner sets single sign-on up; new staff join with it, strangers do not, and signing out ends at the provider. */

import { type ChildProcess, spawn } from "node:child_process";
import { createServer } from "node:net";
import { PYTHON } from "../support/paths.ts";
import { addMember, comeBySingleSignOn, setStaffSession } from "../support/staff.ts";
import { expect, test } from "../support/test.ts";

test.use({
  contextOptions: { reducedMotion: "reduce" },
  viewport: { width: 360, height: 740 },
});
test.use({ expectedErrors: [/status of 40[14]/] });

const people = [
  {
    sub: "rosa",
    email: "rosa@diner.example",
    email_verified: true,
    name: "Rosa Lima",
  },
  {
    sub: "max",
    email: "max@elsewhere.example",
    email_verified: true,
    name: "Max Stern",
  },
];
let provider: ChildProcess;
let issuer: string;

test.beforeAll(async () => {
  const port = await freePort();
  issuer = `http://localhost:${port}`;
  const users = people.flatMap((person) => ["--user-claims", JSON.stringify(person)]);
  provider = spawn(PYTHON, ["-W", "ignore", "-m", "oidc_provider_mock", "--port", String(port), ...users], { stdio: "ignore" });
  await expect
    .poll(() =>
      fetch(`${issuer}/jwks`).then(
        ({ ok }) => ok,
        () => false,
      ),
    )
    .toBe(true);
});

test.afterAll(() => provider.kill());

test("staff join and sign out with their company account", async ({ page, server, inspect, context }) => {
  const owner = addMember(server, { role: "owner", name: "Ana Whitlock" });
  await setStaffSession(context, server.url, owner);
  await page.goto("/desk/connections");
  await page.getByRole("button", { name: "Set up single sign-on" }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Enter the client ID.")).toBeVisible();
  await page.getByRole("textbox", { name: "Issuer" }).fill(issuer);
  await page.getByRole("textbox", { name: "Client ID" }).fill("dayshift");
  await page.getByLabel("Client secret", { exact: true }).fill("s3cret");
  await page.getByRole("textbox", { name: "Email domains" }).fill("diner.example, Diner2.example");
  await inspect("set up");
  await page.getByRole("textbox", { name: "Email domains" }).press("Enter");
  await expect(page.getByText("diner.example, diner2.example")).toBeVisible();
  await page.getByRole("button", { name: "Test", exact: true }).last().click();
  await expect(page.getByText("The provider answers.")).toBeVisible();
  await inspect("connected");
  await page.getByRole("button", { name: "Check the record of diner.example" }).isVisible();
  await page.getByRole("button", { name: "Email a link" }).first().click();
  await expect(page.getByText("We emailed a link to postmaster@diner.example.")).toBeVisible();
  await inspect("unproved");
  await page.goto(await server.deskLinkMailedTo("postmaster@diner.example", "connections"));
  await page.getByRole("button", { name: "Confirm the domain" }).click();
  await expect(page.getByText("diner.example is proved", { exact: true })).toBeVisible();
  const link = await page.getByRole("textbox", { name: "Sign-in link for your staff" }).inputValue();

  await page.getByRole("button", { name: "Require single sign-on" }).click();
  await expect(page.getByText("Sign in with your company account first, so that we know it works")).toBeVisible();
  await inspect("require: not proved");
  // What the way to the provider and back leaves: the provider of this test knows nobody at the owner's address.
  comeBySingleSignOn(server, owner);
  const colleague = addMember(server, { job: owner.job, name: "Maria Ortiz" });
  await page.goto("/desk/connections");
  await page.getByRole("button", { name: "Require single sign-on" }).click();
  await expect(page.getByText("they can't sign in anymore: Maria Ortiz.")).toBeVisible();
  await inspect("require");
  await page.getByRole("dialog").getByRole("button", { name: "Require single sign-on" }).click();
  await expect(page.getByText("If it fails, only Ana Whitlock can sign in")).toBeVisible();
  await inspect("required");
  await setStaffSession(context, server.url, colleague);
  await page.goto("/desk");
  await expect(page.getByRole("heading", { name: "Sign in to hire" })).toBeVisible();

  await context.clearCookies();
  await page.goto(link);
  await expect(page.getByRole("heading", { name: /^Sign in to/ })).toBeVisible();
  await inspect("sign-in");
  await page.route(/pico/, (route) => route.fulfill({ contentType: "text/css", body: "" })); // The provider's own style.
  const enterAs = async (name: string) => {
    await page.getByRole("button", { name: "Continue to your company's sign-in" }).click();
    await expect(page).toHaveURL(new RegExp(`^${issuer}`));
    await page.getByRole("button", { name, exact: true }).click();
  };
  await enterAs("max");
  await expect(page.getByText("Your email address isn't one of this employer's.")).toBeVisible();
  await inspect("refused");
  await enterAs("rosa");
  await expect(page).toHaveURL(/\/desk$/);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();

  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page).toHaveURL(new RegExp(`^${issuer}/oauth2/end_session`));
  await page.goto(`${server.url}/desk`);
  await expect(page.getByRole("heading", { name: /^Sign in to/ })).toBeVisible();
  await page.getByRole("button", { name: "Use email instead" }).click();
  await page.goto(`${server.url}/desk`);
  await expect(page.getByRole("heading", { name: "Sign in to hire" })).toBeVisible();
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}
