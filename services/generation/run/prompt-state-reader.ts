// Reads the server's record of a prompt, and distinguishes final failures from those after which another reading may succeed.

import {
  type Backend,
  type PromptState,
  PictorError,
  reasonOf,
  changedError,
  toProblem,
  type Clock,
  type Problem,
  isCrash,
  isCredentialRefusal,
  isOutcomeUnknown,
} from "@pictor/kernel";
import { promptLimits, withLimit } from "@pictor/prompt-life";
import { promptLostInCrash, type LossReason } from "../state/prompt-lost.js";
import type { JobInput } from "../state/job-state.js";

export interface StateReaderDependencies {
  readonly backend: Backend;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  dispatch(input: JobInput): void;
  report(problem: Problem): void;
}

export interface ReadFailure {
  readonly why: LossReason;
  /** The failure in words. */
  readonly observed: string;
  /** Whether the server has refused the credentials since its last answer. */
  readonly isRefused: boolean;
}

export interface StateReader {
  /**
   * Reads the record once. Resolves to undefined if this reading failed and a later one may succeed; rejects if no
   * later reading will succeed.
   */
  read(): Promise<PromptState | undefined>;
  /** The latest failure. */
  failure(): ReadFailure;
}

/** Adds the advice that the prompt continues on the server and can be followed by its id. */
function withPromptId(error: PictorError, promptId: string): PictorError {
  const advice = `The prompt ${promptId} goes on at the server, and can be followed by its id.`;
  return changedError(error, { hint: `${error.hint} ${advice}`.trim(), details: { promptId } });
}

/**
 * Creates the reader of one prompt. Refused credentials count as final only at the second refusal in a row, because a
 * gateway that was reconfigured, or a token that was just replaced, can cause a single one.
 */
export function createStateReader(promptId: string, deps: StateReaderDependencies): StateReader {
  const { backend, clock, signal } = deps;
  let observed = "no answer";
  let why: LossReason = "unreachable";
  let refusals = 0;
  /** The error of an answer that was not a record. The error is reported when a record can be read again. */
  let unreadable: PictorError | undefined;
  let isReported = false;

  const onRecord = (): void => {
    refusals = 0;
    if (unreadable === undefined || isReported) return;
    isReported = true;
    deps.report(toProblem(unreadable));
  };
  /** Stores the failure of a reading. Throws if no later reading can succeed. */
  const onFailure = (error: unknown): void => {
    signal.throwIfAborted();
    if (!(error instanceof PictorError)) throw error;
    if (isCrash(error)) throw promptLostInCrash(promptId, error);
    const { base } = error;
    const wasAnswered = !isOutcomeUnknown(error);
    const isFinal = isCredentialRefusal(error) ? ++refusals > 1 : wasAnswered && base !== "BACKEND_REPLY";
    if (isFinal) throw withPromptId(error, promptId);
    observed = reasonOf(error);
    why = wasAnswered ? "unreadable" : "unreachable";
    if (wasAnswered) unreadable = error;
    deps.dispatch({ type: "unanswered" });
  };

  return {
    failure: () => ({ why, observed, isRefused: refusals > 0 }),
    async read() {
      try {
        const limit = { clock, ms: promptLimits.answerMs, signal, where: "its address" };
        const record = await withLimit(limit, (limited) => backend.state(promptId, { signal: limited }));
        onRecord();
        return record;
      } catch (error) {
        onFailure(error);
        return undefined;
      }
    },
  };
}
