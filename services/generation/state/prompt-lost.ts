// The error `JOB_LOST`, with a reason and advice for each way in which a prompt can be lost.

import { fault, isCrash, isOutcomeUnknown, PictorError, reasonOf } from "@pictor/kernel";
import { promptLimits, type SubmissionOutcome } from "@pictor/prompt-life";

/** Milliseconds for which cancelling the prompt of an ended job is retried in the background. */
export const revokeLimitMs = 600_000;

export type LossReason =
  | "restarted"
  | "removed"
  | "evicted"
  | "unreachable"
  | "unreadable"
  | "stalled"
  | "crashed"
  | "passedOn"
  | "unknown";

const reasons: Readonly<Record<LossReason, string>> = {
  restarted:
    "the connection was lost, and the backend answers again without knowing the prompt; it was restarted, or the prompt was removed meanwhile",
  removed:
    "it was removed from the backend's queue without having run, by another client, or by a server whose worker died",
  evicted: "it had been running and its record is gone; the backend's history was cleared, or keeps too few",
  unreachable: `the backend has not answered for ${promptLimits.unreachableMs / 1000} s`,
  unreadable: `its record could not be read for ${promptLimits.unreachableMs / 1000} s, and it may still be running`,
  stalled: "the backend's queue is stalled: prompts wait and nothing runs",
  crashed: "its server has crashed",
  passedOn: "it was passed on to a server that no longer says how it has ended",
  unknown: "the backend does not know it; it was removed there, or the server was restarted",
};

interface Advice {
  readonly advice: string;
  /** The advice for a page, which has no commands. Default: `advice`. */
  readonly pageFix?: string;
}

const generateAgain: Advice = { advice: "Generate again." };
const mayStillRun: Advice = {
  advice:
    "Follow it by its id (`pictor jobs watch`) or cancel it (`pictor jobs cancel`) before you generate again: the backend may still run it.",
  pageFix: "The backend may still run it: look there before you generate again.",
};
const advices: Readonly<Record<LossReason, Advice>> = {
  restarted: generateAgain,
  removed: generateAgain,
  evicted: generateAgain,
  unreachable: mayStillRun,
  unreadable: mayStillRun,
  stalled: { advice: "Restart the server and generate again." },
  crashed: { advice: "See the backend's log; generating again restarts the server." },
  passedOn: { advice: "Look for the prompt on that server before you generate again: it may have run." },
  unknown: generateAgain,
};

/** Creates `JOB_LOST`. `details.why` is for programs; `details.reason` describes `why`, followed by `observed` in parentheses. */
export function promptLost(
  promptId: string,
  why: LossReason,
  { observed, cause }: { readonly observed?: string; readonly cause?: unknown } = {},
): PictorError {
  const reason = observed === undefined ? reasons[why] : `${reasons[why]} (${observed.replace(/\.$/, "")})`;
  const { advice, pageFix } = advices[why];
  return fault("JOB_LOST", { promptId, reason, advice }, { cause, pageFix, more: { why } });
}

/** Creates `JOB_LOST` for a prompt of a crashed server, with the details of `error`, which is `BACKEND_CRASHED`. */
export function promptLostInCrash(promptId: string, error: PictorError): PictorError {
  const { ending, lastLines } = error.details;
  const observed = `${String(ending)}; the last lines of its output: ${String(lastLines)}`;
  return promptLost(promptId, "crashed", { observed, cause: error });
}

/** Creates `JOB_LOST` for a prompt whose record could not be read, the last time because of `error`. */
export function promptUnanswered(promptId: string, error: unknown): PictorError {
  if (isCrash(error)) return promptLostInCrash(promptId, error);
  const why = isOutcomeUnknown(error) ? "unreachable" : "unreadable";
  return promptLost(promptId, why, { observed: reasonOf(error) });
}

/** Creates `JOB_LOST` for a prompt that the backend had passed on to a server; `where` says to which one. */
export const promptPassedOn = (promptId: string | undefined, where: string): PictorError =>
  promptLost(promptId ?? "(none)", "passedOn", { observed: where });

/** Creates `JOB_LOST` for a submission with an unknown outcome. */
export function submissionLost(
  promptId: string,
  { error, loss, why }: Extract<SubmissionOutcome, { readonly is: "uncertain" }>,
): PictorError {
  if (isCrash(error)) return promptLostInCrash(promptId, error);
  const observed = error === undefined ? why : `${why}: ${reasonOf(error).replace(/\.$/, "")}`;
  const reason = `it was sent, and the backend has not confirmed whether it has it (${observed})`;
  const retried = `While this program runs, cancelling is retried for ${revokeLimitMs / 60_000} minutes.`;
  const { pageFix } = mayStillRun;
  const advice = `${mayStillRun.advice} ${retried}`;
  return fault("JOB_LOST", { promptId, reason, advice }, { cause: error, pageFix, more: { why: loss } });
}

/** The prompt id of a `JOB_LOST`; undefined for any other error. */
export const lostPromptId = (error: unknown): string | undefined =>
  error instanceof PictorError && error.code === "JOB_LOST" ? String(error.details["promptId"]) : undefined;
