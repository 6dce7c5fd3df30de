// Every error of the kernel. The texts are data, in schemas/errors.json; docs/errors.md is generated from there too.

import { errorCatalog } from "./error-catalog.gen.js";
import { defineErrors, type ErrorFactory } from "./pictor-error.js";

export { errorCatalog };
/** A code of the kernel's own catalog. */
export type ErrorCode = keyof typeof errorCatalog;

/** Builds an error of the kernel's catalog. */
export const fault: ErrorFactory<typeof errorCatalog> = defineErrors(errorCatalog);
