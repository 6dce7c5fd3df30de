// The options `--at` and `--in`: when a job begins.

import { UsageError } from "../base/usage-error.js";

export interface TimeOptions {
  readonly at?: string;
  readonly in?: string;
}

const unitMs = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
const isUnit = (text: string): text is keyof typeof unitMs => Object.hasOwn(unitMs, text);

/** Milliseconds of a duration such as `90s`, `30m`, `2h` or `1d`; undefined for anything else. */
function durationMs(text: string): number | undefined {
  const [, amount = "", unit = ""] = /^(\d{1,6}(?:\.\d{1,3})?)\s?([smhd])$/.exec(text) ?? [];
  return isUnit(unit) ? Number(amount) * unitMs[unit] : undefined;
}

/** The next time of day `18:30`, or a date with a time such as `2026-08-31T18:30`, both in the time zone of this machine. */
function timeMs(text: string, nowMs: number): number | undefined {
  const [, hours, minutes] = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(text) ?? [];
  if (hours !== undefined) {
    const at = new Date(nowMs);
    at.setHours(Number(hours), Number(minutes), 0, 0);
    if (at.getTime() <= nowMs) at.setDate(at.getDate() + 1);
    return at.getTime();
  }
  const isDate = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2})?(?:Z|[+-]\d{2}:\d{2})?$/.test(text);
  const at = isDate ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? undefined : at;
}

/**
 * When the job begins, in milliseconds since 1970; undefined: at once. Throws a UsageError for what is no time, and for
 * one that has passed.
 */
export function parseBegin({ at, in: after }: TimeOptions, nowMs: number): number | undefined {
  if (after !== undefined) {
    const ms = durationMs(after);
    if (ms !== undefined) return nowMs + ms;
    const what = `--in: expected a duration such as 90s, 30m, 2h or 1d, found "${after}".`;
    throw new UsageError("USAGE_VALUE", what, "Give a number and one of the units s, m, h and d.");
  }
  if (at === undefined) return undefined;
  const ms = timeMs(at, nowMs);
  if (ms === undefined) {
    const what = `--at: expected a time such as 18:30 or 2026-08-31T18:30, found "${at}".`;
    throw new UsageError("USAGE_VALUE", what, "Give a time of day, or a date with a time.");
  }
  if (ms > nowMs) return ms;
  throw new UsageError("USAGE_VALUE", `--at: ${at} has passed.`, "Give a later time, or leave --at out.");
}
