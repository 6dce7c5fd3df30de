// The error for a pool of which no member can be used.

import { changedError, fault, shellWord, type PictorError } from "@pictor/kernel/plugin";

/** `BACKEND_UNREACHABLE`, with advice for a pool, which has no address of its own. */
export const poolUnreachable = (pool: string, reason: string, cause?: unknown): PictorError =>
  changedError(fault("BACKEND_UNREACHABLE", { url: pool, reason }, { cause }), {
    hint: `Start its members; \`pictor backend status ${shellWord(pool)}\` shows them.`,
  });
