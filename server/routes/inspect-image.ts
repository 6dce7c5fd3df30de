// How an image was made, from its metadata.

import type { Inspection } from "@pictor/client";
import {
  metadataKindsIn,
  projectFromImage,
  readImageMetadata,
  UnreadableImageError,
  type ImageMetadata,
} from "@pictor/image-metadata";
import { isRecord, plainRecord } from "@pictor/host";
import { fault } from "../contract/faults.js";
import type { SettingsSchemas } from "../forms/job-request.js";
import { withoutFiles } from "../forms/without-files.js";
import { uploadKey, uploadsOf } from "../uploads/references.js";
import type { Uploads } from "../uploads/uploads.js";

/**
 * Replaces the paths of uploads by references, because a token with only the scope generate can submit references, but
 * no paths.
 */
function withReferences(value: unknown, uploads: Pick<Uploads, "idOf">): unknown {
  if (typeof value === "string") {
    const id = uploads.idOf(value);
    return id === undefined ? value : { [uploadKey]: id };
  }
  if (Array.isArray(value)) return value.map((entry) => withReferences(entry, uploads));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => [name, withReferences(entry, uploads)]),
  );
}

/** Returns one sentence for each deleted upload that the values still name. */
async function lostUploads(recall: unknown, uploads: Pick<Uploads, "find">): Promise<readonly string[]> {
  const ids = [...new Set(uploadsOf(recall))];
  const found = await Promise.all(ids.map((id) => uploads.find(id)));
  return ids.flatMap((id, index) =>
    found[index] === undefined ? [`It was made from the upload ${id}, which does not exist any more.`] : [],
  );
}

const graphNote = "It has only a graph: upload it, and give the upload as the setting graph.";

/** The metadata of an image as clients see it. Texts of the image are data of the caller, and are not redacted. */
async function inspectionOf(
  metadata: ImageMetadata,
  uploads: Uploads,
  schemas: SettingsSchemas,
): Promise<Inspection> {
  const { format, width, height, texts } = metadata;
  const imported = projectFromImage(metadata, "");
  const image = { format, width, height, texts, kinds: [...metadataKindsIn(metadata)] };
  if ("refusal" in imported) return { ...image, notes: [...metadata.notes], refusal: imported.refusal };
  const { kind, workflow, features, count, notes } = imported.project;
  const isGraph = kind === "comfy";
  // The settings of a graph file are left out: they name a file on the machine that made the image.
  const params = isGraph ? {} : imported.project.params;
  const fileNotes: string[] = [];
  const onFile = (place: string): void => {
    fileNotes.push(`It was made from a file for ${place}, which is not taken from here: choose it again.`);
  };
  const recall = {
    kind,
    workflow,
    params: withoutFiles(withReferences(params, uploads), schemas.workflow(workflow), onFile),
    features: features.map(({ settings, ...feature }) => ({
      ...feature,
      settings: withoutFiles(withReferences(settings, uploads), schemas.feature(feature.id), (place) => {
        onFile(`${feature.id}.${place}`);
      }),
    })),
    count,
  };
  const lost = await lostUploads(recall, uploads);
  return {
    ...image,
    notes: [
      ...new Set([...metadata.notes, ...notes, ...(isGraph ? [graphNote] : []), ...fileNotes, ...lost]),
    ],
    // Integers beyond 2^53 become texts, as seeds do.
    recall: plainRecord(recall, (text) => text) as Inspection["recall"] & object,
  };
}

/** Rejects with `API_UPLOAD_REFUSED` for bytes that are not an image of a known format. */
export async function inspectImage(
  bytes: AsyncIterable<Uint8Array>,
  uploads: Uploads,
  schemas: SettingsSchemas,
): Promise<Inspection> {
  const metadata = await readImageMetadata(bytes).catch((error: unknown) => {
    if (error instanceof UnreadableImageError) throw fault("API_UPLOAD_REFUSED", { reason: error.reason });
    throw error;
  });
  return inspectionOf(metadata, uploads, schemas);
}
