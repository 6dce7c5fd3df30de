// What a person has accepted as it is, so that the same is not asked twice. Pure, but for the set that it is kept in.

import type { Step, StepOf } from "@pictor/extensions";

/** Another version, another place or another requirement is another question. */
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

/** Whether everything that a step stands for is part of what these stand for. */
export function isAmong(step: Step, steps: readonly Step[]): boolean {
  const known = requirementsOf(steps);
  return step.required.every((entry) => known.has(JSON.stringify(entry)));
}
