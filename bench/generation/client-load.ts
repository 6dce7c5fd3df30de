// Measures work in the process of a client: time, processor time, the longest stall of the event loop, memory.

import { monitorEventLoopDelay } from "node:perf_hooks";
import { processorTime, timed } from "../measure.js";

/** Sampling interval of the event loop monitor, which it reports as the stall of an idle loop. */
const resolutionMs = 1;

export interface ClientLoad {
  readonly wallMs: number;
  readonly cpuMs: number;
  readonly stallMs: number;
  readonly extraMb: number;
}

/** Runs `work` and returns its figures. */
export async function measured(work: () => Promise<unknown>): Promise<ClientLoad> {
  globalThis.gc?.();
  const before = process.memoryUsage.rss();
  let most = before;
  const sample = () => (most = Math.max(most, process.memoryUsage.rss()));
  const sampler = setInterval(sample, 5);
  const delay = monitorEventLoopDelay({ resolution: resolutionMs });
  let wallMs = 0;
  const cpu = await processorTime(async () => {
    delay.enable();
    wallMs = await timed(work);
    delay.disable();
  });
  clearInterval(sampler);
  sample();
  return {
    wallMs,
    cpuMs: cpu / 1000,
    stallMs: Math.max(0, delay.max / 1e6 - resolutionMs),
    extraMb: (most - before) / 1024 / 1024,
  };
}
