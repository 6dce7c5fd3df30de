// Builds the drafts of a generation: completes the parameters, builds one draft per batch, checks its structure, and
// collects the required extensions.

import { randomInt } from "node:crypto";
import {
  type CallOptions,
  type SettingsSchema,
  findSecrets,
  withoutSecrets,
  requireSettings,
  stringifyJson,
  fault,
  describeValue,
  requireWithin,
  deepFreeze,
  type Contribution,
  type FeatureUse,
  type GenerateRequest,
  type Params,
} from "@pictor/kernel";
import type { BuiltWorkflow } from "@pictor/kernel";
import { createSlices } from "../slices.js";
import { batchSeed, usedSeed } from "./batch-seed.js";
import { findContribution, completeFeatures } from "./complete-features.js";
import { memoizeCatalog, type LoadCatalog } from "./build-catalog.js";
import { fillFromCatalog, type ChoiceSource } from "./fill-params.js";
import type { BuildDependencies } from "./build-dependencies.js";
import { buildDraft, requireGraphSize } from "./build-draft.js";
import { collectRequirements, requirementsOfClasses } from "./extension-requirements.js";
import { checkStructure } from "../validate/check-structure.js";

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

/** The part of a request that a build uses. */
export type BuildRequest = Pick<GenerateRequest, "workflow" | "params" | "features" | "count" | "signal">;

/** The result of a build. */
export interface Build extends BuiltWorkflow {
  /** The features without secrets, for records and metadata. */
  readonly publicFeatures: readonly FeatureUse[];
}

/** A request with all values filled in. Every build of the request uses the same values. */
interface CompletedRequest {
  readonly workflow: Contribution<"workflows">;
  readonly features: readonly FeatureUse[];
  readonly params: Params;
  readonly seed: bigint;
  readonly isSeedGiven: boolean;
  readonly count: number;
}

async function completeRequest(
  request: BuildRequest,
  catalog: LoadCatalog,
  dependencies: BuildDependencies,
): Promise<CompletedRequest> {
  const workflow = findContribution(dependencies.workflows(), request.workflow, "workflow");
  const choiceSource = (plugin: string): ChoiceSource => ({
    catalog,
    requirementsFor: (classes) =>
      requirementsOfClasses(classes, plugin, dependencies.nodeClasses(), dependencies.extensionsOf(plugin)),
  });
  const { hide } = dependencies;
  requireWithin(await dependencies.limits(), "features", request.features?.length ?? 0, "The generation");
  const hideSecrets = (schema: SettingsSchema, values: unknown): void => {
    for (const { value } of findSecrets(schema, values)) hide(value);
  };
  hideSecrets(workflow.params, request.params);
  const where = `the workflow ${workflow.id}`;
  const given = await fillFromCatalog(
    workflow.params,
    request.params ?? {},
    where,
    choiceSource(workflow.plugin),
  );
  const params = await requireSettings(workflow.params, given, where);
  const features = await completeFeatures(request.features, workflow, {
    ...dependencies,
    choiceSource,
    hideSecrets,
  });
  const requestedSeed = givenSeed(params);
  const seed = requestedSeed ?? BigInt(randomInt(2 ** 48 - 1));
  const count = checkCount(request.count ?? 1);
  return { workflow, features, params, seed, isSeedGiven: requestedSeed !== undefined, count };
}

/** Builds the drafts of one request, repeatedly if necessary. */
export interface Builder {
  /**
   * Builds every batch. A later build uses the same values and fetches the catalog again. Throws `WORKFLOW_...`,
   * `FEATURE_...`, `SETTINGS_INVALID`, `PARAM_NO_OPTIONS`, `GRAPH_INVALID` or the error of a handler.
   */
  build(): Promise<Build>;
}

export function createBuilder(request: BuildRequest, dependencies: BuildDependencies): Builder {
  let completed: CompletedRequest | undefined;
  let isFirst = true;
  return {
    async build() {
      const options = { ...signalOf(request), ...(isFirst ? {} : { refresh: true as const }) };
      const catalog = memoizeCatalog(async (selection) =>
        (await dependencies.backend()).catalog({ ...options, ...selection }),
      );
      // Refreshes the backend's cached catalog even if no handler of this build reads the catalog.
      if (!isFirst) await catalog();
      isFirst = false;
      completed ??= await completeRequest(request, catalog, dependencies);
      return buildAll(completed, catalog, request.signal, dependencies);
    },
  };
}

export const build = (request: BuildRequest, dependencies: BuildDependencies): Promise<Build> =>
  createBuilder(request, dependencies).build();

async function buildAll(
  { workflow, features, params: completed, seed, isSeedGiven, count }: CompletedRequest,
  catalog: LoadCatalog,
  signal: AbortSignal | undefined,
  dependencies: BuildDependencies,
): Promise<Build> {
  const contributions = dependencies.features();
  const plugins = new Set([
    workflow.plugin,
    ...features.map(({ id }) => findContribution(contributions, id, "feature").plugin),
  ]);
  const pluginExtensions = [...plugins].flatMap(dependencies.extensionsOf);
  const params = deepFreeze({ ...completed, seed: String(seed) });
  const limits = await dependencies.limits();
  const slices = createSlices(signal);
  const drafts = [];
  for (let index = 0; index < count; index++) {
    const context = {
      limits,
      workflow: workflow.id,
      params,
      seed: batchSeed(seed, index),
      isSeedGiven,
      batch: { index, count },
    };
    const draft = await buildDraft({ ...context, catalog }, features, signal, slices, dependencies);
    const nodes = requireGraphSize(draft, context);
    // The batches differ in their seeds and choices, so the first one tells how large all of them will be.
    if (index === 0) {
      const bytes = Buffer.byteLength(stringifyJson(draft.graph));
      requireWithin(limits, "generationBytes", bytes * count, `The generation of ${count} batches`);
    }
    checkStructure(draft, workflow);
    const requires = collectRequirements(draft, dependencies.nodeClasses(), pluginExtensions);
    drafts.push(deepFreeze({ ...draft, requires }));
    await slices.spend(nodes);
  }
  const chosen = Object.entries(drafts[0]?.chosenParams ?? {}).filter(([name]) =>
    Object.hasOwn(workflow.params.properties, name),
  );
  // A graph can contain a seed, which every build without a requested seed uses. A workflow that only edits an image has
  // no seed setting.
  const ownSeed = drafts[0]?.seed;
  const hasSetting = Object.hasOwn(workflow.params.properties, "seed");
  const takesSeed = ownSeed === undefined && hasSetting;
  const used = deepFreeze({ ...Object.fromEntries(chosen), ...(takesSeed ? params : completed) });
  return {
    workflow: workflow.id,
    params: withoutSecrets(workflow.params, used),
    ...usedSeed({ seed: ownSeed }, hasSetting ? seed : undefined, 0),
    drafts,
    graphs: drafts.map(({ graph }) => graph),
    publicFeatures: features.map(({ id, settings }) => ({
      id,
      settings: withoutSecrets(findContribution(contributions, id, "feature").settings, settings),
    })),
  };
}

const signalOf = ({ signal }: BuildRequest): CallOptions => (signal === undefined ? {} : { signal });
