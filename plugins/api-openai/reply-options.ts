// How the images of a request are sent: as bytes or addresses, in which format, and whether as a stream of events.

import { parameterInvalid } from "./faults.js";
import { readBoolean, readInteger, readWord } from "./typed-values.js";
import type { Fields } from "./read-fields.js";

export type OutputFormat = "png" | "jpeg" | "webp";

export interface ReplyOptions {
  readonly isStream: boolean;
  /** Number of partial images for each image of a stream. */
  readonly partialImages: number;
  readonly responseFormat: "b64_json" | "url";
  /** Undefined: the format in which the image was saved. */
  readonly format?: OutputFormat;
  /** Quality of JPEG and WebP, 0 to 100. */
  readonly quality: number;
  /** What the reply says about the parameters. */
  readonly notes: readonly string[];
}

const maxPartialImages = 3;

/** Without `response_format` OpenAI's DALL-E models reply with addresses, and all others with bytes. */
const standardFormat = (model: string | undefined) =>
  model?.startsWith("dall-e-") === true ? "url" : "b64_json";

/** Throws `OPENAI_PARAMETER_INVALID`. */
export function readReplyOptions(fields: Fields, model: string | undefined): ReplyOptions {
  const isStream = readBoolean(fields, "stream");
  const asked = readWord(fields, "response_format", ["b64_json", "url"]);
  const format = readWord(fields, "output_format", ["png", "jpeg", "webp"]);
  const compression = readInteger(fields, "output_compression", 0, 100);
  const partialImages = readInteger(fields, "partial_images", 0, maxPartialImages) ?? 0;
  const responseFormat = isStream ? "b64_json" : (asked ?? standardFormat(model));
  if (fields.values["background"] === "transparent")
    throw parameterInvalid(
      "background",
      "auto or opaque",
      "transparent",
      "A preset with the feature layer-diffuse makes images with a transparent background.",
    );
  readWord(fields, "background", ["auto", "opaque"]);
  if (compression !== undefined && compression < 100 && format !== "jpeg" && format !== "webp")
    throw parameterInvalid(
      "output_compression",
      "100 for a PNG",
      compression,
      "Set output_format to jpeg or webp.",
    );
  if (responseFormat === "url" && format !== undefined && format !== "png")
    throw parameterInvalid(
      "output_format",
      "png, because an address leads to the image as it was saved",
      format,
      "Set response_format to b64_json.",
    );
  const notes = [
    ...(isStream && asked === "url" ? ["response_format: events have the bytes of the images."] : []),
    ...(!isStream && partialImages > 0 ? ["partial_images: has an effect with stream alone."] : []),
  ];
  return {
    isStream,
    partialImages,
    responseFormat,
    ...(format !== undefined && { format }),
    quality: compression ?? 100,
    notes,
  };
}
