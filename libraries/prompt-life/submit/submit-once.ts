// Submits a prompt to a server once, and finds out what has become of it.

import {
  isCrash,
  isOutcomeUnknown,
  pause,
  raceAbort,
  withTimeout,
  type Clock,
  type Receipt,
} from "@pictor/kernel/plugin";
import type { PromptLimits } from "../limits.js";
import { findPrompt, type Ask } from "./find-prompt.js";
import {
  afterFailure,
  afterLookUp,
  afterSilence,
  checking,
  pauseOf,
  type LookUpAnswer,
  type SubmissionOutcome,
  type SubmissionState,
} from "./submission.js";

export interface LookUpDependencies {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly limits: PromptLimits;
  /** Calls the server within `answerMs`. */
  readonly ask: Ask;
  /** Whether the connection to the server was lost since the submission began. */
  wasCut(): boolean;
}

export interface SubmitDependencies extends LookUpDependencies {
  /** Sends the prompt. Called once. */
  send(): Promise<Receipt>;
  /** Resolves to the id if an event shows that the server has the prompt. */
  readonly seen?: Promise<string>;
}

async function lookUpOnce(promptId: string, { ask, signal }: LookUpDependencies): Promise<LookUpAnswer> {
  try {
    const id = await findPrompt(promptId, ask);
    return id === undefined ? "denied" : { id };
  } catch (error) {
    signal.throwIfAborted();
    return !isCrash(error) && isOutcomeUnknown(error) ? "unanswered" : "unreadable";
  }
}

async function settle(
  promptId: string,
  first: SubmissionState,
  deps: LookUpDependencies,
): Promise<SubmissionOutcome> {
  const { clock, limits, signal } = deps;
  let state = first;
  while (state.step === "checking") {
    const answer = await lookUpOnce(promptId, deps);
    state = afterLookUp(state, answer, { now: clock.now(), wasCut: deps.wasCut(), limits });
    if (state.step === "checking") await pause(clock, pauseOf(answer, state, limits), signal);
  }
  return state.step === "settled" ? state.outcome : { is: "uncertain", why: "it was sent" };
}

/** The state after the request. While there is no reply, the prompt is looked for. */
async function request(promptId: string, deps: SubmitDependencies): Promise<SubmissionState> {
  const { ask, clock, limits, seen, signal } = deps;
  const sent = deps.send().then(({ promptId: id }) => id);
  const replied = raceAbort(signal, seen === undefined ? sent : Promise.race([sent, seen]));
  const since = clock.now();
  try {
    for (;;) {
      const id =
        (await withTimeout(clock, limits.recordMs, replied, () => undefined)) ??
        (await findPrompt(promptId, ask).catch(() => undefined));
      signal.throwIfAborted();
      if (id !== undefined) return { step: "settled", outcome: { is: "accepted", id } };
      if (clock.now() - since >= limits.unreachableMs) return afterSilence(limits);
    }
  } catch (error) {
    signal.throwIfAborted();
    return afterFailure(error, clock.now());
  }
}

/** Rejects with the reason of the signal only. */
export async function submitOnce(promptId: string, deps: SubmitDependencies): Promise<SubmissionOutcome> {
  return settle(promptId, await request(promptId, deps), deps);
}

/** Finds out what has become of a submission of an earlier process. Rejects with the reason of the signal only. */
export const findSubmitted = (promptId: string, deps: LookUpDependencies): Promise<SubmissionOutcome> =>
  settle(promptId, checking(new Error("the submission of an earlier process"), deps.clock.now()), deps);
