// References in configured values: `{ "$env": "NAME" }` and its kin stand for secrets that are kept elsewhere.

import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { fault } from "../base/errors/error-catalog.js";
import { reasonOf } from "../base/errors/pictor-error.js";

const kinds = ["$env", "$file", "$secret", "$token"] as const;
export type Reference = { readonly kind: (typeof kinds)[number]; readonly target: string };

/** Reads what a reference stands for; every resolved value is handed to `remember` (the redactor). */
export interface ReferenceSource {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Relative `$file` paths start here. */
  readonly directory: string;
  remember(secret: string): void;
  /** `$secret`: undefined where the store has none of that name. */
  secret(name: string): Promise<string | undefined>;
  /** `$token`: of the profile of that name, refreshed where needed. */
  token(profile: string): Promise<string>;
}

/** The reference that a value is, or undefined. */
export function referenceOf(value: unknown): Reference | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const entries = Object.entries(value) as [string, unknown][];
  const [entry] = entries;
  if (entries.length !== 1 || entry === undefined) return undefined;
  const kind = kinds.find((known) => known === entry[0]);
  return kind !== undefined && typeof entry[1] === "string" ? { kind, target: entry[1] } : undefined;
}

/** A reference and the field that it stands in. */
export interface PlacedReference extends Reference {
  readonly where: string;
}

const unresolved = ({ kind, target, where }: PlacedReference, reason: string) =>
  fault("CONFIG_REFERENCE_UNRESOLVED", { where, reference: `${kind} ${target}`, reason });

async function fromFile(
  reference: PlacedReference,
  { directory, remember }: ReferenceSource,
): Promise<string> {
  try {
    // One trailing line end belongs to the editor, not to the secret.
    const text = (await readFile(resolve(directory, reference.target), "utf8")).replace(/\r?\n$/, "");
    remember(text);
    return text;
  } catch (error) {
    throw unresolved(reference, `cannot be read (${reasonOf(error)})`);
  }
}

/** What a reference stands for, hidden from now on. A text at once where nothing has to be waited for. */
export function readReference(reference: PlacedReference, source: ReferenceSource): string | Promise<string> {
  const { kind, target } = reference;
  const found = (value: string | undefined, absent: string): string => {
    if (value === undefined) throw unresolved(reference, absent);
    source.remember(value);
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

/** Every reference in a value, in the order of its fields. */
export function referencesIn(value: unknown, where: string): readonly PlacedReference[] {
  if (typeof value !== "object" || value === null) return [];
  const reference = referenceOf(value);
  if (reference !== undefined) return [{ ...reference, where }];
  return Object.entries(value).flatMap(([key, entry]) => referencesIn(entry, `${where}/${key}`));
}

type Fill = (text: string, where: string) => string;

/** A copy of `value` with something else in place of its references and its texts. */
function replaced(value: unknown, where: string, reference: (found: object) => unknown, fill: Fill): unknown {
  if (typeof value === "string") return fill(value, where);
  if (typeof value !== "object" || value === null) return value;
  if (referenceOf(value) !== undefined) return reference(value);
  const entries = Object.entries(value).map(
    ([key, entry]) => [key, replaced(entry, `${where}/${key}`, reference, fill)] as const,
  );
  return Array.isArray(value) ? entries.map(([, entry]) => entry) : Object.fromEntries(entries);
}

/** A copy of `value` with `read` in place of its references, and its texts passed through `fill`. */
export const replaceReferences = (
  value: unknown,
  read: Iterator<string, unknown>,
  where: string,
  fill: Fill = (text) => text,
): unknown => replaced(value, where, () => read.next().value, fill);

/** A copy of `value` with its texts passed through `fill`; references stay. */
export const replaceTexts = (value: unknown, where: string, fill: Fill): unknown =>
  replaced(value, where, (reference) => reference, fill);

/** What each of them stands for. */
export async function readReferences(
  references: readonly PlacedReference[],
  source: ReferenceSource,
): Promise<readonly string[]> {
  const read: string[] = [];
  for (const reference of references) read.push(await readReference(reference, source));
  return read;
}

/** A copy of `value` with every reference replaced. */
export const resolveReferences = async (
  value: unknown,
  source: ReferenceSource,
  where: string,
): Promise<unknown> =>
  replaceReferences(value, (await readReferences(referencesIn(value, where), source)).values(), where);
