// Takes a prompt out of the queue before it runs, and tells everybody.
import type { ServerParts } from "./parts.js";

/** False when no such prompt waits. As the real server has it, the queue that this empties is announced twice. */
export function removeWaiting({ queue, runner }: Pick<ServerParts, "queue" | "runner">, id: string): boolean {
  const isOnly = queue.pending().length === 1;
  if (!queue.remove(id)) return false;
  if (isOnly) runner.announceStatus();
  runner.announceStatus();
  return true;
}
