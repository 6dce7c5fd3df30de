// Single members of an answer: what each one counts for, and the sentence to say when it was not as it should be.

import type { Members } from "./reply-body.js";

/** A value as it counts, undefined when it does not, and what there is to say about it. */
export interface Settled<Value> {
  readonly value: Value | undefined;
  readonly note?: string;
}

/** VSCHAR of RFC 6749 appendix A. */
export const printable = /^[\x20-\x7e]+$/;

/** Numbers as they are, texts that are one from 0 up; NaN for anything else. */
export const numberOf = (value: unknown): number => {
  if (typeof value === "number") return value;
  return typeof value === "string" && /^\s*\d+(?:\.\d+)?\s*$/.test(value) ? Number(value) : NaN;
};

/** A lifetime in seconds; without a value it is unknown. 0 is at once. */
export function lifetime(value: unknown, maxS: number): Settled<number> {
  if (value === undefined) return { value };
  const seconds = numberOf(value);
  if (Number.isNaN(seconds) || seconds < 0) {
    return { value: undefined, note: "expires_in was no number of seconds and does not count." };
  }
  if (seconds > maxS) return { value: maxS, note: `expires_in was cut to ${maxS / 86_400} days.` };
  return typeof value === "string"
    ? { value: seconds, note: "expires_in came as a text instead of a number." }
    : { value: seconds };
}

/** What there is to say about several. */
export const notesOf = (...settled: readonly Settled<unknown>[]): readonly string[] =>
  settled.flatMap(({ note }) => note ?? []);

/** Without members that are undefined: the library takes a member that is there for one that says something. */
export const present = (members: Members): Members =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
