// Values as JSON, for a client, and for a job.

import { isRecord } from "@pictor/kernel";

const plain = (value: unknown): unknown => {
  if (typeof value === "bigint") return String(value);
  if (Array.isArray(value)) return value.map(plain);
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, plain(entry)]));
};

/** Integers beyond 2^53 become texts, as seeds do, because many JSON parsers round them. Nothing else changes. */
export const plainValues = <Values>(values: Values): Values => plain(values) as Values;
