// Puts a prompt into the server's queue exactly once, although a request or its reply may be lost on the way.

import {
  type Backend,
  type Receipt,
  type Submission,
  fault,
  PictorError,
  type Clock,
  pause,
  raceAbort,
  withTimeout,
} from "@pictor/kernel";
import { lostOnTheWay } from "../state/prompt-lost.js";
import { silenceMs } from "./follow-prompt.js";
import { withLimit } from "./with-limit.js";
import { isCrash, isOutage, isUnclear, isUnsent } from "./classify-error.js";
import { answerLimitMs, unreachableMs } from "../state/time-limits.js";
import { createPatience, type Patience } from "./retry-budget.js";
import { createStopwatch } from "./stopwatch.js";

export interface PlaceDependencies {
  readonly backend: Backend;
  /** The instance's name, for the words of an error. */
  readonly name: string;
  readonly clock: Clock;
  /** Stops trying. A request that is under way is not ended by it: its reply says what must be withdrawn. */
  readonly signal: AbortSignal;
  /** Ends a request that is still under way, which it can be long after its prompt was found. */
  readonly over: AbortSignal;
  readonly detached?: boolean;
  /** Told of each request, whose reply may come when the prompt is known already; undefined: the server has none of them. */
  sent(submitting: Promise<Receipt> | undefined): void;
}

/** Milliseconds until a server that does not know a prompt is asked once more: it can be between its queue and its history. */
const lookAgainMs = 400;
/** A round is a pause and a question. */
const longestRoundMs = silenceMs + answerLimitMs;

/** The server answered, and has no such list. One that does not answer now, or lets nobody in, may have the prompt. */
const hasNoList = (error: unknown): boolean =>
  error instanceof PictorError && error.base === "BACKEND_REPLY" && !isUnclear(error);

/**
 * Whether the server has the prompt, whatever became of the request: the id under which it does. A server that gives
 * ids of its own is known by the record that went with the prompt.
 */
async function find(
  { promptId, record }: Submission,
  { backend, clock, name, signal }: PlaceDependencies,
): Promise<string | undefined> {
  return withLimit({ clock, ms: answerLimitMs, signal, where: name }, async (ends) => {
    const { state } = await backend.state(promptId, { signal: ends });
    if (state !== "unknown") return promptId;
    if (record === undefined) return undefined;
    const listed = await backend.prompts({ limit: 20, signal: ends }).catch((error: unknown) => {
      if (hasNoList(error)) return [];
      throw error;
    });
    return listed.find((prompt) => prompt.record?.["promptId"] === promptId)?.promptId;
  });
}

/**
 * One request, and a look at the server's record while its reply does not come. A server that neither has the prompt nor
 * replies may still take it up: then it is lost.
 */
async function request(submission: Submission, deps: PlaceDependencies): Promise<string> {
  const { backend, clock, name, over, signal } = deps;
  const options = { signal: over, ...(deps.detached ? { detached: true } : {}) };
  const submitting = backend.submit(submission, options);
  submitting.catch(() => undefined);
  deps.sent(submitting);
  const replied = raceAbort(signal, submitting);
  const silent = createStopwatch(clock, longestRoundMs);
  for (;;) {
    const reply = await withTimeout(clock, silenceMs, replied, () => undefined);
    if (reply !== undefined) return reply.promptId;
    const promptId = await find(submission, deps).catch((error: unknown) => {
      if (isCrash(error)) throw error;
      return undefined;
    });
    signal.throwIfAborted();
    if (promptId !== undefined) return promptId;
    if (silent.lap() < unreachableMs) continue;
    const reason = `no reply to the submission within ${unreachableMs / 1000} s`;
    throw lostOnTheWay(submission.promptId, fault("BACKEND_UNREACHABLE", { url: name, reason }));
  }
}

/**
 * Submits until the server has the prompt, and settles with the id under which it does. A failure that leaves it open what
 * happened is followed by a look at the server's record: when it has the prompt, that counts; else it is submitted again,
 * under the same id, with pauses, for as long as a server may be away. Rejects with what happened last, or with
 * `JOB_LOST` when the server may have the prompt.
 */
export async function place(submission: Submission, deps: PlaceDependencies): Promise<string> {
  const { clock, signal } = deps;
  /** The id, or the failure that leaves open what happened. */
  const attempt = async (): Promise<string | PictorError> => {
    try {
      return await request(submission, deps);
    } catch (error) {
      signal.throwIfAborted();
      if (!isUnclear(error)) throw error;
      if (isUnsent(error)) deps.sent(undefined);
      return error;
    }
  };
  let patience: Patience | undefined;
  const wait = async (otherwise: PictorError): Promise<void> => {
    patience ??= createPatience(clock, { longestRoundMs });
    const ms = patience.nextMs();
    if (ms === undefined) throw otherwise;
    await pause(clock, ms, signal);
  };
  /** The server's own word on what happened; waits for it while nobody answers. */
  const findAfter = async (failure: PictorError): Promise<string | undefined> => {
    const wasSent = !isUnsent(failure);
    const otherwise = wasSent ? lostOnTheWay(submission.promptId, failure) : failure;
    for (let denials = 0; ;) {
      try {
        const promptId = await find(submission, deps);
        if (promptId !== undefined || !wasSent || denials++ > 0) return promptId;
        await pause(clock, lookAgainMs, signal);
      } catch (error) {
        signal.throwIfAborted();
        if (isCrash(error)) throw error;
        if (!isUnclear(error)) throw otherwise;
        await wait(otherwise);
      }
    }
  };
  for (;;) {
    const outcome = await attempt();
    if (typeof outcome === "string") return outcome;
    const canGoWell: boolean = isOutage(outcome);
    const pausesBefore = patience?.pauses();
    const promptId = await findAfter(outcome);
    if (promptId !== undefined) return promptId;
    deps.sent(undefined);
    if (!canGoWell) throw outcome;
    // A server that was waited for is back: it need not be spared.
    if (patience?.pauses() === pausesBefore) await wait(outcome);
  }
}
