// The prompts of a job that are submitted and not followed yet. They are revoked together if the job does not go on.
//
//                 id known from an event, a reply or the record
//   submitting ────────────────────────────────────────────────► queued ── its turn ──► followed
//     │   │ any other failure                                       │ the job does not go on
//     │   └───────────────────────────────────────────► nothing     │
//     │ job stopped, or prompt lost, while a request is open        ▼
//     └────────────────────────────────────────────────────────► revoking ── confirmed, or 10 s passed ──► closed
//
// A revocation that is not confirmed in time continues in the background and keeps the request open, because the id in the
// reply may be needed for it.

import { raceAbort, withTimeout, type Receipt, type Submission } from "@pictor/kernel";
import { promptLimits } from "@pictor/prompt-life";
import type { PromptEvents } from "../run/prompt-events.js";
import { awaitRevokedSubmission, outcomeUnknown, revokeSubmission } from "../run/revoke-submission.js";
import { submitPrompt } from "../run/submit-prompt.js";
import { lostPromptId } from "../state/prompt-lost.js";
import { explainRefusal } from "../validate/graph-errors.js";
import { noteOf, reportDropped, type BatchDraft } from "./batch-submission.js";
import type { Prepared } from "./prepare-generation.js";

/** A prompt in the backend's queue. With `request`, the submission is open: the prompt may be there under the proposed id. */
interface QueuedPrompt {
  readonly promptId: string;
  readonly request?: Promise<Receipt>;
}

// Created once, because capturing a stack, which nobody sees, takes longer than the rest of a batch's end.
const batchesClosed = new DOMException("The batches are closed", "AbortError");

export class QueuedBatches {
  readonly #prepared: Prepared;
  readonly #events: PromptEvents | undefined;
  /** By the indexes of their batches. */
  readonly #queued = new Map<number, QueuedPrompt>();
  readonly #revocations: Promise<unknown>[] = [];
  /** Ends the open requests. */
  readonly #requests = new AbortController();
  #isClosed = false;

  /** Without `events`, nobody follows the prompts, which go on after this process has ended. */
  constructor(prepared: Prepared, events?: PromptEvents) {
    this.#prepared = prepared;
    this.#events = events;
  }

  /**
   * Submits a batch once, and resolves to the id that the server uses for its prompt. The first event with the proposed
   * id proves that the prompt was submitted, even before the reply. Rejects if the backend cannot be used, the prompt is
   * lost, or the job is stopped.
   */
  async submit({ index, draft }: BatchDraft, submission: Submission): Promise<string> {
    const { opened, request: asked, run } = this.#prepared;
    const { clock, report, signal } = run;
    const { promptId: proposedId } = submission;
    let replied = Promise.resolve();
    const onReceipt = ({ dropped }: Receipt): void => {
      if (!this.#isClosed) reportDropped(dropped, draft, report);
    };
    const submitting = submitPrompt(submission, opened.backend, run, {
      requestSignal: this.#requests.signal,
      detached: this.#events === undefined,
      seen: this.#events?.keep(proposedId),
      noteSent: noteOf(asked, proposedId, index),
      onRequest: (request) => {
        if (request === undefined) this.#queued.delete(index);
        else this.#queued.set(index, { promptId: proposedId, request });
        if (request !== undefined) replied = request.then(onReceipt).catch(() => undefined);
      },
    });
    try {
      const promptId = await raceAbort(signal, submitting);
      this.#queued.set(index, { promptId });
      // The job ends with the submission, and should say what the reply does.
      if (this.#events === undefined)
        await withTimeout(clock, promptLimits.answerMs, raceAbort(signal, replied), () => undefined);
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
   * Revokes every prompt that the backend may still have, unless the job is left to the backend, and reports each
   * revocation that is not confirmed in time, and each prompt that has ended before, unless the caller has cancelled the
   * job: its images are there. `error` is why the job does not go on. If it is the loss of a prompt, that prompt is not
   * reported again.
   */
  async revoke(error: unknown): Promise<void> {
    const { opened, run } = this.#prepared;
    const { deps, isLeft, report, signal, state } = run;
    if (isLeft()) return;
    const confirmations = [...this.#queued.values()].map(async ({ promptId, request }) => {
      const revocation = revokeSubmission(promptId, request, opened.backend, run);
      this.#revocations.push(revocation);
      deps.background(revocation);
      if (lostPromptId(error) === promptId && !signal.aborted) return;
      const outcome = await awaitRevokedSubmission(promptId, revocation, run);
      if (outcome === "ended" && !signal.aborted && !state().cancelling)
        report(outcomeUnknown(promptId, "the job ended before the turn of its batch"));
    });
    await Promise.all(confirmations);
  }

  /** Ends the open requests, whose replies the revocations may still need. */
  close(): void {
    this.#isClosed = true;
    void Promise.all(this.#revocations).then(() => this.#requests.abort(batchesClosed));
  }
}
