// One change at a time: who is there already is named, and who was killed is not waited for longer than needed.

import { mkdirSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { exclusively as serverExclusively } from "./server-lock.js";
import { exclusively } from "./install-lock.js";
import { scriptedMeans } from "../testing/fake-instance.js";

/** No process has it: Linux and macOS end far below. */
const nobody = 99_999_999;

function leftBehind(root: string, pid: number, ageMs: number): void {
  mkdirSync(join(root, "install.lock"), { recursive: true });
  const seconds = (Date.now() - ageMs) / 1000;
  utimesSync(join(root, "install.lock"), seconds, seconds);
  writeFileSync(join(root, "install.owner.json"), JSON.stringify({ pid, host: hostname() }));
}

it("is refused while another one goes on, with its process", async () => {
  const means = scriptedMeans();
  let end: () => void = () => undefined;
  const first = exclusively(means, "installation", () => new Promise<void>((resolve) => (end = resolve)));
  await expect.poll(() => readdirSync(means.layout.root)).toContain("install.owner.json");
  await expect(exclusively(means, "installation", async () => 1)).rejects.toMatchObject({
    code: "MANAGED_BUSY",
    what: `Another installation of "studio" is running (process ${process.pid} on ${hostname()}).`,
  });
  end();
  await first;
  expect(await exclusively(means, "installation", async () => 2)).toBe(2);
  expect(readdirSync(means.layout.root)).toEqual([]);
});

it("is let go when the work fails", async () => {
  const means = scriptedMeans();
  await expect(exclusively(means, "installation", () => Promise.reject(new Error("x")))).rejects.toThrow("x");
  expect(await exclusively(means, "installation", async () => 3)).toBe(3);
});

it("of a process that was killed is taken over once it shows no life", async () => {
  const means = scriptedMeans();
  leftBehind(means.layout.root, nobody, 5_800);
  expect(await exclusively(means, "installation", async () => 4)).toBe(4);
});

it("of a process that lives is not taken over", async () => {
  const means = scriptedMeans();
  leftBehind(means.layout.root, process.pid, 0);
  await expect(exclusively(means, "installation", async () => 5)).rejects.toMatchObject({
    code: "MANAGED_BUSY",
  });
});

it("ends to wait when it was aborted", async () => {
  const means = scriptedMeans();
  leftBehind(means.layout.root, nobody, 0);
  const signal = AbortSignal.abort("enough");
  await expect(exclusively(means, "installation", async () => 6, { signal })).rejects.toBe("enough");
});

it("and the server's lock are two: one may be released inside the other", async () => {
  const means = scriptedMeans();
  const inner = await exclusively(means, "installation", () =>
    serverExclusively(means, () => Promise.resolve("inside")),
  );
  expect(inner).toBe("inside");
  expect(await exclusively(means, "installation", () => Promise.resolve("again"))).toBe("again");
});
