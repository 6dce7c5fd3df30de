// Why a prompt counts as lost: one sentence for each way, told apart.

import { fault, PictorError } from "@pictor/kernel";
import { unreachableMs, withdrawMs } from "./time-limits.js";

export type LostWhy =
  "restarted" | "removed" | "evicted" | "unreachable" | "unreadable" | "stalled" | "crashed" | "unknown";

const reasons: Readonly<Record<LostWhy, string>> = {
  restarted:
    "the connection was lost, and the backend answers again without knowing the prompt; it was restarted, or the prompt was removed meanwhile",
  removed:
    "it was removed from the backend's queue without having run, by another client, or by a server whose worker died",
  evicted: "it had been running and its record is gone; the backend's history was cleared, or keeps too few",
  unreachable: `the backend has not answered for ${unreachableMs / 1000} s`,
  unreadable: `its record could not be read for ${unreachableMs / 1000} s, and it may still be running`,
  stalled: "the backend's queue stands still, prompts wait and nothing runs; restart the server",
  crashed: "its server has crashed",
  unknown: "the backend does not know it; it was removed there, or the server was restarted",
};

const mayGoOn =
  "Follow it by its id (`pictor jobs watch`) or cancel it (`pictor jobs cancel`) before you generate again: the backend may still run it.";
const advice: Readonly<Record<LostWhy, string>> = {
  restarted: "Generate again.",
  removed: "Generate again.",
  evicted: "Generate again.",
  unreachable: mayGoOn,
  unreadable: mayGoOn,
  stalled: "Restart the server and generate again.",
  crashed: "The log of the backend has the rest; generating again starts it anew.",
  unknown: "Generate again.",
};

/** `JOB_LOST`; `details.why` is for programs, `details.reason` the sentence, to which `observed` is added. */
export function lost(
  promptId: string,
  why: LostWhy,
  { observed, cause }: { readonly observed?: string; readonly cause?: unknown } = {},
): PictorError {
  const reason = observed === undefined ? reasons[why] : `${reasons[why]} (${observed.replace(/\.$/, "")})`;
  return fault("JOB_LOST", { promptId, reason, advice: advice[why] }, { cause, more: { why } });
}

/** The same for a prompt that a crashed server had: with the words of its `BACKEND_CRASHED`. */
export function lostInCrash(promptId: string, error: PictorError): PictorError {
  const { ending, lastLines } = error.details;
  const observed = `${String(ending)}; its last lines: ${String(lastLines)}`;
  return lost(promptId, "crashed", { observed, cause: error });
}

/** The submission was sent, and nobody knows what became of it; `failure` is why that could not be learned. */
export function lostOnTheWay(promptId: string, failure: PictorError): PictorError {
  const reason = `it was sent, and the backend has not told whether it has it (${failure.what.replace(/\.$/, "")})`;
  const advice = `${mayGoOn} While this program runs, cancelling is tried for ${withdrawMs / 60_000} minutes.`;
  return fault("JOB_LOST", { promptId, reason, advice }, { cause: failure, more: { why: "unreachable" } });
}

/** The prompt that a `JOB_LOST` speaks of; undefined for everything else. */
export const lostPromptOf = (error: unknown): string | undefined =>
  error instanceof PictorError && error.code === "JOB_LOST" ? String(error.details["promptId"]) : undefined;
