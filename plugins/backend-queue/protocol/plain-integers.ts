// Integers beyond 2^53, such as the seeds of ComfyUI, in JSON that is written and read without them: `{ "$integer":
// "18446744073709551615" }`. Pure.

import { isRecord, isString } from "@pictor/kernel/plugin";

const mark = "$integer";

function mapValues(value: unknown, change: (value: unknown) => unknown): unknown {
  const changed = change(value);
  if (changed !== value) return changed;
  if (Array.isArray(value)) return value.map((entry) => mapValues(entry, change));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, mapValues(entry, change)]));
}

export const withPlainIntegers = (value: unknown): unknown =>
  mapValues(value, (entry) => (typeof entry === "bigint" ? { [mark]: String(entry) } : entry));

export const restoreIntegers = (value: unknown): unknown =>
  mapValues(value, (entry) => {
    const digits = isRecord(entry) && Object.keys(entry).length === 1 ? entry[mark] : undefined;
    return isString(digits) && /^-?\d{1,40}$/.test(digits) ? BigInt(digits) : entry;
  });
