// Limits the number of values of a job, because each value is checked several times before the job is built or refused.

import { inputInvalid } from "@pictor/features/base";

/** A form has a few hundred values, but a body of a megabyte can contain a hundred thousand. */
const maxValues = 10_000;
/** Recursive functions would exhaust the stack at a few thousand levels. */
const maxDepth = 100;

/** Throws `API_INPUT_INVALID` for more than 10,000 values, or more than 100 levels of lists and objects. */
export function requireFewValues(value: unknown, pointer: string): void {
  const refuse = (expected: string) => inputInvalid(pointer, expected, "more");
  const pending: (readonly [value: unknown, depth: number])[] = [[value, 0]];
  let count = 0;
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const [current, depth] = next;
    if (typeof current !== "object" || current === null) continue;
    const inside: readonly unknown[] = Object.values(current);
    count += inside.length;
    if (count > maxValues) throw refuse(`at most ${maxValues} values`);
    if (depth >= maxDepth) throw refuse(`at most ${maxDepth} levels of lists and objects`);
    for (const entry of inside) pending.push([entry, depth + 1]);
  }
}
