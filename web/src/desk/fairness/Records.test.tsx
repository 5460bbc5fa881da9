/** The records show every reason that the server's contract knows, and survive those of a newer server. */

import { screen } from "@testing-library/react";
import { it } from "vitest";
import contract from "../../../openapi.json" with { type: "json" };
import { openDeskApp } from "#/testing/desk.tsx";
import { EMPLOYER, MEMBER, NO_FAIRNESS } from "#/testing/member.ts";
import { serve } from "#/testing/server.ts";

const { Close, Decline } = contract.components.schemas;
const REASONS = [...Decline.properties.reason.enum, ...Close.properties.reason.enum];

const RECORD = {
  id: "r1",
  candidate: "a1b2c3",
  title: "Server",
  action: "close",
  fromStage: "viewed",
  reason: "filled",
  memberName: "Ana Whitlock",
  memberRole: "owner",
  decidedAt: "2026-03-01T15:00:00Z",
  answers: 3,
  viewed: 3,
  ai: "none",
  levels: [],
  overruled: null,
  against: null,
  shared: [],
  sharingVersion: null,
  consentVersion: null,
  plan: null,
  scorer: null,
  model: null,
  rules: [],
  keptUntil: "2030-03-01",
};

function open(record: object) {
  serve({
    "GET /api/desk/me": { body: { employer: EMPLOYER, member: { ...MEMBER, role: "owner" } } },
    "GET /api/desk/employers": { body: { employers: [] } },
    "GET /api/desk/threads/unread": { body: { threads: 0 } },
    "GET /api/desk/reports/fairness": { body: NO_FAIRNESS },
    "GET /api/desk/reports/groups": "unreachable",
    "GET /api/desk/holds": "unreachable",
    "GET /api/desk/reports/records": { body: { records: [{ ...RECORD, ...record }], next: null } },
  });
  openDeskApp("/desk/fairness");
}

const WORDS: Record<string, string> = {
  times: "Hours don't match",
  experience: "Not enough experience yet",
  license: "Missing a card or license",
  others: "Someone else was a closer fit",
  answers: "Answers needed more detail",
  other: "Another reason",
  filled: "The job was filled",
  removed: "The job was taken down",
};

it.each(REASONS)("says the reason %s", async (reason) => {
  open({ reason });
  await screen.findByText(WORDS[reason] ?? "untested");
});

it("shows a record whose codes this version doesn't know", async () => {
  open({ action: "postpone", reason: "season_over", memberRole: "auditor", shared: ["badge"] });
  await screen.findByText("Another reason");
  screen.getByText(/auditor/);
});
