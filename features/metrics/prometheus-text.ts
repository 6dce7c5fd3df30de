// Metrics in the text format of Prometheus (exposition format 0.0.4). Pure.

/** A value of a metric: a number, or whether something is so, as 1 or 0. Labels whose value is undefined are left out. */
export interface Sample {
  readonly labels?: Readonly<Record<string, string | undefined>>;
  readonly value: number | boolean;
}

/** A histogram with its labels: the number of values up to each bound, all of them, and their sum. */
export interface HistogramSample {
  readonly labels?: Sample["labels"];
  /** Upper bounds in ascending order, each with the number of values up to it. */
  readonly buckets: readonly (readonly [bound: number, count: number])[];
  readonly count: number;
  readonly sum: number;
}

/** A metric: its name, a sentence about it, and its values now. */
export type Metric = { readonly name: string; readonly help: string } & (
  | { readonly type: "gauge" | "counter"; readonly samples: readonly Sample[] }
  | { readonly type: "histogram"; readonly samples: readonly HistogramSample[] }
);

export const gauge = (name: string, help: string, samples: readonly Sample[]): Metric => ({
  name,
  help,
  type: "gauge",
  samples,
});

export const counter = (name: string, help: string, samples: readonly Sample[]): Metric => ({
  name,
  help,
  type: "counter",
  samples,
});

/** The content type of the text. */
export const metricsType = "text/plain; version=0.0.4; charset=utf-8";

const escapedHelp = (text: string): string => text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n");
const escapedValue = (text: string): string => escapedHelp(text).replaceAll('"', '\\"');

const numberText = (value: number): string => {
  if (Number.isNaN(value)) return "NaN";
  if (Number.isFinite(value)) return String(value);
  return value > 0 ? "+Inf" : "-Inf";
};

function lineOf(name: string, labels: Sample["labels"], value: number): string {
  const pairs = Object.entries(labels ?? {}).flatMap(([label, text]) =>
    text === undefined ? [] : [`${label}="${escapedValue(text)}"`],
  );
  return `${name}${pairs.length === 0 ? "" : `{${pairs.join(",")}}`} ${numberText(value)}`;
}

const histogramLines = (
  name: string,
  { labels, buckets, count, sum }: HistogramSample,
): readonly string[] => [
  ...buckets.map(([bound, up]) => lineOf(`${name}_bucket`, { ...labels, le: numberText(bound) }, up)),
  lineOf(`${name}_bucket`, { ...labels, le: "+Inf" }, count),
  lineOf(`${name}_sum`, labels, sum),
  lineOf(`${name}_count`, labels, count),
];

/** The text for a scrape. A metric without values is left out. */
export function metricsText(metrics: readonly Metric[]): string {
  const lines = metrics
    .filter(({ samples }) => samples.length > 0)
    .flatMap((metric) => [
      `# HELP ${metric.name} ${escapedHelp(metric.help)}`,
      `# TYPE ${metric.name} ${metric.type}`,
      ...(metric.type === "histogram"
        ? metric.samples.flatMap((sample) => histogramLines(metric.name, sample))
        : metric.samples.map(({ labels, value }) => lineOf(metric.name, labels, Number(value)))),
    ]);
  return lines.map((line) => `${line}\n`).join("");
}
