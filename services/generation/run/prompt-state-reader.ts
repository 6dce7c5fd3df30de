// Reads the server's record of a prompt, and tells answers that may come later from those that will not.

import {
  type Backend,
  type PromptState,
  PictorError,
  reasonOf,
  withDetails,
  problemOf,
  type Clock,
  type Problem,
} from "@pictor/kernel";
import { lostInCrash, type LostWhy } from "../state/prompt-lost.js";
import type { JobInput } from "../state/reducer.js";
import { withLimit } from "./with-limit.js";
import { isCrash, isRefusal, isUnclear } from "./classify-error.js";
import { answerLimitMs } from "../state/time-limits.js";

export interface ReaderDependencies {
  readonly backend: Backend;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  dispatch(input: JobInput): void;
  report(problem: Problem): void;
}

export interface RecordReader {
  /** Reads once. Undefined when that does not go now; rejects when it will not go any more. */
  read(): Promise<PromptState | undefined>;
  /** Whether the last answer was that the credentials are not taken: the second one in a row is the last. */
  isRefused(): boolean;
  /** What came in place of the last answer. */
  failure(): { readonly why: LostWhy; readonly observed: string };
}

/** The prompt is in the server's queue, whatever becomes of those who ask for it. */
function goesOn(error: PictorError, promptId: string): PictorError {
  const advice = `The prompt ${promptId} goes on at the server, and can be followed by its id.`;
  return withDetails(error, { hint: `${error.hint} ${advice}`.trim(), details: { promptId } });
}

/** A gateway that was set up anew, or a token that was just replaced, refuses once; so that is no ending. */
export function createReader(promptId: string, deps: ReaderDependencies): RecordReader {
  const { backend, clock, signal } = deps;
  let observed = "no answer";
  let why: LostWhy = "unreachable";
  let refusals = 0;
  let trouble: PictorError | undefined;
  let isTold = false;

  const answered = (): void => {
    refusals = 0;
    if (trouble !== undefined && !isTold) {
      isTold = true;
      deps.report(problemOf(trouble));
    }
  };
  const failed = (error: unknown): void => {
    signal.throwIfAborted();
    if (!(error instanceof PictorError)) throw error;
    if (isCrash(error)) throw lostInCrash(promptId, error);
    const { base } = error;
    const hasAnswered = !isUnclear(error);
    const isLast = isRefusal(error) ? ++refusals > 1 : hasAnswered && base !== "BACKEND_REPLY";
    if (isLast) throw goesOn(error, promptId);
    observed = reasonOf(error);
    why = hasAnswered ? "unreadable" : "unreachable";
    if (hasAnswered) trouble = error;
    deps.dispatch({ type: "silent" });
  };

  return {
    isRefused: () => refusals > 0,
    failure: () => ({ why, observed }),
    async read() {
      try {
        const limit = { clock, ms: answerLimitMs, signal, where: "its address" };
        const record = await withLimit(limit, (ends) => backend.state(promptId, { signal: ends }));
        answered();
        return record;
      } catch (error) {
        failed(error);
        return undefined;
      }
    },
  };
}
