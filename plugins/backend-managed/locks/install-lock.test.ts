// Tests of the installation lock: its holder is named, and the lock of a killed process is taken over.

import { mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { withServerLock } from "./server-lock.js";
import { withInstallLock } from "./install-lock.js";
import { scriptedInstance } from "../testing/fake-instance.js";

/** A pid above the maximum of Linux and macOS, so that no process has it. */
const nobody = 99_999_999;

function leftBehind(root: string, pid: number, ageMs: number): void {
  mkdirSync(join(root, "install.lock"), { recursive: true });
  const seconds = (Date.now() - ageMs) / 1000;
  utimesSync(join(root, "install.lock"), seconds, seconds);
  writeFileSync(join(root, "install.owner.json"), JSON.stringify({ pid, host: hostname() }));
}

it("rejects while another process holds it, naming that process", async () => {
  const instance = scriptedInstance();
  let end: () => void = () => undefined;
  const first = withInstallLock(
    instance,
    "installation",
    () => new Promise<void>((resolve) => (end = resolve)),
  );
  await expect.poll(() => readdirSync(instance.layout.root)).toContain("install.owner.json");
  await expect(withInstallLock(instance, "installation", async () => 1)).rejects.toMatchObject({
    code: "MANAGED_BUSY",
    what: `Another installation of "studio" is running (process ${process.pid} on ${hostname()}).`,
  });
  end();
  await first;
  expect(await withInstallLock(instance, "installation", async () => 2)).toBe(2);
  expect(readdirSync(instance.layout.root)).toEqual([]);
});

it("is released when the work fails", async () => {
  const instance = scriptedInstance();
  await expect(
    withInstallLock(instance, "installation", () => Promise.reject(new Error("x"))),
  ).rejects.toThrow("x");
  expect(await withInstallLock(instance, "installation", async () => 3)).toBe(3);
});

it("of a killed process is taken over once it is stale", async () => {
  const instance = scriptedInstance();
  leftBehind(instance.layout.root, nobody, 5_800);
  expect(await withInstallLock(instance, "installation", async () => 4)).toBe(4);
});

it("of a live process is not taken over", async () => {
  const instance = scriptedInstance();
  leftBehind(instance.layout.root, process.pid, 0);
  await expect(withInstallLock(instance, "installation", async () => 5)).rejects.toMatchObject({
    code: "MANAGED_BUSY",
  });
});

it("stops waiting when the signal is aborted", async () => {
  const instance = scriptedInstance();
  leftBehind(instance.layout.root, nobody, 0);
  const signal = AbortSignal.abort("enough");
  await expect(withInstallLock(instance, "installation", async () => 6, { signal })).rejects.toBe("enough");
});

it("is independent of the server lock: one may be released inside the other", async () => {
  const instance = scriptedInstance();
  const inner = await withInstallLock(instance, "installation", () =>
    withServerLock(instance, () => Promise.resolve("inside")),
  );
  expect(inner).toBe("inside");
  expect(await withInstallLock(instance, "installation", () => Promise.resolve("again"))).toBe("again");
});
