// Moves the file of an output to the trash beside the journal, and restores it.

import { constants } from "node:fs";
import { copyFile, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { ensureFolder, moveFile, systemCode } from "@pictor/kernel";

/** The path of an output's file while the output is deleted. `id` is the result of `savedImageId`. */
export const trashPath = (journal: string, id: string, path: string): string =>
  join(dirname(journal), "trash", id, basename(path));

async function copyOver(from: string, to: string): Promise<void> {
  await copyFile(from, to, constants.COPYFILE_EXCL);
  await rm(from);
}

/** Moves a file into the trash. */
export async function moveToTrash(from: string, to: string): Promise<void> {
  await ensureFolder(dirname(to), 0o700);
  await moveFile(from, to).catch((error: unknown) => {
    if (systemCode(error) !== "EXDEV") throw error;
    return copyOver(from, to);
  });
}

/** Restores a file. Rejects with EEXIST if another file exists at its path. */
export async function moveFromTrash(from: string, to: string): Promise<void> {
  await ensureFolder(dirname(to));
  await copyOver(from, to);
}
