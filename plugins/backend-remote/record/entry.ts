// One prompt as the queue and the history keep it: `[number, prompt_id, graph, extra_data, outputs]`.

import type { Graph, Json, NodeId } from "@pictor/kernel/plugin";
import { fieldsOf, itemsOf, numberOf, textOf, textsOf } from "../fields.js";
import type { Fields } from "../fields.js";

export interface Entry {
  readonly promptId: string;
  /** Its place in the queue: a smaller number runs first. */
  readonly number: number;
  readonly graph: Graph;
  /** The output nodes that the server executes. */
  readonly outputs: readonly NodeId[];
  /** The bag beside the graph, which the server gives back as it came. */
  readonly extra: Fields;
}

/** Any client can have submitted it: what the server does not execute it does not check, and a node may be anything. */
const graphOf = (value: unknown): Graph =>
  Object.fromEntries(
    Object.entries(fieldsOf(value)).map(([id, entry]) => {
      const node = fieldsOf(entry);
      const checked = { class_type: textOf(node["class_type"]) ?? "", inputs: fieldsOf(node["inputs"]) };
      return [id, { ...node, ...checked }];
    }),
  ) as Graph;

/** Reads an entry; hosted servers have its last two members the other way round. */
export function entryOf(value: unknown): Entry | undefined {
  const [number, promptId, graph, fourth, fifth] = itemsOf(value);
  if (typeof promptId !== "string") return undefined;
  const [extra, outputs] = Array.isArray(fourth) ? [fifth, fourth] : [fourth, fifth];
  return {
    promptId,
    number: numberOf(number) ?? 0,
    graph: graphOf(graph),
    outputs: textsOf(outputs),
    extra: fieldsOf(extra),
  };
}

/** What `Submission.record` held; other programs have something else there, or nothing. */
export function recordOf({ extra }: Entry): Readonly<Record<string, Json>> | undefined {
  const record = extra["pictor"];
  const isRecord = typeof record === "object" && record !== null && !Array.isArray(record);
  return isRecord ? (record as Readonly<Record<string, Json>>) : undefined;
}

/** The client id whose socket hears the prompt's events. */
export const listenerOf = ({ extra }: Entry): string | undefined => textOf(extra["client_id"]);

/** Milliseconds since 1970; servers before 0.3.69 keep no time. */
export const createdAtOf = ({ extra }: Entry): number | undefined => numberOf(extra["create_time"]);
