// `/upload/image` and `/upload/mask`: files of a client become inputs of the backend. The backend chooses the name: other
// contents get another one, so that no client replaces a file of another.

import { createReadStream } from "node:fs";
import { mkdtemp, readFile as readStaged, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { decodeImage, encodePng, readPngTextChunks } from "@pictor/images";
import { withAlphaOf, withForm, type Form, type StagedFile } from "@pictor/comfyui-protocol";
import { discard, isRecord, mediaTypeOf, parseJsonOrUndefined, reasonOf } from "@pictor/kernel/plugin";
import type { CallOptions, InputFile } from "@pictor/kernel/plugin";
import { empty, json, text, type Answer } from "../http/answer.js";
import type { Facade } from "../state/facade-state.js";
import { refusalOf } from "../wire/file-location.js";
import { locationIn, maxPixels, readFile } from "./view.js";

export interface UploadRequest {
  readonly contentType: string;
  readonly body: AsyncIterable<Buffer>;
}

/** Uploads contents under a name, and answers with the name that the backend has given them. */
async function store(
  { backend }: Facade,
  file: Pick<InputFile, "name" | "length" | "open">,
  options: CallOptions,
): Promise<Answer> {
  const name = await backend.upload({ ...file, mime: mediaTypeOf(file.name) }, options);
  const at = name.lastIndexOf("/");
  return json({ name: name.slice(at + 1), subfolder: at < 0 ? "" : name.slice(0, at), type: "input" });
}

/** The name with its folder, or the status of a refusal. */
function nameIn({ fields }: Form, { filename }: StagedFile): string | 400 {
  const subfolder = fields.get("subfolder") ?? "";
  const type = fields.get("type") ?? "input";
  if (type !== "input" || refusalOf({ filename, subfolder, type }) !== undefined) return 400;
  return subfolder === "" ? filename : `${subfolder}/${filename}`;
}

async function storeImage(facade: Facade, form: Form, options: CallOptions): Promise<Answer> {
  const file = form.files.get("image");
  const name = file === undefined ? 400 : nameIn(form, file);
  if (file === undefined || name === 400) return empty(400);
  const { size } = await stat(file.path);
  return store(facade, { name, length: size, open: () => createReadStream(file.path) }, options);
}

/** The image that `original_ref` names, whose alpha channel the mask replaces. */
async function readOriginal(
  facade: Facade,
  reference: string | undefined,
  options: CallOptions,
): Promise<Buffer | 400 | undefined> {
  const sent = parseJsonOrUndefined(reference ?? "");
  if (!isRecord(sent) || typeof sent["filename"] !== "string") return 400;
  const [subfolder, type] = [sent["subfolder"], sent["type"]].map((value) =>
    typeof value === "string" ? value : undefined,
  );
  const location = locationIn(sent["filename"], { subfolder, type });
  if (location === undefined || refusalOf(location) !== undefined) return undefined;
  const file = await readFile(facade, location, facade.maxBodyBytes, options);
  if (file === undefined || Buffer.isBuffer(file)) return file;
  await file.return?.();
  return 400;
}

/** The image with the alpha channel of the mask, or why they cannot be merged. */
function mergedImage(original: Uint8Array, mask: Uint8Array): ReturnType<typeof withAlphaOf> | string {
  try {
    return withAlphaOf(decodeImage(original, { maxPixels }), decodeImage(mask, { maxPixels }));
  } catch (error) {
    return `the image and its mask cannot be merged (${reasonOf(error)})`;
  }
}

async function storeMask(facade: Facade, form: Form, options: CallOptions): Promise<Answer> {
  const mask = form.files.get("image");
  const name = mask === undefined ? 400 : nameIn(form, mask);
  if (mask === undefined || name === 400) return empty(400);
  const original = await readOriginal(facade, form.fields.get("original_ref"), options);
  if (original === 400) return empty(400);
  // A server of the protocol answers as if it had stored the mask; its client would then name a file that does not exist.
  if (original === undefined) return text("404: the image of original_ref does not exist", 404);
  const merged = mergedImage(original, await readStaged(mask.path));
  if (typeof merged === "string") return text(`400: ${merged}`, 400);
  const contents = encodePng(merged, { texts: readPngTextChunks(original), level: 4 });
  async function* open(): AsyncGenerator<Uint8Array> {
    yield await Promise.resolve(contents);
  }
  return store(facade, { name, length: contents.length, open }, options);
}

/** A file is kept in a temporary folder until the backend has taken it. */
export async function upload(
  facade: Facade,
  kind: "image" | "mask",
  request: UploadRequest,
  options: CallOptions,
): Promise<Answer> {
  const folder = await mkdtemp(join(tmpdir(), "pictor-upload-"));
  try {
    const use = kind === "image" ? storeImage : storeMask;
    return await withForm({ ...request, folder }, (form) => use(facade, form, options));
  } finally {
    await discard(folder);
  }
}
