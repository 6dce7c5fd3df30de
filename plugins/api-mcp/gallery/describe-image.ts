// The tool describe_image: how an image was made, from the metadata in its file.

import { plainPrompts } from "@pictor/prompt-syntax";
import { parseAddress } from "../images/address.js";
import { openFile } from "../images/read-image.js";
import { anyObject, inputs, integer, list, output, text } from "../schema/json-schema.js";
import { defineTool, reads } from "../schema/tool.js";

export const describeImage = defineTool({
  name: "describe_image",
  title: "Say how an image was made",
  description:
    "Returns how an image was made, from its own metadata: workflow, all settings, seed and features. regenerate_image makes it " +
    "again with changes. It does not describe what the image shows; look at it with get_image for that.",
  scope: "read",
  annotations: reads,
  input: inputs({ image: text("Address of the image (pictor://...)") }, ["image"]),
  output: output(
    {
      uri: text("Address of the image"),
      format: text("png, jpeg or webp"),
      width: integer("Width in pixels"),
      height: integer("Height in pixels"),
      workflow: text("Id of the workflow"),
      settings: anyObject("The settings by name, the seed included"),
      features: list(anyObject("A feature with its settings"), "The features, in their order"),
      source: text(
        "The kind of metadata that was read: record (of Pictor), parameters (of A1111), comfy, ...",
      ),
      reason: text("Why it is not known how the image was made"),
      notes: list(text("A note"), "What could not be read"),
    },
    ["uri", "format", "width", "height"],
  ),
  async run({ image: uri }, { client }) {
    const { calls } = client;
    const file = await openFile(calls, parseAddress(uri));
    const found = await calls.inspect({ bytes: new Uint8Array(await file.arrayBuffer()) });
    const { format, width, height, recall, refusal, notes } = found;
    return {
      data: {
        uri,
        format,
        width,
        height,
        ...(recall !== undefined && {
          workflow: recall.workflow,
          settings: plainPrompts(recall.params),
          features: recall.features,
          source: recall.kind,
        }),
        ...(refusal !== undefined && { reason: `It ${refusal.reason}. ${refusal.advice}`.trim() }),
        ...(notes.length > 0 && { notes }),
      },
    };
  },
});
