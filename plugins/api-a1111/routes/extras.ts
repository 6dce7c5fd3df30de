// POST extra-single-image and extra-batch-images: enlarge images with the workflow upscale.

import { imageHeaderOf } from "@pictor/images/formats";
import { isRecord } from "@pictor/kernel/plugin";
import { upscaleModelsOf } from "../backend/files.js";
import { fieldInvalid } from "../base/faults.js";
import type { Note } from "../base/note.js";
import { described, fieldReader, type Fields } from "../fields/read-field.js";
import { unknownNotes } from "../fields/unknown-fields.js";
import { unsupportedFields, unsupportedNotes } from "../fields/unsupported.js";
import { base64, imageBytes, uploadImage } from "../jobs/images.js";
import { runJob } from "../jobs/run-job.js";
import { upscalerOf } from "../names/upscalers.js";
import { jsonReply } from "../reply/json-reply.js";
import type { Route, RouteInput } from "./route.js";

const names = [
  ...["resize_mode", "upscaling_resize", "upscaling_resize_w", "upscaling_resize_h"],
  ...["upscaling_crop", "upscaler_1"],
] as const;

const largestSide = 16_384;

interface Enlarged {
  /** In base64; null if the request was interrupted. */
  readonly image: string | null;
  readonly notes: readonly Note[];
}

/** The factor for an image: that of the request, or the one that its size asks for. */
function scaleOf(body: Fields, bytes: Uint8Array, field: string) {
  const read = fieldReader(body);
  const factor = read.number("upscaling_resize", 0.01, 64) ?? 2;
  const width = read.integer("upscaling_resize_w", 1, largestSide) ?? 512;
  const height = read.integer("upscaling_resize_h", 1, largestSide) ?? 512;
  const crops = read.boolean("upscaling_crop") !== false;
  if ((read.integer("resize_mode", 0, 1) ?? 0) === 0) return { scale: factor, notes: [] };
  const size = imageHeaderOf(bytes);
  if (typeof size === "string") throw fieldInvalid(field, "an image with a size", `one without it (${size})`);
  const [across, down] = [width / size.width, height / size.height];
  const message =
    "The field upscaling_crop had no effect, because Pictor keeps the proportions of the image.";
  const notes = crops && across !== down ? [{ field: "upscaling_crop", message }] : [];
  return { scale: Math.max(across, down), notes };
}

/** Enlarges one image. Rejects with `A1111_...`, with the error of the job, or with that of a call. */
async function enlarge(text: string, field: string, body: Fields, input: RouteInput): Promise<Enlarged> {
  const { session, runs } = input;
  const bytes = imageBytes(text, field);
  const { scale, notes } = scaleOf(body, bytes, field);
  const name = fieldReader(body).text("upscaler_1") ?? "None";
  // Without an upscaler, the web UI returns the image as it is.
  if (/^(none|)$/i.test(name)) return { image: base64(bytes), notes: [] };
  const upscaler = upscalerOf(name, await upscaleModelsOf(session), "upscaler_1");
  const run = runs.begin(session.caller.id, "extras", 1);
  try {
    const params = { image: await uploadImage(session, bytes), scale, ...upscaler.settings };
    const { backend } = session;
    const request = { workflow: "upscale", params, ...(backend !== undefined && { backend }) };
    const [made] = (await runJob(request, session, run)).images;
    const image = made === undefined ? null : base64(made.bytes);
    return { image, notes: [...notes, ...upscaler.notes] };
  } finally {
    runs.end(session.caller.id, run);
  }
}

const generalNotes = (body: Fields, own: string): readonly Note[] => [
  ...unsupportedNotes(body, unsupportedFields.extras),
  ...unknownNotes(body, [own, ...names, ...Object.keys(unsupportedFields.extras)]),
];

export const extraSingleImage: Route = async (input) => {
  const body = await input.body();
  const text = fieldReader(body).text("image") ?? "";
  const { image, notes } = await enlarge(text, "image", body, input);
  return jsonReply({ html_info: "", image }, [...generalNotes(body, "image"), ...notes]);
};

/** Enlarges the images one after the other, so that a request does not fill the queue of the backend. */
export const extraBatchImages: Route = async (input) => {
  const body = await input.body();
  const read = fieldReader(body);
  const images: string[] = [];
  const notes = [...generalNotes(body, "imageList")];
  for (const [index, entry] of (read.list("imageList") ?? []).entries()) {
    const field = `imageList.${index}`;
    if (!isRecord(entry)) throw fieldInvalid(field, "an object with data and name", described(entry));
    const text = fieldReader(entry, `${field}.`).text("data") ?? "";
    const enlarged = await enlarge(text, `${field}.data`, body, input);
    if (enlarged.image !== null) images.push(enlarged.image);
    notes.push(...enlarged.notes);
  }
  return jsonReply({ html_info: "", images }, notes);
};
