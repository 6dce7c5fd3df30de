// The queue and the history of one life, as the faults let them be.
import type { Clock } from "@pictor/kernel/plugin";
import type { History } from "../server/history.js";
import type { Queue } from "../server/queue.js";

export interface QueueWatch {
  /** Asked when the worker is about to take a prompt. A dead worker takes nothing more. */
  dies(): boolean;
  /** This prompt will never run. */
  gone(promptId: string): void;
}

export function faultyQueue(queue: Queue, { dies, gone }: QueueWatch): Queue {
  let isDead = false;
  return {
    ...queue,
    take() {
      if (!isDead && queue.pending().length > 0 && dies()) {
        isDead = true;
        const lost = queue.take();
        queue.finish();
        if (lost) gone(lost.promptId);
      }
      return isDead ? undefined : queue.take();
    },
    remove(promptId) {
      const isRemoved = queue.remove(promptId);
      if (isRemoved) gone(promptId);
      return isRemoved;
    },
    clear() {
      const cleared = queue.pending().map(({ promptId }) => promptId);
      queue.clear();
      cleared.forEach(gone);
    },
  };
}

/** `fate`: asked for each finished prompt; undefined keeps it at once. */
export function faultyHistory(
  history: History,
  clock: Clock,
  fate: () => "never" | { readonly afterMs: number } | undefined,
): History {
  return {
    ...history,
    add(record) {
      const keeping = fate();
      if (keeping === "never") return;
      if (keeping === undefined) history.add(record);
      else
        clock.after(keeping.afterMs, () => {
          history.add(record);
        });
    },
  };
}
