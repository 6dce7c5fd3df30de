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

import { type Receipt, type Submission, raceAbort, type NodeId } from "@pictor/kernel";
import { lostPromptId } from "../state/prompt-lost.js";
import { createPromptFollower, type FollowerDependencies } from "./prompt-follower.js";
import { awaitRevokedSubmission, revokeSubmission, type Revocation } from "./revoke-submission.js";
import { submitPrompt } from "./submit-prompt.js";
import { subscribeToPrompt } from "./subscribe-prompt.js";

export interface BatchDependencies extends Omit<FollowerDependencies, "ownsPrompt"> {
  /** The instance's name, for error messages. */
  readonly name: string;
  /** Whether the job stops but its prompt continues on the backend. */
  isLeft(): boolean;
  /** Aborted when the kernel ends. */
  readonly lifetime: AbortSignal;
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

/**
 * Resolves when the run has ended and its files are known. The first event with the id of the prompt proves that it was
 * submitted, even before the reply. Rejects if the backend cannot be used, the prompt is lost, or the job is stopped.
 */
export async function runBatch(
  submission: Submission,
  outputs: readonly NodeId[],
  deps: BatchDependencies,
): Promise<void> {
  const { backend, clock, dispatch, signal } = deps;
  let state: BatchState = { step: "submitting" };
  const follower = createPromptFollower(outputs, { ...deps, ownsPrompt: true });
  const subscription = await subscribeToPrompt(submission.promptId, {
    backend,
    clock,
    signal,
    onPromptId: (promptId) => {
      dispatch({ type: "submitted", promptId });
    },
    onEvent: follower.onEvent,
  });
  const onReceipt = ({ promptId, dropped }: Receipt): void => {
    if (state.step === "closed") return;
    deps.onDropped(dropped);
    subscription.setPromptId(promptId);
  };
  /** Ends the open request. */
  const request = new AbortController();
  const submitted = submitPrompt(submission, {
    ...deps,
    seen: subscription.promptId,
    requestSignal: request.signal,
    onRequest: (open) => {
      state = nextBatchState(state, { type: "request", request: open });
      open?.then(onReceipt).catch(() => undefined);
    },
  });
  submitted.then(subscription.setPromptId).catch(() => undefined);
  try {
    const promptId = await raceAbort(signal, submitted);
    signal.throwIfAborted();
    state = nextBatchState(state, { type: "known" });
    await follower.follow(promptId);
  } catch (error) {
    const open = deps.isLeft() ? undefined : requestToRevoke(state, error, signal.aborted);
    if (open !== undefined) {
      const revocation = revokeSubmission(submission.promptId, open, deps);
      state = nextBatchState(state, { type: "revoking", revocation });
      deps.background(revocation);
      if (signal.aborted) await awaitRevokedSubmission(submission.promptId, revocation, deps);
    }
    throw error;
  } finally {
    const last = state;
    state = nextBatchState(state, { type: "closed" });
    subscription.unsubscribe();
    const endRequest = (): void => {
      request.abort(batchClosed);
    };
    if (last.step === "revoking") void last.revocation.then(endRequest);
    else endRequest();
  }
}
