// POST extra-single-image: enlarges an image with the workflow upscale.

import { readImageSize } from "@pictor/image-metadata";
import { upscaleModelsOf } from "../backend/files.js";
import type { Note } from "../base/note.js";
import { fieldReader, type Fields } from "../fields/read-field.js";
import { unknownNotes } from "../fields/unknown-fields.js";
import { unsupportedFields, unsupportedNotes } from "../fields/unsupported.js";
import { imageBytes, uploadImage } from "../jobs/images.js";
import { runJob } from "../jobs/run-job.js";
import { upscalerOf } from "../names/upscalers.js";
import { jsonReply } from "../reply/json-reply.js";
import type { Route } from "./route.js";

export const extrasNames = [
  ...["image", "resize_mode", "upscaling_resize", "upscaling_resize_w", "upscaling_resize_h"],
  ...["upscaling_crop", "upscaler_1"],
] as const;

const largestSide = 16_384;

async function scaleOf(
  body: Fields,
  bytes: Uint8Array,
): Promise<{ readonly scale: number; readonly notes: readonly Note[] }> {
  const read = fieldReader(body);
  const factor = read.number("upscaling_resize", 0.01, 64) ?? 2;
  const width = read.integer("upscaling_resize_w", 1, largestSide) ?? 512;
  const height = read.integer("upscaling_resize_h", 1, largestSide) ?? 512;
  const crops = read.boolean("upscaling_crop") !== false;
  if ((read.integer("resize_mode", 0, 1) ?? 0) === 0) return { scale: factor, notes: [] };
  // eslint-disable-next-line @typescript-eslint/require-await -- the source of the reader is asynchronous
  const source = async function* () {
    yield bytes;
  };
  const size = await readImageSize(source());
  if (size === undefined) throw read.invalid("image", "an image with a size");
  const [across, down] = [width / size.width, height / size.height];
  const message =
    "The field upscaling_crop had no effect, because Pictor keeps the proportions of the image.";
  const notes = crops && across !== down ? [{ field: "upscaling_crop", message }] : [];
  return { scale: Math.max(across, down), notes };
}

export const extraSingleImage: Route = async ({ session, body: readBody, runs }) => {
  const body = await readBody();
  const read = fieldReader(body);
  const bytes = imageBytes(read.text("image") ?? "", "image");
  const { scale, notes: scaling } = await scaleOf(body, bytes);
  const name = read.text("upscaler_1") ?? "None";
  const general = [
    ...unsupportedNotes(body, unsupportedFields.extras),
    ...unknownNotes(body, [...extrasNames, ...Object.keys(unsupportedFields.extras)]),
  ];
  // Without an upscaler, the web UI returns the image as it is.
  if (/^(none|)$/i.test(name))
    return jsonReply({ html_info: "", image: Buffer.from(bytes).toString("base64") }, general);
  const upscaler = upscalerOf(name, await upscaleModelsOf(session), "upscaler_1");
  const run = runs.begin(session.caller.id, "extras", 1);
  try {
    const params = { image: await uploadImage(session, bytes), scale, ...upscaler.settings };
    const { backend } = session;
    const request = { workflow: "upscale", params, ...(backend !== undefined && { backend }) };
    const { images } = await runJob(request, session, run);
    const [made] = images;
    const image = made === undefined ? null : Buffer.from(made.bytes).toString("base64");
    return jsonReply({ html_info: "", image }, [...general, ...scaling, ...upscaler.notes]);
  } finally {
    runs.end(session.caller.id, run);
  }
};
