// Unverifiable extensions that the user has accepted, so that the same question is not asked twice. Changes only the given set.

import type { Step, StepOf } from "@pictor/extensions";

/** A key for each requirement: another version, place or requirement is asked about again. */
const keysOf = (name: string, step: StepOf<"unverifiable">): readonly string[] => {
  const { place, version, commit } = step.found ?? {};
  return step.required.map(({ id, range, commit: wanted }) =>
    JSON.stringify([name, place, version, commit, id, range, wanted]),
  );
};

export function accept(accepted: Set<string>, name: string, steps: readonly StepOf<"unverifiable">[]): void {
  for (const key of steps.flatMap((step) => keysOf(name, step))) accepted.add(key);
}
export const isAccepted = (
  accepted: ReadonlySet<string>,
  name: string,
  step: StepOf<"unverifiable">,
): boolean => keysOf(name, step).every((key) => accepted.has(key));

const requirementsOf = (steps: readonly Step[]): ReadonlySet<string> =>
  new Set(steps.flatMap(({ required }) => required.map((entry) => JSON.stringify(entry))));

/** Whether every requirement of a step is among the requirements of `steps`. */
export function isAmong(step: Step, steps: readonly Step[]): boolean {
  const known = requirementsOf(steps);
  return step.required.every((entry) => known.has(JSON.stringify(entry)));
}
