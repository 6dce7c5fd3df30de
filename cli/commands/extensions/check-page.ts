// The result of a check of extensions as table rows, one for each extension. Pure.

import { listed, type Step } from "@pictor/extensions";
import type { ExtensionRequirement } from "@pictor/kernel";
import type { Paint } from "../../output/terminal.js";
import { oneLine } from "../../text/plain-text.js";
import { rangeOf, versionText } from "@pictor/features/extensions";

const requiredBy = (required: readonly ExtensionRequirement[]): string => {
  const classes = [...new Set(required.flatMap(({ nodeClasses }) => nodeClasses))];
  return classes.length === 0 ? "a plugin" : listed(classes);
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
