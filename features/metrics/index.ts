// @pictor/features/metrics: what hosts report to Prometheus.

export { createCounter, createHistogram, durationBounds } from "./counts.js";
export { farmMetrics, type FarmReading } from "./farm-metrics.js";
export { processMetrics } from "./process-metrics.js";
export { gauge, metricsText, metricsType, type Metric } from "./prometheus-text.js";
