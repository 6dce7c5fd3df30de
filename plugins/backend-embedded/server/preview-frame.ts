// Binary WebSocket frames for previews; all integers are big-endian uint32.

const PREVIEW_IMAGE = 1;
const PREVIEW_IMAGE_WITH_METADATA = 4;

/** Image types, and how their files begin. */
const [JPEG, PNG] = [1, 2];
const isPng = (picture: Uint8Array): boolean => picture[0] === 0x89;

/** Type 1: event, image type, picture (a JPEG or PNG file). */
export function previewFrame(picture: Uint8Array): Buffer {
  return Buffer.concat([uint32(PREVIEW_IMAGE), uint32(isPng(picture) ? PNG : JPEG), picture]);
}

/** Type 4: event, length of the metadata, metadata as JSON, picture. */
export function previewFrameWithMetadata(picture: Uint8Array, promptId: string, nodeId: string): Buffer {
  const metadata = {
    node_id: nodeId,
    prompt_id: promptId,
    display_node_id: nodeId,
    parent_node_id: null,
    real_node_id: nodeId,
    image_type: isPng(picture) ? "image/png" : "image/jpeg",
  };
  const text = Buffer.from(JSON.stringify(metadata), "utf8");
  return Buffer.concat([uint32(PREVIEW_IMAGE_WITH_METADATA), uint32(text.length), text, picture]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
