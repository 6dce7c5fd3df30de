// Whether a feature can be used in a workflow, according to their manifests.

import type { ChainEntry, Contribution } from "@pictor/kernel";

type Feature = Pick<Contribution<"features">, "id" | "needs">;
type Workflow = Pick<Contribution<"workflows">, "id" | "fixed" | "offers">;

/** Whether a tap of the feature runs in the workflow: its filter may name one workflow. */
function isTapped({ id }: Feature, workflow: Workflow, chain: readonly Pick<ChainEntry, "when">[]): boolean {
  const filters = chain.map(({ when }) => when).filter(({ feature }) => feature === id);
  return (
    filters.length === 0 ||
    filters.some((when) => [undefined, workflow.id].includes(when["workflow"] as string))
  );
}

/**
 * Whether the `offers` of the workflow include the `needs` of the feature, and a tap of the feature runs in it. A workflow
 * without `offers` accepts every feature; a workflow whose graph is `fixed` accepts none. A form shows the features that
 * fit; the generation checks each again, because the offers of a workflow can depend on its settings. `chain` is that of
 * `buildWorkflow`.
 */
export const featureFits = (
  feature: Feature,
  workflow: Workflow,
  chain: readonly Pick<ChainEntry, "when">[],
): boolean =>
  workflow.fixed !== true &&
  (workflow.offers === undefined || (feature.needs ?? []).every((need) => workflow.offers?.includes(need))) &&
  isTapped(feature, workflow, chain);
