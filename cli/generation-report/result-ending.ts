// How a generation's result becomes an exit code. Pure.

import type { GenerationResult, Problem, SubmissionResult } from "@pictor/host";
import { endingOfError, type Ending } from "../base/exit-codes.js";

const isLoss = (problem: Problem): boolean => endingOfError(problem) === "unsaved";

/** A finished generation of which something is not on disk ends as `unsaved`. */
export function endingOf(result: GenerationResult | SubmissionResult): Ending {
  switch (result.status) {
    case "submitted":
      return "finished";
    case "finished": {
      const isWhole = result.outputs.every(({ path }) => path !== undefined) && !result.problems.some(isLoss);
      return isWhole ? "finished" : "unsaved";
    }
    case "vetoed":
    case "interrupted":
    case "lost":
      return result.status;
    case "failed":
      return endingOfError(result.error);
  }
}
