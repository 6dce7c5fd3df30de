// References in configured values, such as `{ "$env": "NAME" }`: they stand for secrets that are stored elsewhere.

import { fault } from "../base/errors/error-catalog.js";
import { cutText } from "../base/cut-text.js";
import { reasonOf } from "../base/errors/pictor-error.js";
import { absolutePath } from "../base/files/home-folder.js";
import { didYouMean } from "../base/nearest.js";
import { readText } from "../base/files/read-text.js";

const kinds = ["$env", "$file", "$secret", "$token"] as const;
export type Reference = { readonly kind: (typeof kinds)[number]; readonly target: string };

/** Resolves references. Every resolved value is passed to `addSecret`. */
export interface ReferenceSource {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The folder at which relative `$file` paths start. */
  readonly directory: string;
  addSecret(secret: string): void;
  /** Resolves `$secret`; undefined if there is no secret of that name. */
  secret(name: string): Promise<string | undefined>;
  /** Resolves `$token`: the token of a profile, refreshed when necessary. */
  token(profile: string): Promise<string>;
}

/** Returns the value as a reference, or undefined if it is none. */
export function referenceOf(value: unknown): Reference | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const entries = Object.entries(value) as [string, unknown][];
  const [entry] = entries;
  if (entries.length !== 1 || entry === undefined) return undefined;
  const kind = kinds.find((known) => known === entry[0]);
  return kind !== undefined && typeof entry[1] === "string" ? { kind, target: entry[1] } : undefined;
}

/** Throws `SETTINGS_INVALID` for an object like a reference whose one key is misspelt, such as `{ "$evn": "NAME" }`. */
export function requireKnownReferences(value: unknown, where: string): void {
  if (typeof value !== "object" || value === null) return;
  const entries = Object.entries(value) as [string, unknown][];
  const [key = "", target] = entries[0] ?? [];
  const isLikeReference = !Array.isArray(value) && entries.length === 1 && typeof target === "string";
  if (isLikeReference && key.startsWith("$") && referenceOf(value) === undefined) {
    const expected = `one of the keys ${kinds.map((kind) => `"${kind}"`).join(", ")}`;
    const found = `the unknown key ${JSON.stringify(cutText(key, 40))}`;
    const suggestion = didYouMean(key, kinds);
    throw fault("SETTINGS_INVALID", { where, pointer: "", expected, found, suggestion });
  }
  // The place is written for objects only: this runs for each request.
  for (const [name, entry] of entries)
    if (typeof entry === "object") requireKnownReferences(entry, `${where}/${name}`);
}

/** A reference and the path of its field. */
export interface LocatedReference extends Reference {
  readonly where: string;
}

const unresolved = ({ kind, target, where }: LocatedReference, reason: string) =>
  fault("CONFIG_REFERENCE_UNRESOLVED", { where, reference: `${kind} ${target}`, reason });

async function fromFile(
  reference: LocatedReference,
  { directory, addSecret }: ReferenceSource,
): Promise<string> {
  try {
    // The line end at the end of a file comes from the editor and is not part of the secret.
    const text = (await readText(absolutePath(reference.target, directory))).replace(/\r?\n$/, "");
    addSecret(text);
    return text;
  } catch (error) {
    throw unresolved(reference, `cannot be read (${reasonOf(error)})`);
  }
}

/** Resolves a reference, and registers its value as a secret. Synchronous if nothing needs to be awaited. */
export function resolveReference(
  reference: LocatedReference,
  source: ReferenceSource,
): string | Promise<string> {
  const { kind, target } = reference;
  const found = (value: string | undefined, absent: string): string => {
    if (value === undefined) throw unresolved(reference, absent);
    source.addSecret(value);
    return value;
  };
  switch (kind) {
    case "$env": {
      const { environment } = source;
      return found(Object.hasOwn(environment, target) ? environment[target] : undefined, "is not set");
    }
    case "$secret":
      return source.secret(target).then((value) => found(value, "is not in the secret store"));
    case "$token":
      return source.token(target).then((value) => found(value, ""));
    case "$file":
      return fromFile(reference, source);
  }
}

/** All references in a value, in the order of its fields. */
export function referencesIn(value: unknown, where: string): readonly LocatedReference[] {
  if (typeof value !== "object" || value === null) return [];
  const reference = referenceOf(value);
  if (reference !== undefined) return [{ ...reference, where }];
  return Object.entries(value).flatMap(([key, entry]) => referencesIn(entry, `${where}/${key}`));
}

type Fill = (text: string, where: string) => unknown;

/** Returns a copy of `value` with its references and strings mapped. */
function mapReferences(
  value: unknown,
  where: string,
  reference: (found: object) => unknown,
  fill: Fill,
): unknown {
  if (typeof value === "string") return fill(value, where);
  if (typeof value !== "object" || value === null) return value;
  if (referenceOf(value) !== undefined) return reference(value);
  const entries = Object.entries(value).map(
    ([key, entry]) => [key, mapReferences(entry, `${where}/${key}`, reference, fill)] as const,
  );
  return Array.isArray(value) ? entries.map(([, entry]) => entry) : Object.fromEntries(entries);
}

/** Returns a copy of `value` with its references mapped by `read` and its strings by `fill`. */
export const replaceReferences = (
  value: unknown,
  read: Iterator<string, unknown>,
  where: string,
  fill: Fill = (text) => text,
): unknown => mapReferences(value, where, () => read.next().value, fill);

/** Returns a copy of `value` with its strings mapped by `fill`. References stay unchanged. */
export const mapTexts = (value: unknown, where: string, fill: Fill): unknown =>
  mapReferences(value, where, (reference) => reference, fill);

/** Returns a copy of `value` in which the relative path of every `$file` reference starts at `folder`. */
export const resolveFilePaths = (value: unknown, folder: string): unknown =>
  mapReferences(
    value,
    "",
    (found) => {
      const reference = referenceOf(found);
      return reference?.kind === "$file" ? { $file: absolutePath(reference.target, folder) } : found;
    },
    (text) => text,
  );

export async function resolveAll(
  references: readonly LocatedReference[],
  source: ReferenceSource,
): Promise<readonly string[]> {
  const read: string[] = [];
  for (const reference of references) read.push(await resolveReference(reference, source));
  return read;
}

/** Returns a copy of `value` with every reference resolved. */
export const resolveReferences = async (
  value: unknown,
  source: ReferenceSource,
  where: string,
): Promise<unknown> =>
  replaceReferences(value, (await resolveAll(referencesIn(value, where), source)).values(), where);
