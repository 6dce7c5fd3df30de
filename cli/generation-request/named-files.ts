// Files of this machine that an image's record names: read only when the person says so, since anybody can write a record.

import type { Field, GenerateRequest, Json, SettingsSchema } from "@pictor/host";
import { UsageError } from "../base/usage-error.js";

interface NamedFile {
  readonly setting: string;
  readonly path: string;
}

function inField(field: Field | undefined, value: Json | undefined, setting: string): readonly NamedFile[] {
  if (field?.type === "string" && field.format === "path" && typeof value === "string")
    return [{ setting, path: value }];
  if (field?.type === "array" && Array.isArray(value))
    return (value as readonly Json[]).flatMap((entry, index) =>
      inField(field.items, entry, `${setting}.${index}`),
    );
  if (field?.type !== "object" || typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, entry]) =>
    inField(field.properties[name], entry, setting === "" ? name : `${setting}.${name}`),
  );
}

type Requested = Pick<GenerateRequest, "params" | "features">;
interface Schemas {
  readonly params: SettingsSchema;
  feature(id: string): SettingsSchema | undefined;
}

/** Every file that the settings of a request name. */
export const filesOf = ({ params, features = [] }: Requested, schemas: Schemas): readonly NamedFile[] => [
  ...inField(schemas.params, params ?? {}, ""),
  ...features.flatMap(({ id, settings }) =>
    inField(schemas.feature(id), settings ?? {}, "").map(({ setting, path }) => ({
      setting: `${id}.${setting}`,
      path,
    })),
  ),
];

/** Throws a UsageError where `request` still has files that only the image named; `image` itself may be one. */
export function refuseNamedFiles(
  request: Requested,
  named: Requested,
  schemas: Schemas,
  image: string,
): void {
  const said = new Set(filesOf(named, schemas).map(({ path }) => path));
  const taken = filesOf(request, schemas).filter(({ path }) => said.has(path) && path !== image);
  if (taken.length === 0) return;
  const list = taken.map(({ setting, path }) => `${setting}=${path}`).join(", ");
  throw new UsageError(
    "USAGE_OPTION",
    `The image names files of this machine, which would be read and sent to the backend: ${list}.`,
    "Give --yes if they are the ones that you mean, or name others with --set or --feature.",
  );
}
