// Looks into the JSON of a foreign program whose exact spelling is not promised: case, signs and depth count for nothing.

import type { JsonObject } from "../../record.js";
import { numberOf } from "../numbers.js";

export type Fields = Readonly<Record<string, unknown>>;
export const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** `IsCfgScaleEnabled`, `is_cfg_scale_enabled`: one name. */
export const plain = (name: string): string => name.toLowerCase().replace(/[^a-z\d]/g, "");

/** Lists of modules lie beside a card's own fields, and their fields are not the card's. */
const lists = new Set(["modules", "modulescard", "extranetworks", "modulescardstate"]);

const inner = (value: unknown): readonly unknown[] => {
  if (Array.isArray(value)) return value;
  if (!isFields(value)) return [];
  return Object.entries(value).flatMap(([name, entry]) => (lists.has(plain(name)) ? [] : [entry]));
};

/** The nearest field of one of these names, level by level; of two on one level, that of the earlier name. */
export function find(root: unknown, ...names: readonly string[]): unknown {
  const wanted = names.map(plain);
  // What is nested deeper than this was not written by any known program.
  for (let level = [root], depth = 0; level.length > 0 && depth < 6; depth++) {
    for (const name of wanted) {
      for (const value of level) {
        const found = isFields(value)
          ? Object.entries(value).find(([key, entry]) => plain(key) === name && entry !== null)
          : undefined;
        if (found !== undefined) return found[1];
      }
    }
    level = level.flatMap(inner);
  }
  return undefined;
}

/** A field of the object itself. */
export const own = (value: unknown, name: string): unknown =>
  isFields(value) ? Object.entries(value).find(([key]) => plain(key) === plain(name))?.[1] : undefined;

/** A text, or the name of a thing that is written as a record. */
export function textIn(value: unknown): string | undefined {
  if (typeof value === "string") return value === "" ? undefined : value;
  const name = isFields(value) ? find(value, "Name", "RelativePath", "FileName", "Value") : undefined;
  return typeof name === "string" && name !== "" ? name : undefined;
}

/** The name of a model's file; undefined for the words that stand for none. */
export function fileIn(value: unknown): string | undefined {
  const name = textIn(value);
  return name === undefined || /^\(?(none|default)\)?$/i.test(name) ? undefined : name;
}

export const flagIn = (value: unknown): boolean | undefined =>
  typeof value === "boolean" ? value : undefined;

/** How a setting is read. */
export const readers = {
  number: numberOf,
  text: textIn,
  word: (value: unknown) => textIn(value)?.toLowerCase(),
  file: fileIn,
  flag: flagIn,
} as const;

/** Setting to the way it is read and the names under which it may stand. */
export type Reading = Readonly<Record<string, readonly [keyof typeof readers, ...string[]]>>;

/** What is there of it. */
export const readAll = (root: unknown, reading: Reading): JsonObject =>
  Object.fromEntries(
    Object.entries(reading).flatMap(([setting, [kind, ...names]]) => {
      const value = readers[kind](find(root, ...names));
      return value === undefined ? [] : [[setting, value] as const];
    }),
  );

/** The modules in a list that is called so, in their order: `{"$values": [{"$type": ..., ...}]}` or the list alone. */
export function modulesIn(card: unknown): readonly Fields[] {
  if (!isFields(card)) return [];
  const found = Object.entries(card).filter(([name]) => lists.has(plain(name)));
  return found.flatMap(([, list]) => listIn(list));
}

function listIn(value: unknown): readonly Fields[] {
  if (Array.isArray(value))
    return value.filter(isFields).filter((entry) => typeof entry["$type"] === "string");
  return isFields(value) ? Object.values(value).flatMap(listIn) : [];
}
