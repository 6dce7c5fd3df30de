// Small files that are forgotten some time after their last use.

import { mkdtempSync, readdirSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { ExpiringFiles } from "./expiring-files.js";

let root: string;
let folder: string;
let now: number;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "pictor-expiring-"));
  folder = join(root, "files");
  now = Date.parse("2026-01-01");
});
const files = () => new ExpiringFiles({ folder, lifetimeMs: 1_000, clock: { now: () => now } });

it("a file is there until its lifetime has passed since its last use, and is then deleted", async () => {
  await files().keep("a", "text");
  now += 900;
  await files().noteUse("a");
  now += 900;
  expect(await files().read("a")).toBe("text");
  now += 101;
  expect(await files().read("a")).toBeUndefined();
  expect(readdirSync(folder)).toEqual([]);
});

it("those that have expired go when another one is kept, and only the user reads a file", async () => {
  await files().keep("old", "");
  now += 1_001;
  await files().keep("new", "");
  expect(readdirSync(folder)).toEqual(["new"]);
  if (process.platform !== "win32")
    expect([folder, join(folder, "new")].map((path) => statSync(path).mode & 0o777)).toEqual([0o700, 0o600]);
});

it("one that is missing has no text, and may be used and removed", async () => {
  expect([await files().read("a"), await files().names()]).toEqual([undefined, []]);
  await files().noteUse("a");
  await files().remove("a");
});
