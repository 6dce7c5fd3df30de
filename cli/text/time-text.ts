// Times and durations for the user. Pure: the current time is an argument.

import { countOf } from "./count-of.js";

const twoDigits = (value: number): string => String(value).padStart(2, "0");

/** A time such as `2026-08-31 14:05`, in the time zone of this machine. */
export function localTime(atMs: number): string {
  const at = new Date(atMs);
  const day = [at.getFullYear(), twoDigits(at.getMonth() + 1), twoDigits(at.getDate())].join("-");
  return `${day} ${twoDigits(at.getHours())}:${twoDigits(at.getMinutes())}`;
}

const units = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
  ["second", 1000],
] as const;

/** A duration such as `2 hours`, in the largest unit of which there are at least two, rounded. */
export function durationText(ms: number): string {
  const [name, size] = units.find(([, length]) => ms >= 2 * length) ?? units[3];
  return countOf(Math.round(ms / size), name);
}

/** A time limit such as `30 s` or `500 ms`; `none` for 0. */
export function limitText(ms: number): string {
  if (ms === 0) return "none";
  return ms < 1000 ? `${ms} ms` : `${ms / 1000} s`;
}

/** A time relative to the current one, such as `in 59 minutes` or `2 days ago`. */
export const relativeTime = (atMs: number, nowMs: number): string =>
  atMs > nowMs ? `in ${durationText(atMs - nowMs)}` : `${durationText(nowMs - atMs)} ago`;

/** A time such as `2026-08-31 14:05 (in 59 minutes)`. */
export const localAndRelativeTime = (atMs: number, nowMs: number): string =>
  `${localTime(atMs)} (${relativeTime(atMs, nowMs)})`;

/** Elapsed time as on a stopwatch, such as `00:12` or `1:02:03`. */
export function clockTime(elapsedMs: number): string {
  const seconds = Math.max(0, Math.floor(elapsedMs / 1000));
  const minutes = `${twoDigits(Math.floor(seconds / 60) % 60)}:${twoDigits(seconds % 60)}`;
  return seconds < 3600 ? minutes : `${Math.floor(seconds / 3600)}:${minutes}`;
}
