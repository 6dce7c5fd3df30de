// Local files that the metadata of an image or a project file names. Anybody can write such files, so the user is asked
// before they are read, unless their contents are those from which the image was made, or they are beside the project file.

import { statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { isNetworkPath } from "@pictor/host/trust";
import { textsIn, type Field, type GenerateRequest, type Json, type SettingsSchema } from "@pictor/kernel";
import { UsageError } from "../base/usage-error.js";

export interface NamedFile {
  readonly setting: string;
  readonly path: string;
}

/**
 * Whether a text names a file of this machine. A network path counts as a file without being examined, because
 * examining it would already send a name to its host.
 */
function namesFile(text: string): boolean {
  if (text === "") return false;
  if (isNetworkPath(text)) return true;
  try {
    return statSync(text, { throwIfNoEntry: false })?.isFile() === true;
  } catch {
    return false;
  }
}

const isBindings = (field: Field): boolean => field.type === "object" && field["x-bindings"] === true;

/**
 * The folders in which a workflow looks for a file that a binding names. Only the catalog of the backend shows which
 * inputs take a file, so every value that names an existing file counts. Undefined while the folders are being found.
 */
type Folders = readonly string[] | undefined;

function filesInField(
  field: Field | undefined,
  value: Json | undefined,
  setting: string,
  folders: Folders,
): readonly NamedFile[] {
  if (field?.type === "string" && field.format === "path" && typeof value === "string")
    return [{ setting, path: value }];
  if (field?.type === "array" && Array.isArray(value))
    return (value as readonly Json[]).flatMap((entry, index) =>
      filesInField(field.items, entry, `${setting}.${index}`, folders),
    );
  if (field?.type !== "object" || typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, entry]): readonly NamedFile[] => {
    const place = setting === "" ? name : `${setting}.${name}`;
    if (!isBindings(field)) return filesInField(field.properties[name], entry, place, folders);
    if (folders === undefined) return [];
    const isFile =
      typeof entry === "string" &&
      (namesFile(entry) || folders.some((each) => namesFile(resolve(each, entry))));
    return isFile ? [{ setting: name, path: entry }] : [];
  });
}

const filesIn = (schema: SettingsSchema | undefined, value: Json): readonly NamedFile[] => {
  const named = filesInField(schema, value, "", undefined);
  return filesInField(schema, value, "", [...new Set(named.map(({ path }) => dirname(path)))]);
};

/** Returns the value with other paths in its path settings. */
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
  const replaceEntry = (name: string, entry: Json): Json =>
    isBindings(field) && typeof entry === "string"
      ? (places.get(entry) ?? entry)
      : replaceInField(field.properties[name], entry, places);
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, replaceEntry(name, entry)]));
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
  ...filesIn(schemas.params, params ?? {}),
  ...features.flatMap(({ id, settings }) =>
    filesIn(schemas.feature(id), settings ?? {}).map(({ setting, path }) => ({
      setting: `${id}.${setting}`,
      path,
    })),
  ),
];

/** Returns the request with other paths in its path settings. */
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
  // Every recorded text counts, not only paths: the user may have named another graph, from whose folder the text leads
  // to another file.
  const recorded = new Set(textsIn([named.params, named.features]));
  return findNamedFiles(request, schemas).filter(({ path }) => recorded.has(path) && path !== image);
}

/** The question about files that only an image or a project file, the `source`, names. */
export function namedFilesQuestion(files: readonly NamedFile[], source: "image" | "project") {
  const list = files.map(({ setting, path }) => `${setting}=${path}`);
  return {
    title: `The ${source} names files of this machine, which would be read and sent to the backend: ${list.join(", ")}.`,
    choice: "read them",
    safeChoice: "stop",
    hint: "Give --yes to allow that, or name other files with --set or --feature.",
  };
}

/** Creates the error for files that are neither at the recorded paths nor in the searched folders. */
export function missingFiles(files: readonly NamedFile[]): UsageError {
  const list = files.map(({ setting, path }) => `${setting}=${path}`).join(", ");
  return new UsageError(
    "USAGE_FILE",
    `The image was made from files that are neither at their recorded paths, nor beside the image, nor in this folder: ${list}.`,
    "Put the files beside the image, or name other files with --set or --feature.",
  );
}
