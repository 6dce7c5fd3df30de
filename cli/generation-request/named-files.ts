// Local files that the metadata of an image names. Anybody can write such metadata, so the user is asked before they
// are read, unless their contents are those from which the image was made.

import type { Field, GenerateRequest, Json, SettingsSchema } from "@pictor/host";
import { UsageError } from "../base/usage-error.js";

export interface NamedFile {
  readonly setting: string;
  readonly path: string;
}

function filesInField(
  field: Field | undefined,
  value: Json | undefined,
  setting: string,
): readonly NamedFile[] {
  if (field?.type === "string" && field.format === "path" && typeof value === "string")
    return [{ setting, path: value }];
  if (field?.type === "array" && Array.isArray(value))
    return (value as readonly Json[]).flatMap((entry, index) =>
      filesInField(field.items, entry, `${setting}.${index}`),
    );
  if (field?.type !== "object" || typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, entry]) =>
    filesInField(field.properties[name], entry, setting === "" ? name : `${setting}.${name}`),
  );
}

/** The value with other paths in its path settings. */
function replaceInField<Value extends Json>(
  field: Field | undefined,
  value: Value,
  places: ReadonlyMap<string, string>,
): Value;
function replaceInField(field: Field | undefined, value: Json, places: ReadonlyMap<string, string>): Json {
  if (field?.type === "string" && field.format === "path" && typeof value === "string")
    return places.get(value) ?? value;
  if (field?.type === "array" && Array.isArray(value))
    return (value as readonly Json[]).map((entry) => replaceInField(field.items, entry, places));
  if (field?.type !== "object" || typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => [
      name,
      replaceInField(field.properties[name], entry, places),
    ]),
  );
}

type Requested = Pick<GenerateRequest, "params" | "features">;
export interface Schemas {
  readonly params: SettingsSchema;
  feature(id: string): SettingsSchema | undefined;
}

/** Every file that the settings of a request name. */
export const findNamedFiles = (
  { params, features = [] }: Requested,
  schemas: Schemas,
): readonly NamedFile[] => [
  ...filesInField(schemas.params, params ?? {}, ""),
  ...features.flatMap(({ id, settings }) =>
    filesInField(schemas.feature(id), settings ?? {}, "").map(({ setting, path }) => ({
      setting: `${id}.${setting}`,
      path,
    })),
  ),
];

/** The request with other paths in its path settings. */
export function withOtherPaths<Request extends Requested>(
  request: Request,
  schemas: Schemas,
  places: ReadonlyMap<string, string>,
): Request {
  const { params, features } = request;
  return {
    ...request,
    ...(params !== undefined && { params: replaceInField(schemas.params, params, places) }),
    ...(features !== undefined && {
      features: features.map(({ id, settings, ...rest }) => ({
        ...rest,
        id,
        ...(settings !== undefined && { settings: replaceInField(schemas.feature(id), settings, places) }),
      })),
    }),
  };
}

/** Files of `request` that come from the image's record (`named`), except the image itself. */
export function filesOfRecord(
  request: Requested,
  named: Requested,
  schemas: Schemas,
  image: string,
): readonly NamedFile[] {
  const recordedPaths = new Set(findNamedFiles(named, schemas).map(({ path }) => path));
  return findNamedFiles(request, schemas).filter(({ path }) => recordedPaths.has(path) && path !== image);
}

/** The question about files that only the image names. */
export function namedFilesQuestion(files: readonly NamedFile[]) {
  const list = files.map(({ setting, path }) => `${setting}=${path}`);
  return {
    title: `The image names files of this machine, which would be read and sent to the backend: ${list.join(", ")}.`,
    choice: "read them",
    safeChoice: "stop",
    hint: "Give --yes to allow that, or name other files with --set or --feature.",
  };
}

/** Creates the error for files that are neither where the record says nor anywhere near. */
export function missingFiles(files: readonly NamedFile[]): UsageError {
  const list = files.map(({ setting, path }) => `${setting}=${path}`).join(", ");
  return new UsageError(
    "USAGE_FILE",
    `The image was made from files that are not there, nor beside the image or in this folder: ${list}.`,
    "Put them beside the image, or name other files with --set or --feature.",
  );
}
