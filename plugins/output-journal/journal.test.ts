// The journal: its entries, concurrent writers, trimming, and a folder that is not writable.

import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync, existsSync } from "node:fs";
import { readlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTestFolder } from "@pictor/host/testing";
import {
  PictorError,
  type AfterOutput,
  type Output,
  type OutputContext,
  type Problem,
} from "@pictor/kernel/plugin";
import { beforeEach, describe, expect, it } from "vitest";
import { createJournal } from "./journal.js";
import { appendLines, withLock } from "@pictor/locks";
import { placeForeignLock, wallClock } from "@pictor/locks/testing";
import { replaceJournal, trimJournal } from "./trim-journal.js";

let folder: string;
let path: string;
beforeEach(() => {
  folder = createTestFolder();
  path = join(folder, "data", "history.jsonl");
});

const linesOf = (file = path): readonly string[] => readFileSync(file, "utf8").trimEnd().split("\n");
const output = {
  jobId: "j",
  path: "/images/füchs.png",
  prompt: { positive: "a\n\u2028füchs", negative: "fog" },
  seed: 18446744073709551615n,
} as Output;
const problems: Problem[] = [];
/** A path below which no user can create a folder, not even root. Without /proc, the path is that of a file. */
const unwritable = process.platform === "linux" ? "/proc/pictor" : join(tmpdir(), "pictor-plain-file");
if (process.platform !== "linux") writeFileSync(unwritable, "");
const context = {
  workflow: "txt2img",
  params: { steps: 4 },
  features: [{ id: "freeu", settings: {} }],
  backend: { name: "studio" },
  owner: "panel",
  report: (problem: Problem) => problems.push(problem),
} as unknown as OutputContext;

const clock = wallClock;

const journal = (change: Partial<Parameters<typeof createJournal>[0]> = {}): AfterOutput =>
  createJournal({
    path,
    configuredPath: path,
    maxEntries: 10_000,
    clock: { ...clock, now: () => 0 },
    ...change,
  });

it("records a saved output in a file that only its owner can read", async () => {
  expect(await journal()(output, context)).toBeUndefined();
  expect(linesOf().map((line) => JSON.parse(line) as unknown)).toEqual([
    {
      time: "1970-01-01T00:00:00.000Z",
      jobId: "j",
      workflow: "txt2img",
      prompt: "a\n\u2028füchs",
      negative: "fog",
      seed: "18446744073709551615",
      path: "/images/füchs.png",
      backend: "studio",
      owner: "panel",
      params: { steps: 4 },
      features: [{ id: "freeu", settings: {} }],
    },
  ]);
  if (process.platform !== "win32") expect(statSync(path).mode & 0o777).toBe(0o600);
});

it("records nothing for an output that was not saved", async () => {
  const { path: _path, ...unsaved } = output;
  await journal()(unsaved, context);
  expect(existsSync(path)).toBe(false);
});

const replaceFolder = () => {
  writeFileSync(join(folder, "data"), "");
  return {};
};
it.each([
  ["a file in place of the folder", replaceFolder],
  ["a folder that is not writable", () => ({ path: join(unwritable, "a/history.jsonl") })],
  ["a path that is not absolute", () => ({ path: undefined, configuredPath: "x.jsonl" })],
])("reports %s once, and the generation goes on", async (_name, arrange) => {
  problems.length = 0;
  const recordOutput = journal(arrange());
  await recordOutput(output, context);
  await recordOutput(output, context);
  expect(problems).toMatchObject([
    { code: "JOURNAL_NOT_WRITTEN", hint: expect.stringContaining("The image is saved") as string },
  ]);
});

describe("the length of the journal", () => {
  const line = (number: number): string => `${String(number).padStart(199, "0")}\n`;
  beforeEach(() => mkdirSync(join(folder, "data")));
  const fill = async (count: number): Promise<void> => {
    for (let number = 0; number < count; number++) await appendLines(path, line(number));
  };

  it("is trimmed to the newest lines once it is 10 % over the limit", async () => {
    await fill(22);
    await trimJournal(path, 20, clock);
    expect(linesOf()).toHaveLength(22);
    await appendLines(path, line(22));
    await trimJournal(path, 20, clock);
    expect(linesOf()).toEqual(Array.from({ length: 20 }, (_, index) => line(index + 3).trimEnd()));
    if (process.platform !== "win32") expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it("keeps lines that are appended while it is trimmed", async () => {
    await fill(60);
    const added = Array.from({ length: 40 }, (_, index) => line(1000 + index));
    await Promise.all([
      ...added.map((text) => appendLines(path, text)),
      trimJournal(path, 50, clock),
      trimJournal(path, 50, clock),
    ]);
    const kept = new Set(linesOf());
    expect(added.filter((text) => !kept.has(text.trimEnd()))).toEqual([]);
  });

  it.skipIf(!existsSync("/proc/self/fd"))(
    "is trimmed while it is not open, and gets lines of that time",
    async () => {
      await fill(12);
      const opened: string[] = [];
      const confirm = async (): Promise<void> => {
        for (const name of readdirSync("/proc/self/fd"))
          opened.push(await readlink(`/proc/self/fd/${name}`).catch(() => ""));
        await appendLines(path, line(12));
      };
      await replaceJournal(path, 10, { confirm });
      expect(opened.filter((file) => file.startsWith(path))).toEqual([]);
      expect(linesOf()).toEqual(Array.from({ length: 11 }, (_, index) => line(index + 2).trimEnd()));
      expect(readdirSync(join(folder, "data"))).toEqual(["history.jsonl"]);
    },
  );

  it("is trimmed later if another program reads it, and not if the disk is full", async () => {
    await fill(10);
    const failWith = (code: "FILE_IN_USE" | "FILE_NOT_WRITABLE") =>
      trimJournal(path, 5, clock, () => Promise.reject(new PictorError(code, "", "", {})));
    await failWith("FILE_IN_USE");
    await expect(failWith("FILE_NOT_WRITABLE")).rejects.toMatchObject({ code: "FILE_NOT_WRITABLE" });
  });

  it("is trimmed by one process at a time, and the lock of a dead one is no obstacle", async () => {
    await fill(10);
    const lock = `${path}.lock`;
    await withLock(lock, { clock, limitMs: 0 }, () => trimJournal(path, 5, clock));
    expect(linesOf()).toHaveLength(10);
    await placeForeignLock(lock, "dead");
    await trimJournal(path, 5, clock);
    expect(linesOf()).toHaveLength(5);
    expect(existsSync(lock)).toBe(false);
  });
});
