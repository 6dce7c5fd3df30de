// A thrown value of any kind as an error of the catalog.

import { fault } from "../base/errors/error-catalog.js";
import { PictorError, reasonOf } from "../base/errors/pictor-error.js";

/** The error itself if it has a code, otherwise `INTERNAL` with its reason. */
export const errorOf = (thrown: unknown): PictorError =>
  thrown instanceof PictorError ? thrown : fault("INTERNAL", { reason: reasonOf(thrown) }, { cause: thrown });
