/** More kinds of work on the search page: shown on demand, on phone and desktop, light and dark, in both languages. */

import { createAccount, setSession } from "../support/people.ts";
import { expect, test } from "../support/test.ts";

const WORDS = {
  "en-US": {
    more: "More kinds of work",
    kind: "Healthcare support",
    title: "Nursing Assistant",
    box: "The job you want",
  },
  "es-US": {
    more: "Más tipos de trabajo",
    kind: "Apoyo a la salud",
    title: "Auxiliar de enfermería",
    box: "El trabajo que quiere",
  },
} as const;

for (const locale of ["en-US", "es-US"] as const) {
  test.describe(locale, () => {
    test.use({ locale, contextOptions: { reducedMotion: "reduce" } });

    test("@desktop more kinds of work fill the search", async ({ page, context, server, inspect }) => {
      const words = WORDS[locale];
      await setSession(context, server.url, await createAccount(server.url, 1));
      await page.goto("/job-search");
      const more = page.getByRole("button", { name: words.more });
      await expect(page.getByRole("button", { name: words.kind })).toBeHidden();
      await more.click();
      await page.getByRole("button", { name: words.kind }).click();
      await page.getByRole("button", { name: words.title, exact: true }).click();
      await expect(page.getByLabel(words.box)).toHaveValue(words.title);
      await inspect(`more-kinds-${locale}`);
    });
  });
}
