// Maps the result of a generation to the ending of the command. Pure.

import type { GenerationResult, SubmissionResult } from "@pictor/kernel";
import { endingOfError, isUnsaved, type Ending } from "../base/exit-codes.js";

/** A finished generation ends as `unsaved` if an output is not on disk. */
export function endingOf(result: GenerationResult | SubmissionResult): Ending {
  switch (result.status) {
    case "submitted":
      return "finished";
    case "finished": {
      const isSaved =
        result.outputs.every(({ path }) => path !== undefined) &&
        !result.problems.some(({ code }) => isUnsaved(code));
      return isSaved ? "finished" : "unsaved";
    }
    case "vetoed":
    case "interrupted":
    case "lost":
      return result.status;
    case "failed":
      return endingOfError(result.error);
  }
}
