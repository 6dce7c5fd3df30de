// The values of the configuration with the origin of each, without secrets: for people, and for programs that show it.

import { maskCredentials } from "@pictor/extensions";
import { isRecord, secretNamePattern, type LoadedConfiguration } from "@pictor/kernel";
import { topLayer, type HostConfigurationOptions } from "@pictor/host";
import { formatReference } from "../profiles/shown-schemes.js";

/** A value of the configuration. */
export interface ShownValue {
  /** The keys from the top, such as `outputs.directory`. */
  readonly name: string;
  /** The value, in which a secret is `***` and a reference is as in the file. */
  readonly value: unknown;
  readonly origin: "default" | "user file" | "project file" | "environment" | "flag";
  /** The file, variable or flag; absent for a default. */
  readonly from?: string;
}

type Path = readonly string[];

/** The values that are no objects; a reference and an empty object count as one value. */
function leavesOf(value: unknown, path: Path = []): readonly (readonly [Path, unknown])[] {
  const isLeaf = !isRecord(value) || formatReference(value) !== undefined || Object.keys(value).length === 0;
  if (isLeaf) return path.length === 0 ? [] : [[path, value]];
  return Object.entries(value).flatMap(([key, entry]) => leavesOf(entry, [...path, key]));
}

const hasPath = (value: unknown, path: Path): boolean =>
  path.length === 0 ||
  (isRecord(value) && Object.hasOwn(value, path[0] ?? "") && hasPath(value[path[0] ?? ""], path.slice(1)));

/**
 * A value without secrets. The fields of profiles and the variables of environments may be secret whatever their names are; the
 * command `auth show` knows which are not.
 */
function shown(path: Path, value: unknown): unknown {
  if (formatReference(value) !== undefined) return value;
  if (Array.isArray(value)) return value.map((entry) => shown(path, entry));
  if (isRecord(value))
    return Object.fromEntries(
      Object.entries(value).map(([key, entry]) => [key, shown([...path, key], entry)]),
    );
  const [section, , field] = path;
  const isPrivate =
    (section === "profiles" && field === "schemes") ||
    section === "environments" ||
    path.slice(1).some((key) => secretNamePattern.test(key));
  if (isPrivate && typeof value === "string" && value !== "") return "***";
  return typeof value === "string" ? maskCredentials(value) : value;
}

function originOf(
  path: Path,
  { layers }: Pick<LoadedConfiguration, "layers">,
  userFile: string,
  options: HostConfigurationOptions,
): Pick<ShownValue, "origin" | "from"> {
  if (hasPath(topLayer(options), path)) {
    const [name = ""] = path;
    return name === "environment" && options.environment !== undefined
      ? { origin: "flag", from: "--environment" }
      : { origin: "environment", from: `PICTOR_${name.toUpperCase()}` };
  }
  const layer = [...layers].reverse().find((each) => hasPath(each.layer, path));
  if (layer === undefined) return { origin: "default" };
  return { origin: layer.file === userFile ? "user file" : "project file", from: layer.file };
}

/** All values, sorted by name. `options` are those with which the configuration was loaded. */
export const shownConfiguration = (
  configuration: Pick<LoadedConfiguration, "values" | "layers">,
  userFile: string,
  options: HostConfigurationOptions,
): readonly ShownValue[] =>
  leavesOf(configuration.values)
    .map(([path, value]) => ({
      name: path.join("."),
      value: shown(path, value),
      ...originOf(path, configuration, userFile, options),
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
