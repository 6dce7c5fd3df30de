// Whether files can be created in a folder is found out without leaving anything behind.

import { chmodSync, mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { requireWritable } from "./require-writable.js";

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), "pictor-writable-"))));
afterEach(() => chmodSync(folder, 0o700));

it.each([".", "a", "a/b/c"])("a folder that can be written or created is accepted: %s", async (name) => {
  await requireWritable(join(folder, name));
  expect(readdirSync(folder)).toEqual([]);
});

it("a folder below a file is refused", async () => {
  writeFileSync(join(folder, "file"), "");
  const refused = { code: "FILE_NOT_WRITABLE" };
  await expect(requireWritable(join(folder, "file"))).rejects.toMatchObject(refused);
  await expect(requireWritable(join(folder, "file/a"))).rejects.toMatchObject(refused);
});

it("a disk without space for an image is reported", async () => {
  const almostFull = () => Promise.resolve(2 ** 19);
  await expect(requireWritable(folder, almostFull)).rejects.toMatchObject({ code: "FILE_DISK_FULL" });
});

it.runIf(process.platform === "linux")("a folder in which nothing can be created is refused", async () => {
  await expect(requireWritable("/proc/images")).rejects.toMatchObject({ code: "FILE_NOT_WRITABLE" });
});

it.skipIf(process.platform === "win32" || process.getuid?.() === 0)(
  "a folder without the permission is refused",
  async () => {
    chmodSync(folder, 0o500);
    await expect(requireWritable(folder)).rejects.toMatchObject({ code: "FILE_NOT_WRITABLE" });
  },
);
