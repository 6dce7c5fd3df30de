// The tool list_images: the saved images, newest first, with a search.

import { flag, inputs, integer, list, output, text } from "../schema/json-schema.js";
import { defineTool, reads } from "../schema/tool.js";
import { pictureSchema, pictureView } from "./picture-view.js";

const standardLimit = 10;

export const listImages = defineTool({
  name: "list_images",
  title: "List images",
  description:
    "Lists the images that Pictor has saved on this machine, newest first, with their prompts. get_image shows one of them.",
  scope: "read",
  annotations: reads,
  input: inputs({
    search: text("Words that the prompt, the negative prompt, the model or the workflow must contain"),
    workflow: text("Only images of this workflow"),
    model: text("Only images whose model contains this text"),
    starred: flag("Only images with a star (true), or without one (false)"),
    limit: integer("Number of images", { default: standardLimit, minimum: 1, maximum: 100 }),
    cursor: text("cursor of the reply before, for older images"),
  }),
  output: output(
    {
      images: list(pictureSchema, "The images, newest first"),
      total: integer("Number of images that match"),
      cursor: text("For older images; absent if there are no more"),
    },
    ["images", "total"],
  ),
  async run({ search, workflow, model, starred, limit = standardLimit, cursor }, { client }) {
    const query = {
      limit,
      ...(search !== undefined && { search }),
      ...(workflow !== undefined && { workflow }),
      ...(model !== undefined && { model }),
      ...(starred !== undefined && { starred: String(starred) }),
      ...(cursor !== undefined && { cursor }),
    };
    const { pictures, total, cursor: next } = await client.calls.listPictures({ query });
    return {
      data: { images: pictures.map(pictureView), total, ...(next !== undefined && { cursor: next }) },
    };
  },
});
