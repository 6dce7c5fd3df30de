// Checks a job as clients submit it, refuses what only an administrator may name, and converts it for the kernel.

import type { JobRequest } from "@pictor/client";
import {
  isRecord,
  jsonPointer,
  pointerParts,
  type GenerateRequest,
  type SettingsSchema,
} from "@pictor/kernel";
import { fault } from "../contract/faults.js";
import { includesScope, type Scope } from "@pictor/features/base";
import { requireFewValues } from "./value-count.js";
import { resolveUploads } from "../uploads/references.js";
import type { Uploads } from "../uploads/uploads.js";

/** A member of a settings schema; undefined where the schema has none, as for an unknown setting. */
export const memberOf = (schema: unknown, ...names: readonly string[]): unknown =>
  names.reduce<unknown>((found, name) => (isRecord(found) ? found[name] : undefined), schema);

/**
 * The pointers of the values that name a file of the server's machine: settings of the format `path`, references, and
 * texts of bindings. The workflow looks for such a text as a file, and not every caller may learn whether that file
 * exists.
 */
function filePathsIn(value: unknown, schema: unknown, pointer: string): readonly string[] {
  if (typeof value === "string")
    return memberOf(schema, "format") === "path" && value !== "" ? [pointer] : [];
  if (Array.isArray(value))
    return value.flatMap((entry, index) =>
      filePathsIn(entry, memberOf(schema, "items"), pointer + jsonPointer(index)),
    );
  if (!isRecord(value)) return [];
  const isBinding = memberOf(schema, "x-bindings") === true;
  return Object.entries(value).flatMap(([name, entry]) => {
    const place = pointer + jsonPointer(name);
    if (name === "$file" || name === "$env" || name === "$secret" || name === "$token") return [pointer];
    if (isBinding && typeof entry === "string") return entry === "" ? [] : [place];
    return filePathsIn(entry, memberOf(schema, "properties", name), place);
  });
}

export interface SettingsSchemas {
  workflow(id: string): SettingsSchema | undefined;
  feature(id: string): SettingsSchema | undefined;
  /** Whether the workflow submits a given graph, such as one from a file. */
  readsGraph(workflow: string): boolean;
}

/** The schema of the value at a pointer such as `/image`. */
const schemaAt = (schema: unknown, pointer: string): unknown =>
  pointerParts(pointer).reduce<unknown>(
    (found, name) => memberOf(found, "properties", name) ?? memberOf(found, "items"),
    schema,
  );

/** Whether the value at a pointer may be a file: a setting of the format `path`, or a value of a graph's input. */
const takesFile = (schema: unknown, pointer: string): boolean =>
  memberOf(schemaAt(schema, pointer), "format") === "path" ||
  memberOf(schemaAt(schema, pointer.slice(0, pointer.lastIndexOf("/"))), "x-bindings") === true;

/**
 * Replaces references to uploads with the paths of their files. Rejects with `API_PATH_REFUSED` if the
 * request names a file and its token does not have the scope `admin`, and as `resolveUploads`.
 *
 * A graph file can name further files of the server's machine, so it is refused like a path, unless the setting takes
 * an image only.
 */
export async function requestOf(
  request: JobRequest,
  schemas: SettingsSchemas,
  granted: readonly Scope[],
  uploads: Pick<Uploads, "use">,
): Promise<Omit<GenerateRequest, "directory">> {
  requireFewValues(request.params, "#/params");
  requireFewValues(request.features, "#/features");
  const paths = [
    ...filePathsIn(request.params, schemas.workflow(request.workflow), "#/params"),
    ...(request.features ?? []).flatMap(({ id, settings }, index) =>
      filePathsIn(settings, schemas.feature(id), `#/features/${index}/settings`),
    ),
  ];
  const [pointer] = paths;
  if (pointer !== undefined && !includesScope(granted, "admin")) throw fault("API_PATH_REFUSED", { pointer });
  const resolve = (value: unknown, schema: unknown, start: string): Promise<unknown> =>
    resolveUploads(
      value,
      start,
      (place) => takesFile(schema, place.slice(start.length)),
      (id, place) => {
        const isImage = memberOf(schemaAt(schema, place.slice(start.length)), "x-file") === "image";
        if (schemas.readsGraph(request.workflow) && !isImage && !includesScope(granted, "admin"))
          throw fault("API_PATH_REFUSED", { pointer: place });
        return uploads.use(id);
      },
    );
  const { params, features, ...rest } = request;
  const resolvedFeatures = features?.map(async (feature, index) => ({
    ...feature,
    ...(feature.settings !== undefined && {
      settings: await resolve(feature.settings, schemas.feature(feature.id), `#/features/${index}/settings`),
    }),
  }));
  return {
    ...rest,
    ...(params !== undefined && {
      params: await resolve(params, schemas.workflow(request.workflow), "#/params"),
    }),
    ...(resolvedFeatures !== undefined && { features: await Promise.all(resolvedFeatures) }),
  } as Omit<GenerateRequest, "directory">;
}
