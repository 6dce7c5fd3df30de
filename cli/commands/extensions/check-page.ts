// The result of a check of extensions: a table row for each, and advice below the table. Pure.

import {
  describeByHand,
  describeClaim,
  describeCopies,
  describeStep,
  listed,
  type Step,
} from "@pictor/extensions";
import type { ExtensionRequirement } from "@pictor/host";
import type { Paint } from "../../output/terminal.js";
import { oneLine } from "../../text/plain-text.js";
import { versionText } from "./extensions-table.js";

/** A node class that the backend lacks, and whose extension is unknown or ambiguous. */
export interface UnknownClass {
  readonly name: string;
  /** Ids of the extensions that provide the class, from the index of the backend. */
  readonly providers: readonly string[];
}

const requiredBy = (required: readonly ExtensionRequirement[]): string => {
  const classes = [...new Set(required.flatMap(({ nodeClasses }) => nodeClasses))];
  return classes.length === 0 ? "a plugin" : listed(classes);
};

/** The problem of a step, with what the user can do if the backend cannot solve it; undefined if there is no problem. */
const adviceFor = (step: Step, canInstall: boolean): string | undefined => {
  if (step.kind === "ok")
    return (
      [describeCopies(step), describeClaim(step)].filter((line) => line !== undefined).join(" ") || undefined
    );
  const isUnsolvable = step.kind === "broken" || step.kind === "conflict" || step.kind === "invalid";
  return canInstall && !isUnsolvable ? describeStep(step) : `${describeStep(step)} ${describeByHand(step)}`;
};

const rangeOf = (step: Step): string =>
  "range" in step ? step.range : [...new Set(step.required.map(({ range }) => range))].join(" and ");

/** The record of a step for `--json`. */
export const stepRecord = (step: Step) => {
  const found = "found" in step ? step.found : undefined;
  const advice = adviceFor(step, false);
  return {
    id: step.id,
    range: rangeOf(step),
    requiredBy: step.required.map(({ id, range, commit, nodeClasses }) => ({
      ...{ id, range, nodeClasses },
      ...(commit !== undefined && { commit }),
    })),
    ...(found !== undefined && {
      found: {
        place: found.place,
        enabled: found.enabled,
        ...(found.version !== undefined && { version: found.version }),
        ...(found.commit !== undefined && { commit: found.commit }),
      },
    }),
    step: step.kind,
    ...("because" in step && { because: step.because }),
    ...("pin" in step && { locked: step.pin }),
    ...(advice !== undefined && { advice }),
  };
};

export function stepRows(steps: readonly Step[], paint: Paint): readonly (readonly string[])[] {
  const mark = (step: Step): string => (step.kind === "ok" ? paint.green("ok") : paint.red(step.kind));
  return [
    ["STEP", "ID", "RANGE", "FOUND", "PLACE", "REQUIRED BY"],
    ...steps.map((step) => {
      const found = "found" in step ? step.found : undefined;
      return [
        mark(step),
        oneLine(step.id),
        oneLine(rangeOf(step)),
        found === undefined ? "-" : versionText(found) || "?",
        oneLine(found?.place ?? ""),
        oneLine(requiredBy(step.required)),
      ];
    }),
  ];
}

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
            `${oneLine(step.id)}: the lock file names ${step.stalePin.version ?? step.stalePin.commit ?? "one"}, which does not match the requirement.`,
          ]
        : [];
    return [...(advice === undefined ? [] : [oneLine(advice)]), ...stale];
  }),
  ...unknown.map(({ name, providers }) =>
    providers.length === 0
      ? `${oneLine(name)}: the backend has no such node class, and no known extension provides it.`
      : `${oneLine(name)}: the backend has no such node class; these extensions provide it: ${oneLine(providers.join(" or "))}.`,
  ),
];
