// Results of tasks as the Manager tells them on the socket: the one place where 3.x and 4.0 tell them at all.

import { abortedWith, pause } from "@pictor/kernel/plugin";
import type { Backend } from "@pictor/kernel/plugin";
import type { Clock } from "../clock.js";
import { fieldsOf, textOf } from "../fields.js";

export interface Hearing {
  /** The result's text; undefined until it was told. */
  result(taskId: string): string | undefined;
  /** Settles when a result is told, or after `ms` milliseconds. */
  next(ms: number, signal: AbortSignal | undefined): Promise<void>;
  end(): void;
}

/** How long the socket may take to open before the work begins without it. Milliseconds. */
export const openingMs = 5_000;

/** Listens to the instance's own socket; where there is none, nothing is heard and the listing alone decides. */
export async function listenForResults(
  subscribe: Backend["events"],
  clock: Clock,
  signal: AbortSignal | undefined,
): Promise<Hearing> {
  const results = new Map<string, string>();
  let wake: () => void = () => undefined;
  const ending = new AbortController();
  const opened = subscribe(
    (event) => {
      if (event.type !== "unknown") return;
      const told = resultsIn(event.wireType, event.data);
      for (const [id, result] of told) results.set(id, result);
      if (told.length > 0) wake();
    },
    { signal: ending.signal },
  );
  const leave = opened.then(
    (unsubscribe) => unsubscribe,
    () => () => undefined,
  );
  const waited = new AbortController();
  await Promise.race([leave, pause(clock, openingMs, waited.signal).catch(() => undefined)]);
  waited.abort();
  signal?.throwIfAborted();
  return {
    result: (taskId) => results.get(taskId),
    async next(ms, stop) {
      const { controller: waiting, letGo } = abortedWith(stop);
      const told = new Promise<void>((resolve) => (wake = resolve));
      await Promise.race([told, pause(clock, ms, waiting.signal)]).finally(() => {
        letGo();
        waiting.abort();
      });
    },
    end() {
      ending.abort();
      void leave.then((unsubscribe) => {
        unsubscribe();
      });
    },
  };
}

/** Task id to result. */
function resultsIn(wireType: string, data: unknown): readonly (readonly [string, string])[] {
  const { ui_id: id, result, nodepack_result: results } = fieldsOf(data);
  if (wireType === "cm-task-completed" && typeof id === "string" && typeof result === "string")
    return [[id, result]];
  if (wireType !== "cm-queue-status") return [];
  return Object.entries(fieldsOf(results)).flatMap(([task, value]) => {
    const text = textOf(value);
    return text === undefined ? [] : [[task, text] as const];
  });
}
