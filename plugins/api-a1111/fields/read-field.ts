// Reads the fields of a request's body with their types. As in the web UI, a missing field and null are the same, and a
// text of digits is a number.

import { isRecord } from "@pictor/kernel/plugin";
import { fieldInvalid } from "../base/faults.js";

export type Fields = Readonly<Record<string, unknown>>;

/** Numbers beyond it are not written out: the digits of one can fill a whole body. */
const largestShown = 10n ** 40n;

/** Describes a value without showing a text, which may be a secret, or an image. */
export function described(value: unknown): string {
  if (typeof value === "string") return value === "" ? "an empty text" : "a text";
  if (Array.isArray(value)) return value.length === 0 ? "an empty list" : `a list of ${value.length}`;
  if (isRecord(value)) return "an object";
  if (typeof value === "bigint" && (value > largestShown || value < -largestShown))
    return "a number with too many digits";
  const shown = String(value);
  return shown === "undefined" ? "missing" : shown;
}

const valueOf = (fields: Fields, name: string): unknown =>
  Object.hasOwn(fields, name) ? (fields[name] ?? undefined) : undefined;

/** Reads fields of the object at `place`, such as `override_settings.`; an empty place is the body itself. */
export function fieldReader(fields: Fields, place = "") {
  const invalid = (name: string, expected: string) =>
    fieldInvalid(place + name, expected, described(valueOf(fields, name)));

  function numeric(name: string): number | bigint | undefined {
    const value = valueOf(fields, name);
    if (typeof value === "string" && value.trim() !== "" && Number.isFinite(Number(value)))
      return /^\s*-?\d{16,}\s*$/.test(value) ? BigInt(value) : Number(value);
    if (value === undefined || typeof value === "bigint") return value;
    if (typeof value === "number" && Number.isFinite(value)) return value;
    throw invalid(name, "a number");
  }

  const within = (name: string, kind: string, minimum: number, maximum: number) => {
    const value = numeric(name);
    if (value === undefined) return undefined;
    const isFit =
      value >= minimum && value <= maximum && (kind === "number" || Number.isInteger(Number(value)));
    if (!isFit) throw invalid(name, `a ${kind} from ${minimum} to ${maximum}`);
    return Number(value);
  };

  return {
    has: (name: string): boolean => valueOf(fields, name) !== undefined,
    text(name: string): string | undefined {
      const value = valueOf(fields, name);
      if (value === undefined || typeof value === "string") return value;
      throw invalid(name, "a text");
    },
    integer: (name: string, minimum: number, maximum: number) =>
      within(name, "whole number", minimum, maximum),
    number: (name: string, minimum: number, maximum: number) => within(name, "number", minimum, maximum),
    /** A seed in decimal digits; undefined for a random one, which the web UI writes as -1. */
    seed(name: string): string | undefined {
      const value = numeric(name);
      if (value === undefined || value === -1) return undefined;
      const isFit =
        value >= 0 && (typeof value === "bigint" ? value < 2n ** 64n : Number.isSafeInteger(value));
      if (!isFit) throw invalid(name, "-1 or a whole number from 0 to 18446744073709551615");
      return String(value);
    },
    boolean(name: string): boolean | undefined {
      const value = valueOf(fields, name);
      if (value === undefined || typeof value === "boolean") return value;
      if (value === 1 || value === "true" || value === "True") return true;
      if (value === 0 || value === "false" || value === "False") return false;
      throw invalid(name, "true or false");
    },
    list(name: string): readonly unknown[] | undefined {
      const value = valueOf(fields, name);
      if (value === undefined || Array.isArray(value)) return value;
      throw invalid(name, "a list");
    },
    record(name: string): Fields | undefined {
      const value = valueOf(fields, name);
      if (value === undefined || isRecord(value)) return value;
      throw invalid(name, "an object");
    },
    invalid,
  };
}

export type FieldReader = ReturnType<typeof fieldReader>;
