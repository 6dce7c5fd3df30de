// Handles beforeFirstBatch: a folder in which nothing can be saved ends the job before anything is submitted.

import { defineErrors, reasonOf } from "@pictor/kernel/plugin";
import type { BatchPlan, Files } from "@pictor/kernel/plugin";

const fault = defineErrors({
  OUTPUT_FOLDER_UNUSABLE: {
    base: "SETTINGS_INVALID",
    message: "Images cannot be saved, and nothing was submitted: {reason}",
    fix: "Choose another folder with `--out` or `outputs.directory`, change its permissions, or free some space.",
  },
});

export const createCheckFolder =
  (files: Pick<Files, "requireWritable">) =>
  async ({ directory }: BatchPlan): Promise<undefined> => {
    if (directory === undefined) return undefined;
    try {
      await files.requireWritable(directory);
    } catch (error) {
      throw fault("OUTPUT_FOLDER_UNUSABLE", { reason: reasonOf(error) }, { cause: error });
    }
    return undefined;
  };
