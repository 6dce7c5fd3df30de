// A saved image as a result of a tool.

import type { Picture } from "@pictor/client";
import { plainPrompt } from "@pictor/prompt-syntax";
import { imageUri } from "../images/address.js";
import { flag, integer, output, text } from "../schema/json-schema.js";

export const pictureSchema = output(
  {
    uri: text("Address of the image, for the other tools"),
    time: text("When it was made, ISO 8601"),
    workflow: text("Id of the workflow"),
    prompt: text("What the image shows"),
    seed: text("The seed, as digits"),
    width: integer("Width in pixels"),
    height: integer("Height in pixels"),
    mimeType: text("Media type"),
    file: text("Name of the file"),
    starred: flag("Whether the user has marked it"),
    job: text("Id of its job"),
    missing: flag("Whether the file is gone"),
  },
  ["uri", "time", "workflow", "prompt", "file", "starred"],
);

export function pictureView(picture: Picture): Readonly<Record<string, unknown>> {
  const { id, time, workflow, prompt, seed, width, height, mime, name, starred, jobId, state } = picture;
  return {
    uri: imageUri(id),
    time,
    workflow,
    prompt: plainPrompt(prompt),
    ...(seed !== undefined && { seed }),
    ...(width !== undefined && { width }),
    ...(height !== undefined && { height }),
    ...(mime !== undefined && { mimeType: mime }),
    file: name,
    starred,
    ...(jobId !== undefined && { job: jobId }),
    ...(state !== "there" && { missing: true }),
  };
}
