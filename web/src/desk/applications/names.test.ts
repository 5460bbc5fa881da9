import { expect, test } from "vitest";
import type { Listed } from "#/api/deskList.queries.ts";
import { formatNames } from "./BulkBar.tsx";

const row = (id: string, name: string, title: string, location: string | null) => ({ id, name, title, location }) as Listed;

test("of people with the same name the job and the place are named, too", () => {
  const rows = [row("1", "Maria Paz", "Line Cook", "Astoria"), row("2", "Ben Novak", "Line Cook", null), row("3", "Maria Paz", "Barista", null)];
  expect(formatNames(rows)).toBe("Maria Paz (Line Cook, Astoria), Ben Novak, and Maria Paz (Barista)");
});
