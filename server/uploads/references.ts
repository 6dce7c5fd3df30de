// References to uploads in the values of a request, `{ "$upload": id }`: finds them, and replaces them with the paths
// of the files.

import { isRecord, jsonPointer } from "@pictor/kernel";
import { fault } from "../contract/faults.js";
import { inputInvalid } from "@pictor/features/base";

export const uploadKey = "$upload";

const isReference = (value: unknown): value is Readonly<Record<string, unknown>> =>
  isRecord(value) && Object.hasOwn(value, uploadKey);

/** The ids of all uploads that a value refers to. */
export function uploadsOf(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(uploadsOf);
  if (!isRecord(value)) return [];
  if (isReference(value)) return [String(value[uploadKey])];
  return Object.values(value).flatMap(uploadsOf);
}

/** Whether the setting at a path of the settings schema is a file. */
export type AcceptsUpload = (pointer: string) => boolean;

/**
 * Returns the value with paths in place of references. Rejects with `API_UPLOAD_UNKNOWN`, and with `API_INPUT_INVALID`
 * for a reference that has other members or is the value of a setting that is no file.
 */
export async function resolveUploads(
  value: unknown,
  pointer: string,
  takesUpload: AcceptsUpload,
  use: (id: string, pointer: string) => Promise<string | undefined>,
): Promise<unknown> {
  if (Array.isArray(value))
    return Promise.all(
      value.map((entry, index) => resolveUploads(entry, pointer + jsonPointer(index), takesUpload, use)),
    );
  if (!isRecord(value)) return value;
  if (!isReference(value)) {
    const entries = Object.entries(value).map(
      async ([name, entry]) =>
        [name, await resolveUploads(entry, pointer + jsonPointer(name), takesUpload, use)] as const,
    );
    return Object.fromEntries(await Promise.all(entries));
  }
  const id = value[uploadKey];
  if (typeof id !== "string" || Object.keys(value).length > 1)
    throw inputInvalid(pointer, `{ "${uploadKey}": id } without further members`, "another object");
  if (!takesUpload(pointer)) throw inputInvalid(pointer, "a value, because it takes no file", "an upload");
  const path = await use(id, pointer);
  if (path === undefined) throw fault("API_UPLOAD_UNKNOWN", { pointer, id });
  return path;
}
