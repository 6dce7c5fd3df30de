// Removes a pending prompt from the queue, and announces the new status.
import type { Queue } from "../prompts/queue.js";
import type { Runner } from "./runner.js";

/**
 * Returns false when no prompt with this id is pending. As on real servers, the status is sent twice if the queue
 * becomes empty.
 */
export function removePending(
  { queue, runner }: { readonly queue: Queue; readonly runner: Pick<Runner, "announceStatus"> },
  promptId: string,
): boolean {
  const isOnly = queue.pending().length === 1;
  if (!queue.remove(promptId)) return false;
  if (isOnly) runner.announceStatus();
  runner.announceStatus();
  return true;
}
