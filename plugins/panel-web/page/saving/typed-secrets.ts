// Secrets that a person has typed: in a draft they stand as `{ "$typed": text }`, so that whatever keeps a draft can
// leave them out, and saving the draft stores them. Pure.

import { isRecord } from "../api/guards.js";
import { partsOf, pointerTo } from "../api/pointers.js";
import { isVariable } from "../dialect/variables.js";

export interface TypedSecret {
  readonly $typed: string;
}

export const isTypedSecret = (value: unknown): value is TypedSecret =>
  isRecord(value) && typeof value["$typed"] === "string";

/** What a text is in a secret field. A variable is no secret itself: the value of the environment is filled in. */
export const secretOf = (text: string): string | TypedSecret => (isVariable(text) ? text : { $typed: text });

/** A text, or the text of a typed secret; empty for any other value. */
export const typedText = (value: unknown): string =>
  isTypedSecret(value) ? value.$typed : typeof value === "string" ? value : "";

/** Replaces each typed secret; one that is replaced by undefined is left out. */
export function mapTyped(
  values: unknown,
  replace: (text: string, pointer: string) => unknown,
  pointer = "",
): unknown {
  if (isTypedSecret(values)) return replace(values.$typed, pointer);
  if (Array.isArray(values))
    return values.map((item, index) => mapTyped(item, replace, pointerTo(pointer, index)) ?? null);
  if (!isRecord(values)) return values;
  return Object.fromEntries(
    Object.entries(values)
      .map(([name, value]) => [name, mapTyped(value, replace, pointerTo(pointer, name))] as const)
      .filter(([, value]) => value !== undefined),
  );
}

/** The value at a JSON pointer; undefined if there is none. */
const valueAt = (values: unknown, pointer: string): unknown =>
  partsOf(pointer).reduce<unknown>(
    (inner, name) =>
      typeof inner === "object" && inner !== null ? (inner as Record<string, unknown>)[name] : undefined,
    values,
  );

/** For the storage of the browser, which never gets a secret: what was stored before stands in place of what was typed. */
export const withoutTyped = <T>(values: T, stored?: T): T =>
  mapTyped(values, (_text, pointer) => valueAt(stored, pointer)) as T;

/** For a request that is sent now. */
export const withTexts = <T>(values: T): T => mapTyped(values, (text) => text) as T;

/** Stands for a typed secret where its presence counts. */
const placeholder = "secret-typed-in-the-panel";
/**
 * For a check of what is still being typed: the server registers each secret that it gets, and must get no half-typed
 * one. `known` are the secrets that it has got already.
 */
export const withPlaceholders = <T>(values: T, known: ReadonlySet<string> = new Set()): T =>
  mapTyped(values, (text) => (known.has(text) ? text : placeholder)) as T;

/** The typed secrets with the pointers at which they stand. */
export function typedIn(values: unknown): readonly { readonly pointer: string; readonly text: string }[] {
  const found: { readonly pointer: string; readonly text: string }[] = [];
  mapTyped(values, (text, pointer) => found.push({ pointer, text }));
  return found;
}
