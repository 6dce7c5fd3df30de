// The contents of an input file: pieces of a useful size, and trouble with the file itself.

import { createHash } from "node:crypto";
import { fault } from "@pictor/kernel/plugin";
import type { InputFile } from "@pictor/kernel/plugin";
import { expect, test } from "vitest";
import { contentsOf, digestOf } from "./contents.js";

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
  for await (const piece of contentsOf(file, await digestOf(file, signal))) found.push(piece.length);
  return found;
}

test("they are read once for their hash and their length", async () => {
  const sha256 = createHash("sha256").update(Buffer.alloc(3, 0)).update(Buffer.alloc(2, 1)).digest("hex");
  expect(await digestOf(fileOf(3, 2), signal)).toEqual({ sha256, length: 5 });
});

test.each([
  ["tiny ones are joined", Array.from({ length: 100 }, () => 1000), [66_000, 34_000]],
  ["large ones pass as they are", [65_536, 200_000], [65_536, 200_000]],
  ["a large one behind a tiny one goes with it", [10, 65_536, 65_536], [65_546, 65_536]],
  ["nothing", [], []],
])("%s", async (_case, given, expected) => {
  expect(await sizes(fileOf(...given))).toEqual(expected);
});

test("a large piece is not copied", async () => {
  const piece = Buffer.alloc(65_536);
  const file: InputFile = {
    ...fileOf(),
    async *open() {
      yield await Promise.resolve(piece);
    },
  };
  const digest = await digestOf(file, signal);
  for await (const same of contentsOf(file, digest)) expect(same).toBe(piece);
});

test.each([
  ["grew", [Buffer.alloc(70_000), Buffer.alloc(5)], 0],
  ["shrank", [Buffer.alloc(60_000)], 0],
  ["has other bytes", [Buffer.alloc(65_536), Buffer.alloc(4_464, 1)], 65_536],
])("a file that %s since: its end is not given out", async (_case, given, sent) => {
  const digest = await digestOf(fileOf(70_000), signal);
  const file: InputFile = {
    ...fileOf(),
    async *open() {
      for (const piece of given) yield await Promise.resolve(piece);
    },
  };
  let found = 0;
  const read = async (): Promise<void> => {
    for await (const piece of contentsOf(file, digest)) found += piece.length;
  };
  await expect(read()).rejects.toMatchObject({
    code: "INPUT_NOT_READABLE",
    details: { filename: "a.bin", reason: "it changed while it was read" },
  });
  expect(found).toBe(sent);
});

test.each([
  [new Error("ENOENT: no such file"), "INPUT_NOT_READABLE"],
  [fault("BACKEND_FILE_GONE", { filename: "a", status: 404 }), "BACKEND_FILE_GONE"],
])("a file that cannot be read: %s", async (error, code) => {
  const file: InputFile = {
    ...fileOf(),
    open() {
      throw error;
    },
  };
  await expect(digestOf(file, signal)).rejects.toMatchObject({ code });
});
