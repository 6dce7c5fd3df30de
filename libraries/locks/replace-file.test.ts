// A file that is replaced belongs to whom it belonged to.

import { chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { replaceFile } from "./replace-file.js";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "pictor-replaced-"));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

it.skipIf(process.getuid?.() !== 0)("owner, group and mode stay, also if root writes it", async () => {
  const file = join(folder, "owned.json");
  writeFileSync(file, "old", { mode: 0o640 });
  chownSync(file, 4321, 4322);
  await replaceFile(file, "new");
  const { uid, gid, mode } = statSync(file);
  expect([uid, gid, mode & 0o777]).toEqual([4321, 4322, 0o640]);
});
