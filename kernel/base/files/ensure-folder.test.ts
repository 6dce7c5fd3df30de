// Folders that are made, that exist, and that cannot be made.

import { mkdtempSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { ensureFolder } from "./ensure-folder.js";

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), "pictor-ensured-"))));

it("a folder and its parents have the mode", async () => {
  for (let attempt = 0; attempt < 2; attempt++) await ensureFolder(join(folder, "a/b"), 0o700);
  const modes = ["a", "a/b"].map((path) => statSync(join(folder, path)).mode & 0o777);
  if (process.platform !== "win32") expect(modes).toEqual([0o700, 0o700]);
});

it.skipIf(process.platform === "win32")("a link to a folder is a folder", async () => {
  symlinkSync(folder, join(folder, "link"));
  await ensureFolder(join(folder, "link"));
});

it("a file in place of the folder, or of a parent, is an error", async () => {
  writeFileSync(join(folder, "file"), "");
  await expect(ensureFolder(join(folder, "file"))).rejects.toMatchObject({ code: "EEXIST" });
  await expect(ensureFolder(join(folder, "file/a"))).rejects.toThrow();
});

it.skipIf(process.platform === "win32")("a parent in which no folder can be made is an error", async () => {
  await expect(ensureFolder("/proc/pictor/a")).rejects.toThrow();
});
