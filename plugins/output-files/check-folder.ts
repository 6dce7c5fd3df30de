// Handles beforeFirstBatch: a folder in which nothing can be saved ends the job before anything is submitted.

import { defineErrors, PictorError, reasonOf } from "@pictor/kernel/plugin";
import type { BatchPlan, Files } from "@pictor/kernel/plugin";

const fault = defineErrors({
  OUTPUT_FOLDER_UNUSABLE: {
    base: "SETTINGS_INVALID",
    message: "Images cannot be saved, and nothing was submitted: {reason}",
    fix: "Choose another folder with `--out` or `outputs.directory`, or change its permissions.",
  },
  OUTPUT_FOLDER_FULL: {
    base: "FILE_DISK_FULL",
    message: "Images cannot be saved, and nothing was submitted: {reason}",
    fix: "Free some space, or choose another folder with `--out` or `outputs.directory`.",
  },
});

/** Time in milliseconds for which a usable folder is not checked again: many short jobs save into one folder. */
const trustedForMs = 60_000;

/** Creates the handler. `now` returns milliseconds. */
export function createCheckFolder(files: Pick<Files, "requireWritable">, now: () => number) {
  let last: { readonly directory: string; readonly untilMs: number } | undefined;
  return async ({ directory }: Pick<BatchPlan, "directory">): Promise<undefined> => {
    if (directory === undefined || (last?.directory === directory && now() < last.untilMs)) return undefined;
    try {
      await files.requireWritable(directory);
    } catch (error) {
      const isFull = error instanceof PictorError && error.class === "full";
      const code = isFull ? "OUTPUT_FOLDER_FULL" : "OUTPUT_FOLDER_UNUSABLE";
      throw fault(code, { reason: reasonOf(error) }, { cause: error });
    }
    last = { directory, untilMs: now() + trustedForMs };
    return undefined;
  };
}
