// The rules about workflows and features together: alone, in pairs in both orders, and twice.

import type { FeatureUse } from "@pictor/kernel";
import { featureBase, idleAlone, unsound, workflowBase, workflowsFor, type Base } from "./bases.js";
import { changedNode } from "./graph-checks.js";
import { changesSeen, probeIds } from "./probes.js";
import { foreignText, ruleFor, type CheckBase } from "./rule-of-both.js";
import { faultsOf, type Feature, type Workshop } from "./workshop.js";

const useOf = (workshop: Workshop, feature: Feature): FeatureUse => ({
  id: feature.id,
  settings: workshop.settingsOf(feature),
});

/** How the build of a workflow with these features ends. Throws a sentence if the result is wrong. */
async function tryUses(
  workshop: Workshop,
  base: Base,
  uses: readonly FeatureUse[],
  idle: readonly string[],
): Promise<"built" | "foreign" | { readonly refusal: string }> {
  const alone = workflowBase(workshop, base.workflow);
  const built = await workshop.build({ ...alone.wish(alone.settings), features: uses });
  const what = `the workflow ${base.workflow.id} with ${uses.map(({ id }) => id).join(" and then ")}`;
  if (built.state === "refused") return { refusal: built.reason };
  if (built.state === "foreign") return "foreign";
  if (built.state === "failed") throw new Error(`${what} cannot be built: ${built.error.message}`);
  const [first] = faultsOf(built, workshop.catalog, idle);
  if (first !== undefined) throw new Error(`${what} is wrong: ${first}`);
  return "built";
}

/** What a workflow offers is there: each feature that fits can be applied, and has an effect. */
const keepsOffers: CheckBase = async (workshop, base) => {
  const reason = await unsound(workshop, base);
  if (reason !== undefined) return reason;
  const idle = await idleAlone(workshop, base);
  for (const feature of workshop.features.filter((one) => workshop.fits(one, base.workflow))) {
    if (probeIds.some((id) => id === feature.id)) continue;
    const ending = await tryUses(workshop, base, [useOf(workshop, feature)], idle);
    if (typeof ending === "object" && base.workflow.offers !== undefined && feature.needs !== undefined)
      throw new Error(
        `${base.what} offers ${feature.needs.join(" and ")}, but the feature ${feature.id} is refused: ${ending.refusal}`,
      );
  }
  return undefined;
};

/** Pairs of built-in features, or of the feature and built-in ones, in both orders; and each one twice. */
const combines: CheckBase = async (workshop, base) => {
  const reason = await unsound(workshop, base);
  if (reason !== undefined) return reason;
  const idle = await idleAlone(workshop, base);
  const others: Feature[] = [];
  for (const feature of workshop.features) {
    if (!workshop.fits(feature, base.workflow) || probeIds.some((id) => id === feature.id)) continue;
    // Another rule reports a feature that is wrong alone.
    const alone = tryUses(workshop, base, [useOf(workshop, feature)], idle);
    if ((await alone.catch(() => "wrong")) === "built") others.push(feature);
  }
  const firsts = base.feature === undefined ? others : [base.feature];
  for (const first of firsts)
    for (const second of others) {
      const pair = [useOf(workshop, first), useOf(workshop, second)];
      await tryUses(workshop, base, pair, idle);
      if (base.feature !== undefined) await tryUses(workshop, base, pair.reverse(), idle);
    }
  return undefined;
};

/** The feature in every workflow that offers what it needs. */
const worksEverywhere: CheckBase = async (workshop, base) => {
  const { feature } = base;
  if (feature === undefined) return undefined;
  const reason = await unsound(workshop, base);
  if (reason !== undefined) return reason;
  for (const workflow of workflowsFor(workshop, feature)) {
    const there = featureBase(workshop, feature, workflow);
    const idle = await idleAlone(workshop, there);
    const ending = await tryUses(workshop, there, [useOf(workshop, feature)], idle);
    if (ending === "foreign") {
      const built = await workshop.build(there.wish(there.settings));
      return built.state === "foreign" ? foreignText(there, built.class) : undefined;
    }
  }
  return undefined;
};

const keepsLinks: CheckBase = async (workshop, base) => {
  const alone = await workshop.build(base.wish(base.settings));
  if (alone.state === "failed") return `${base.what} cannot be built by itself`;
  const [before, after] = probeIds.map((id) => ({ id, settings: {} }));
  const wish = base.wish(base.settings);
  workshop.seen.clear();
  const built = await workshop.build({
    ...wish,
    features: [before as FeatureUse, ...(wish.features ?? []), after as FeatureUse],
  });
  if (built.state === "refused") return `${base.what} is refused`;
  if (built.state === "failed") throw new Error(`${base.what} cannot be built: ${built.error.message}`);
  for (const [earlier, later] of changesSeen(workshop.seen)) {
    const changed = changedNode(earlier, later);
    if (changed !== undefined)
      throw new Error(
        `${base.what} changes the node ${changed}, which was there before; add nodes, and move cursors or the primary`,
      );
    const lost = earlier.outputs.find((id) => !later.outputs.includes(id));
    if (lost !== undefined) throw new Error(`${base.what} removes the output ${lost}`);
  }
  return undefined;
};

export const combiningRules = [
  ruleFor("workflows", "offers", "offers what features find in it", keepsOffers, { needsFeatures: true }),
  ruleFor("workflows", "pairs", "builds with two features in each order", combines, { needsFeatures: true }),
  ruleFor("features", "everywhere", "works in each workflow that fits, or says why not", worksEverywhere),
  ruleFor("features", "pairs", "builds with each other feature in both orders, and twice", combines),
  ruleFor("features", "links", "keeps the nodes and links that are there", keepsLinks),
];
