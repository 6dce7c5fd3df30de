// The journal of records: a crash in the middle of a line loses that record alone, and several servers lose nothing of
// each other.

import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { RecordJournal } from "./record-journal.js";

const isNumber = (value: unknown): value is number => typeof value === "number";

function newPath(): string {
  const folder = mkdtempSync(join(tmpdir(), "pictor-journal-"));
  return join(folder, "deep", "records.jsonl");
}
const open = (path: string) => new RecordJournal(path, isNumber);

it("reads what was appended, in order", async () => {
  const path = newPath();
  const journal = open(path);
  expect(await journal.read()).toEqual([]);
  void [1, 2, 3].map((record) => journal.append(record));
  await journal.close();
  expect(await open(path).read()).toEqual([1, 2, 3]);
  if (process.platform !== "win32") expect(statSync(path).mode & 0o777).toBe(0o600);
});

it("a record that follows an incomplete line is not lost with that line", async () => {
  const path = newPath();
  await open(path).append(1);
  appendFileSync(path, '{"cut');
  const second = open(path);
  expect(await second.read()).toEqual([1]);
  await second.append(2);
  await second.append(3);
  expect(await open(path).read()).toEqual([1, 2, 3]);
  expect(readFileSync(path, "utf8")).toBe('1\n{"cut\n2\n3\n');
});

it("a change keeps the order of what is appended before and after it", async () => {
  const journal = open(newPath());
  const writes = [
    journal.append(1),
    journal.append(2),
    journal.change((found) => found.map((record) => record * 10)),
    journal.append(3),
  ];
  await Promise.all(writes);
  expect(await journal.read()).toEqual([10, 20, 3]);
});

it("nothing is lost while two servers append and replace the file", async () => {
  const path = newPath();
  const [one, other] = [open(path), open(path)];
  // Both have written before the file is replaced.
  await Promise.all([one.append(1), other.append(-1)]);
  await Promise.all(
    Array.from({ length: 20 }, async (_, index) => {
      await Promise.all([one.append(index + 2), other.change((found) => [...found])]);
      await Promise.all([other.append(-index - 2), one.change((found) => [...found])]);
    }),
  );
  const found = [...new Set(await one.read())].sort((a, b) => a - b);
  expect(found).toEqual(Array.from({ length: 43 }, (_, index) => index - 21).filter((value) => value !== 0));
});

it.skipIf(process.platform === "win32")("a folder in which none can be made is an error", async () => {
  await expect(open("/proc/pictor/records.jsonl").append(1)).rejects.toMatchObject({
    code: "FILE_NOT_WRITABLE",
  });
});

it("a file that cannot be read is named, and stays as it is", async () => {
  const path = newPath();
  mkdirSync(path, { recursive: true });
  const unreadable = { code: "API_JOURNAL_NOT_READABLE", details: { path } };
  await expect(open(path).read()).rejects.toMatchObject(unreadable);
  await expect(open(path).change(() => [])).rejects.toMatchObject(unreadable);
  await expect(open(path).append(1)).rejects.toMatchObject({ code: "FILE_NOT_WRITABLE" });
  expect(statSync(path).isDirectory()).toBe(true);
});
