// Which failures are tried again, as the settings say. Pure.

import type { KeptVerdict } from "../protocol/verdicts.js";
import type { QueueSettings } from "../settings.gen.js";

/** How ComfyUI and PyTorch call an error of a graphics card without enough memory. */
const outOfMemory = /OutOfMemory|\bOOM\b|out of memory/i;

/** Whether a failure allows another run: a prompt that is lost may have been run, which takes the consent of the operator. */
export function allowsRetry(verdict: KeptVerdict, { retryLost }: Pick<QueueSettings, "retryLost">): boolean {
  if (verdict.state === "lost") return retryLost;
  if (!("error" in verdict)) return false;
  const { exception, message } = verdict.error;
  return outOfMemory.test(exception) || outOfMemory.test(message);
}
