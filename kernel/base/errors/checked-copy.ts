// Checked copies of data that comes from outside.

import type { Violation } from "./explain-violation.js";
import { isDeeperThan } from "../guards.js";
import { jsonPointer } from "../json-pointer.js";

/** More levels of lists and objects than any setting has. */
const maxLevels = 100;

const violation = (pointer: string, expected: string, found: string): Violation => ({
  pointer,
  expected,
  found,
  suggestion: "",
});

/** The keys `__proto__`, as problems: no setting has this name, and JavaScript could take its value for a prototype. */
function prototypeKeys(value: unknown, pointer = "#"): readonly Violation[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, entry]) =>
    key === "__proto__"
      ? [violation(pointer, "another name", 'the unknown key "__proto__"')]
      : prototypeKeys(entry, pointer + jsonPointer(key)),
  );
}

/** Returns a deep copy of plain data without keys that could reach a prototype. */
export function cloneData(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(cloneData);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, entry]) => key !== "__proto__" && entry !== undefined)
      .map(([key, entry]) => [key, cloneData(entry)]),
  );
}

/** Copies data, and validates the copy. Keys `__proto__` and data of more than 100 levels are problems, too. */
export async function checkedCopy(
  value: unknown,
  validate: (copy: unknown) => Promise<readonly Violation[]>,
): Promise<{ readonly copy: unknown; readonly problems: readonly Violation[] }> {
  if (isDeeperThan(maxLevels, value))
    return { copy: undefined, problems: [violation("#", `at most ${maxLevels} levels`, "more")] };
  const copy = cloneData(value);
  return { copy, problems: [...prototypeKeys(value), ...(await validate(copy))] };
}
