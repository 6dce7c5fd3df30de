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

async function sizes(file: InputFile, length: number): Promise<readonly number[]> {
  const found: number[] = [];
  for await (const piece of contentsOf(file, { sha256: "", length })) found.push(piece.length);
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
  const length = given.reduce((sum, size) => sum + size, 0);
  expect(await sizes(fileOf(...given), length)).toEqual(expected);
});

test("a large piece is not copied", async () => {
  const piece = Buffer.alloc(65_536);
  const file: InputFile = {
    ...fileOf(),
    async *open() {
      yield await Promise.resolve(piece);
    },
  };
  for await (const same of contentsOf(file, { sha256: "", length: piece.length })) expect(same).toBe(piece);
});

test.each([
  ["grew", [5, 5], 6],
  ["shrank", [5], 6],
])("a file that %s since", async (_case, given, length) => {
  await expect(sizes(fileOf(...given), length)).rejects.toMatchObject({
    code: "INPUT_NOT_READABLE",
    details: { filename: "a.bin", reason: "it changed while it was sent" },
  });
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
