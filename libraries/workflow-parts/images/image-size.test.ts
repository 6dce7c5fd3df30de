// The size of a file that a workflow reads, and the errors about files without a size.

import { expect, it } from "vitest";
import type { InputFile } from "@pictor/kernel/plugin";
import { createGrayPng } from "../testing/gray-png.js";
import { readImageSize } from "./image-size.js";

const png = createGrayPng({ width: 30, height: 20 });

function fileOf(content: Uint8Array): { readonly file: InputFile; readonly opened: () => number } {
  let count = 0;
  const file: InputFile = {
    name: "a-1.png",
    mime: "image/png",
    async *open() {
      count++;
      yield await Promise.resolve(content.subarray(0, 11));
      yield content.subarray(11);
    },
  };
  return { file, opened: () => count };
}

it("is read once for all batches", async () => {
  const { file, opened } = fileOf(png);
  expect(await readImageSize(file)).toEqual({ width: 30, height: 20 });
  expect(await readImageSize(file)).toEqual({ width: 30, height: 20 });
  expect(opened()).toBe(1);
});

it.each([
  [{ where: "images/a.png" }, "images/a.png"],
  [{}, "a-1.png"],
])("is refused with the reason for a file without a size (%j)", async (options, filename) => {
  await expect(readImageSize(fileOf(Buffer.from("no image")).file, options)).rejects.toMatchObject({
    code: "INPUT_NOT_READABLE",
    details: { filename, reason: "it is not a PNG, JPEG, WebP, GIF, BMP or AVIF image" },
  });
});

it("is not read after an abort", async () => {
  const signal = AbortSignal.abort(new Error("stopped"));
  await expect(readImageSize(fileOf(png).file, { signal })).rejects.toThrow("stopped");
});
