// Whether what answers is the server that was started, and whether it is ready. Pure.

import { findOption } from "../../launch/parse-options.js";
import type { ProbeResult } from "../../launch/probe-server.js";

/** ComfyUI writes it once its port is bound; another line, `Starting server`, comes before that. */
export const readyLine = "To see the GUI go to:";

export interface ReadinessEvidence {
  readonly answer: ProbeResult;
  /** Whether the line was written since the start that is waited for. */
  readonly hasReadyLine: boolean;
  /** The arguments that it was started with, without its file name. */
  readonly argv: readonly string[];
}

/** A restart from inside takes this one out. */
const droppedFlag = "--windows-standalone-build";
const sameArguments = (a: readonly string[], b: readonly string[]): boolean => {
  const [left, right] = [a, b].map((list) => list.filter((word) => word !== droppedFlag));
  return JSON.stringify(left) === JSON.stringify(right);
};

/**
 * An answer alone proves nothing: another server may have taken the port meanwhile. It counts with the line in the log of
 * this one, or with the arguments of this one in the answer; where a version gives neither, for lack of better.
 */
export function isReady({ answer, hasReadyLine, argv }: ReadinessEvidence): boolean {
  if (answer.kind === "silent" || answer.kind === "other") return false;
  if (hasReadyLine) return true;
  const printsNoReadyLine = findOption(argv, "--dont-print-server") !== undefined;
  if (answer.kind === "guarded") return printsNoReadyLine;
  if (answer.argv !== undefined) return sameArguments(answer.argv.slice(1), argv);
  return printsNoReadyLine;
}
