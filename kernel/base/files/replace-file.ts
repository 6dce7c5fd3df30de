// Replaces the content of a file at once: a reader sees the old content or the new, also after a crash.

import { dirname } from "node:path";
import { fault } from "../errors/error-catalog.js";
import { reasonOf } from "../errors/pictor-error.js";
import { ensureFolder } from "./ensure-folder.js";

/** Creates the file and its folder if necessary. `mode` applies to a new file. Throws `FILE_NOT_WRITABLE`. */
export async function replaceFile(path: string, text: string, mode?: number): Promise<void> {
  try {
    const { default: writeFileAtomic } = await import("write-file-atomic");
    await ensureFolder(dirname(path));
    await writeFileAtomic(path, text, mode === undefined ? {} : { mode });
  } catch (error) {
    throw fault("FILE_NOT_WRITABLE", { path, reason: reasonOf(error) }, { cause: error });
  }
}
