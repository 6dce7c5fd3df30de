// Which failures are tried again, as the settings say. Pure.

import { saysOutOfMemory } from "@pictor/kernel/plugin";
import type { KeptVerdict } from "../protocol/verdicts.js";
import type { QueueSettings } from "../settings.gen.js";

/** Whether a failure allows another run: a prompt that is lost may have been run, which takes the consent of the operator. */
export function allowsRetry(verdict: KeptVerdict, { retryLost }: Pick<QueueSettings, "retryLost">): boolean {
  if (verdict.state === "lost") return retryLost;
  return "error" in verdict && saysOutOfMemory(verdict.error);
}
