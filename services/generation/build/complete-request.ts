// Completes a request: every setting of its workflow and its features has a value, and the seed and the number of
// batches are known.

import { randomInt } from "node:crypto";
import {
  describeValue,
  fault,
  findSecrets,
  requireSettings,
  requireWithin,
  type Contribution,
  type FeatureUse,
  type GenerateRequest,
  type Params,
} from "@pictor/kernel";
import type { LoadCatalog } from "./build-catalog.js";
import type { BuildDependencies } from "./build-dependencies.js";
import { completeFeatures, findContribution, type CompleteSettings } from "./complete-features.js";
import { requirementsOfClasses } from "./extension-requirements.js";
import { fillFromCatalog } from "./fill-params.js";

/** The part of a request that a build uses. */
export type BuildRequest = Pick<GenerateRequest, "workflow" | "params" | "features" | "count" | "signal">;

/** A request with all values filled in. Every build of the request uses the same values. */
export interface CompletedRequest {
  readonly workflow: Contribution<"workflows">;
  readonly features: readonly FeatureUse[];
  readonly params: Params;
  readonly seed: bigint;
  readonly isSeedGiven: boolean;
  readonly count: number;
}

const givenSeed = ({ seed }: Params): bigint | undefined =>
  typeof seed === "string" ? BigInt(seed) : undefined;

function checkCount(count: number): number {
  if (Number.isInteger(count) && count >= 1) return count;
  const details = {
    where: "the generation",
    pointer: "#/count",
    found: describeValue(count),
    suggestion: "",
  };
  throw fault("SETTINGS_INVALID", { ...details, expected: "a whole number of batches, at least 1" });
}

export async function completeRequest(
  request: BuildRequest,
  catalog: LoadCatalog,
  deps: BuildDependencies,
): Promise<CompletedRequest> {
  const workflow = findContribution(deps.workflows(), request.workflow, "workflow");
  const { params: given = {}, features: requested = [] } = request;
  requireWithin(await deps.limits(), "features", requested.length, "The generation");
  const complete: CompleteSettings = async (schema, values, { plugin, where }) => {
    for (const { value } of findSecrets(schema, values)) deps.hide(value);
    const filled = await fillFromCatalog(schema, values, where, {
      catalog,
      requirementsFor: (classes) =>
        requirementsOfClasses(classes, plugin, deps.nodeClasses(), deps.extensionsOf(plugin)),
    });
    return requireSettings(schema, filled, where);
  };
  const { plugin } = workflow;
  const params = await complete(workflow.params, given, { plugin, where: `the workflow ${workflow.id}` });
  const features = await completeFeatures(requested, workflow, deps, complete);
  const requestedSeed = givenSeed(params);
  const seed = requestedSeed ?? BigInt(randomInt(2 ** 48 - 1));
  const count = checkCount(request.count ?? 1);
  return { workflow, features, params, seed, isSeedGiven: requestedSeed !== undefined, count };
}
