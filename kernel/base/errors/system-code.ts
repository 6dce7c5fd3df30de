// Reads the error code of Node.js or of the operating system.

import { PictorError } from "./pictor-error.js";

/** A code such as `ENOENT` or `ERR_INVALID_ARG_VALUE`; undefined if the value has none or is a `PictorError`. */
export function systemCode(thrown: unknown): string | undefined {
  if (typeof thrown !== "object" || thrown === null || thrown instanceof PictorError) return undefined;
  return "code" in thrown && typeof thrown.code === "string" ? thrown.code : undefined;
}
