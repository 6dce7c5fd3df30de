// Builds the drafts of a generation: parameters completed, one draft per batch, structure checked, requirements collected.

import { randomInt } from "node:crypto";
import {
  type Backend,
  type CallOptions,
  type Catalog,
  type SettingsSchema,
  secretsIn,
  withoutSecrets,
  requireSettings,
  fault,
  describeValue,
  type HookCall,
  type HookHost,
  CallSignal,
  type Deadline,
  deepFreeze,
  type Hooks,
  type BuildContext,
  type Problem,
  type Contribution,
  emptyDraft,
  type FeatureUse,
  type GenerateRequest,
  type Params,
} from "@pictor/kernel";
import type { BuiltWorkflow } from "@pictor/kernel";
import { byId, completeFeatures } from "./complete-features.js";
import { fillFromCatalog, type Choosing } from "./fill-params.js";
import {
  collectRequirements,
  requirementsOfClasses,
  type PluginExtensions,
} from "./extension-requirements.js";
import { checkStructure } from "../validate/check-structure.js";

export interface BuildDependencies {
  readonly hooks: Hooks;
  readonly host: HookHost;
  workflows(): readonly Contribution<"workflows">[];
  features(): readonly Contribution<"features">[];
  nodeClasses(): readonly Contribution<"nodeClasses">[];
  /** Those that the plugin's manifest requires. */
  extensionsOf(plugin: string): PluginExtensions;
  /** Opened only when a setting or a graph needs its catalog. */
  backend(): Promise<Backend>;
  /** From now on this text is hidden in logs and errors. */
  hide(secret: string): void;
  report(problem: Problem): void;
}

const uint64 = 2n ** 64n;

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

/** What a build needs to know of a request. */
export type BuildRequest = Pick<GenerateRequest, "workflow" | "params" | "features" | "count" | "signal">;

/** What was built, and the features' settings without secrets, for records and images. */
export interface Build extends BuiltWorkflow {
  readonly publicFeatures: readonly FeatureUse[];
}

/** The values of a request, complete: each build of it has the same. */
interface Completed {
  readonly workflow: Contribution<"workflows">;
  readonly features: readonly FeatureUse[];
  readonly params: Params;
  readonly seed: bigint;
  readonly isSeedGiven: boolean;
  readonly count: number;
}

type Catalogs = () => Promise<Catalog>;

async function complete(
  request: BuildRequest,
  catalog: Catalogs,
  dependencies: BuildDependencies,
): Promise<Completed> {
  const workflow = byId(dependencies.workflows(), request.workflow, "workflow");
  const choosing = (plugin: string): Choosing => ({
    catalog,
    broughtBy: (classes) =>
      requirementsOfClasses(classes, plugin, dependencies.nodeClasses(), dependencies.extensionsOf(plugin)),
  });
  const { hide } = dependencies;
  const hideIn = (schema: SettingsSchema, values: unknown): void => {
    for (const { value } of secretsIn(schema, values)) hide(value);
  };
  hideIn(workflow.params, request.params);
  const where = `the workflow ${workflow.id}`;
  const given = await fillFromCatalog(
    workflow.params,
    request.params ?? {},
    where,
    choosing(workflow.plugin),
  );
  const params = await requireSettings(workflow.params, given, where);
  const features = await completeFeatures(request.features, workflow, { ...dependencies, choosing, hideIn });
  const wanted = givenSeed(params);
  const seed = wanted ?? BigInt(randomInt(2 ** 48 - 1));
  const count = checkCount(request.count ?? 1);
  return { workflow, features, params, seed, isSeedGiven: wanted !== undefined, count };
}

/** What the build does with a request. */
export interface Builder {
  /**
   * Builds every batch; the second time with the same values and a catalog that was asked for again. Throws
   * `WORKFLOW_...`, `FEATURE_...`, `SETTINGS_INVALID`, `GRAPH_INVALID` or a tap's error.
   */
  build(): Promise<Build>;
}

export function createBuilder(request: BuildRequest, dependencies: BuildDependencies): Builder {
  let completed: Completed | undefined;
  let isFirst = true;
  return {
    async build() {
      const options = { ...signalOf(request), ...(isFirst ? {} : { refresh: true as const }) };
      const catalog = once(async () => (await dependencies.backend()).catalog(options));
      // Whoever asks the backend from now on has the fresh one.
      if (!isFirst) await catalog();
      isFirst = false;
      completed ??= await complete(request, catalog, dependencies);
      return buildAll(completed, catalog, request.signal, dependencies);
    },
  };
}

export const build = (request: BuildRequest, dependencies: BuildDependencies): Promise<Build> =>
  createBuilder(request, dependencies).build();

async function buildAll(
  { workflow, features, params: completed, seed, isSeedGiven, count }: Completed,
  catalog: Catalogs,
  signal: AbortSignal | undefined,
  dependencies: BuildDependencies,
): Promise<Build> {
  const contributions = dependencies.features();
  const plugins = new Set([
    workflow.plugin,
    ...features.map(({ id }) => byId(contributions, id, "feature").plugin),
  ]);
  const ofPlugins = [...plugins].flatMap(dependencies.extensionsOf);
  const params = deepFreeze({ ...completed, seed: String(seed) });
  const drafts = [];
  for (let index = 0; index < count; index++) {
    const context = {
      workflow: workflow.id,
      params,
      seed: (seed + BigInt(index)) % uint64,
      isSeedGiven,
      batch: { index, count },
    };
    const draft = await buildOne({ ...context, catalog }, features, signal, dependencies);
    checkStructure(draft, workflow.id);
    const requires = collectRequirements(draft, dependencies.nodeClasses(), ofPlugins);
    drafts.push(deepFreeze({ ...draft, requires }));
  }
  // Built again without a seed, the graph has its own one again.
  const own = drafts[0]?.seed;
  const chosen = Object.entries(drafts[0]?.chosen ?? {}).filter(([name]) =>
    Object.hasOwn(workflow.params.properties, name),
  );
  // A workflow that only changes an image has no seed to set.
  const isSeeded = own === undefined && Object.hasOwn(workflow.params.properties, "seed");
  const used = deepFreeze({ ...Object.fromEntries(chosen), ...(isSeeded ? params : completed) });
  return {
    workflow: workflow.id,
    params: withoutSecrets(workflow.params, used),
    seed: own ?? seed,
    drafts,
    graphs: drafts.map(({ graph }) => graph),
    publicFeatures: features.map(({ id, settings }) => ({
      id,
      settings: withoutSecrets(byId(contributions, id, "feature").settings, settings),
    })),
  };
}

/** Made when it is first wanted, and only then. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}

const signalOf = ({ signal }: BuildRequest): CallOptions => (signal === undefined ? {} : { signal });

/** The time that the backend takes is not the handler's. */
async function held<T>(deadline: Deadline, work: () => Promise<T>): Promise<T> {
  const release = deadline.hold();
  try {
    return await work();
  } finally {
    release();
  }
}

type OwnContext = Omit<BuildContext, "signal" | "logger" | "report" | "feature">;

function buildOne(
  context: OwnContext,
  features: readonly FeatureUse[],
  signal: AbortSignal | undefined,
  { hooks, host, report }: BuildDependencies,
) {
  return hooks.buildWorkflow(emptyDraft, features, (feature): HookCall<object> => {
    const own = feature === undefined ? context : { ...context, feature };
    const subject = { workflow: context.workflow, feature: feature?.id };
    return {
      host,
      subject,
      signal: new CallSignal(signal),
      context: (_tap, deadline) => ({ ...own, catalog: () => held(deadline(), own.catalog) }),
      report,
    };
  });
}
