// Which events a client of the stream or of the socket asks for.

import { cutText, didYouMean, withoutUndefined } from "@pictor/kernel";
import { inputInvalid, type Parameter } from "@pictor/features/base";
import { sequenceNumberOf } from "./event-id.js";
import { eventTypes } from "./event-types.gen.js";
import type { ReadOptions } from "./read-events.js";

/** The parameters of the query. */
export const selectionQuery = {
  since: { type: "string", description: "Like Last-Event-ID; default: from now on" },
  types: { type: "string", description: "Only these types, separated by commas" },
  job: { type: "string", description: "Only events of this job" },
} as const satisfies Readonly<Record<string, Parameter>>;

export type EventQuery = { readonly [Name in keyof typeof selectionQuery]?: string | undefined };

function typesOf(text: string): readonly string[] {
  const types = text.split(",").map((type) => type.trim());
  for (const type of types)
    if (!eventTypes.includes(type))
      throw inputInvalid(
        "The parameter types",
        `types of events, separated by commas (${eventTypes.join(", ")})`,
        JSON.stringify(cutText(type, 100)),
        didYouMean(type, eventTypes),
      );
  return types;
}

/** Throws `API_INPUT_INVALID` for a type that no event has, because such a client would wait for ever. */
export function selectedEvents(
  { since, types, job }: EventQuery,
  serverId: string,
): Omit<ReadOptions, "signal" | "caller"> {
  return withoutUndefined({
    since: sequenceNumberOf(since, serverId),
    types: types === undefined ? undefined : typesOf(types),
    jobId: job,
  });
}
