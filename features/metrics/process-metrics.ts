// Metrics of this process, with the names that Prometheus expects of every program.

import { counter, gauge, type Metric } from "./prometheus-text.js";

/** The numbers of the process. Default: those of this one. */
export interface ProcessNumbers {
  cpuUsage(): { readonly user: number; readonly system: number };
  memoryUsage(): { readonly rss: number };
  uptime(): number;
}

export function processMetrics(nowMs: number, numbers: ProcessNumbers = process): readonly Metric[] {
  const { user, system } = numbers.cpuUsage();
  return [
    counter("process_cpu_seconds_total", "Processor time of the process in seconds.", [
      { value: (user + system) / 1e6 },
    ]),
    gauge("process_resident_memory_bytes", "Memory of the process in bytes.", [
      { value: numbers.memoryUsage().rss },
    ]),
    gauge("process_start_time_seconds", "When the process was started, in seconds since 1970.", [
      { value: Math.round(nowMs / 1000 - numbers.uptime()) },
    ]),
  ];
}
