// Reads the server's record of a prompt for its job, and distinguishes final failures from those after which another reading may succeed.

import {
  type Backend,
  type PromptState,
  PictorError,
  pause,
  changedError,
  problemFor,
  type Clock,
  type Problem,
  isCrash,
  isCredentialRefusal,
  isOutcomeUnknown,
} from "@pictor/kernel";
import type { JobInput } from "../state/job-state.js";

/** Milliseconds before a server that refused the credentials is asked once more. */
const refusedRetryMs = 1_000;

export interface StateReaderDependencies {
  readonly backend: Backend;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  dispatch(input: JobInput): void;
  report(problem: Problem): void;
  /** Called with the failure of a reading after which no later one will succeed. */
  onFinal(error: unknown): void;
}

/** Adds the advice that the prompt continues on the server and can be followed by its id. */
function withPromptId(error: PictorError, promptId: string): PictorError {
  const advice = `The prompt ${promptId} goes on at the server, and can be followed by its id.`;
  return changedError(error, { hint: `${error.hint} ${advice}`.trim(), details: { promptId } });
}

/**
 * Returns a function that reads the record of one prompt. Refused credentials count as final only at the second refusal in a row, because a
 * gateway that was reconfigured, or a token that was just replaced, can cause a single one.
 */
export function createStateReader(
  promptId: string,
  deps: StateReaderDependencies,
): () => Promise<PromptState> {
  const { backend, clock, signal } = deps;
  /** The error of an answer that was not a record. The error is reported when a record can be read again. */
  let unreadable: PictorError | undefined;
  let isReported = false;

  const readOnce = async (): Promise<PromptState> => {
    const record = await backend.state(promptId, { signal });
    if (unreadable !== undefined && !isReported) {
      isReported = true;
      deps.report(problemFor(unreadable));
    }
    return record;
  };
  const note = (error: PictorError): void => {
    if (!isOutcomeUnknown(error)) unreadable = error;
    deps.dispatch({ type: "unanswered" });
  };
  const askAgain = async (refusal: PictorError): Promise<PromptState> => {
    note(refusal);
    await pause(clock, refusedRetryMs, signal);
    return readOnce();
  };

  return async () => {
    try {
      return await readOnce().catch((error: unknown) => {
        if (isCredentialRefusal(error)) return askAgain(error);
        throw error;
      });
    } catch (error) {
      signal.throwIfAborted();
      if (isCrash(error)) throw error;
      if (!(error instanceof PictorError)) deps.onFinal(error);
      else if (error.base === "BACKEND_REPLY" || isOutcomeUnknown(error)) note(error);
      else deps.onFinal(withPromptId(error, promptId));
      throw error;
    }
  };
}
