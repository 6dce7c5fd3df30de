// The one JSON codec of this package: integers beyond 2^53 stay exact (64-bit seeds), text for PNG stays ASCII.
import { parseJson, stringifyJson } from "@pictor/kernel/plugin";

export { parseJson, stringifyJson };

/** JSON with every non-ASCII character escaped, the form that Python's `json.dumps` writes into PNG text chunks. */
export function asciiJson(value: unknown): string {
  return stringifyJson(value).replace(
    /[\u007f-\uffff]/g,
    (character) => "\\u" + character.charCodeAt(0).toString(16).padStart(4, "0"),
  );
}

/** Narrows to a plain JSON object. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
