// @pictor/features/metrics: what hosts report to Prometheus.

export { createCounter, createHistogram, durationBounds, type Counter, type Histogram } from "./counts.js";
export { farmMetrics, type FarmReading } from "./farm-metrics.js";
export { processMetrics } from "./process-metrics.js";
export { metricsText, metricsType, type Metric, type Sample } from "./prometheus-text.js";
