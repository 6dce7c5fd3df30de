// Runs one batch on a backend: subscribes, submits the prompt, and follows it to its end.
//
//                 id known from an event, a reply or the record
//   submitting ────────────────────────────────────────────────► following
//     │   │ any other failure                                        │ ends
//     │   └──────────────────────────────────────────────────────► closed
//     │ job stopped, or prompt lost, while a request is open         ▲
//     └──────────────► revoking ── confirmed, or 10 s passed ────────┘
//
// The batch accepts a reply until it is closed. A revocation that is not confirmed in time continues in the background and
// keeps the request open, because the id in the reply may be needed for it.

import { raceAbort, type Receipt, type Submission } from "@pictor/kernel";
import type { NoteSent } from "@pictor/prompt-life";
import { lostPromptId } from "../state/prompt-lost.js";
import type { GuardedBackend } from "./guarded-backend.js";
import type { JobRun } from "./job-run.js";
import type { PromptFollower } from "./prompt-follower.js";
import { awaitRevokedSubmission, revokeSubmission, type Revocation } from "./revoke-submission.js";
import { submitPrompt } from "./submit-prompt.js";
import { PromptSubscription } from "./subscribe-prompt.js";

/** What a batch submits, and who learns what becomes of it. */
export interface BatchSubmission {
  readonly submission: Submission;
  readonly noteSent: NoteSent | undefined;
  /** Called with the branches of the graph that the server left out. */
  onDropped(dropped: Receipt["dropped"]): void;
}

type BatchState =
  | {
      readonly step: "submitting";
      /** The request whose prompt the server may have. */
      readonly request?: Promise<Receipt> | undefined;
    }
  | { readonly step: "following" }
  | { readonly step: "revoking"; readonly revocation: Promise<Revocation> }
  | { readonly step: "closed" };

/** The open request whose prompt must be revoked because of `error`; undefined if there is nothing to revoke. */
function requestToRevoke(
  state: BatchState,
  error: unknown,
  isStopped: boolean,
): Promise<Receipt> | undefined {
  const mayRun = isStopped || lostPromptId(error) !== undefined;
  return state.step === "submitting" && mayRun ? state.request : undefined;
}

// Created once, because capturing a stack, which nobody sees, takes longer than the rest of a batch's end.
const batchClosed = new DOMException("The batch is closed", "AbortError");

export class Batch {
  readonly #given: BatchSubmission;
  readonly #backend: GuardedBackend;
  readonly #run: JobRun;
  #state: BatchState = { step: "submitting" };
  /** Ends the open request. */
  readonly #request = new AbortController();

  constructor(given: BatchSubmission, backend: GuardedBackend, run: JobRun) {
    this.#given = given;
    this.#backend = backend;
    this.#run = run;
  }

  /**
   * Resolves when the run has ended and its files are known. The first event with the id of the prompt proves that it was
   * submitted, even before the reply. Rejects if the backend cannot be used, the prompt is lost, or the job is stopped.
   */
  async run(follower: PromptFollower): Promise<void> {
    const { signal } = this.#run;
    const { promptId: proposedId } = this.#given.submission;
    const subscription = new PromptSubscription(proposedId, this.#run, follower.onEvent);
    const unsubscribe = await subscription.begin(this.#backend);
    const submitted = this.#submit(subscription);
    submitted.then(subscription.adopt).catch(() => undefined);
    try {
      const promptId = await raceAbort(signal, submitted);
      signal.throwIfAborted();
      this.#state = { step: "following" };
      await follower.follow(promptId);
    } catch (error) {
      await this.#revoke(error);
      throw error;
    } finally {
      const last = this.#state;
      this.#state = { step: "closed" };
      unsubscribe();
      this.#endRequest(last);
    }
  }

  /** Resolves to the id that the server uses for the prompt. */
  #submit(subscription: PromptSubscription): Promise<string> {
    const { submission, noteSent, onDropped } = this.#given;
    const onReceipt = ({ promptId, dropped }: Receipt): void => {
      if (this.#state.step === "closed") return;
      onDropped(dropped);
      subscription.adopt(promptId);
    };
    return submitPrompt(submission, this.#backend, this.#run, {
      noteSent,
      seen: subscription.promptId,
      requestSignal: this.#request.signal,
      onRequest: (request) => {
        if (this.#state.step === "submitting") this.#state = { step: "submitting", request };
        request?.then(onReceipt).catch(() => undefined);
      },
    });
  }

  /** Revokes the submission after an error, if the server may have the prompt and the job is not left to it. */
  async #revoke(error: unknown): Promise<void> {
    const { deps, isLeft, signal } = this.#run;
    const open = isLeft() ? undefined : requestToRevoke(this.#state, error, signal.aborted);
    if (open === undefined) return;
    const { promptId } = this.#given.submission;
    const revocation = revokeSubmission(promptId, open, this.#backend, this.#run);
    this.#state = { step: "revoking", revocation };
    deps.background(revocation);
    if (signal.aborted) await awaitRevokedSubmission(promptId, revocation, this.#run);
  }

  /** Ends the open request, whose reply a revocation may still need. */
  #endRequest(last: BatchState): void {
    const end = (): void => {
      this.#request.abort(batchClosed);
    };
    if (last.step === "revoking") void last.revocation.then(end);
    else end();
  }
}
