// Files for the server: it decides by their bytes what they are, because the type that a browser guesses by the name is often wrong.

import type { Inspection } from "@pictor/client";
import { calls } from "./session.js";

const asBytes = (file: Blob): Blob => file.slice(0, file.size, "application/octet-stream");

/** Resolves to the reference by which values name the upload. */
export const uploadFile = async (file: Blob): Promise<{ readonly $upload: string }> => ({
  $upload: (await calls().upload({ bytes: asBytes(file) })).id,
});

export const inspectFile = (file: Blob): Promise<Inspection> => calls().inspect({ bytes: asBytes(file) });
