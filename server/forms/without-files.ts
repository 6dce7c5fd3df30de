// Removes names of files on the server's machine from values that anybody may have written, such as those in an image.

import { isAbsolute } from "node:path";
import { isRecord } from "@pictor/kernel";
import { memberOf } from "./job-request.js";

/** Whether a text can only be a path; any other text can also be a name that a server knows. */
const isLocalPath = (text: string): boolean =>
  isAbsolute(text) || /^(?:\.{1,2}[\\/]|[a-z]:|\\\\)/i.test(text) || /(?:^|[\\/])\.\.(?:[\\/]|$)/.test(text);

/** Whether a value names a file: the text of a setting for a file, or a binding that can only be a path. */
const isFile = (value: unknown, schema: unknown, isBinding: boolean): boolean =>
  typeof value === "string" &&
  value !== "" &&
  (memberOf(schema, "format") === "path" || (isBinding && isLocalPath(value)));

/**
 * Removes the texts that name files from a value, and calls `onFile` with the place of each. References to uploads
 * stay.
 */
export function withoutFiles(
  value: unknown,
  schema: unknown,
  onFile: (place: string) => void,
  place = "",
): unknown {
  if (Array.isArray(value)) {
    const items = memberOf(schema, "items");
    return value.flatMap((entry: unknown, index) => {
      if (!isFile(entry, items, false)) return [withoutFiles(entry, items, onFile, `${place}.${index}`)];
      onFile(`${place}.${index}`);
      return [];
    });
  }
  if (!isRecord(value)) return value;
  const isBinding = memberOf(schema, "x-bindings") === true;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, entry]) => {
      const member = memberOf(schema, "properties", name);
      const inner = place === "" || isBinding ? name : `${place}.${name}`;
      if (!isFile(entry, member, isBinding)) return [[name, withoutFiles(entry, member, onFile, inner)]];
      onFile(inner);
      return [];
    }),
  );
}
