// POST png-info: what the metadata of an image say: the text with its settings, all other texts, and the settings by their names.

import { parseParameters } from "@pictor/image-metadata";
import { fieldReader } from "../fields/read-field.js";
import { imageBytes } from "../jobs/images.js";
import { metadataOf } from "../reply/image-texts.js";
import { jsonReply } from "../reply/json-reply.js";
import type { Route } from "./route.js";

/** The fields of the text with the names that the web UI gives them; a size is two fields. */
function settingsOf(parameters: string): Readonly<Record<string, string>> {
  const { positive, negative, fields } = parseParameters(parameters);
  const [, width, height] = /^(\d+)x(\d+)$/.exec(fields["Size"] ?? "") ?? [];
  return {
    Prompt: positive,
    "Negative prompt": negative,
    ...fields,
    ...(width !== undefined && height !== undefined && { "Size-1": width, "Size-2": height }),
  };
}

async function pngInfo(bytes: Uint8Array) {
  const { parameters = "", texts = {} } = (await metadataOf(bytes)) ?? {};
  return { info: parameters, items: texts, parameters: parameters === "" ? {} : settingsOf(parameters) };
}

export const readPngInfo: Route = async ({ body }) => {
  const text = fieldReader(await body()).text("image") ?? "";
  return jsonReply(await pngInfo(imageBytes(text.trim(), "image")));
};
