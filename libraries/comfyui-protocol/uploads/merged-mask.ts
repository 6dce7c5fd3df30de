// A mask that a client uploads: the image that it names, with the alpha channel of the uploaded one.
import { readFile, writeFile } from "node:fs/promises";
import { decodeImage, encodePng, readPngTextChunks } from "@pictor/images";
import { discard, isRecord, parseJsonOrUndefined, reasonOf } from "@pictor/kernel/plugin";
import type { Caller, Engine } from "../engine/engine.js";
import { namedFile } from "../files/named-file.js";
import { contentsOf, release } from "../http/body.js";
import { MalformedRequestError } from "../http/malformed-request-error.js";
import { withAlphaOf } from "./alpha.js";

/**
 * Undefined if there is no such image. Throws a `MalformedRequestError` if the reference is not a JSON object with a
 * file name.
 */
async function originalOf(
  { engine, caller }: { readonly engine: Engine; readonly caller: Caller },
  reference: string | undefined,
): Promise<Buffer | undefined> {
  const sent = parseJsonOrUndefined(reference ?? "");
  const filename: unknown = isRecord(sent) ? sent["filename"] : undefined;
  if (!isRecord(sent) || typeof filename !== "string")
    throw new MalformedRequestError("The form field original_ref names no file");
  const { subfolder, type = "output" } = sent;
  const named = namedFile(filename, typeof subfolder === "string" ? subfolder : "", type);
  const file = named === 400 ? 404 : await engine.view(named, caller);
  if (typeof file === "number") return undefined;
  const contents = file.open();
  if (file.bytes !== undefined) return contentsOf(contents);
  await release(contents);
  throw new MalformedRequestError("The image of original_ref is too large");
}

function mergedImage(original: Buffer, mask: Buffer, limits: Engine["limits"]): Buffer {
  try {
    const merged = withAlphaOf(decodeImage(original, limits), decodeImage(mask, limits));
    return encodePng(merged, { texts: readPngTextChunks(original), level: 4 });
  } catch (error) {
    throw new MalformedRequestError(`The image and its mask cannot be merged: ${reasonOf(error)}`);
  }
}

/**
 * Calls `use` with a temporary file of the merged image, or with undefined if the original does not exist. Throws a
 * `MalformedRequestError` if a file is not an image, and if the sizes differ.
 */
export async function withMergedMask<Result>(
  request: { readonly engine: Engine; readonly caller: Caller },
  reference: string | undefined,
  mask: string,
  use: (path: string | undefined) => Promise<Result>,
): Promise<Result> {
  const original = await originalOf(request, reference);
  if (original === undefined) return use(undefined);
  const merged = mergedImage(original, await readFile(mask), request.engine.limits);
  const staged = `${mask}.png`;
  try {
    await writeFile(staged, merged, { flag: "wx", mode: 0o600 });
    return await use(staged);
  } finally {
    await discard(staged);
  }
}
