// Revokes the submission of a prompt whose job was stopped or failed, so that the server does not run the prompt.

import {
  type CancelOutcome,
  type Receipt,
  fault,
  PictorError,
  problemFor,
  pause,
  raceAbort,
  withTimeout,
  type Problem,
  isCrash,
  isOutcomeUnknown,
  isNotSent,
} from "@pictor/kernel";
import { promptLimits } from "@pictor/prompt-life";
import { revokeLimitMs } from "../state/prompt-lost.js";
import type { GuardedBackend } from "./guarded-backend.js";
import type { JobRun } from "./job-run.js";
import { startRetries } from "./retry-budget.js";

/** Milliseconds that a stopped job waits for the backend to end its prompt. After that the job ends with a problem. */
export const cancelLimitMs = 10_000;
/** Milliseconds of the longest backoff and one cancel request. */
const longestRoundMs = promptLimits.answerMs + 10_000;

/** The state of the request that submits the prompt. */
interface RequestState {
  readonly promptId: string;
  /** `absent` if the server certainly does not have the prompt. */
  readonly step: "pending" | "settled" | "absent";
}

/** Whether a request with this error certainly left nothing on the server. */
const isAbsent = (error: unknown): boolean =>
  error instanceof PictorError && (!isOutcomeUnknown(error) || isNotSent(error));

/** Tracks a request for a submission. Its reply may still arrive and contain another prompt id. */
function trackRequest(proposedId: string, request: Promise<Receipt>) {
  let state: RequestState = { promptId: proposedId, step: "pending" };
  const settled = request.then(
    ({ promptId }) => {
      state = { promptId, step: "settled" };
    },
    (error: unknown) => {
      state = { promptId: proposedId, step: isAbsent(error) ? "absent" : "settled" };
    },
  );
  return { state: () => state, settled };
}

/**
 * Cancels the prompt once. Resolves to undefined if the server does not answer. A crashed server has lost the prompt.
 */
async function requestCancel(
  promptId: string,
  backend: GuardedBackend,
  lifetime: AbortSignal,
): Promise<CancelOutcome | undefined> {
  try {
    return await backend.cancel(promptId, { signal: lifetime });
  } catch (error) {
    if (isCrash(error)) return "removed";
    if (isOutcomeUnknown(error)) return undefined;
    throw error;
  }
}

/** `ended`: the server does not have the prompt any more, without a cancel: it may have run to its end. */
export type Revocation = "revoked" | "ended" | "unconfirmed";

/**
 * Cancels the prompt repeatedly, because the server may not answer, may lose an interrupt, or may accept the prompt
 * late. Resolves when the server has ended the prompt or certainly does not have it, or after `revokeLimitMs`.
 * `request` is the submission if its outcome is unknown.
 */
export async function revokeSubmission(
  proposedId: string,
  request: Promise<Receipt> | undefined,
  backend: GuardedBackend,
  { clock, deps: { lifetime } }: JobRun,
): Promise<Revocation> {
  const nextDelayMs = startRetries(clock, { limitMs: revokeLimitMs, longestRoundMs });
  const tracked = request && trackRequest(proposedId, request);
  const requestState = (): RequestState => tracked?.state() ?? { promptId: proposedId, step: "settled" };
  const settled = tracked && raceAbort(lifetime, tracked.settled);
  settled?.catch(() => undefined);
  let interrupts = 0;
  try {
    for (;;) {
      const { promptId, step } = requestState();
      if (step === "absent") return "revoked";
      const outcome = await requestCancel(promptId, backend, lifetime);
      if (outcome === "removed") return "revoked";
      if (outcome === "gone" && step === "settled") return interrupts > 0 ? "revoked" : "ended";
      // The second cancel follows the first interrupt at once, and shows whether the interrupt was effective.
      const isFirstInterrupt = outcome === "interrupting" && interrupts++ === 0;
      if (isFirstInterrupt || requestState().step !== step) continue;
      const ms = nextDelayMs();
      if (ms === undefined) return "unconfirmed";
      if (settled === undefined || step === "settled") await pause(clock, ms, lifetime);
      else await withTimeout(clock, ms, settled, () => undefined);
    }
  } catch {
    return "unconfirmed";
  }
}

/** Creates the problem that the backend has not confirmed the end of the prompt. */
export function cancelUnconfirmed(promptId: string, reason: string): Problem {
  const retried = `The prompt may continue. Cancelling is retried in the background for up to ${revokeLimitMs / 60_000} minutes while this program runs`;
  const advice = `${retried}; later \`pictor jobs cancel ${promptId}\` cancels the prompt.`;
  const pageFix = `${retried}.`;
  return problemFor(fault("BACKEND_CANCEL_UNCONFIRMED", { promptId, reason, advice }, { pageFix }));
}

/** Creates the problem for a prompt that ended before it could be cancelled, and whose outcome the job does not know. */
export const outcomeUnknown = (promptId: string, reason: string): Problem =>
  problemFor(fault("JOB_OUTCOME_UNKNOWN", { promptId, reason }));

/** Waits until the submission is revoked. After `cancelLimitMs`, reports a problem instead. */
export async function awaitRevokedSubmission(
  promptId: string,
  revocation: Promise<Revocation>,
  { clock, report }: JobRun,
): Promise<Revocation> {
  const outcome = await withTimeout(clock, cancelLimitMs, revocation, () => "unconfirmed" as const);
  if (outcome === "unconfirmed")
    report(cancelUnconfirmed(promptId, `the backend has not confirmed within ${cancelLimitMs / 1000} s`));
  return outcome;
}
