// Numbered older versions of a log.

import { rm } from "node:fs/promises";
import { moveFile } from "@pictor/kernel/plugin";
import { ignoreMissing } from "../file-entries.js";

/** Renames each `fileOf(age)` to `fileOf(age + 1)`, from the oldest down to `minAge`; the file of age `maxAge` is deleted. */
export async function rotateFiles(
  fileOf: (age: number) => string,
  minAge: number,
  maxAge: number,
): Promise<void> {
  await rm(fileOf(maxAge), { force: true });
  for (let age = maxAge - 1; age >= minAge; age--) {
    await moveFile(fileOf(age), fileOf(age + 1)).catch(ignoreMissing);
  }
}
