// The steps of a check as plain data, and the advice for each problem. Pure.

import { describeByHand, describeClaim, describeCopies, describeStep, type Step } from "@pictor/extensions";
import { withoutUndefined, type InstalledExtension } from "@pictor/kernel";
import type { UnknownClass } from "./requirements.js";

/** The problem of a step, with what the user can do if the backend cannot solve it; undefined if there is no problem. */
const adviceFor = (step: Step, canInstall: boolean): string | undefined => {
  if (step.kind === "ok")
    return (
      [describeCopies(step), describeClaim(step)].filter((line) => line !== undefined).join(" ") || undefined
    );
  const isUnsolvable = step.kind === "broken" || step.kind === "conflict" || step.kind === "invalid";
  return canInstall && !isUnsolvable ? describeStep(step) : `${describeStep(step)} ${describeByHand(step)}`;
};

/** The range that a step requires, or all of those that contradict each other. */
export const rangeOf = (step: Step): string =>
  "range" in step ? step.range : [...new Set(step.required.map(({ range }) => range))].join(" and ");

const foundRecord = ({ place, enabled, version, commit }: InstalledExtension) =>
  withoutUndefined({ place, enabled, version, commit });

/** A step as plain data. */
export const stepRecord = (step: Step) => {
  const found = "found" in step ? step.found : undefined;
  const advice = adviceFor(step, false);
  return {
    id: step.id,
    range: rangeOf(step),
    requiredBy: step.required.map(({ id, range, commit, nodeClasses }) =>
      withoutUndefined({ id, range, nodeClasses, commit }),
    ),
    ...(found !== undefined && { found: foundRecord(found) }),
    step: step.kind,
    ...("because" in step && { because: step.because }),
    ...("pin" in step && { locked: step.pin }),
    ...(advice !== undefined && { advice }),
  };
};

/** One line of advice for each problem; `canInstall` is true if the backend can install what is missing. */
export const adviceLines = (
  steps: readonly Step[],
  unknown: readonly UnknownClass[],
  canInstall: boolean,
): readonly string[] => [
  ...steps.flatMap((step) => {
    const advice = adviceFor(step, canInstall);
    const stale =
      "stalePin" in step
        ? [
            `${step.id}: the lock file names ${step.stalePin.version ?? step.stalePin.commit ?? "one"}, which does not match the requirement.`,
          ]
        : [];
    return [...(advice === undefined ? [] : [advice]), ...stale];
  }),
  ...unknown.map(({ name, providers }) =>
    providers.length === 0
      ? `${name}: the backend has no such node class, and no known extension provides it.`
      : `${name}: the backend has no such node class; these extensions provide it: ${providers.join(" or ")}.`,
  ),
];
