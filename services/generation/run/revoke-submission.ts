// Takes back a prompt whose job was stopped or failed: whatever became of its submission, the server shall not run it.

import {
  type Backend,
  type CancelOutcome,
  type Receipt,
  fault,
  PictorError,
  problemOf,
  type Clock,
  pause,
  raceAbort,
  withTimeout,
  type Problem,
} from "@pictor/kernel";
import { withLimit } from "./with-limit.js";
import { isCrash, isUnclear, isUnsent } from "./classify-error.js";
import { answerLimitMs, withdrawMs } from "../state/time-limits.js";
import { createPatience } from "./retry-budget.js";

/** Milliseconds that a stopped job waits for a backend to end its prompt; after that it ends here, and says so. */
export const cancelLimitMs = 10_000;
/** A pause and a question. Milliseconds. */
const longestRoundMs = answerLimitMs + 10_000;

export interface WithdrawDependencies {
  readonly backend: Backend;
  readonly clock: Clock;
  /** Of the kernel: after it nothing is tried any more. */
  readonly lifetime: AbortSignal;
}

/** A request that certainly left nothing on the server. */
const isUntaken = (error: unknown): boolean =>
  error instanceof PictorError && (!isUnclear(error) || isUnsent(error));

/** Undefined when there is no answer now. A server that has crashed took the prompt with it. */
async function ask(
  promptId: string,
  { backend, clock, lifetime }: WithdrawDependencies,
): Promise<CancelOutcome | undefined> {
  const limit = { clock, ms: answerLimitMs, signal: lifetime, where: "its address" };
  try {
    return await withLimit(limit, (ends) => backend.cancel(promptId, { signal: ends }));
  } catch (error) {
    if (isCrash(error)) return "removed";
    if (isUnclear(error)) return undefined;
    throw error;
  }
}

/** What is known of a submission that is taken back. */
interface Known {
  readonly promptId: string;
  /** `none`: the server has certainly not taken it. */
  readonly reply: "pending" | "over" | "none";
}

/** Follows a request: its reply may still come and name another id. */
function follow(proposed: string, submitting: Promise<Receipt>) {
  let known: Known = { promptId: proposed, reply: "pending" };
  const heard = submitting.then(
    ({ promptId }) => {
      known = { promptId, reply: "over" };
    },
    (error: unknown) => {
      known = { promptId: proposed, reply: isUntaken(error) ? "none" : "over" };
    },
  );
  return { known: () => known, heard };
}

/**
 * Asks until the server has ended the prompt or is known not to have it, ten minutes at most: it can be away, lose an
 * interrupt, or take the prompt up late. Settles with whether it has come to that. `submitting` is the request whose fate
 * is open, if any.
 */
export async function withdraw(
  proposed: string,
  submitting: Promise<Receipt> | undefined,
  deps: WithdrawDependencies,
): Promise<boolean> {
  const { clock, lifetime } = deps;
  const patience = createPatience(clock, { limitMs: withdrawMs, longestRoundMs });
  const request = submitting && follow(proposed, submitting);
  const known = (): Known => request?.known() ?? { promptId: proposed, reply: "over" };
  const over = request && raceAbort(lifetime, request.heard);
  over?.catch(() => undefined);
  let interrupts = 0;
  try {
    for (;;) {
      const { promptId, reply } = known();
      if (reply === "none") return true;
      const outcome = await ask(promptId, deps);
      if (outcome === "removed" || (outcome === "gone" && reply === "over")) return true;
      // Whether the first interrupt has had its effect is seen by asking once more.
      const isFirst = outcome === "interrupting" && interrupts++ === 0;
      if (isFirst || known().reply !== reply) continue;
      const ms = patience.nextMs();
      if (ms === undefined) return false;
      if (over === undefined || reply === "over") await pause(clock, ms, lifetime);
      else await withTimeout(clock, ms, over, () => undefined);
    }
  } catch {
    return false;
  }
}

const notKnown = (promptId: string, reason: string, advice: string): Problem =>
  problemOf(fault("BACKEND_CANCEL_UNCONFIRMED", { promptId, reason, advice }));

/** The backend has not said that the prompt has ended. */
export const unconfirmed = (promptId: string, reason: string): Problem =>
  notKnown(
    promptId,
    reason,
    `It may go on. Cancelling is tried in the background for up to ${withdrawMs / 60_000} minutes while this program runs; later \`pictor jobs cancel ${promptId}\` does it.`,
  );

/** The prompt has ended, or was never there, and nobody knows how. */
export const untold = (promptId: string): Problem =>
  notKnown(
    promptId,
    "it neither waits nor runs, and its record could not be read",
    `\`pictor jobs watch ${promptId}\` tells, and fetches what it made.`,
  );

/** Settles when a stopped job may end: when its prompt is withdrawn, or with a problem after `cancelLimitMs`. */
export async function confirmed(
  promptId: string,
  withdrawing: Promise<boolean>,
  { clock, report }: { readonly clock: Clock; report(problem: Problem): void },
): Promise<void> {
  if (await withTimeout(clock, cancelLimitMs, withdrawing, () => false)) return;
  report(unconfirmed(promptId, `the backend has not taken it back within ${cancelLimitMs / 1000} s`));
}
