// Puts a prompt into the server's queue exactly once, although a request or its reply may be lost on the way.

import type { Backend, Receipt, Submission } from "../../backend/types.js";
import { fault } from "../../errors/catalogue.js";
import type { PictorError } from "../../errors/define.js";
import type { Clock } from "../../hooks/clock.js";
import { until, within } from "../../hooks/settle.js";
import { silenceMs } from "./follow.js";
import { answerLimitMs, backoffMs, isOutage, isUnclear, unreachableMs } from "./outage.js";
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

/**
 * Whether the server has the prompt, whatever became of the request: the id under which it does. A server that gives
 * ids of its own is known by the record that went with the prompt.
 */
async function find(
  { promptId, record }: Submission,
  { backend, clock, signal }: PlaceDependencies,
): Promise<string | undefined> {
  const silent = () => {
    throw fault("BACKEND_UNREACHABLE", { url: promptId, reason: "it does not answer" });
  };
  const ask = async (): Promise<string | undefined> => {
    const { state } = await backend.state(promptId, { signal });
    if (state !== "unknown") return promptId;
    if (record === undefined) return undefined;
    const listed = await backend.prompts({ limit: 20, signal }).catch(() => []);
    return listed.find((prompt) => prompt.record?.["promptId"] === promptId)?.promptId;
  };
  return within(clock, answerLimitMs, until(signal, ask()), silent);
}

/** One request, and a look at the server's record while its reply does not come. */
async function request(submission: Submission, deps: PlaceDependencies): Promise<Receipt> {
  const { backend, clock, name, over, signal } = deps;
  const sending = new AbortController();
  const ends = over === undefined ? sending.signal : AbortSignal.any([sending.signal, over]);
  const options = { signal: ends, ...(deps.detached ? { detached: true } : {}) };
  const submitting = backend.submit(submission, options);
  submitting.catch(() => undefined);
  deps.sent?.(submitting);
  const replied = until(signal, submitting);
  const startedAt = clock.now();
  for (;;) {
    const reply = await within(clock, silenceMs, replied, () => undefined);
    if (reply !== undefined) return reply;
    const promptId = await find(submission, deps).catch(() => undefined);
    signal.throwIfAborted();
    if (promptId !== undefined) return { promptId, dropped: [] };
    if (clock.now() - startedAt < unreachableMs) continue;
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
  const startedAt = clock.now();
  let pauses = 0;
  const wait = async (failure: PictorError): Promise<void> => {
    const ms = backoffMs(pauses++);
    if (clock.now() + ms - startedAt > unreachableMs) throw failure;
    await pause(clock, ms, signal);
  };
  /** The reply, or the failure that leaves open what happened. */
  const attempt = async (): Promise<{ readonly receipt: Receipt } | { readonly failure: PictorError }> => {
    try {
      return { receipt: await request(submission, deps) };
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
