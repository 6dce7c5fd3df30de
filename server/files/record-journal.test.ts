// The journal of records: a crash in the middle of a line loses that record alone.

import { appendFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { createRecordJournal } from "./record-journal.js";

const isNumber = (value: unknown): value is number => typeof value === "number";

function newPath(): string {
  const folder = mkdtempSync(join(tmpdir(), "pictor-journal-"));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  return join(folder, "deep", "records.jsonl");
}

it("reads what was appended, in order", async () => {
  const path = newPath();
  const journal = createRecordJournal(path, isNumber);
  expect(await journal.read()).toEqual([]);
  await Promise.all([1, 2, 3].map((record) => journal.append(record)));
  await journal.close();
  expect(await createRecordJournal(path, isNumber).read()).toEqual([1, 2, 3]);
});

it("a record that follows an incomplete line is not lost with that line", async () => {
  const path = newPath();
  const first = createRecordJournal(path, isNumber);
  await first.append(1);
  await first.close();
  appendFileSync(path, '{"cut');
  const second = createRecordJournal(path, isNumber);
  expect(await second.read()).toEqual([1]);
  await second.append(2);
  await second.append(3);
  await second.close();
  expect(await createRecordJournal(path, isNumber).read()).toEqual([1, 2, 3]);
  expect(readFileSync(path, "utf8")).toBe('1\n{"cut\n2\n3\n');
});
