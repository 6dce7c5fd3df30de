// Detects instances that need each other, such as two pools that are members of one another.

import { fault } from "@pictor/kernel";

/**
 * Returns a function that notes that the instance `from` needs the instance `to`, and throws `BACKEND_CYCLE` if `to` needs
 * `from` already.
 */
export function createCycleCheck(): (from: string, to: string) => void {
  const needs = new Map<string, Set<string>>();
  /** The instances from `start` to `end`, each of which needs the next one. */
  const pathFrom = (start: string, end: string, seen: ReadonlySet<string>): readonly string[] | undefined => {
    if (start === end) return [end];
    for (const next of needs.get(start) ?? []) {
      if (seen.has(next)) continue;
      const rest = pathFrom(next, end, new Set([...seen, start]));
      if (rest !== undefined) return [start, ...rest];
    }
    return undefined;
  };
  return (from, to) => {
    const back = pathFrom(to, from, new Set());
    if (back !== undefined)
      throw fault("BACKEND_CYCLE", { backend: from, path: [from, ...back].join(" -> ") });
    const known = needs.get(from) ?? new Set();
    needs.set(from, known.add(to));
  };
}
