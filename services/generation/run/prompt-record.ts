// The record that the server keeps with a prompt, so that any process can follow it: written at submission, read by
// `attach`.

import {
  asString,
  isString,
  recordOrEmpty,
  withoutUndefined,
  type FeatureUse,
  type Json,
  type NodeId,
  type OutputContext,
  type Params,
  type Prompts,
} from "@pictor/kernel";
import { batchSeed } from "../build/batch-seed.js";

/** Format 1 of the record. It contains no secret, because every client of the server can read it. */
export interface PromptRecord extends Pick<
  OutputContext,
  "jobId" | "workflow" | "params" | "features" | "seed" | "plugins"
> {
  /** The proposed id of the prompt. Older servers assign another id. */
  readonly promptId: string;
  /**
   * The seed in the graph of this batch, if it differs from the seed of the first batch plus the index of the batch.
   */
  readonly graphSeed?: bigint;
  /** Index of the batch, from 0. */
  readonly batch: number;
  readonly batches: number;
  readonly outputs: readonly NodeId[];
  readonly prompts: Prompts;
  /** The span of the prompt, for whoever runs it to continue (W3C Trace Context); absent unless the submitter traces. */
  readonly traceparent?: string;
}

export const writeRecord = ({ seed, graphSeed, ...record }: PromptRecord): Readonly<Record<string, Json>> =>
  withoutUndefined({
    pictor: 1,
    ...(record as unknown as Readonly<Record<string, Json>>),
    seed: seed?.toString(),
    graphSeed: graphSeed?.toString(),
  });

const textOf = (value: unknown): string => asString(value) ?? "";
const seedOf = (value: unknown): bigint | undefined =>
  /^\d{1,20}$/.test(textOf(value)) ? batchSeed(BigInt(textOf(value)), 0) : undefined;
const countOf = (value: unknown, least: number): number =>
  typeof value === "number" && Number.isSafeInteger(value) && value >= least ? value : least;

const featuresOf = (value: unknown): readonly FeatureUse[] =>
  (Array.isArray(value) ? value : []).flatMap((entry) => {
    const { id, settings } = recordOrEmpty(entry);
    return typeof id === "string" ? [{ id, settings: recordOrEmpty(settings) as Params }] : [];
  });

const textsOf = (value: unknown): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(recordOrEmpty(value)).filter((entry): entry is [string, string] => isString(entry[1])),
  );

/**
 * Parses a record from a server; undefined unless the record has format 1. Any client may have written the record, so a
 * member of the wrong type counts as empty.
 */
export function parsePromptRecord(value: unknown): PromptRecord | undefined {
  const record = recordOrEmpty(value);
  if (record["pictor"] !== 1) return undefined;
  const { positive, negative } = recordOrEmpty(record["prompts"]);
  const outputs: readonly unknown[] = Array.isArray(record["outputs"]) ? record["outputs"] : [];
  return withoutUndefined({
    jobId: textOf(record["jobId"]),
    promptId: textOf(record["promptId"]),
    workflow: textOf(record["workflow"]),
    params: recordOrEmpty(record["params"]) as Params,
    features: featuresOf(record["features"]),
    seed: seedOf(record["seed"]),
    graphSeed: seedOf(record["graphSeed"]),
    batch: countOf(record["batch"], 0),
    batches: countOf(record["batches"], 1),
    outputs: outputs.filter(isString),
    prompts: { positive: textOf(positive), negative: textOf(negative) },
    plugins: textsOf(record["plugins"]),
  });
}
