// The tool get_image: shows an image, by default a small version of it.

import { parseAddress } from "../images/address.js";
import { fullLimit, readImage } from "../images/read-image.js";
import { inputs, integer, output, text } from "../schema/json-schema.js";
import { defineTool, reads } from "../schema/tool.js";

export const getImage = defineTool({
  name: "get_image",
  title: "Show an image",
  description:
    "Returns an image so that you can see it. The size medium is enough to judge an image; full is the file itself, needs much " +
    `context, and is refused above ${fullLimit / 1_000_000} MB.`,
  scope: "read",
  annotations: reads,
  input: inputs(
    {
      image: text("Address of the image (pictor://...)"),
      size: text("small (at most 256 pixels), medium (512), or full (the file)", {
        enum: ["small", "medium", "full"],
        default: "medium",
      }),
    },
    ["image"],
  ),
  output: output(
    {
      uri: text("Address of the image"),
      size: text("The size that was asked for"),
      mimeType: text("Media type of the returned image"),
      bytes: integer("Size of the returned image in bytes"),
    },
    ["uri", "size", "mimeType", "bytes"],
  ),
  async run({ image: uri, size = "medium" }, { client }) {
    const image = await readImage(client.calls, parseAddress(uri), size);
    const bytes = Buffer.byteLength(image.data, "base64");
    return { data: { uri, size, mimeType: image.mimeType, bytes }, images: [image] };
  },
});
