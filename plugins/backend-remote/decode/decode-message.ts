// Decodes one WebSocket message into events: pure, and without exceptions for whatever a server or custom node sends.

import { asString, asFiniteNumber, parseJsonOrUndefined, recordOrEmpty } from "@pictor/kernel/plugin";
import type { BackendEvent } from "@pictor/kernel/plugin";
import type { Fields } from "../base/json-fields.js";
import type { Routes } from "../server/routes.js";
import { decodeBinary } from "./decode-binary.js";
import { skipUnchangedState } from "./decode-progress-state.js";
import { decodeRun } from "./decode-run.js";
import type { Decoded, DecoderState } from "./decoder-state.js";

export interface DecodeContext {
  /** Builds the address of a file. */
  readonly view: Routes["view"];
  /** The only active prompt of this client, to which a replayed message without a prompt id must refer. */
  onlyPrompt(): string | undefined;
}

export function decodeMessage(
  message: string | Uint8Array,
  state: DecoderState,
  context: DecodeContext,
): Decoded {
  return typeof message === "string"
    ? decodeText(message, state, context)
    : { events: decodeBinary(message, state), state };
}

function decodeText(text: string, state: DecoderState, context: DecodeContext): Decoded {
  const withEvents = (...events: readonly BackendEvent[]): Decoded => ({ events, state });
  const skipped = skipUnchangedState(text, state);
  if (skipped !== undefined) return { events: [], state: skipped };
  const message = parseJsonOrUndefined(text);
  if (message === undefined) return withEvents({ type: "unknown", wireType: "text", data: text });
  const { type, data } = recordOrEmpty(message);
  const wireType = asString(type) ?? "text";
  const fields = recordOrEmpty(data);
  if (wireType === "status") {
    const remaining = asFiniteNumber(
      recordOrEmpty(recordOrEmpty(fields["status"])["exec_info"])["queue_remaining"],
    );
    if (remaining !== undefined) return withEvents({ type: "status", queueRemaining: remaining });
  }
  // The server's reply to our own feature flags; its flags are read from GET /features.
  if (wireType === "feature_flags") return withEvents();
  const promptId = asString(fields["prompt_id"]) ?? promptOfReplay(wireType, fields, context);
  const decoded = promptId && decodeRun({ wireType, data: fields, promptId, text }, state, context.view);
  return decoded || withEvents({ type: "unknown", wireType, data: wireType === "text" ? message : data });
}

/** After a reconnect, the server repeats the message `executing` of this client's running prompt, without the prompt's id. */
const promptOfReplay = (wireType: string, data: Fields, { onlyPrompt }: DecodeContext): string | undefined =>
  wireType === "executing" && asString(data["node"]) !== undefined ? onlyPrompt() : undefined;
