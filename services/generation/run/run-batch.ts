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

import {
  raceAbort,
  type Backend,
  type Clock,
  type Problem,
  type Receipt,
  type Submission,
} from "@pictor/kernel";
import type { NoteSent } from "@pictor/prompt-life";
import type { JobInput } from "../state/job-state.js";
import { lostPromptId } from "../state/prompt-lost.js";
import type { PromptFollower } from "./prompt-follower.js";
import { awaitRevokedSubmission, revokeSubmission, type Revocation } from "./revoke-submission.js";
import { submitPrompt } from "./submit-prompt.js";
import { subscribeToPrompt, type PromptSubscription } from "./subscribe-prompt.js";

export interface BatchDependencies {
  readonly backend: Backend;
  /** The instance's name, for error messages. */
  readonly name: string;
  readonly clock: Clock;
  /** Aborted when the job is stopped. */
  readonly signal: AbortSignal;
  dispatch(input: JobInput): void;
  report(problem: Problem): void;
  /** Whether the job stops but its prompt continues on the backend. */
  isLeft(): boolean;
  /** Aborted when the kernel ends. */
  readonly lifetime: AbortSignal;
  readonly noteSent: NoteSent | undefined;
  /** Registers work that outlasts the job. */
  background(work: Promise<unknown>): void;
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

type BatchInput =
  | { readonly type: "request"; readonly request: Promise<Receipt> | undefined }
  | { readonly type: "known" | "closed" }
  | { readonly type: "revoking"; readonly revocation: Promise<Revocation> };

function nextBatchState(state: BatchState, input: BatchInput): BatchState {
  switch (input.type) {
    case "request":
      return state.step === "submitting" ? { step: "submitting", request: input.request } : state;
    case "known":
      return { step: "following" };
    case "revoking":
      return { step: "revoking", revocation: input.revocation };
    case "closed":
      return { step: "closed" };
  }
}

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
  readonly #submission: Submission;
  readonly #follower: PromptFollower;
  readonly #deps: BatchDependencies;
  #state: BatchState = { step: "submitting" };
  /** Ends the open request. */
  readonly #request = new AbortController();

  constructor(submission: Submission, follower: PromptFollower, deps: BatchDependencies) {
    this.#submission = submission;
    this.#follower = follower;
    this.#deps = deps;
  }

  /**
   * Resolves when the run has ended and its files are known. The first event with the id of the prompt proves that it was
   * submitted, even before the reply. Rejects if the backend cannot be used, the prompt is lost, or the job is stopped.
   */
  async run(): Promise<void> {
    const { signal } = this.#deps;
    const subscription = await this.#subscribe();
    const submitted = this.#submit(subscription);
    submitted.then(subscription.setPromptId).catch(() => undefined);
    try {
      const promptId = await raceAbort(signal, submitted);
      signal.throwIfAborted();
      this.#enter({ type: "known" });
      await this.#follower.follow(promptId);
    } catch (error) {
      await this.#revoke(error);
      throw error;
    } finally {
      const last = this.#state;
      this.#enter({ type: "closed" });
      subscription.unsubscribe();
      this.#endRequest(last);
    }
  }

  #enter(input: BatchInput): void {
    this.#state = nextBatchState(this.#state, input);
  }

  #subscribe(): Promise<PromptSubscription> {
    const { backend, clock, dispatch, signal } = this.#deps;
    return subscribeToPrompt(this.#submission.promptId, {
      backend,
      clock,
      signal,
      onPromptId: (promptId) => {
        dispatch({ type: "submitted", promptId });
      },
      onEvent: this.#follower.onEvent,
    });
  }

  /** Resolves to the id that the server uses for the prompt. */
  #submit(subscription: PromptSubscription): Promise<string> {
    const onReceipt = ({ promptId, dropped }: Receipt): void => {
      if (this.#state.step === "closed") return;
      this.#deps.onDropped(dropped);
      subscription.setPromptId(promptId);
    };
    return submitPrompt(this.#submission, {
      ...this.#deps,
      seen: subscription.promptId,
      requestSignal: this.#request.signal,
      onRequest: (request) => {
        this.#enter({ type: "request", request });
        request?.then(onReceipt).catch(() => undefined);
      },
    });
  }

  /** Revokes the submission after an error, if the server may have the prompt and the job is not left to it. */
  async #revoke(error: unknown): Promise<void> {
    const { background, isLeft, signal } = this.#deps;
    const open = isLeft() ? undefined : requestToRevoke(this.#state, error, signal.aborted);
    if (open === undefined) return;
    const { promptId } = this.#submission;
    const revocation = revokeSubmission(promptId, open, this.#deps);
    this.#enter({ type: "revoking", revocation });
    background(revocation);
    if (signal.aborted) await awaitRevokedSubmission(promptId, revocation, this.#deps);
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
