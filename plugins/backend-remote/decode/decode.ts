// From one WebSocket message to events: pure, and never failing, whatever a server or a custom node sends.

import { parseJson } from "@pictor/kernel/plugin";
import type { BackendEvent } from "@pictor/kernel/plugin";
import { fieldsOf, numberOf, textOf } from "../fields.js";
import type { Fields } from "../fields.js";
import type { Routes } from "../routes.js";
import { decodeBinary } from "./binary.js";
import { repeated } from "./progress-state.js";
import { decodeRun } from "./run.js";
import type { Track } from "./track.js";

/** The events of a message and the track for the next one. */
export interface Decoded {
  readonly events: readonly BackendEvent[];
  readonly track: Track;
}

export interface Surroundings {
  /** The address of a file. */
  readonly view: Routes["view"];
  /** The prompt that a message without an id can only be about: the one of ours that is under way. */
  onlyPrompt(): string | undefined;
}

/** Decodes a text or binary message that came after `track`. */
export function decode(message: string | Uint8Array, track: Track, around: Surroundings): Decoded {
  return typeof message === "string"
    ? decodeText(message, track, around)
    : { events: decodeBinary(message, track), track };
}

function decodeText(text: string, track: Track, around: Surroundings): Decoded {
  const keep = (...events: readonly BackendEvent[]): Decoded => ({ events, track });
  const same = repeated(text, track);
  if (same !== undefined) return { events: [], track: same };
  let message: unknown;
  try {
    message = parseJson(text);
  } catch {
    return keep({ type: "unknown", wireType: "text", data: text });
  }
  const { type, data } = fieldsOf(message);
  const wireType = textOf(type) ?? "text";
  const fields = fieldsOf(data);
  if (wireType === "status") {
    const remaining = numberOf(fieldsOf(fieldsOf(fields["status"])["exec_info"])["queue_remaining"]);
    if (remaining !== undefined) return keep({ type: "status", queueRemaining: remaining });
  }
  // The server's answer to ours: its flags are also at GET /features.
  if (wireType === "feature_flags") return keep();
  const promptId = textOf(fields["prompt_id"]) ?? replayedFor(wireType, fields, around);
  const run = promptId && decodeRun({ wireType, data: fields, promptId, text }, track, around.view);
  return run || keep({ type: "unknown", wireType, data: wireType === "text" ? message : data });
}

/** To a socket that comes back the server repeats which node runs, for the prompt of its client id, but not its id. */
const replayedFor = (wireType: string, data: Fields, { onlyPrompt }: Surroundings): string | undefined =>
  wireType === "executing" && textOf(data["node"]) !== undefined ? onlyPrompt() : undefined;
