// Results of the Manager's tasks as its socket messages report them: Managers 3.x and 4.0 report them nowhere else.

import {
  linkedController,
  pause,
  asString,
  recordOrEmpty,
  type Backend,
  type Clock,
} from "@pictor/kernel/plugin";

export type TaskResults = Awaited<ReturnType<typeof subscribeToTaskResults>>;

/** Time in milliseconds after which the task is started even if the socket has not opened. */
export const subscribeTimeoutMs = 5_000;

/** Subscribes to the instance's events. If that fails, no result is received, and only the list of packs shows the effect. */
export async function subscribeToTaskResults(
  subscribe: Backend["events"],
  clock: Clock,
  signal: AbortSignal | undefined,
) {
  const results = new Map<string, string>();
  let onResult: () => void = () => undefined;
  const closing = linkedController(signal);
  const subscription = subscribe(
    (event) => {
      if (event.type !== "unknown") return;
      const received = parseTaskResults(event.wireType, event.data);
      for (const [id, result] of received) results.set(id, result);
      if (received.length > 0) onResult();
    },
    { signal: closing.controller.signal },
  ).catch(() => () => undefined);
  const timeout = new AbortController();
  await Promise.race([subscription, pause(clock, subscribeTimeoutMs, timeout.signal).catch(() => undefined)]);
  timeout.abort();
  signal?.throwIfAborted();
  return {
    /** The text of a task's result; undefined if none was received. */
    resultOf: (taskId: string) => results.get(taskId),
    /** Settles when a result of any task is received, or after `ms` milliseconds. */
    async waitForResult(ms: number) {
      const { controller, release } = linkedController(closing.controller.signal);
      const received = new Promise<void>((resolve) => (onResult = resolve));
      await Promise.race([received, pause(clock, ms, controller.signal)]).finally(() => {
        release();
        controller.abort();
      });
    },
    /** Ends the subscription. */
    close() {
      closing.release();
      closing.controller.abort();
      void subscription.then((unsubscribe) => unsubscribe());
    },
  };
}

/** Reads pairs of task id and result from a message. */
function parseTaskResults(wireType: string, data: unknown): readonly (readonly [string, string])[] {
  const { ui_id: id, result, nodepack_result: results } = recordOrEmpty(data);
  if (wireType === "cm-task-completed" && typeof id === "string" && typeof result === "string")
    return [[id, result]];
  if (wireType !== "cm-queue-status") return [];
  return Object.entries(recordOrEmpty(results)).flatMap(([task, value]) => {
    const text = asString(value);
    return text === undefined ? [] : [[task, text] as const];
  });
}
