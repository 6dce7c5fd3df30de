// Local files that the metadata of an image names. They are read only with --yes, because anybody can write such metadata.

import type { Field, GenerateRequest, Json, SettingsSchema } from "@pictor/host";
import { UsageError } from "../base/usage-error.js";

interface NamedFile {
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

type Requested = Pick<GenerateRequest, "params" | "features">;
interface Schemas {
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

/** Throws a UsageError if `request` has files from the image's record (`named`), except the image itself. */
export function refuseNamedFiles(
  request: Requested,
  named: Requested,
  schemas: Schemas,
  image: string,
): void {
  const recordedPaths = new Set(findNamedFiles(named, schemas).map(({ path }) => path));
  const fromRecord = findNamedFiles(request, schemas).filter(
    ({ path }) => recordedPaths.has(path) && path !== image,
  );
  if (fromRecord.length === 0) return;
  const list = fromRecord.map(({ setting, path }) => `${setting}=${path}`).join(", ");
  throw new UsageError(
    "USAGE_OPTION",
    `The image names files of this machine, which would be read and sent to the backend: ${list}.`,
    "Give --yes to allow that, or name other files with --set or --feature.",
  );
}
