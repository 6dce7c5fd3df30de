// Sets the verdict of a prompt, however long Redis is away: until then the worker keeps it.

import type { Session } from "../base/session.js";
import { setVerdict } from "../protocol/claims.js";
import { writeShortVerdict, writeVerdict, type Verdict } from "../protocol/verdicts.js";
import { untilAnswered } from "./retry.js";

export interface Finisher {
  /** Rejects with the reason of the signal only. `holder` is the worker that has the claim. */
  set(id: string, verdict: Verdict, holder: string): Promise<void>;
}

export function createFinisher(session: Session, signal: AbortSignal): Finisher {
  const { connection, keys, store, clock, recordSeconds: seconds } = session;
  return {
    async set(id, verdict, holder) {
      const written = await untilAnswered(
        () =>
          verdict.state === "lost"
            ? Promise.resolve(writeShortVerdict(verdict))
            : writeVerdict(verdict, store),
        { clock, signal },
      );
      const entry = { id, verdict: written, seconds, worker: holder };
      await untilAnswered(() => setVerdict(connection, keys, entry), { clock, signal });
    },
  };
}
