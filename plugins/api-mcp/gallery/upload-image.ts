// The tool upload_image: brings an image of the client into Pictor, as an input for a workflow.

import { uploadInvalid } from "../faults.js";
import { uploadUri } from "../images/address.js";
import { inputs, integer, output, text } from "../schema/json-schema.js";
import { defineTool } from "../schema/tool.js";

/** The bytes of a Base64 text. Throws `MCP_UPLOAD_INVALID`. */
function bytesOf(data: string): Uint8Array<ArrayBuffer> {
  const plain = data.replace(/\s/g, "");
  if (plain === "" || !/^[A-Za-z0-9+/_-]*={0,2}$/.test(plain)) throw uploadInvalid();
  return new Uint8Array(Buffer.from(plain, "base64"));
}

export const uploadImage = defineTool({
  name: "upload_image",
  title: "Upload an image",
  description:
    "Brings a PNG, JPEG or WebP into Pictor and returns its address, for a setting that takes a file, such as image or mask of " +
    "img2img. Images that Pictor has made have an address already and need no upload. An upload is kept for a day.",
  scope: "generate",
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: inputs({ data: text("The bytes of the file as Base64, at most 3 MB") }, ["data"]),
  output: output(
    {
      uri: text("Address of the upload, as the value of a setting that takes a file"),
      mimeType: text("Media type, from the bytes"),
      bytes: integer("Size in bytes"),
    },
    ["uri", "mimeType", "bytes"],
  ),
  async run({ data }, { client }) {
    const { id, mime, bytes } = await client.calls.upload({ bytes: bytesOf(data) });
    return { data: { uri: uploadUri(id), mimeType: mime, bytes } };
  },
});
