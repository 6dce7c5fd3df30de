// A file of lines that is replaced while others append to it.

import { mkdtempSync, readdirSync, readFileSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { appendLines } from "./append-lines.js";
import { replaceLines } from "./replace-lines.js";

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pictor-replaced-lines-"));
  path = join(folder, "lines.jsonl");
});

it.each([
  ["a file", "one\n"],
  ["a missing file", ""],
])("lines that are appended to %s until it is replaced are in the new one", async (_what, before) => {
  if (before !== "") await appendLines(path, before);
  const confirm = async (): Promise<void> => {
    await appendLines(path, "late\n");
  };
  await replaceLines(path, { confirm }, (content) => `${content.toString()}edited\n`);
  expect(readFileSync(path, "utf8")).toBe(`${before}edited\nlate\n`);
  expect(readdirSync(folder)).toEqual(["lines.jsonl"]);
  if (process.platform !== "win32") expect(statSync(path).mode & 0o777).toBe(0o600);
});

it("a lock that was lost leaves the file and its lines as they are", async () => {
  await appendLines(path, "one\n");
  const confirm = (): Promise<void> => Promise.reject(new Error("lost"));
  await expect(replaceLines(path, { confirm }, () => "")).rejects.toThrow("lost");
  expect(readFileSync(path, "utf8")).toBe("one\n");
  expect(readdirSync(folder)).toEqual(["lines.jsonl"]);
});
