// From one WebSocket message to events: pure, and never failing, whatever a server or a custom node sends.

import { parseJson } from "@pictor/kernel/plugin";
import type { BackendEvent } from "@pictor/kernel/plugin";
import { decodeBinary } from "./decode-binary.js";
import { decodeRun } from "./decode-run.js";
import { fieldsOf, numberOf, textOf } from "./fields.js";
import type { Routes } from "./routes.js";
import type { Track } from "./track.js";

/** The events of a message and the track for the next one. */
export interface Decoded {
  readonly events: readonly BackendEvent[];
  readonly track: Track | undefined;
}

/** Decodes a text or binary message that came after `track`; `view` gives the address of a file. */
export function decode(
  message: string | Uint8Array,
  track: Track | undefined,
  view: Routes["view"],
): Decoded {
  return typeof message === "string"
    ? decodeText(message, track, view)
    : { events: decodeBinary(message, track), track };
}

function decodeText(text: string, track: Track | undefined, view: Routes["view"]): Decoded {
  const keep = (...events: readonly BackendEvent[]): Decoded => ({ events, track });
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
  const promptId = textOf(fields["prompt_id"]);
  const run = promptId === undefined ? undefined : decodeRun(wireType, fields, promptId, track, view);
  return run ?? keep({ type: "unknown", wireType, data: wireType === "text" ? message : data });
}
