// A prompt as the queue and the history list it: `[number, prompt_id, graph, extra_data, outputs]`.

import { asString, asFiniteNumber, isRecord, recordOrEmpty } from "@pictor/kernel/plugin";
import type { Graph, Json, NodeId } from "@pictor/kernel/plugin";
import { itemsOf, textsOf, type Fields } from "../base/json-fields.js";

export interface QueueEntry {
  readonly promptId: string;
  /** Priority in the queue: the smallest number runs first. */
  readonly number: number;
  readonly graph: Graph;
  /** The output nodes that the server executes. */
  readonly outputs: readonly NodeId[];
  /** `extra_data` of the submission, which the server stores unchanged. */
  readonly extra: Fields;
}

/** Normalizes a graph that any client may have submitted: the server checks only the nodes that it executes. */
const graphOf = (value: unknown): Graph =>
  Object.fromEntries(
    Object.entries(recordOrEmpty(value)).map(([id, entry]) => {
      const node = recordOrEmpty(entry);
      const checked = {
        class_type: asString(node["class_type"]) ?? "",
        inputs: recordOrEmpty(node["inputs"]),
      };
      return [id, { ...node, ...checked }];
    }),
  ) as Graph;

/** Parses an entry; undefined for a malformed one. Hosted servers swap the last two members. */
export function parseQueueEntry(value: unknown): QueueEntry | undefined {
  const [number, promptId, graph, fourth, fifth] = itemsOf(value);
  if (typeof promptId !== "string") return undefined;
  const [extra, outputs] = Array.isArray(fourth) ? [fifth, fourth] : [fourth, fifth];
  return {
    promptId,
    number: asFiniteNumber(number) ?? 0,
    graph: graphOf(graph),
    outputs: textsOf(outputs),
    extra: recordOrEmpty(extra),
  };
}

/** `Submission.record` of the prompt; undefined if another program submitted it. */
export function submissionRecordOf({ extra }: QueueEntry): Readonly<Record<string, Json>> | undefined {
  const record = extra["pictor"];
  return isRecord(record) ? (record as Readonly<Record<string, Json>>) : undefined;
}

/** The client id whose socket receives the prompt's events. */
export const clientIdOf = ({ extra }: QueueEntry): string | undefined => asString(extra["client_id"]);

/** Time of the submission, in milliseconds since 1970; servers before 0.3.69 store none. */
export const createdAtOf = ({ extra }: QueueEntry): number | undefined =>
  asFiniteNumber(extra["create_time"]);
