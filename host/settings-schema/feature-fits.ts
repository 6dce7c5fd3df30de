// Whether a feature can be used in a workflow, as far as their manifests say it.

import type { Contribution } from "@pictor/kernel";

/**
 * Whether the workflow offers what the feature needs. A workflow that does not say what it offers takes every feature; one whose
 * graph is `fixed` takes none. A form shows the features that fit; the generation still checks each, because what a
 * workflow offers can depend on its settings.
 */
export const featureFits = (
  { needs = [] }: Pick<Contribution<"features">, "needs">,
  { fixed, offers }: Pick<Contribution<"workflows">, "fixed" | "offers">,
): boolean => fixed !== true && (offers === undefined || needs.every((need) => offers.includes(need)));
