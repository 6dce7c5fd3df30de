// Points in time for people: the local time, and how far away it is. Pure: the present is given.

const two = (value: number): string => String(value).padStart(2, "0");

/** `2026-08-31 14:05`, in the time zone of this machine. */
export function localTime(atMs: number): string {
  const at = new Date(atMs);
  const day = [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join("-");
  return `${day} ${two(at.getHours())}:${two(at.getMinutes())}`;
}

const units = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
  ["second", 1000],
] as const;

/** `2 hours`: the largest unit of which there are two, rounded to the nearest. */
export function duration(ms: number): string {
  const [name, size] = units.find(([, length]) => ms >= 2 * length) ?? units[3];
  const count = Math.round(ms / size);
  return `${count} ${name}${count === 1 ? "" : "s"}`;
}

/** A limit, `30 s`; of less than a second `500 ms`, and of nothing `none`. */
export function limitText(ms: number): string {
  if (ms === 0) return "none";
  return ms < 1000 ? `${ms} ms` : `${ms / 1000} s`;
}

/** `in 59 minutes`, `2 days ago`. */
export const fromNow = (atMs: number, nowMs: number): string =>
  atMs > nowMs ? `in ${duration(atMs - nowMs)}` : `${duration(nowMs - atMs)} ago`;

/** `2026-08-31 14:05 (in 59 minutes)`. */
export const timeAndDistance = (atMs: number, nowMs: number): string =>
  `${localTime(atMs)} (${fromNow(atMs, nowMs)})`;
