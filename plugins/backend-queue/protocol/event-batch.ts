// Events of prompts on their way from workers to hosts: batches of JSON. Images are kept beside them. Pure.

import { parseJsonOrUndefined, stringifyJson, type BackendEvent, type NodeId } from "@pictor/kernel/plugin";
import type { Digest } from "../store/store.js";

export type WireEvent =
  | Exclude<BackendEvent, { readonly type: "preview" | "connection" | "status" | "unknown" }>
  /** The newest preview of the prompt is in its key. */
  | { readonly type: "previewed"; readonly promptId: string; readonly node?: NodeId; readonly mime: string }
  /** An image that is the result of an output node, which the server does not keep: it is in the store. */
  | {
      readonly type: "image";
      readonly promptId: string;
      readonly node: NodeId;
      readonly mime: string;
      readonly digest: Digest;
    };

export const writeBatch = (events: readonly WireEvent[]): string => stringifyJson(events);

/** Reads a batch; nothing for one of another version. */
export function readBatch(text: unknown): readonly WireEvent[] {
  const events = typeof text === "string" ? parseJsonOrUndefined(text) : undefined;
  return Array.isArray(events) ? (events as readonly WireEvent[]) : [];
}

/** Adds the note of a new preview to a batch that was not sent yet, in place of an earlier one of the prompt. */
export const addEvent = (
  batch: readonly WireEvent[],
  event: Extract<WireEvent, { readonly type: "previewed" }>,
): WireEvent[] => [
  ...batch.filter((earlier) => earlier.type !== "previewed" || earlier.promptId !== event.promptId),
  event,
];
