// Submits a prompt exactly once, although a request or its reply may be lost.
//
//               reply, or found in the server's record
//   sending ───────────────────────────────────────────────► submitted
//    ▲   │ failure with an unknown outcome                      ▲
//    │   ▼                                                      │
//    │  checking ──── found in the server's record ─────────────┘
//    │   │    ▲ │ no answer: pause for the retry budget, check again
//    │   │    └─┘ first denial of a request that may have arrived: pause, check again
//    │   ▼
//    │  absent ── not an outage ──► failed
//    │   │
//    └───┘ at once if checking has paused for the retry budget, else after a pause for it
//
// When the retry budget is used up, the submission has failed: with `JOB_LOST` if the server may have the prompt.

import {
  type Backend,
  type Receipt,
  type Submission,
  fault,
  PictorError,
  type Clock,
  pause,
  isOutage,
  isOutcomeUnknown,
  isNotSent,
} from "@pictor/kernel";
import {
  longestRoundMs,
  lookUp,
  promptLimits,
  untilKnown,
  withLimit,
  type Ask,
  type LookUpAnswer,
} from "@pictor/prompt-life";
import { submissionLost } from "../state/prompt-lost.js";
import { createRetryBudget, type RetryBudget } from "./retry-budget.js";

export interface SubmitDependencies {
  readonly backend: Backend;
  /** The instance's name, for error messages. */
  readonly name: string;
  readonly clock: Clock;
  /** Ends the attempts. An open request continues, because its reply contains the id of the prompt to revoke. */
  readonly signal: AbortSignal;
  /** Ends an open request, which outlasts the attempts if the prompt is found in the server's record first. */
  readonly requestSignal: AbortSignal;
  readonly detached?: boolean;
  /** Called with each request; with undefined once it is certain that no request has left a prompt on the server. */
  onRequest(request: Promise<Receipt> | undefined): void;
}

type SubmissionState =
  | { readonly step: "sending" }
  | {
      readonly step: "checking";
      readonly failure: PictorError;
      /** How many times the server has answered that it does not have the prompt. */
      readonly denials: number;
      readonly hasBackedOff: boolean;
    }
  /** The server does not have the prompt. */
  | { readonly step: "absent"; readonly failure: PictorError; readonly hasBackedOff: boolean }
  | {
      readonly step: "pausing";
      /** The retry budget limits a `backoff`; when it is used up, the submission fails with `error`. */
      readonly kind: "recheck" | "backoff";
      readonly next: SubmissionState;
      readonly error: PictorError;
    }
  | { readonly step: "submitted"; readonly promptId: string }
  | { readonly step: "failed"; readonly error: PictorError };

type Checking = Extract<SubmissionState, { readonly step: "checking" }>;
type Absent = Extract<SubmissionState, { readonly step: "absent" }>;

/**
 * The outcome of a request: the prompt id that the server uses, or a failure after which the server may still have the
 * prompt.
 */
type RequestOutcome = { readonly promptId: string } | { readonly failure: PictorError };

const afterRequest = (outcome: RequestOutcome): SubmissionState =>
  "promptId" in outcome
    ? { step: "submitted", ...outcome }
    : { step: "checking", ...outcome, denials: 0, hasBackedOff: false };

/** Returns the next state after a lookup. `lost` creates the error for a prompt that the server may have. */
function afterLookup(
  state: Checking,
  answer: LookUpAnswer,
  lost: (failure: PictorError) => PictorError,
): SubmissionState {
  const { failure, denials, hasBackedOff } = state;
  const error = isNotSent(failure) ? failure : lost(failure);
  switch (answer) {
    case "unreadable":
      return { step: "failed", error };
    case "unanswered":
      return { step: "pausing", kind: "backoff", next: { ...state, hasBackedOff: true }, error };
    case "denied":
      return isNotSent(failure) || denials > 0
        ? { step: "absent", failure, hasBackedOff }
        : { step: "pausing", kind: "recheck", next: { ...state, denials: denials + 1 }, error };
    default:
      return { step: "submitted", promptId: answer.id };
  }
}

/** If the server has answered after a backoff, the next request needs no further pause. */
function afterAbsence({ failure, hasBackedOff }: Absent): SubmissionState {
  if (!isOutage(failure)) return { step: "failed", error: failure };
  const next = { step: "sending" } as const;
  return hasBackedOff ? next : { step: "pausing", kind: "backoff", next, error: failure };
}

/** Calls of a lookup, which end with the attempts. */
const askOf =
  ({ backend, clock, name, signal }: SubmitDependencies): Ask =>
  (use) =>
    withLimit({ clock, ms: promptLimits.answerMs, signal, where: name }, (limited) =>
      use(backend, { signal: limited }),
    );

/** Sends one request, and looks the prompt up while there is no reply. Rejects if neither succeeds within a minute. */
async function sendRequest(submission: Submission, deps: SubmitDependencies): Promise<string> {
  const { backend, clock, name, requestSignal, signal } = deps;
  const options = { signal: requestSignal, ...(deps.detached ? { detached: true } : {}) };
  const request = backend.submit(submission, options);
  request.catch(() => undefined);
  deps.onRequest(request);
  const replied = request.then(({ promptId }) => promptId);
  const known = { clock, signal, ask: askOf(deps), limits: promptLimits };
  const id = await untilKnown(submission.promptId, replied, known);
  if (id !== undefined) return id;
  const reason = `no reply to the submission within ${promptLimits.unreachableMs / 1000} s`;
  throw submissionLost(submission.promptId, fault("BACKEND_UNREACHABLE", { url: name, reason }));
}

async function send(submission: Submission, deps: SubmitDependencies): Promise<RequestOutcome> {
  try {
    return { promptId: await sendRequest(submission, deps) };
  } catch (error) {
    deps.signal.throwIfAborted();
    if (!isOutcomeUnknown(error)) throw error;
    if (isNotSent(error)) deps.onRequest(undefined);
    return { failure: error };
  }
}

/**
 * Repeats the submission until the server has the prompt, and resolves to the id that the server uses. Every attempt
 * proposes the same id. Rejects with the latest failure, or with `JOB_LOST` if the server may have the prompt.
 */
export async function submitOnce(submission: Submission, deps: SubmitDependencies): Promise<string> {
  const { clock, signal } = deps;
  const asking = { signal, ask: askOf(deps) };
  const lost = (failure: PictorError): PictorError => submissionLost(submission.promptId, failure);
  let state: SubmissionState = { step: "sending" };
  let budget: RetryBudget | undefined;
  for (;;) {
    switch (state.step) {
      case "sending":
        state = afterRequest(await send(submission, deps));
        break;
      case "checking":
        state = afterLookup(state, await lookUp(submission.promptId, asking), lost);
        break;
      case "absent":
        deps.onRequest(undefined);
        state = afterAbsence(state);
        break;
      case "pausing": {
        const { kind, next, error }: Extract<SubmissionState, { readonly step: "pausing" }> = state;
        if (kind === "backoff")
          budget ??= createRetryBudget(clock, { longestRoundMs: longestRoundMs(promptLimits) });
        const ms = kind === "recheck" ? promptLimits.recheckMs : budget?.nextDelayMs();
        if (ms === undefined) throw error;
        await pause(clock, ms, signal);
        state = next;
        break;
      }
      case "submitted":
        return state.promptId;
      case "failed":
        throw state.error;
    }
  }
}
