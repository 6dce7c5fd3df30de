// What a check of extensions came to: a row for each, and below it what is to be done. Pure.

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

/** A node class that nothing is known to provide, or that several extensions would bring. */
export interface UnknownClass {
  readonly name: string;
  /** Ids of extensions that have it, as the index of the backend knows. */
  readonly providers: readonly string[];
}

const whoIn = (required: readonly ExtensionRequirement[]): string => {
  const classes = [...new Set(required.flatMap(({ nodeClasses }) => nodeClasses))];
  return classes.length === 0 ? "a plugin" : listed(classes);
};

/** What is the case, and, unless it can be done from here, what a person can do; undefined where all is well. */
const remedy = (step: Step, isPossible: boolean): string | undefined => {
  if (step.kind === "ok")
    return (
      [describeCopies(step), describeClaim(step)].filter((line) => line !== undefined).join(" ") || undefined
    );
  const isHopeless = step.kind === "broken" || step.kind === "conflict" || step.kind === "invalid";
  return isPossible && !isHopeless ? describeStep(step) : `${describeStep(step)} ${describeByHand(step)}`;
};

const rangeOf = (step: Step): string =>
  "range" in step ? step.range : [...new Set(step.required.map(({ range }) => range))].join(" and ");

/** A step as `--json` has it. */
export const stepRecord = (step: Step) => {
  const found = "found" in step ? step.found : undefined;
  const advice = remedy(step, false);
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
        oneLine(whoIn(step.required)),
      ];
    }),
  ];
}

/** A line for each thing that is to be done; `isPossible` where that can be done from here. */
export const remedyLines = (
  steps: readonly Step[],
  unknown: readonly UnknownClass[],
  isPossible: boolean,
): readonly string[] => [
  ...steps.flatMap((step) => {
    const advice = remedy(step, isPossible);
    const stale =
      "stalePin" in step
        ? [
            `${oneLine(step.id)}: the lock file names ${step.stalePin.version ?? step.stalePin.commit ?? "one"}, which is not what is required.`,
          ]
        : [];
    return [...(advice === undefined ? [] : [oneLine(advice)]), ...stale];
  }),
  ...unknown.map(({ name, providers }) =>
    providers.length === 0
      ? `${oneLine(name)}: the backend has no such node class, and no extension is known for it.`
      : `${oneLine(name)}: the backend has no such node class; it comes with ${oneLine(providers.join(" or "))}.`,
  ),
];
