// The frames of the event socket: an event is a text frame, a preview is a binary frame that also contains its bytes.

import type { EventBatch } from "./read-events.js";
import type { LatestPreview } from "./event-log.js";

/**
 * Builds the frame of a preview: four bytes with the length of the head (big-endian), the head as JSON, the bytes of
 * the image.
 */
function previewFrame({ jobId, mime, version, bytes }: LatestPreview): Uint8Array {
  const head = new TextEncoder().encode(JSON.stringify({ type: "preview", jobId, mime, version }));
  const frame = new Uint8Array(4 + head.length + bytes.length);
  new DataView(frame.buffer).setUint32(0, head.length);
  frame.set(head, 4);
  frame.set(bytes, 4 + head.length);
  return frame;
}

/** The frames of a batch of events, in order. */
export function framesOf(batch: EventBatch, serverId: string): readonly (string | Uint8Array)[] {
  const reset = { type: "reset", seq: batch.upTo, serverId };
  return [
    ...(batch.isReset ? [JSON.stringify(reset)] : []),
    ...batch.events.map(({ json }) => json),
    ...batch.previews.map(previewFrame),
  ];
}
