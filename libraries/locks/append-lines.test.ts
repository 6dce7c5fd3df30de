// Lines of several writers in one file.

import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { appendLines } from "./append-lines.js";

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pictor-lines-"));
  path = join(folder, "lines.jsonl");
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});
const text = (): string => readFileSync(path, "utf8");

it("the lines of concurrent writers stay whole", async () => {
  const lines = Array.from({ length: 50 }, (_, index) => `${String(index).repeat(5000)}\n`);
  await Promise.all(lines.map((line) => appendLines(path, line)));
  expect(new Set(text().trimEnd().split("\n"))).toEqual(new Set(lines.map((line) => line.trimEnd())));
  if (process.platform !== "win32") expect(statSync(path).mode & 0o777).toBe(0o600);
});

it("a line that a crash has cut stays a line of its own, and the size is that of the file", async () => {
  expect(await appendLines(path, "one\n")).toBe(4);
  appendFileSync(path, "cu");
  expect(await appendLines(path, "two\nthree\n")).toBe(17);
  expect(text()).toBe("one\ncu\ntwo\nthree\n");
});
