// Logs with numbered older versions: `install.log`, `install.1.log`.

import { rm } from "node:fs/promises";
import { moveFile } from "@pictor/kernel/plugin";
import { ignoreMissing } from "../file-entries.js";

/** `file` is the path of the newest version, whose age is 0. */
export const fileOfAge = (file: string, age: number): string =>
  age === 0 ? file : file.replace(/(?=\.log$)/, `.${age}`);

/** Makes each version of `file` older by one, from the oldest down to `minAge`; that of age `maxAge` is deleted. */
export async function rotateFiles(file: string, minAge: number, maxAge: number): Promise<void> {
  await rm(fileOfAge(file, maxAge), { force: true });
  for (let age = maxAge - 1; age >= minAge; age--) {
    await moveFile(fileOfAge(file, age), fileOfAge(file, age + 1)).catch(ignoreMissing);
  }
}
