// A process of its own, started with --expose-gc: the event socket of the local API, whose events a message asks for.

import { processorTime, timed } from "../measure.js";
import { answer, tell } from "../processes.js";
import { openEventSockets } from "./event-sockets.js";

export interface Order {
  readonly count: number;
  readonly perSecond: number;
  /** Asks for previews of this size in place of events. */
  readonly previewBytes?: number;
}
export interface Published {
  readonly ms: number;
  readonly cpuMs: number;
  readonly heapMebibytes: number;
}

const sockets = await openEventSockets();

const heapMebibytes = (): number => {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed / 2 ** 20;
};

answer(async ({ count, perSecond, previewBytes }: Order): Promise<Published> => {
  let ms = 0;
  const cpu = await processorTime(async () => {
    ms = await timed(() =>
      previewBytes === undefined
        ? sockets.publish(count, perSecond)
        : sockets.publishPreviews(count, perSecond, previewBytes),
    );
  });
  return { ms, cpuMs: cpu / 1000, heapMebibytes: heapMebibytes() };
});
tell(sockets.url);
