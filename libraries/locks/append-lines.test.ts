// Lines of several writers in one file.

import {
  appendFileSync,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { open, type FileHandle } from "node:fs/promises";
import { join } from "node:path";
import { createTestFolder } from "@pictor/host/testing";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { appendLines } from "./append-lines.js";

let folder: string;
let path: string;
beforeEach(() => {
  folder = createTestFolder();
  path = join(folder, "lines.jsonl");
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

describe.skipIf(process.platform === "win32")("a file", () => {
  /** Calls `happen` after the next text was appended to an open file. */
  async function afterAppend(happen: () => void): Promise<void> {
    const handle = await open(import.meta.filename);
    await handle.close();
    const methods = Object.getPrototypeOf(handle) as FileHandle;
    const append = methods.appendFile;
    const spy = vi.spyOn(methods, "appendFile").mockImplementationOnce(async function (
      this: FileHandle,
      ...given
    ) {
      await append.apply(this, given);
      happen();
    });
    onTestFinished(() => spy.mockRestore());
  }

  it("that is replaced meanwhile has the lines too", async () => {
    const replacement = join(folder, "new");
    writeFileSync(replacement, "kept\n");
    await afterAppend(() => renameSync(replacement, path));
    expect(await appendLines(path, "one\n")).toBe(9);
    expect(text()).toBe("kept\none\n");
  });

  it("that is removed meanwhile is not made again", async () => {
    await afterAppend(() => rmSync(path));
    await appendLines(path, "one\n");
    expect(existsSync(path)).toBe(false);
  });
});
