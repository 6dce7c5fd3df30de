// Reads how an image was made from its metadata, or what a JSON file contains: a graph of ComfyUI, or a project.

import { text as textOf } from "node:stream/consumers";
import type { Inspection } from "@pictor/client";
import {
  metadataKindsIn,
  projectFromImage,
  projectFromJson,
  readImageMetadata,
  UnreadableImageError,
  type ImageMetadata,
  type ImportResult,
} from "@pictor/image-metadata";
import { mapTexts, parseJson, reasonOf } from "@pictor/kernel";
import { plainValues } from "@pictor/features/base";
import { fault } from "../contract/faults.js";
import { upTo } from "../http/read-bytes.js";
import type { SettingsSchemas } from "../forms/job-request.js";
import { withoutFiles } from "../forms/without-files.js";
import { isJsonObjectText } from "../uploads/json-text.js";
import { uploadKey, uploadsOf } from "../uploads/references.js";
import type { Uploads } from "../uploads/uploads.js";

/**
 * Replaces the paths of uploads by references, because a token with only the scope generate can submit references, but
 * no paths.
 */
const withReferences = (value: unknown, uploads: Pick<Uploads, "idOf">): unknown =>
  mapTexts(value, "", (text) => {
    const id = uploads.idOf(text);
    return id === undefined ? text : { [uploadKey]: id };
  });

/** Returns one sentence for each deleted upload that the values still name. */
async function lostUploads(recall: unknown, uploads: Pick<Uploads, "find">): Promise<readonly string[]> {
  const ids = [...new Set(uploadsOf(recall))];
  const found = await Promise.all(ids.map((id) => uploads.find(id)));
  return ids.flatMap((id, index) =>
    found[index] === undefined ? [`It was made from the upload ${id}, which no longer exists.`] : [],
  );
}

type Recalled = Pick<Inspection, "notes" | "recall" | "refusal">;

/** The values for a form, without those that name files on the machine where the file was made. */
async function recalled(
  imported: ImportResult,
  fileNotes: readonly string[],
  uploads: Uploads,
  schemas: SettingsSchemas,
): Promise<Recalled> {
  if ("refusal" in imported) return { notes: [...fileNotes], refusal: imported.refusal };
  const { kind, workflow, features, count, notes } = imported.project;
  // The settings of a graph file are left out: they name a file on the machine that made the image.
  const params = kind === "comfy" ? {} : imported.project.params;
  const lostFiles: string[] = [];
  const onFile = (place: string): void => {
    lostFiles.push(
      `It was made from a file for ${place}, which is not read from this machine: choose the file again.`,
    );
  };
  const recall = {
    kind,
    workflow,
    params: withoutFiles(withReferences(params, uploads), schemas.workflow(workflow), onFile),
    features: features.map(({ settings, ...feature }) => ({
      ...feature,
      settings: withoutFiles(withReferences(settings, uploads), schemas.feature(feature.id), (place) =>
        onFile(`${feature.id}.${place}`),
      ),
    })),
    count,
  };
  const lost = await lostUploads(recall, uploads);
  return {
    notes: [...new Set([...fileNotes, ...notes, ...lostFiles, ...lost])],
    recall: plainValues(recall) as Inspection["recall"] & object,
  };
}

/** The metadata of an image as clients see it. Texts of the image are data of the caller, and are not redacted. */
async function inspectImage(
  metadata: ImageMetadata,
  uploads: Uploads,
  schemas: SettingsSchemas,
): Promise<Inspection> {
  const { format, width, height, texts } = metadata;
  return {
    format,
    texts,
    ...(width !== undefined && height !== undefined && { width, height }),
    kinds: [...metadataKindsIn(metadata)],
    ...(await recalled(projectFromImage(metadata, ""), metadata.notes, uploads, schemas)),
  };
}

/** No workflow reads a larger graph. */
const maxJsonBytes = 1 << 24;

async function inspectJson(
  bytes: AsyncIterable<Uint8Array>,
  uploads: Uploads,
  schemas: SettingsSchemas,
): Promise<Inspection> {
  const tooLarge = () =>
    fault("API_UPLOAD_REFUSED", { reason: `it has more than ${maxJsonBytes} bytes of JSON` });
  const text = await textOf(upTo(maxJsonBytes, bytes, tooLarge));
  let value: unknown;
  try {
    value = plainValues(parseJson(text));
  } catch (error) {
    throw fault("API_UPLOAD_REFUSED", { reason: `it is not JSON (${reasonOf(error)})` });
  }
  const imported = projectFromJson(text, value, "");
  const kinds = "project" in imported ? [imported.project.kind] : [];
  return { format: "json", texts: {}, kinds, ...(await recalled(imported, [], uploads, schemas)) };
}

/** The stream with its first bytes, which suffice to recognize the kind of the file. */
async function withHead(
  bytes: AsyncIterable<Uint8Array>,
): Promise<{ readonly head: Uint8Array; readonly all: AsyncIterable<Uint8Array> }> {
  const source = bytes[Symbol.asyncIterator]();
  let head: Uint8Array = new Uint8Array();
  for (let next = await source.next(); next.done !== true; next = await source.next()) {
    head = Buffer.concat([head, next.value]);
    if (head.length >= 16) break;
  }
  async function* all(): AsyncGenerator<Uint8Array> {
    yield head;
    yield* { [Symbol.asyncIterator]: () => source };
  }
  return { head, all: all() };
}

/** Rejects with `API_UPLOAD_REFUSED` for bytes that are neither an image of a known format nor JSON. */
export async function inspectFile(
  bytes: AsyncIterable<Uint8Array>,
  uploads: Uploads,
  schemas: SettingsSchemas,
): Promise<Inspection> {
  const { head, all } = await withHead(bytes);
  if (isJsonObjectText(head)) return inspectJson(all, uploads, schemas);
  const metadata = await readImageMetadata(all).catch((error: unknown) => {
    if (error instanceof UnreadableImageError) throw fault("API_UPLOAD_REFUSED", { reason: error.reason });
    throw error;
  });
  return inspectImage(metadata, uploads, schemas);
}
