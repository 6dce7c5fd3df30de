// Routes: how an image was made, from its metadata.

import type { Inspection } from "@pictor/client";
import {
  metadataKindsIn,
  projectFromImage,
  readImageMetadata,
  UnreadableImageError,
  type ImageMetadata,
} from "@pictor/image-metadata";
import { plainRecord } from "@pictor/host";
import { fault } from "../contract/faults.js";
import type { Handlers } from "../http/handler.js";

const graphNote = "It has only a graph: upload it, and give the upload as the setting graph.";

/** What clients see of an image's metadata. Texts of the image are data of the caller, and are not redacted. */
function inspectionOf(metadata: ImageMetadata): Inspection {
  const { format, width, height, texts } = metadata;
  const imported = projectFromImage(metadata, "");
  const image = { format, width, height, texts, kinds: [...metadataKindsIn(metadata)] };
  if ("refusal" in imported) return { ...image, notes: [...metadata.notes], refusal: imported.refusal };
  const { kind, workflow, features, count, notes } = imported.project;
  const isGraph = kind === "comfy";
  // The path of the graph's file is that of no file of the server.
  const params = isGraph ? {} : imported.project.params;
  const recall = { kind, workflow, params, features, count };
  return {
    ...image,
    notes: [...new Set([...metadata.notes, ...notes, ...(isGraph ? [graphNote] : [])])],
    // Integers beyond 2^53 become texts, as seeds are.
    recall: plainRecord(recall, (text) => text) as unknown as Inspection["recall"] & object,
  };
}

export const inspectHandlers = (): Handlers<"inspect"> => ({
  inspect: async ({ bytes }) => {
    const metadata = await readImageMetadata(bytes).catch((error: unknown) => {
      if (error instanceof UnreadableImageError) throw fault("API_UPLOAD_REFUSED", { reason: error.reason });
      throw error;
    });
    return { status: 200, json: inspectionOf(metadata) };
  },
});
