import { afterEach, expect, it, vi } from "vitest";
import { draftNames } from "./draftNames.ts";
import { dropDraft, dropDrafts, dropDraftsOfOthers, keepDraft, readDraft, VISITOR } from "./drafts.ts";

afterEach(() => vi.unstubAllGlobals());

it("returns the last stored value, until it is deleted", () => {
  keepDraft(VISITOR, "wish", "Cook");
  keepDraft(VISITOR, "wish", { words: "Baker" });
  expect(readDraft(VISITOR, "wish")).toEqual({ words: "Baker" });
  dropDraft(VISITOR, "wish");
  expect(readDraft(VISITOR, "wish")).toBeNull();
});

it("has no damaged draft", () => {
  keepDraft(VISITOR, "wish", "Cook");
  for (const key of Object.keys(sessionStorage)) sessionStorage.setItem(key, "{");
  expect(readDraft(VISITOR, "wish")).toBeNull();
});

const OWNERS = [VISITOR, "user:maya", "user:omar", "member:ana"] as const;
const owners = () => OWNERS.filter((owner) => readDraft(owner, "wish") !== null);

it("belongs to one person, and goes when they sign out or another signs in", () => {
  sessionStorage.setItem("elsewhere", "stays");
  sessionStorage.setItem("draft:1:wish", "of an older version");
  for (const owner of OWNERS) keepDraft(owner, "wish", owner);
  dropDraftsOfOthers("user", "maya");
  expect(owners()).toEqual([VISITOR, "user:maya", "member:ana"]);
  dropDrafts("user");
  expect(owners()).toEqual(["member:ana"]);
  dropDrafts("member");
  expect({ ...sessionStorage }).toEqual({ elsewhere: "stays" });
});

it("lasts as long as the page where the browser forbids storage", () => {
  vi.stubGlobal("sessionStorage", undefined);
  keepDraft("user:maya", "wish", "Cook");
  expect(readDraft("user:maya", "wish")).toBe("Cook");
  dropDrafts("user");
  expect(readDraft("user:maya", "wish")).toBeNull();
});

it("returns the names of an owner's drafts that begin alike, and of nobody else's", () => {
  keepDraft("member:7", "unsent:message:a1", "1");
  keepDraft("member:7", "desk-job", "2");
  keepDraft("member:77", "unsent:message:a2", "3");
  expect(draftNames("member:7", "unsent:")).toEqual(["unsent:message:a1"]);
});
