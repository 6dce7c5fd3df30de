// Whether a feature can be used in a workflow, according to their manifests.

import type { Contribution } from "@pictor/kernel";

/**
 * Whether the `offers` of the workflow include the `needs` of the feature. A workflow without `offers` accepts every
 * feature; a workflow whose graph is `fixed` accepts none. A form shows the features that fit; the generation checks
 * each again, because the offers of a workflow can depend on its settings.
 */
export const featureFits = (
  { needs = [] }: Pick<Contribution<"features">, "needs">,
  { fixed, offers }: Pick<Contribution<"workflows">, "fixed" | "offers">,
): boolean => fixed !== true && (offers === undefined || needs.every((need) => offers.includes(need)));
