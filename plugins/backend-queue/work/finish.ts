// Sets the verdict of a prompt, however long Redis or the store is away or refuses it: until then the worker keeps it.

import type { Session } from "../base/session.js";
import { readPrompt, setVerdict } from "../protocol/claims.js";
import { readVerdict, writeShortVerdict, writeVerdict, type Verdict } from "../protocol/verdicts.js";
import { untilDone } from "./retry.js";

export interface Finisher {
  /**
   * Resolves to the verdict that stands: another process may have declared the prompt lost before. Rejects with the reason of the signal only.
   * `holder` is the worker that has the claim.
   */
  set(id: string, verdict: Verdict, holder: string): Promise<Verdict>;
}

export function createFinisher(
  session: Session,
  {
    signal,
    onRefusal,
  }: {
    readonly signal: AbortSignal;
    /** Called with errors that somebody has to correct, before the verdict is set again. */
    onRefusal(error: unknown): void;
  },
): Finisher {
  const { connection, keys, store, clock, recordSeconds: seconds } = session;
  const waits = { clock, signal, onRefusal };
  return {
    async set(id, verdict, holder) {
      const written = await untilDone(
        () =>
          verdict.state === "lost"
            ? Promise.resolve(writeShortVerdict(verdict))
            : writeVerdict(verdict, store),
        waits,
      );
      const entry = { id, verdict: written, seconds, worker: holder };
      if (await untilDone(() => setVerdict(connection, keys, entry), waits)) return verdict;
      const { verdict: earlier } = await untilDone(() => readPrompt(connection, keys, id), waits);
      // One that cannot be read here is of another version, and no host of this version reads it either.
      return earlier === undefined ? verdict : readVerdict(earlier, store).catch(() => verdict);
    },
  };
}
