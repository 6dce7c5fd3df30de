// Finds fields in the JSON of Stability Matrix. Its format is not documented, so letter case, separators and nesting depth are
// ignored.

import { isJsonObject } from "../../base/json.js";

export type JsonFields = Readonly<Record<string, unknown>>;

/** `IsCfgScaleEnabled` and `is_cfg_scale_enabled` have the same normalized name. */
export const normalizeName = (name: string): string => name.toLowerCase().replace(/[^a-z\d]/g, "");

/** Normalized names of the fields that contain lists of modules, whose fields do not belong to the card around them. */
const moduleLists = new Set(["modules", "modulescard", "extranetworks", "modulescardstate"]);

/** The fields of known project files are nested less deeply. */
const maxDepth = 6;

const children = (value: unknown): readonly unknown[] => {
  if (Array.isArray(value)) return value;
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, entry]) =>
    moduleLists.has(normalizeName(name)) ? [] : [entry],
  );
};

/**
 * The value of the least nested field that has one of the names and is not null. Among fields of the same depth, the
 * name that is listed first wins.
 */
export function findField(root: unknown, ...names: readonly string[]): unknown {
  const wanted = names.map(normalizeName);
  for (let level = [root], depth = 0; level.length > 0 && depth < maxDepth; depth++) {
    for (const name of wanted) {
      for (const value of level) {
        const found = isJsonObject(value)
          ? Object.entries(value).find(([key, entry]) => normalizeName(key) === name && entry !== null)
          : undefined;
        if (found !== undefined) return found[1];
      }
    }
    level = level.flatMap(children);
  }
  return undefined;
}

/** The value of a direct field of the object. */
export const ownField = (value: unknown, name: string): unknown =>
  isJsonObject(value)
    ? Object.entries(value).find(([key]) => normalizeName(key) === normalizeName(name))?.[1]
    : undefined;

/** The modules of a card, in order. Their list is an array, or an object such as `{"$values": [{"$type": ..., ...}]}`. */
export function modulesOf(card: unknown): readonly JsonFields[] {
  if (!isJsonObject(card)) return [];
  return Object.entries(card)
    .filter(([name]) => moduleLists.has(normalizeName(name)))
    .flatMap(([, list]) => modulesIn(list));
}

function modulesIn(list: unknown): readonly JsonFields[] {
  if (Array.isArray(list))
    return list.filter(isJsonObject).filter((entry) => typeof entry["$type"] === "string");
  return isJsonObject(list) ? Object.values(list).flatMap(modulesIn) : [];
}
