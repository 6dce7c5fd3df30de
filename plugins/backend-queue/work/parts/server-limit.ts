// The time limit of a question to the server of a worker. Its error names the server.

import type { Clock, MemberBackend } from "@pictor/kernel/plugin";
import type { Limit, PromptLimits } from "@pictor/prompt-life";

/** The server of a worker. */
export interface ServerParts {
  readonly backend: MemberBackend;
  /** What errors call the server. */
  readonly server: string;
  readonly limits: PromptLimits;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** `ms` is the limit in milliseconds. Default: the time within which an answer is due. */
export const limitOn = (
  { clock, limits, server: where, signal }: Omit<ServerParts, "backend">,
  ms = limits.answerMs,
): Limit => ({ clock, ms, signal, where });
