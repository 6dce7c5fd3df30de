// Wraps the queue and the history so that faults can lose prompts and delay or drop history entries.
import type { Clock } from "@pictor/kernel/plugin";
import type { History } from "../prompts/history.js";
import type { Queue } from "../prompts/queue.js";
import type { HistoryDecision } from "./behavior.js";

/**
 * `killsWorker` is called when the worker is about to take a prompt: a dead worker takes no prompt any more. `onRemoved`
 * is called for a prompt that will never run.
 */
export function withQueueFaults(
  queue: Queue,
  killsWorker: () => boolean,
  onRemoved: (promptId: string) => void,
): Queue {
  let isWorkerDead = false;
  return {
    ...queue,
    take() {
      if (!isWorkerDead && queue.pending().length > 0 && killsWorker()) {
        isWorkerDead = true;
        const lost = queue.take();
        queue.finish();
        if (lost) onRemoved(lost.promptId);
      }
      return isWorkerDead ? undefined : queue.take();
    },
    remove(promptId) {
      const isRemoved = queue.remove(promptId);
      if (isRemoved) onRemoved(promptId);
      return isRemoved;
    },
    clear() {
      const cleared = queue.pending().map(({ promptId }) => promptId);
      queue.clear();
      cleared.forEach(onRemoved);
    },
  };
}

/** `decide` is called for each finished prompt; undefined stores it at once. */
export function withHistoryFaults(
  history: History,
  clock: Clock,
  decide: () => HistoryDecision | undefined,
): History {
  return {
    ...history,
    add(record) {
      const decision = decide();
      if (decision === "never") return;
      if (decision === undefined) history.add(record);
      else clock.after(decision.afterMs, () => history.add(record));
    },
  };
}
