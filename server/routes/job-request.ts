// A job as clients submit it, checked for what only an administrator may name, and converted for the kernel.

import type { JobRequest } from "@pictor/client";
import { isRecord, type GenerateRequest, type SettingsSchema } from "@pictor/host";
import { fault } from "../contract/faults.js";
import { includesScope, type Scope } from "../contract/scopes.js";

/** A member of a settings schema; undefined where the schema has none, as for an unknown setting. */
const memberOf = (schema: unknown, ...names: readonly string[]): unknown =>
  names.reduce<unknown>((found, name) => (isRecord(found) ? found[name] : undefined), schema);

/** The pointers of the values that name a file of the server's machine: settings of the format `path`, and references. */
export function pathsIn(value: unknown, schema: unknown, pointer: string): readonly string[] {
  if (typeof value === "string")
    return memberOf(schema, "format") === "path" && value !== "" ? [pointer] : [];
  if (Array.isArray(value))
    return value.flatMap((entry, index) => pathsIn(entry, memberOf(schema, "items"), `${pointer}/${index}`));
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([name, entry]) =>
    name === "$file" || name === "$env" || name === "$secret" || name === "$token"
      ? [pointer]
      : pathsIn(entry, memberOf(schema, "properties", name), `${pointer}/${name}`),
  );
}

export interface SettingsSchemas {
  workflow(id: string): SettingsSchema | undefined;
  feature(id: string): SettingsSchema | undefined;
}

/** Throws `API_PATH_REFUSED` if the request names a file and its token has not the scope `admin`. */
export function requestOf(
  request: JobRequest,
  schemas: SettingsSchemas,
  granted: readonly Scope[],
): Omit<GenerateRequest, "directory"> {
  const paths = [
    ...pathsIn(request.params, schemas.workflow(request.workflow), "#/params"),
    ...(request.features ?? []).flatMap(({ id, settings }, index) =>
      pathsIn(settings, schemas.feature(id), `#/features/${index}/settings`),
    ),
  ];
  const [pointer] = paths;
  if (pointer !== undefined && !includesScope(granted, "admin")) throw fault("API_PATH_REFUSED", { pointer });
  return request as Omit<GenerateRequest, "directory">;
}
