// Refuses what a program passes, such as options with a misspelt member, which would have no effect.

import { jsonPointer } from "../base/json-pointer.js";
import { fault } from "../base/errors/error-catalog.js";
import type { PictorError } from "../base/errors/pictor-error.js";
import type { Check } from "../base/errors/shapes.js";

/** The error `SETTINGS_INVALID` for a value of another shape; undefined for the right one. `where` names the value in words. */
export function shapeFault(where: string, value: unknown, check: Check): PictorError | undefined {
  const wrong = check(value);
  if (wrong === undefined) return undefined;
  const { path, expected, found } = wrong;
  const pointer = `#${jsonPointer(...path)}`;
  return fault("SETTINGS_INVALID", { where, pointer, expected, found, suggestion: "" });
}

/** Throws `SETTINGS_INVALID` for a value of another shape. */
export function requireShape(where: string, value: unknown, check: Check): void {
  const error = shapeFault(where, value, check);
  if (error !== undefined) throw error;
}
