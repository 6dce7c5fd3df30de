// Builds the binary WebSocket frames of previews. All integers are big-endian uint32.

const PREVIEW_IMAGE = 1;
const PREVIEW_IMAGE_WITH_METADATA = 4;

const JPEG = 1;
const PNG = 2;
const isPng = (image: Uint8Array): boolean => image[0] === 0x89;

/** Type 1: frame type, image type, image (a JPEG or PNG file). */
export function previewFrame(image: Uint8Array): Buffer {
  return Buffer.concat([uint32(PREVIEW_IMAGE), uint32(isPng(image) ? PNG : JPEG), image]);
}

/** Type 4: frame type, length of the metadata, metadata as JSON, image. */
export function previewFrameWithMetadata(image: Uint8Array, promptId: string, nodeId: string): Buffer {
  const metadata = {
    node_id: nodeId,
    prompt_id: promptId,
    display_node_id: nodeId,
    parent_node_id: null,
    real_node_id: nodeId,
    image_type: isPng(image) ? "image/png" : "image/jpeg",
  };
  const text = Buffer.from(JSON.stringify(metadata), "utf8");
  return Buffer.concat([uint32(PREVIEW_IMAGE_WITH_METADATA), uint32(text.length), text, image]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
