// Reads JSON of the lists of extensions.

import { PictorError, reasonOf, withoutByteOrderMark } from "@pictor/kernel/plugin";
import { extensionFault } from "../faults.js";
import { withoutCredentials } from "../names/credentials.js";

/** `EXTENSION_INDEX_UNREADABLE`. `source` is shown without credentials. */
export const indexFault = (source: string, reason: string, cause?: unknown): PictorError =>
  extensionFault("EXTENSION_INDEX_UNREADABLE", { source: withoutCredentials(source), reason }, { cause });

/** The error for a source that could not be read; one about extensions stays as it is. */
export const toIndexFault = (source: string, error: unknown): PictorError =>
  error instanceof PictorError && error.code.startsWith("EXTENSION_")
    ? error
    : indexFault(source, withoutCredentials(reasonOf(error)).replace(/\.$/, ""), error);

/** Parses a list. `source` names it in the error. */
export function parseList(text: string, source: string): unknown {
  try {
    return JSON.parse(withoutByteOrderMark(text));
  } catch (cause) {
    throw indexFault(source, /^\s*</.test(text) ? "it is a web page, not JSON" : "it is not JSON", cause);
  }
}
