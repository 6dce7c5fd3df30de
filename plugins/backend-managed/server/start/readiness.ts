// Whether what answers is the server that was started, and whether it is ready. Pure.

import { lastOption } from "../../launch/parse-options.js";
import type { Answer } from "../../launch/probe-server.js";

/** ComfyUI writes it once its port is bound; another line, `Starting server`, comes before that. */
export const readyLine = "To see the GUI go to:";

export interface Signs {
  readonly answer: Answer;
  /** Whether the line was written since the start that is waited for. */
  readonly hasLine: boolean;
  /** The arguments that it was started with, without its file name. */
  readonly argv: readonly string[];
}

/** A restart from inside takes this one out. */
const dropped = "--windows-standalone-build";
const sameArguments = (a: readonly string[], b: readonly string[]): boolean => {
  const [left, right] = [a, b].map((list) => list.filter((word) => word !== dropped));
  return JSON.stringify(left) === JSON.stringify(right);
};

/**
 * An answer alone proves nothing: another server may have taken the port meanwhile. It counts with the line in the log of
 * this one, or with the arguments of this one in the answer; where a version gives neither, for lack of better.
 */
export function isReady({ answer, hasLine, argv }: Signs): boolean {
  if (answer.kind === "silent" || answer.kind === "other") return false;
  if (hasLine) return true;
  const saysNothing = lastOption(argv, "--dont-print-server") !== undefined;
  if (answer.kind === "guarded") return saysNothing;
  if (answer.argv !== undefined) return sameArguments(answer.argv.slice(1), argv);
  return saysNothing;
}
