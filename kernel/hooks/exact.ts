// Checks of values that have a type of the contract.

import { isRecord } from "../base/guards.js";
import { exactly, mismatch, type Check } from "../base/errors/shapes.js";

/** An object of a type: a check for each of its members, so that none is forgotten. */
export const exact = <Value>(checks: Readonly<Record<keyof Value, Check>>): Check => exactly(checks);

/**
 * What a handler may return. Something else than an object is told what the whole looks like; it can be a credential, and
 * is not described.
 */
export const orNothing =
  (whole: string, check: Check): Check =>
  (value) =>
    isRecord(value) ? check(value) : mismatch(value, `nothing, or ${whole}`, true);
