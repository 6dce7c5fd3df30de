// Parses a text that may be JSON.

import { parseJson } from "../base/json.js";

/** The value, with integers beyond 2^53 as bigint; undefined if the text is not JSON. */
export function parseJsonOrUndefined(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
