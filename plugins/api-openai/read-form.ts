// Reads the parameters and images of a request from a form (multipart/form-data), within a limit of bytes.

import { once } from "node:events";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { Busboy, type BusboyFileStream } from "@fastify/busboy";
import { PictorError, reasonOf } from "@pictor/kernel/plugin";
import { bodyInvalid, parameterInvalid } from "./faults.js";
import { limitedBody, mediaTypeOf, type Fields } from "./read-fields.js";

const maxBytes = 200_000_000;
/** More than a request with all parameters and images needs. */
const maxParts = 200;
const unsupportedType = 415;
const expected = "a form (multipart/form-data) with the part image, and with prompt";
const imageParts = new Set(["image", "image[]"]);

interface Part {
  readonly name: string;
  readonly content: string | Promise<Uint8Array<ArrayBuffer>>;
}

async function bytesOf(file: BusboyFileStream): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Buffer[] = [];
  for await (const piece of file as AsyncIterable<Buffer>) pieces.push(piece);
  return Uint8Array.from(Buffer.concat(pieces));
}

/** The parts in their order. The bytes of a file arrive while the form is read. */
async function readParts(request: Request): Promise<readonly Part[]> {
  const parts: Part[] = [];
  const parser = new Busboy({
    headers: { "content-type": request.headers.get("content-type") ?? "" },
    limits: { parts: maxParts + 1 },
    // Clients send parameters with a Content-Type of their own; a part with a file name alone is a file.
    isPartAFile: (_name, _type, filename) => filename !== undefined && filename !== "",
  });
  parser.on("field", (name, content) => parts.push({ name, content }));
  parser.on("file", (name, file) => {
    const content = bytesOf(file);
    content.catch(() => undefined);
    parts.push({ name, content });
  });
  const finished = once(parser, "finish");
  finished.catch(() => undefined);
  await pipeline(Readable.from(limitedBody(request, maxBytes, expected)), parser);
  await finished;
  if (parts.length > maxParts) throw bodyInvalid(`it has more than ${maxParts} parts`, expected);
  return parts;
}

/**
 * Rejects with `OPENAI_BODY_INVALID`, and with `OPENAI_PARAMETER_INVALID` for an image that is a text, or a part that
 * comes twice.
 */
export async function readFormFields(request: Request): Promise<Fields> {
  const type = mediaTypeOf(request);
  if (type !== "multipart/form-data")
    throw bodyInvalid(`its Content-Type is ${type === "" ? "not given" : type}`, expected, unsupportedType);
  const parts = await readParts(request).catch((error: unknown) => {
    if (error instanceof PictorError) throw error;
    throw bodyInvalid(`its form cannot be read (${reasonOf(error)})`, expected);
  });
  const values = new Map<string, string>();
  const images: Uint8Array<ArrayBuffer>[] = [];
  let mask: Uint8Array<ArrayBuffer> | undefined;
  for (const { name, content } of parts) {
    const isImage = imageParts.has(name);
    if (typeof content === "string") {
      if (isImage || name === "mask") throw parameterInvalid(name, "an image as a file", content);
      if (values.has(name)) throw parameterInvalid(name, "one value", "two values", "Send the part once.");
      values.set(name, content);
    } else if (isImage) images.push(await content);
    else if (name === "mask") {
      if (mask !== undefined) throw parameterInvalid(name, "one image", "two images", "Send the part once.");
      mask = await content;
    } else throw parameterInvalid(name, "a text", "a file");
  }
  return { values: Object.fromEntries(values), isForm: true, images, ...(mask !== undefined && { mask }) };
}
