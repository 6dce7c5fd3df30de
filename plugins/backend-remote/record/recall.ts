// What the server still knows of a prompt's submission.

import type { CallOptions, Recalled } from "@pictor/kernel/plugin";
import { fieldsOf } from "../fields.js";
import type { Peer } from "../http.js";
import { entryOf, recordOf } from "./entry.js";
import type { Entry } from "./entry.js";
import { findPrompt } from "./find.js";
import { reached } from "./outage.js";

/** A prompt's entry, and whether its run is over. */
export interface Kept {
  readonly entry: Entry;
  readonly hasEnded: boolean;
}

/** Undefined when the prompt is neither in the history nor in the queue. */
export async function readEntry(
  peer: Peer,
  promptId: string,
  options: CallOptions = {},
): Promise<Kept | undefined> {
  const found = await reached(peer, () => findPrompt(peer, promptId, options));
  if (found === undefined) return undefined;
  const entry =
    found.in === "history"
      ? entryOf(fieldsOf(found.item)["prompt"])
      : [...found.queue.running, ...found.queue.pending].find((one) => one.promptId === promptId);
  return entry === undefined ? undefined : { entry, hasEnded: found.in === "history" };
}

/** As `Backend.recall`. */
export function recalled(kept: Kept | undefined): Recalled | undefined {
  if (kept === undefined) return undefined;
  const { graph, outputs } = kept.entry;
  const record = recordOf(kept.entry);
  return { graph, outputs, ...(record === undefined ? {} : { record }) };
}
