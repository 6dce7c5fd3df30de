// The contents of an input file: chunk sizes, and errors while the file is read.

import { createHash } from "node:crypto";
import { fault, type InputFile } from "@pictor/kernel/plugin";
import { expect, test } from "vitest";
import { digestOf, verifiedContentsOf } from "./file-contents.js";

const signal = new AbortController().signal;
const fileOf = (...sizes: readonly number[]): InputFile => ({
  name: "a.bin",
  mime: "application/octet-stream",
  async *open() {
    for (const [index, size] of sizes.entries()) yield await Promise.resolve(Buffer.alloc(size, index));
  },
});

async function sizes(file: InputFile): Promise<readonly number[]> {
  const found: number[] = [];
  for await (const chunk of verifiedContentsOf(file, await digestOf(file, signal))) found.push(chunk.length);
  return found;
}

test("the contents are read once for their hash and length", async () => {
  const sha256 = createHash("sha256").update(Buffer.alloc(3, 0)).update(Buffer.alloc(2, 1)).digest("hex");
  expect(await digestOf(fileOf(3, 2), signal)).toEqual({ sha256, length: 5 });
});

test.each([
  ["small chunks are joined", Array.from({ length: 100 }, () => 1000), [66_000, 34_000]],
  ["large chunks are passed on as they are", [65_536, 200_000], [65_536, 200_000]],
  ["a large chunk after a small one is joined with it", [10, 65_536, 65_536], [65_546, 65_536]],
  ["no chunks", [], []],
])("%s", async (_case, given, expected) => {
  expect(await sizes(fileOf(...given))).toEqual(expected);
});

test("a large chunk is not copied", async () => {
  const chunk = Buffer.alloc(65_536);
  const file: InputFile = {
    ...fileOf(),
    async *open() {
      yield await Promise.resolve(chunk);
    },
  };
  const digest = await digestOf(file, signal);
  for await (const same of verifiedContentsOf(file, digest)) expect(same).toBe(chunk);
});

test.each([
  ["grew", [Buffer.alloc(70_000), Buffer.alloc(5)], 0],
  ["shrank", [Buffer.alloc(60_000)], 0],
  ["has other bytes", [Buffer.alloc(65_536), Buffer.alloc(4_464, 1)], 65_536],
])("a file that %s since it was hashed: its end is not yielded", async (_case, given, sent) => {
  const digest = await digestOf(fileOf(70_000), signal);
  const file: InputFile = {
    ...fileOf(),
    async *open() {
      for (const chunk of given) yield await Promise.resolve(chunk);
    },
  };
  let found = 0;
  const read = async (): Promise<void> => {
    for await (const chunk of verifiedContentsOf(file, digest)) found += chunk.length;
  };
  await expect(read()).rejects.toMatchObject({
    code: "INPUT_NOT_READABLE",
    details: { filename: "a.bin", reason: expect.stringContaining("changed") },
  });
  expect(found).toBe(sent);
});

test.each([
  [new Error("ENOENT: no such file"), "INPUT_NOT_READABLE"],
  [fault("BACKEND_FILE_GONE", { filename: "a", status: 404 }), "BACKEND_FILE_GONE"],
])("a failure to read the file rejects: %s", async (error, code) => {
  const file: InputFile = {
    ...fileOf(),
    open() {
      throw error;
    },
  };
  await expect(digestOf(file, signal)).rejects.toMatchObject({ code });
});
