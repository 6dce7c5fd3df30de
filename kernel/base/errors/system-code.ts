// Reads the error code of Node.js or of the operating system.

import { PictorError } from "./pictor-error.js";

/** A code such as `ENOENT` or `ERR_INVALID_ARG_VALUE`; undefined if the value has none or is a `PictorError`. */
export function systemCode(thrown: unknown): string | undefined {
  if (typeof thrown !== "object" || thrown === null || thrown instanceof PictorError) return undefined;
  return "code" in thrown && typeof thrown.code === "string" ? thrown.code : undefined;
}

/** What `reading` finds in a file or a folder; undefined if there is none. Rejects as `reading` for any other reason. */
export const ifThere = <Content>(reading: Promise<Content>): Promise<Content | undefined> =>
  reading.catch((error: unknown) => {
    if (systemCode(error) === "ENOENT") return undefined;
    throw error;
  });
