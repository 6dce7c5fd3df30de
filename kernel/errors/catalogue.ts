// Every error of the kernel. The texts are data, in schemas/errors.json; docs/errors.md is generated from there too.

import { catalogue } from "./catalogue.gen.js";
import { defineErrors } from "./define.js";

export { catalogue };
/** A code of the kernel's own catalogue. */
export type ErrorCode = keyof typeof catalogue;

/** Builds an error of the kernel's catalogue. */
export const fault = defineErrors(catalogue);
