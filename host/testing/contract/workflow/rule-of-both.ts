// How a rule is made that holds for workflows and for features.

import { notCheckedFor, type Rule } from "../rule.js";
import { basesOf, isFixed, needsOwnFile, type Base } from "./bases.js";
import { workshopOf, type Workshop } from "./workshop.js";

/** Resolves to a sentence if the base could not be checked. Throws an Error with a sentence for a violation. */
export type CheckBase = (workshop: Workshop, base: Base) => Promise<string | undefined>;

const words = { workflows: "workflow", features: "feature" } as const;

export const ruleFor = (
  contribution: "workflows" | "features",
  id: string,
  name: string,
  check: CheckBase,
  { needsFeatures = false }: { readonly needsFeatures?: boolean } = {},
): Rule => ({
  id: `${words[contribution]}-${id}`,
  name,
  contribution,
  async check(subject) {
    const workshop = await workshopOf(subject);
    const reasons: string[] = [];
    if (contribution === "workflows")
      for (const workflow of workshop.workflows.filter(({ plugin }) => plugin === subject.manifest.id))
        if (needsOwnFile(workshop, workflow))
          reasons.push(
            `the workflow ${workflow.id} takes its graph from a file that only its user has; contract.js can name one`,
          );
    for (const base of await basesOf(workshop, subject.manifest.id, contribution)) {
      const reason =
        needsFeatures && isFixed(base.workflow)
          ? `${base.what} is declared as fixed, so no feature works with it`
          : await check(workshop, base);
      if (reason !== undefined) reasons.push(reason);
    }
    return notCheckedFor(reasons);
  },
});

/** The rule for workflows, and the same for features. */
export const ruleOfBoth = (id: string, name: string, check: CheckBase): readonly Rule[] => [
  ruleFor("workflows", id, name, check),
  ruleFor("features", id, name, check),
];

/**
 * The known name that differs from `name` in one place alone: a letter too many, missing or wrong, or two that changed
 * places.
 */
function misspelling(name: string, known: Iterable<string>): string | undefined {
  const wanted = name.toLowerCase();
  for (const one of known) {
    const other = one.toLowerCase();
    const [short, long] = [wanted, other].sort((a, b) => a.length - b.length) as [string, string];
    let first = 0;
    while (first < short.length && short[first] === long[first]) first++;
    let last = 0;
    while (last < short.length - first && short.at(-1 - last) === long.at(-1 - last)) last++;
    const middles = [short, long].map((word) => word.slice(first, word.length - last)) as [string, string];
    const areSwapped = middles[0].length === 2 && middles[1] === middles[0].charAt(1) + middles[0].charAt(0);
    if (middles[1].length <= 1 || areSwapped) return one;
  }
  return undefined;
}

/** Why a base with a class that the embedded backend does not have cannot be checked. */
export const foreignText = ({ what }: Base, name: string): string =>
  `${what} needs the class ${name}, which the embedded backend does not have`;

/**
 * Like `foreignText`, but throws for a class that is probably misspelt: it is near to one of the backend or of an extension,
 * and no plugin declares it.
 */
export function unlessMisspelt(base: Base, name: string, { catalog, declared }: Workshop): string {
  const text = foreignText(base, name);
  const near = declared.has(name) ? undefined : misspelling(name, [...catalog.keys(), ...declared]);
  if (near === undefined) return text;
  throw new Error(
    `${text}. Did you mean "${near}"? If not, declare the class and its extension in contributes.nodeClasses of plugin.json`,
  );
}
