// Counters and histograms that a program keeps while it runs.

import { counter, type Metric } from "./prometheus-text.js";

type Labels = Readonly<Record<string, string>>;

const keyOf = (labels: Labels): string => JSON.stringify(Object.entries(labels).sort());

/** A number for each combination of labels; it only grows. */
export function createCounter(name: string, help: string) {
  const counts = new Map<string, { readonly labels: Labels; value: number }>();
  return {
    add(labels: Labels = {}, by = 1): void {
      const found = counts.get(keyOf(labels)) ?? { labels, value: 0 };
      found.value += by;
      counts.set(keyOf(labels), found);
    },
    metric: (): Metric =>
      counter(
        name,
        help,
        [...counts.values()].map(({ labels, value }) => ({ labels, value })),
      ),
  };
}

interface Observed {
  readonly labels: Labels;
  readonly counts: number[];
  count: number;
  sum: number;
}

/**
 * How often values up to each bound were observed, for each combination of labels. `bounds` are in ascending order.
 */
export function createHistogram(name: string, help: string, bounds: readonly number[]) {
  const observed = new Map<string, Observed>();
  return {
    observe(value: number, labels: Labels = {}): void {
      const found = observed.get(keyOf(labels)) ?? { labels, counts: bounds.map(() => 0), count: 0, sum: 0 };
      bounds.forEach((bound, index) => {
        if (value <= bound) found.counts[index] = (found.counts[index] ?? 0) + 1;
      });
      found.count += 1;
      found.sum += value;
      observed.set(keyOf(labels), found);
    },
    metric: (): Metric => ({
      name,
      help,
      type: "histogram",
      samples: [...observed.values()].map(({ labels, counts, count, sum }) => ({
        labels,
        count,
        sum,
        buckets: bounds.map((bound, index) => [bound, counts[index] ?? 0] as const),
      })),
    }),
  };
}

/** Bounds for the duration of a generation, in seconds: from a tenth of a second to an hour. */
export const durationBounds: readonly number[] = [
  0.1, 0.5, 1, 2.5, 5, 10, 20, 30, 60, 120, 300, 600, 1800, 3600,
];
