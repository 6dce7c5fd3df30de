// POST png-info: what the metadata of an image say.

import { fieldReader } from "../fields/read-field.js";
import { imageBytes } from "../jobs/images.js";
import { jsonReply } from "../reply/json-reply.js";
import { pngInfo } from "../reply/png-info.js";
import type { Route } from "./route.js";

export const readPngInfo: Route = async ({ body }) => {
  const text = fieldReader(await body()).text("image") ?? "";
  return jsonReply(await pngInfo(imageBytes(text.trim(), "image")));
};
