// The data of a job: the record of its prompt, as JSON that programs which show queues can show. A large graph is in the store.

import {
  isRecord,
  isString,
  type CallOptions,
  type Graph,
  type Json,
  type NodeId,
  type Submission,
} from "@pictor/kernel/plugin";
import type { BullJob } from "../redis/packages.js";
import { bytesOf, isDigest, type ContentStore } from "../store/store.js";
import { pack, unpack } from "./packing.js";
import { restoreIntegers, withPlainIntegers } from "./plain-integers.js";

/** What a worker needs for a prompt, and what `fetchSubmission` returns. */
export interface Body {
  readonly graph: Graph;
  /** The nodes whose files are the result. */
  readonly outputs: readonly NodeId[];
  readonly record?: Submission["record"];
  readonly extra?: Readonly<Record<string, Json>>;
}

/** The beginning of a record that every version of Pictor can read. */
export interface JobHead {
  readonly owner?: string;
  /** The process that has submitted the prompt and wants its events. */
  readonly host?: string;
  /** The client of ComfyUI's protocol that has submitted the prompt, as `shortClient` names it. */
  readonly client?: string;
  /** How many runs of the prompt had ended before its job was moved from another queue, where BullMQ has counted them. */
  readonly endedBefore?: number;
  /** How many prompts of the owner were to run at the same time when this one was submitted; absent: it is not limited. */
  readonly runningLimit?: number;
}

const version = 1;
/** The most characters of a body that is kept in Redis. */
const longestInline = 8_000;

/** Writes the data of a job. Rejects as the store does. */
export async function writeJobData(
  { owner, host, client, runningLimit }: JobHead,
  body: Body,
  store: ContentStore,
  options?: CallOptions,
): Promise<unknown> {
  const plain = withPlainIntegers(body) as Body;
  const isLong = JSON.stringify(plain).length > longestInline;
  const kept = isLong ? { body: await store.put([pack(body)], options) } : plain;
  return {
    version,
    ...(owner !== undefined && { owner }),
    ...(host !== undefined && { host }),
    ...(client !== undefined && { client }),
    ...(runningLimit !== undefined && { runningLimit }),
    ...kept,
  };
}

/** Reads who has submitted a prompt, as far as its data says so. */
export function headOf(data: unknown): JobHead {
  const { owner, host, client, endedBefore, runningLimit } = isRecord(data) ? data : {};
  return {
    ...(isString(owner) && { owner }),
    ...(isString(host) && { host }),
    ...(isString(client) && { client }),
    ...(typeof endedBefore === "number" && { endedBefore }),
    ...(typeof runningLimit === "number" && { runningLimit }),
  };
}

/** The owner of the prompt with this data, as the keys of Redis name it: empty for none. */
export const ownerOf = (data: unknown): string => headOf(data).owner ?? "";

/** How many runs of a prompt have ended, also before its job was moved. */
export const endedRuns = ({ data, attemptsMade }: Pick<BullJob, "data" | "attemptsMade">): number =>
  attemptsMade + (headOf(data).endedBefore ?? 0);

/** The data of a job that is moved to another queue. */
export function movedData(job: Pick<BullJob, "data" | "attemptsMade">): unknown {
  const endedBefore = endedRuns(job);
  return endedBefore === 0 ? job.data : Object.assign({}, job.data, { endedBefore });
}

/** The span of the prompt, if its submitter traces (W3C Trace Context). */
export function traceOf({ record = {} }: Pick<Body, "record">): { readonly traceparent?: string } {
  const { traceparent } = record;
  return isString(traceparent) ? { traceparent } : {};
}

const hasBody = (data: Readonly<Record<string, unknown>>): boolean =>
  isRecord(data["graph"]) && Array.isArray(data["outputs"]) && data["outputs"].every(isString);

/** Reads the submission. Rejects as the store does, or if the data is no record of this version. */
export async function readBody(data: unknown, store: ContentStore, options?: CallOptions): Promise<Body> {
  if (!isRecord(data) || data["version"] !== version) throw new TypeError("the record is of another version");
  const { body: digest } = data;
  if (isString(digest) && isDigest(digest)) return unpack(await bytesOf(store.get(digest, options))) as Body;
  if (!hasBody(data)) throw new TypeError("the record has no graph");
  const { graph, outputs, record, extra } = restoreIntegers(data) as Body;
  return { graph, outputs, ...(record && { record }), ...(extra && { extra }) };
}
