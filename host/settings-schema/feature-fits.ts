// Whether a feature can be used in a workflow, according to their manifests.

import type { Contribution } from "@pictor/kernel";

/**
 * Whether the workflow offers what the feature needs. A workflow that does not declare what it offers accepts every
 * feature; one whose graph is `fixed` accepts none. A form shows the features that fit; the generation checks each
 * again, because what a workflow offers can depend on its settings.
 */
export const featureFits = (
  { needs = [] }: Pick<Contribution<"features">, "needs">,
  { fixed, offers }: Pick<Contribution<"workflows">, "fixed" | "offers">,
): boolean => fixed !== true && (offers === undefined || needs.every((need) => offers.includes(need)));
