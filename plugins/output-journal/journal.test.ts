// The journal: what is kept, several writers, trimming, and a folder that cannot be written.

import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync, existsSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AfterOutput, Output, OutputContext, Problem } from "@pictor/kernel/plugin";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { appendLine } from "./append.js";
import { createJournal } from "./journal.js";
import { trim } from "./trim.js";

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pictor-journal-"));
  path = join(folder, "data", "history.jsonl");
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

const linesOf = (file = path): readonly string[] => readFileSync(file, "utf8").trimEnd().split("\n");
const output = {
  jobId: "j",
  path: "/pictures/füchs.png",
  prompt: { positive: "a\n\u2028füchs", negative: "fog" },
  seed: 18446744073709551615n,
} as Output;
const problems: Problem[] = [];
/** Nobody can make a folder there, whoever runs the tests; where there is no /proc, a file stands in the way. */
const nowhere = existsSync("/proc/self") ? "/proc/pictor" : import.meta.filename;
const context = {
  workflow: "txt2img",
  params: { steps: 4 },
  features: [{ id: "freeu", settings: {} }],
  backend: { name: "studio" },
  report: (problem: Problem) => problems.push(problem),
} as unknown as OutputContext;

const journal = (change: Partial<Parameters<typeof createJournal>[0]> = {}): AfterOutput =>
  createJournal({ path, shown: path, maxEntries: 10_000, now: () => new Date(0), ...change });

it("keeps a line for a saved output, for its owner alone", async () => {
  expect(await journal()(output, context)).toBeUndefined();
  expect(linesOf().map((line) => JSON.parse(line) as unknown)).toEqual([
    {
      time: "1970-01-01T00:00:00.000Z",
      jobId: "j",
      workflow: "txt2img",
      prompt: "a\n\u2028füchs",
      negative: "fog",
      seed: "18446744073709551615",
      path: "/pictures/füchs.png",
      backend: "studio",
      params: { steps: 4 },
      features: [{ id: "freeu", settings: {} }],
    },
  ]);
  if (process.platform !== "win32") expect(statSync(path).mode & 0o777).toBe(0o600);
});

it("keeps nothing of an output that was not saved", async () => {
  const { path: _saved, ...unsaved } = output;
  await journal()(unsaved, context);
  expect(existsSync(path)).toBe(false);
});

it.each([
  [
    "a file in place of the folder",
    () => {
      writeFileSync(join(folder, "data"), "");
      return {};
    },
  ],
  ["a folder where nothing can be made", () => ({ path: join(nowhere, "a/history.jsonl") })],
  ["a path that is not absolute", () => ({ path: undefined, shown: "x.jsonl" })],
])("reports %s once, and goes on", async (_name, arrange) => {
  problems.length = 0;
  const note = journal(arrange());
  await note(output, context);
  await note(output, context);
  expect(problems).toMatchObject([
    { code: "JOURNAL_NOT_WRITTEN", hint: expect.stringContaining("The picture is saved") as string },
  ]);
});

describe("the length", () => {
  const line = (number: number): string => `${String(number).padStart(199, "0")}\n`;
  const fill = async (count: number): Promise<void> => {
    for (let number = 0; number < count; number++) await appendLine(path, line(number));
  };

  it("keeps the newest lines, with a tenth to spare", async () => {
    await fill(22);
    await trim(path, 20);
    expect(linesOf()).toHaveLength(22);
    await appendLine(path, line(22));
    await trim(path, 20);
    expect(linesOf()).toEqual(Array.from({ length: 20 }, (_, index) => line(index + 3).trimEnd()));
    if (process.platform !== "win32") expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it("loses no line that is added meanwhile", async () => {
    await fill(60);
    const added = Array.from({ length: 40 }, (_, index) => line(1000 + index));
    await Promise.all([...added.map((text) => appendLine(path, text)), trim(path, 50), trim(path, 50)]);
    const kept = new Set(linesOf());
    expect(added.filter((text) => !kept.has(text.trimEnd()))).toEqual([]);
  });

  it("leaves it to another process that is at it, and not for ever", async () => {
    await fill(10);
    writeFileSync(`${path}.lock`, "1");
    await trim(path, 5);
    expect(linesOf()).toHaveLength(10);
    utimesSync(`${path}.lock`, new Date(0), new Date(0));
    await trim(path, 5);
    await trim(path, 5);
    expect(linesOf()).toHaveLength(5);
    expect(existsSync(`${path}.lock`)).toBe(false);
  });
});

it("takes lines of many writers, each whole", async () => {
  const texts = Array.from({ length: 50 }, (_, index) => `${String(index).repeat(5000)}\n`);
  await Promise.all(texts.map((text) => appendLine(path, text)));
  expect(new Set(linesOf())).toEqual(new Set(texts.map((text) => text.trimEnd())));
});
