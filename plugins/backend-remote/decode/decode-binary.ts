// Decodes binary messages: a big-endian uint32 names the kind, which determines the rest.

import {
  asString,
  parseJsonOrUndefined,
  recordOrEmpty,
  type BackendEvent,
  withoutUndefined,
} from "@pictor/kernel/plugin";
import type { DecoderState } from "./decoder-state.js";

/** Numbers of the protocol. Kind 2 is never sent by the server. */
const kinds = { preview: 1, text: 3, previewWithMetadata: 4 } as const;

/** A preview, or an event of type `unknown` with the bytes. */
export function decodeBinary(bytes: Uint8Array, state: DecoderState): readonly BackendEvent[] {
  const kind = uint32At(bytes, 0);
  const event =
    kind === kinds.preview
      ? plainPreview(bytes, state)
      : kind === kinds.previewWithMetadata
        ? previewWithMetadata(bytes)
        : kind === kinds.text
          ? progressText(bytes)
          : undefined;
  return [event ?? { type: "unknown", wireType: `binary ${kind ?? "empty"}`, data: bytes }];
}

/**
 * A preview: uint32 format (1 JPEG, 2 PNG), then the image. The message names no prompt; the preview belongs to the
 * prompt of the previous message.
 */
function plainPreview(bytes: Uint8Array, { last }: DecoderState): BackendEvent | undefined {
  const format = uint32At(bytes, 4);
  if (format === undefined || last === undefined) return undefined;
  const { promptId, node } = last;
  const mime = format === 2 ? "image/png" : "image/jpeg";
  return withoutUndefined({ type: "preview", promptId, node, mime, bytes: bytes.subarray(8) });
}

/**
 * A preview with metadata: uint32 length, JSON of that length, then the image. The server sends it instead of a plain
 * preview if the client's feature flags ask for it.
 */
function previewWithMetadata(bytes: Uint8Array): BackendEvent | undefined {
  const { head, rest } = splitHead(bytes) ?? {};
  const { prompt_id, node_id, display_node_id, image_type } = recordOrEmpty(
    head === undefined ? undefined : parseJsonOrUndefined(head),
  );
  const promptId = asString(prompt_id);
  if (promptId === undefined || rest === undefined) return undefined;
  const node = asString(display_node_id) ?? asString(node_id);
  const mime = asString(image_type) ?? "image/jpeg";
  return withoutUndefined({ type: "preview", promptId, node, mime, bytes: rest });
}

/**
 * A text of a node: uint32 length, node id of that length, then the text. The message names no prompt, so the event
 * stays `unknown`.
 */
function progressText(bytes: Uint8Array): BackendEvent | undefined {
  const { head, rest } = splitHead(bytes) ?? {};
  if (head === undefined || rest === undefined) return undefined;
  return {
    type: "unknown",
    wireType: "progress_text",
    data: { node: head, text: new TextDecoder().decode(rest) },
  };
}

function splitHead(bytes: Uint8Array): { readonly head: string; readonly rest: Uint8Array } | undefined {
  const length = uint32At(bytes, 4);
  if (length === undefined || 8 + length > bytes.length) return undefined;
  return { head: new TextDecoder().decode(bytes.subarray(8, 8 + length)), rest: bytes.subarray(8 + length) };
}

function uint32At(bytes: Uint8Array, offset: number): number | undefined {
  if (bytes.length < offset + 4) return undefined;
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(offset);
}
