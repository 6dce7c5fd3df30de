// Whether a probed address belongs to the started server, and whether that server is ready. Pure.

import { findOption } from "../../arguments/parse-options.js";
import type { ProbeResult } from "../../launch/probe-server.js";

/** ComfyUI writes this line once its port is bound; `Starting server` comes before that. */
export const readyLine = "To see the GUI go to:";

export interface ReadinessEvidence {
  readonly answer: ProbeResult;
  /** Whether the log has the ready line since this start. */
  readonly hasReadyLine: boolean;
  /** The arguments after main.py. */
  readonly argv: readonly string[];
}

/** ComfyUI removes this argument when it restarts itself in the same process. */
const droppedFlag = "--windows-standalone-build";
const sameArguments = (a: readonly string[], b: readonly string[]): boolean => {
  const [left, right] = [a, b].map((list) => list.filter((word) => word !== droppedFlag));
  return JSON.stringify(left) === JSON.stringify(right);
};

/**
 * An answer alone is not proof, because another server may have taken the port. It counts together with the ready line in
 * this server's log, or when it contains this server's arguments. A server that provides neither is trusted if it was
 * started with `--dont-print-server`.
 */
export function isReady({ answer, hasReadyLine, argv }: ReadinessEvidence): boolean {
  if (answer.kind === "silent" || answer.kind === "other") return false;
  if (hasReadyLine) return true;
  const printsNoReadyLine = findOption(argv, "--dont-print-server") !== undefined;
  if (answer.kind === "guarded") return printsNoReadyLine;
  if (answer.argv !== undefined) return sameArguments(answer.argv.slice(1), argv);
  return printsNoReadyLine;
}
