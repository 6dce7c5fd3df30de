// References in configured values: `{ "$env": "NAME" }` and `{ "$file": "path" }` stand for secrets kept elsewhere.

import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { fault } from "../errors/catalogue.js";
import { reasonOf } from "../errors/define.js";

export type Reference = { readonly kind: "$env" | "$file"; readonly target: string };

/** Reads what a reference stands for; every resolved value is handed to `remember` (the redactor). */
export interface ReferenceSource {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Relative `$file` paths start here. */
  readonly directory: string;
  remember(secret: string): void;
}

/** The reference that a value is, or undefined. */
export function referenceOf(value: unknown): Reference | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const entries = Object.entries(value) as [string, unknown][];
  const [entry] = entries;
  if (entries.length !== 1 || entry === undefined) return undefined;
  const [kind, target] = entry;
  return (kind === "$env" || kind === "$file") && typeof target === "string" ? { kind, target } : undefined;
}

function read(reference: Reference, source: ReferenceSource, where: string): string {
  const unresolved = (reason: string) =>
    fault("CONFIG_REFERENCE_UNRESOLVED", {
      where,
      reference: `${reference.kind} ${reference.target}`,
      reason,
    });
  if (reference.kind === "$env") {
    const { environment } = source;
    const value = Object.hasOwn(environment, reference.target) ? environment[reference.target] : undefined;
    if (value === undefined) throw unresolved("is not set");
    return value;
  }
  try {
    // One trailing line end belongs to the editor, not to the secret.
    return readFileSync(resolve(source.directory, reference.target), "utf8").replace(/\r?\n$/, "");
  } catch (error) {
    throw unresolved(`cannot be read (${reasonOf(error)})`);
  }
}

/** Whether a value holds a reference anywhere. */
export const hasReference = (value: unknown): boolean =>
  referenceOf(value) !== undefined ||
  (typeof value === "object" && value !== null && Object.values(value).some(hasReference));

/** A copy of `value` with every reference replaced. `where` names the field in errors; no value is ever repeated. */
export function resolveReferences(value: unknown, source: ReferenceSource, where: string): unknown {
  const reference = referenceOf(value);
  if (reference !== undefined) {
    const secret = read(reference, source, where);
    source.remember(secret);
    return secret;
  }
  if (Array.isArray(value))
    return value.map((entry, index) => resolveReferences(entry, source, `${where}/${index}`));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [key, resolveReferences(entry, source, `${where}/${key}`)]),
  );
}
