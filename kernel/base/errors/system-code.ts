// Reads the code of an error of Node.js or of the system, whatever was thrown.

import { PictorError } from "./pictor-error.js";

/** Such as `ENOENT` or `ERR_INVALID_ARG_VALUE`. Undefined where the value has none; a `PictorError` has a code of ours. */
export function systemCode(thrown: unknown): string | undefined {
  if (typeof thrown !== "object" || thrown === null || thrown instanceof PictorError) return undefined;
  return "code" in thrown && typeof thrown.code === "string" ? thrown.code : undefined;
}
