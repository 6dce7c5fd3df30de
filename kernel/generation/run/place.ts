// Puts a prompt into the server's queue exactly once, although a request or its reply may be lost on the way.

import type { Backend, Receipt, Submission } from "../../backend/types.js";
import { fault } from "../../errors/catalogue.js";
import { PictorError } from "../../errors/define.js";
import type { Clock } from "../../hooks/clock.js";
import { abortedWith, until, within } from "../../hooks/settle.js";
import { silenceMs } from "./follow.js";
import { limited } from "./limited.js";
import { answerLimitMs, backoffMs, isCrash, isOutage, isUnclear, unreachableMs } from "./outage.js";
import { createStopwatch, type Stopwatch } from "./stopwatch.js";
import { pause } from "./watch.js";

export interface PlaceDependencies {
  readonly backend: Backend;
  /** The instance's name, for the words of an error. */
  readonly name: string;
  readonly clock: Clock;
  /** Stops trying. A request that is under way is not ended by it: its reply says what must be withdrawn. */
  readonly signal: AbortSignal;
  /** Ends a request that is still under way. */
  readonly over?: AbortSignal;
  readonly detached?: boolean;
  /** Told of each request, for whoever has to learn what became of it. */
  sent?(submitting: Promise<Receipt>): void;
}

/** A round is a pause and a question. */
const longestRoundMs = silenceMs + answerLimitMs;

/** The server answered, and has no such list. One that does not answer now, or lets nobody in, may have the prompt. */
const hasNoList = (error: unknown): boolean =>
  error instanceof PictorError && error.code === "BACKEND_REPLY" && !isUnclear(error);

/**
 * Whether the server has the prompt, whatever became of the request: the id under which it does. A server that gives
 * ids of its own is known by the record that went with the prompt.
 */
async function find(
  { promptId, record }: Submission,
  { backend, clock, name, signal }: PlaceDependencies,
): Promise<string | undefined> {
  return limited({ clock, ms: answerLimitMs, signal, where: name }, async (ends) => {
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

/** One request, and a look at the server's record while its reply does not come. */
async function request(submission: Submission, deps: PlaceDependencies, trying: Stopwatch): Promise<Receipt> {
  const { backend, clock, name, over, signal } = deps;
  const { controller: sending, letGo } = abortedWith(over);
  const options = { signal: sending.signal, ...(deps.detached ? { detached: true } : {}) };
  const submitting = backend.submit(submission, options);
  submitting.catch(() => undefined).finally(letGo);
  deps.sent?.(submitting);
  const replied = until(signal, submitting);
  const silent = createStopwatch(clock, longestRoundMs);
  for (;;) {
    const reply = await within(clock, silenceMs, replied, () => undefined);
    if (reply !== undefined) return reply;
    const promptId = await find(submission, deps).catch((error: unknown) => {
      if (isCrash(error)) throw error;
      return undefined;
    });
    signal.throwIfAborted();
    if (promptId !== undefined) return { promptId, dropped: [] };
    trying.lap();
    if (silent.lap() < unreachableMs) continue;
    sending.abort();
    const reason = `no reply to the submission within ${unreachableMs / 1000} s`;
    throw fault("BACKEND_UNREACHABLE", { url: name, reason });
  }
}

/**
 * Submits until the server has the prompt. A failure that leaves it open what happened is followed by a look at the
 * server's record: when it has the prompt, that counts; else it is submitted again, under the same id, with pauses, for
 * as long as a server may be away. Rejects with what happened last.
 */
export async function place(submission: Submission, deps: PlaceDependencies): Promise<Receipt> {
  const { clock, signal } = deps;
  const trying = createStopwatch(clock, longestRoundMs);
  let pauses = 0;
  const wait = async (failure: PictorError): Promise<void> => {
    const ms = backoffMs(pauses++);
    if (trying.lap() + ms > unreachableMs) throw failure;
    await pause(clock, ms, signal);
  };
  /** The reply, or the failure that leaves open what happened. */
  const attempt = async (): Promise<{ readonly receipt: Receipt } | { readonly failure: PictorError }> => {
    try {
      return { receipt: await request(submission, deps, trying) };
    } catch (error) {
      signal.throwIfAborted();
      if (!isUnclear(error)) throw error;
      return { failure: error };
    }
  };
  /** The server's own word on what happened; waits for it while nobody answers. */
  const findAfter = async (failure: PictorError): Promise<string | undefined> => {
    for (;;) {
      try {
        return await find(submission, deps);
      } catch (error) {
        signal.throwIfAborted();
        if (isCrash(error)) throw error;
        if (!isOutage(error)) throw failure;
        await wait(failure);
      }
    }
  };
  for (;;) {
    const outcome = await attempt();
    if ("receipt" in outcome) return outcome.receipt;
    const { failure } = outcome;
    const canGoWell: boolean = isOutage(failure);
    const pausesBefore = pauses;
    const promptId = await findAfter(failure);
    if (promptId !== undefined) return { promptId, dropped: [] };
    if (!canGoWell) throw failure;
    // A server that was waited for is back: it need not be spared.
    if (pauses === pausesBefore) await wait(failure);
  }
}
