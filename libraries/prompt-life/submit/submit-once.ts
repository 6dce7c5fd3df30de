// Submits a prompt to a server once, and finds out what has become of it.

import { pause, type Clock, type Receipt } from "@pictor/kernel/plugin";
import type { PromptLimits } from "../limits.js";
import {
  afterFailure,
  afterLookUp,
  afterSilence,
  checking,
  pauseOf,
  type SubmissionOutcome,
  type SubmissionState,
} from "./submission.js";
import { lookUp, untilKnown, type AskDependencies } from "./until-known.js";
import { untilSeen } from "./until-seen.js";

export interface LookUpDependencies extends AskDependencies {
  readonly clock: Clock;
  readonly limits: PromptLimits;
  /** Whether the connection to the server was lost since the submission began. */
  wasCut(): boolean;
}

export interface SubmitDependencies extends LookUpDependencies {
  /** Sends the prompt. Called once. */
  send(): Promise<Receipt>;
  /** Resolves to the id if an event shows that the server has the prompt. */
  readonly seen?: Promise<string>;
}

async function settle(
  promptId: string,
  first: SubmissionState,
  deps: LookUpDependencies,
): Promise<SubmissionOutcome> {
  const { clock, limits, signal } = deps;
  let state = first;
  for (;;) {
    if (state.step === "settled") return state.outcome;
    try {
      const answer = await lookUp(promptId, deps);
      signal.throwIfAborted();
      state = afterLookUp(state, answer, { now: clock.now(), wasCut: deps.wasCut(), limits });
      if (state.step === "checking")
        await pause(clock, pauseOf(answer, state, limits, Math.random()), signal);
    } catch (error) {
      signal.throwIfAborted();
      state = afterFailure(error, clock.now());
    }
  }
}

/** The state after the request. */
async function request(promptId: string, deps: SubmitDependencies): Promise<SubmissionState> {
  const { clock, limits, signal } = deps;
  try {
    const id = await untilKnown(
      promptId,
      deps.send().then((receipt) => receipt.promptId),
      deps,
    );
    return id === undefined ? afterSilence(limits) : { step: "settled", outcome: { is: "accepted", id } };
  } catch (error) {
    signal.throwIfAborted();
    return afterFailure(error, clock.now());
  }
}

/** Rejects with the reason of the signal only. */
export function submitOnce(promptId: string, deps: SubmitDependencies): Promise<SubmissionOutcome> {
  const accepted = deps.seen?.then((id): SubmissionOutcome => ({ is: "accepted", id }));
  return untilSeen(accepted, deps.signal, async (signal) =>
    settle(promptId, await request(promptId, { ...deps, signal }), { ...deps, signal }),
  );
}

/** Finds out what has become of a submission of an earlier process. Rejects with the reason of the signal only. */
export const findSubmitted = (promptId: string, deps: LookUpDependencies): Promise<SubmissionOutcome> =>
  settle(promptId, checking(new Error("the submission of an earlier process"), deps.clock.now()), deps);
