// @vitest-environment node
import "fake-indexeddb/auto";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Disk } from "./disk.ts";
import { deleteStore, openStore } from "./uploadStore.ts";

const prepare = vi.fn(async () => {});
const disks: Disk[] = [];

beforeEach(() => {
  prepare.mockClear();
});

afterEach(async () => {
  vi.useRealTimers();
  for (const disk of disks.splice(0)) disk.close();
  await deleteStore();
});

function make(open = vi.fn(openStore)) {
  const disk = new Disk(prepare, open);
  disks.push(disk);
  return { disk, open };
}

const count = (disk: Disk) => disk.use((db) => db.count("chunks"));

test("opens once, and prepares before the first use", async () => {
  const { disk, open } = make();
  expect(await Promise.all([count(disk), count(disk)])).toEqual([0, 0]);
  expect([open.mock.calls.length, prepare.mock.calls.length]).toEqual([1, 1]);
});

test("reopens after the browser closed the connection", async () => {
  const { disk, open } = make();
  await disk.use(async (db) => db.close());
  expect(await count(disk)).toBe(0);
  expect(open).toHaveBeenCalledTimes(2);
});

test("does not ask again on a device without space", async () => {
  const { disk, open } = make();
  const full = () => Promise.reject(new DOMException("full", "QuotaExceededError"));
  await expect(disk.use(full)).rejects.toMatchObject({ name: "QuotaExceededError" });
  expect(open).toHaveBeenCalledTimes(1);
});

test("skips storage that does not respond, for a while", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  let answers = false;
  const { disk } = make(vi.fn(() => (answers ? openStore() : new Promise<never>(() => {}))));
  const first = expect(count(disk)).rejects.toMatchObject({ name: "TimeoutError" });
  await vi.advanceTimersByTimeAsync(5_000);
  await first;
  await expect(count(disk)).rejects.toMatchObject({ name: "TimeoutError" });
  answers = true;
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await count(disk)).toBe(0);
});
