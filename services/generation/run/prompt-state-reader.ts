// Reads the server's record of a prompt for its job, and distinguishes final failures from those after which another
// reading may succeed.

import {
  type Backend,
  type PromptState,
  PictorError,
  pause,
  changedError,
  problemFor,
  isCrash,
  isCredentialRefusal,
  isOutcomeUnknown,
} from "@pictor/kernel";
import type { JobRun } from "./job-run.js";

/** Milliseconds before a server that refused the credentials is asked once more. */
const refusedRetryMs = 1_000;

/** Adds the advice that the prompt continues on the server and can be followed by its id. */
function withPromptId(error: PictorError, promptId: string): PictorError {
  const advice = `The prompt ${promptId} continues on the server, and can be followed by its id.`;
  return changedError(error, { hint: `${error.hint} ${advice}`.trim(), details: { promptId } });
}

/**
 * Returns a function that reads the record of one prompt. `onFinal` is called with the failure of a reading after which
 * no later one will succeed. Refused credentials count as final only at the second refusal in a row, because a gateway
 * that was reconfigured, or a token that was just replaced, can cause a single one.
 */
export function createStateReader(
  promptId: string,
  backend: Backend,
  { clock, dispatch, report, signal }: JobRun,
  onFinal: (error: unknown) => void,
): () => Promise<PromptState> {
  /** The error of an answer that was not a record. The error is reported when a record can be read again. */
  let unreadable: PictorError | undefined;
  let isReported = false;

  const readOnce = async (): Promise<PromptState> => {
    const record = await backend.state(promptId, { signal });
    if (unreadable !== undefined && !isReported) {
      isReported = true;
      report(problemFor(unreadable));
    }
    return record;
  };
  const note = (error: PictorError): void => {
    if (!isOutcomeUnknown(error)) unreadable = error;
    dispatch({ type: "unanswered" });
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
      if (!(error instanceof PictorError)) onFinal(error);
      else if (error.base === "BACKEND_REPLY" || isOutcomeUnknown(error)) note(error);
      else onFinal(withPromptId(error, promptId));
      throw error;
    }
  };
}
