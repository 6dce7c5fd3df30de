// Files for the server: it decides by their bytes what they are, because the type that a browser guesses by the name is
// often wrong.

import type { Inspection } from "@pictor/client";
import { calls } from "./session.js";

const asBytes = (file: Blob): Blob => file.slice(0, file.size, "application/octet-stream");

const names = new Map<string, string>();

/** The name of a file that this page has sent; undefined after a reload. */
export const uploadName = (id: string): string | undefined => names.get(id);

/** Resolves to the reference by which values name the upload. */
export async function uploadFile(file: Blob): Promise<{ readonly $upload: string }> {
  const { id } = await calls().upload({ bytes: asBytes(file) });
  if (file instanceof File) names.set(id, file.name);
  return { $upload: id };
}

export const inspectFile = (file: Blob): Promise<Inspection> => calls().inspect({ bytes: asBytes(file) });
