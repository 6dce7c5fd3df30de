// How a rule is made that holds for workflows and for features.

import type { Rule } from "../rule.js";
import { basesOf, isFixed, type Base } from "./bases.js";
import { workshopOf, type Workshop } from "./workshop.js";

/** Resolves to a sentence if the base could not be checked. Throws an Error with a sentence for a violation. */
export type CheckBase = (workshop: Workshop, base: Base) => Promise<string | undefined>;

const words = { workflows: "workflow", features: "feature" } as const;

export const ruleFor = (
  contribution: "workflows" | "features",
  id: string,
  name: string,
  check: CheckBase,
): Rule => ({
  id: `${words[contribution]}-${id}`,
  name,
  contribution,
  async check(subject) {
    const workshop = await workshopOf(subject);
    const own = subject.manifest.contributes?.workflows ?? [];
    const reasons =
      contribution === "features"
        ? []
        : own
            .filter((workflow) => isFixed({ ...workflow, plugin: "" }))
            .map(
              ({ id: workflow }) =>
                `the workflow ${workflow} is declared as fixed: its graph is used as it is`,
            );
    for (const base of await basesOf(workshop, subject.manifest.id, contribution)) {
      const reason = await check(workshop, base);
      if (reason !== undefined) reasons.push(reason);
    }
    return reasons.length === 0 ? undefined : { notChecked: [...new Set(reasons)].join("\n") };
  },
});

/** The rule for workflows, and the same for features. */
export const ruleOfBoth = (id: string, name: string, check: CheckBase): readonly Rule[] => [
  ruleFor("workflows", id, name, check),
  ruleFor("features", id, name, check),
];

export const foreignText = ({ what }: Base, name: string): string =>
  `${what} needs the class ${name}, which the embedded backend does not have`;
