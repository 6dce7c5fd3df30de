// The time limit of a question to the server of a worker. Its error names the server.

import type { Limit } from "@pictor/prompt-life";
import type { WorkerParts } from "./worker-parts.js";

/** `ms` is the limit in milliseconds. Default: the time within which an answer is due. */
export const limitOn = (
  { clock, limits, server: where, signal }: Pick<WorkerParts, "clock" | "limits" | "server" | "signal">,
  ms = limits.answerMs,
): Limit => ({ clock, ms, signal, where });
