// The batches of a job that are submitted before they are followed, and that are revoked together if the job does not go on.

import { type Receipt, type Clock, raceAbort, withTimeout, type Graph } from "@pictor/kernel";
import { promptLimits } from "@pictor/prompt-life";
import type { EarlyEvents } from "../run/early-events.js";
import { lostPromptId } from "../state/prompt-lost.js";
import { reportDropped, createSubmission, noteOf, type BatchDraft } from "./batch-submission.js";
import { submitPrompt } from "../run/submit-prompt.js";
import type { Prepared } from "./prepare-generation.js";
import { awaitRevokedSubmission, outcomeUnknown, revokeSubmission } from "../run/revoke-submission.js";
import { explainRefusal } from "../validate/graph-errors.js";

/** A prompt in the backend's queue. With `request`, the submission is open: the prompt may be there under the proposed id. */
interface QueuedPrompt {
  readonly promptId: string;
  readonly request?: Promise<Receipt>;
}

/**
 * The branches of the graph that, according to the server's reply, were left out; none without a reply within
 * `promptLimits.answerMs`.
 */
async function droppedIn(
  request: Promise<Receipt> | undefined,
  signal: AbortSignal,
  clock: Clock,
): Promise<Receipt["dropped"]> {
  if (request === undefined) return [];
  const listed = raceAbort(signal, request).then(
    ({ dropped }) => dropped,
    () => [],
  );
  const dropped = await withTimeout(clock, promptLimits.answerMs, listed, () => []);
  signal.throwIfAborted();
  return dropped;
}

export class QueuedBatches {
  readonly #prepared: Prepared;
  readonly #early: EarlyEvents | undefined;
  /** By the indexes of their batches. */
  readonly #queued = new Map<number, QueuedPrompt>();

  /** Without `early`, nobody follows the prompts, which go on after this process has ended. */
  constructor(prepared: Prepared, early?: EarlyEvents) {
    this.#prepared = prepared;
    this.#early = early;
  }

  /** Submits a batch once, and resolves to the id that the server uses for its prompt. */
  async submit({ index, draft }: BatchDraft, graph: Graph): Promise<string> {
    const { opened, request: asked, run } = this.#prepared;
    const { clock, deps, report, signal } = run;
    const submission = createSubmission(this.#prepared, { index, draft }, graph);
    const { promptId: proposedId } = submission;
    let latest: Promise<Receipt> | undefined;
    const submitting = submitPrompt(submission, opened.backend, run, {
      requestSignal: deps.lifetime,
      detached: this.#early === undefined,
      seen: this.#early?.keep(proposedId),
      noteSent: noteOf(asked, proposedId, index),
      onRequest: (request) => {
        latest = request;
        if (request === undefined) this.#queued.delete(index);
        else this.#queued.set(index, { promptId: proposedId, request });
      },
    });
    try {
      const promptId = await raceAbort(signal, submitting);
      this.#queued.set(index, { promptId });
      reportDropped(await droppedIn(latest, signal, clock), draft, report);
      return promptId;
    } catch (error) {
      if (!signal.aborted && lostPromptId(error) === undefined) this.#queued.delete(index);
      throw explainRefusal(error, draft);
    }
  }

  /** The ids of the submitted prompts, in the order of their batches. */
  promptIds(): readonly string[] {
    return [...this.#queued.values()].map(({ promptId }) => promptId);
  }

  /**
   * Notes that the job follows the prompt of a batch from now on, and is the one that ends it: it is not revoked with
   * the others.
   */
  noteFollowed(index: number): void {
    this.#queued.delete(index);
  }

  /**
   * Revokes every prompt that the backend may still have, and reports each revocation that is not confirmed in time,
   * and each prompt that has ended before, unless the caller has cancelled the job: its images are there. `error` is
   * why the job does not go on. If it is the loss of a prompt, that prompt is not reported again.
   */
  async revoke(error: unknown): Promise<void> {
    const { opened, run } = this.#prepared;
    const { deps, report, signal, state } = run;
    const confirmations = [...this.#queued.values()].map(async ({ promptId, request }) => {
      const revocation = revokeSubmission(promptId, request, opened.backend, run);
      deps.background(revocation);
      if (lostPromptId(error) === promptId) return;
      const outcome = await awaitRevokedSubmission(promptId, revocation, run);
      if (outcome === "ended" && !signal.aborted && !state().cancelling)
        report(outcomeUnknown(promptId, "the job ended before the turn of its batch"));
    });
    await Promise.all(confirmations);
  }
}
