// The calls about one prompt: what each of them learns is kept for the next one.

import { PictorError } from "@pictor/kernel/plugin";
import type { Backend } from "@pictor/kernel/plugin";
import type { Clock } from "../clock.js";
import type { Peer } from "../http.js";
import type { Ledger } from "../ledger.js";
import { listenerOf } from "../record/entry.js";
import { readEntry, recalled } from "../record/recall.js";
import { promptState } from "../record/state.js";
import type { EventStream } from "../socket/events.js";
import { createAbilities } from "./abilities.js";
import { cancel } from "./cancel.js";
import { submit } from "./submit.js";

export interface ControlOptions {
  readonly peer: Peer;
  /** Of the instance's own socket. */
  readonly clientId: string;
  readonly clock: Clock;
  readonly ledger: Ledger;
  readonly events: Pick<EventStream, "submitting" | "recorded">;
  readonly info: Backend["info"];
}

const isRefusal: ReadonlySet<string> = new Set(["BACKEND_REFUSED_GRAPH", "BACKEND_TOO_LARGE"]);

export type Control = Pick<Backend, "submit" | "cancel" | "state" | "recall">;

export function createControl({ peer, clientId, clock, ledger, events, info }: ControlOptions): Control {
  const canceller = { peer, clock, abilities: createAbilities(peer, info), hasBegun: ledger.hasBegun };

  return {
    async submit(submission, { detached = false, ...options } = {}) {
      const { promptId } = submission;
      const hears = detached ? promptId : clientId;
      ledger.add(promptId, hears);
      const accepted = events.submitting();
      try {
        const receipt = await submit(peer, hears, submission, options);
        ledger.rename(promptId, receipt.promptId);
        accepted();
        return receipt;
      } catch (error) {
        // Any other failure leaves open whether the server has taken it.
        if (error instanceof PictorError && isRefusal.has(error.code)) ledger.ended(promptId);
        throw error;
      }
    },
    async cancel(promptId, options) {
      const outcome = await cancel(canceller, promptId, options);
      if (outcome === "removed" || outcome === "gone") ledger.ended(promptId);
      return outcome;
    },
    async state(promptId, options) {
      const first = ledger.has(promptId) ? "queue" : "history";
      const state = await promptState(peer, promptId, { ...options, first });
      if (state.state === "queued" || state.state === "running") ledger.add(promptId);
      else ledger.ended(promptId);
      events.recorded(promptId, state.state);
      return state;
    },
    async recall(promptId, options) {
      const kept = await readEntry(peer, promptId, options);
      if (kept?.hasEnded === false) ledger.add(promptId, listenerOf(kept.entry));
      return recalled(kept);
    },
  };
}
