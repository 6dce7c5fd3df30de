// Metrics of this process, with the names that Prometheus expects of every program.

import type { Metric } from "./prometheus-text.js";

/** The numbers of the process. Default: those of this one. */
export interface ProcessNumbers {
  cpuUsage(): { readonly user: number; readonly system: number };
  memoryUsage(): { readonly rss: number };
  uptime(): number;
}

export function processMetrics(nowMs: number, numbers: ProcessNumbers = process): readonly Metric[] {
  const { user, system } = numbers.cpuUsage();
  return [
    {
      name: "process_cpu_seconds_total",
      type: "counter",
      help: "Processor time of the process in seconds.",
      samples: [{ value: (user + system) / 1e6 }],
    },
    {
      name: "process_resident_memory_bytes",
      type: "gauge",
      help: "Memory of the process in bytes.",
      samples: [{ value: numbers.memoryUsage().rss }],
    },
    {
      name: "process_start_time_seconds",
      type: "gauge",
      help: "When the process was started, in seconds since 1970.",
      samples: [{ value: Math.round(nowMs / 1000 - numbers.uptime()) }],
    },
  ];
}
