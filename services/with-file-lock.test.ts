// The lock of a file between processes: what happens when another process takes it over.

import { existsSync, mkdtempSync, rmdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { withFileLock } from "./with-file-lock.js";

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pictor-lock-"));
  file = join(folder, "new/pictor.json");
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true, force: true });
});

it("changes happen one after the other, and give their results", async () => {
  const order: string[] = [];
  const change = (name: string) =>
    withFileLock(file, async () => {
      order.push(`${name} begins`);
      await Promise.resolve();
      order.push(`${name} ends`);
      return name;
    });
  expect(await Promise.all([change("a"), change("b")])).toEqual(["a", "b"]);
  expect(order.map((step) => step.slice(2))).toEqual(["begins", "ends", "begins", "ends"]);
  expect(existsSync(`${file}.lock`)).toBe(false);
});

it("a change whose lock was taken over is rejected, and can stop before it writes; the process continues", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  let hasWritten = false;
  const change = withFileLock(file, async (requireLock) => {
    // Another process regards the lock as stale, and removes it.
    rmdirSync(`${file}.lock`);
    await vi.advanceTimersByTimeAsync(6_000);
    // The library examines the lock on the disk, which takes a moment.
    await vi.waitFor(() => {
      expect(requireLock).toThrow("another process has taken over its lock");
    });
    requireLock();
    hasWritten = true;
  });
  await expect(change).rejects.toMatchObject({ code: "FILE_NOT_WRITABLE" });
  expect(hasWritten).toBe(false);
});
