// The errors of the kernel. Their texts are in schemas/errors.json, from which docs/errors.md is generated too.

import { errorCatalog } from "./error-catalog.gen.js";
import { defineErrors, type ErrorFactory } from "./pictor-error.js";

export { errorCatalog };
/** A code of the kernel's catalog. */
export type ErrorCode = keyof typeof errorCatalog;

/** Builds an error of the kernel's catalog. */
export const fault: ErrorFactory<typeof errorCatalog> = defineErrors(errorCatalog);
