// Measures work in the process of a client: time, processor time, the longest stall of the event loop, memory.

import { monitorEventLoopDelay } from "node:perf_hooks";

/** Sampling interval of the event loop monitor, which it reports as the stall of an idle loop. */
const resolutionMs = 1;
const megabytes = (bytes) => bytes / 1024 / 1024;

/** Runs `work` and returns its figures: `{ wallMs, cpuMs, stallMs, extraMb, rssMb }`. */
export async function measured(work) {
  globalThis.gc?.();
  const before = process.memoryUsage.rss();
  let most = before;
  const sampler = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 5);
  const delay = monitorEventLoopDelay({ resolution: resolutionMs });
  const cpu = process.cpuUsage();
  delay.enable();
  const started = performance.now();
  await work();
  const wallMs = performance.now() - started;
  delay.disable();
  const { user, system } = process.cpuUsage(cpu);
  clearInterval(sampler);
  most = Math.max(most, process.memoryUsage.rss());
  return {
    wallMs,
    cpuMs: (user + system) / 1000,
    stallMs: Math.max(0, delay.max / 1e6 - resolutionMs),
    extraMb: megabytes(most - before),
    rssMb: megabytes(most),
  };
}
