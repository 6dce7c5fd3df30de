// The binary messages: a big-endian uint32 names the kind, the rest depends on it.

import { parseJson } from "@pictor/kernel/plugin";
import type { BackendEvent } from "@pictor/kernel/plugin";
import { fieldsOf, textOf } from "../fields.js";
import type { Track } from "./track.js";

/** The wire's numbers. 2 never leaves the server. */
const kinds = { preview: 1, text: 3, previewWithMetadata: 4 } as const;

/** The events of a binary message: a preview, or the unknown with its bytes. */
export function decodeBinary(bytes: Uint8Array, track: Track): readonly BackendEvent[] {
  const kind = uint32(bytes, 0);
  const known =
    kind === kinds.preview
      ? plainPreview(bytes, track)
      : kind === kinds.previewWithMetadata
        ? describedPreview(bytes)
        : kind === kinds.text
          ? progressText(bytes)
          : undefined;
  return [known ?? { type: "unknown", wireType: `binary ${kind ?? "empty"}`, data: bytes }];
}

/** uint32 format (1 JPEG, 2 PNG), then the picture. It names no prompt: it belongs to what the socket spoke of last. */
function plainPreview(bytes: Uint8Array, { last }: Track): BackendEvent | undefined {
  const format = uint32(bytes, 4);
  if (format === undefined || last === undefined) return undefined;
  const { promptId, node } = last;
  const mime = format === 2 ? "image/png" : "image/jpeg";
  return {
    type: "preview",
    promptId,
    ...(node === undefined ? {} : { node }),
    mime,
    bytes: bytes.subarray(8),
  };
}

/** uint32 length, JSON of that length, then the picture: sent instead of the plain form once we asked for it. */
function describedPreview(bytes: Uint8Array): BackendEvent | undefined {
  const { head, rest } = headed(bytes) ?? {};
  const { prompt_id, node_id, display_node_id, image_type } = fieldsOf(
    head === undefined ? undefined : json(head),
  );
  const promptId = textOf(prompt_id);
  if (promptId === undefined || rest === undefined) return undefined;
  const node = textOf(display_node_id) ?? textOf(node_id);
  const mime = textOf(image_type) ?? "image/jpeg";
  return { type: "preview", promptId, ...(node === undefined ? {} : { node }), mime, bytes: rest };
}

/** uint32 length, node id of that length, then text: a node's words, for no prompt in particular. */
function progressText(bytes: Uint8Array): BackendEvent | undefined {
  const { head, rest } = headed(bytes) ?? {};
  if (head === undefined || rest === undefined) return undefined;
  return {
    type: "unknown",
    wireType: "progress_text",
    data: { node: head, text: new TextDecoder().decode(rest) },
  };
}

function headed(bytes: Uint8Array): { readonly head: string; readonly rest: Uint8Array } | undefined {
  const length = uint32(bytes, 4);
  if (length === undefined || 8 + length > bytes.length) return undefined;
  return { head: new TextDecoder().decode(bytes.subarray(8, 8 + length)), rest: bytes.subarray(8 + length) };
}

function uint32(bytes: Uint8Array, offset: number): number | undefined {
  if (bytes.length < offset + 4) return undefined;
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(offset);
}

function json(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
