// Builds the drafts of a generation: parameters completed, one draft per batch, structure checked, requirements collected.

import { randomInt } from "node:crypto";
import type { Backend } from "../backend/types.js";
import { requireSettings, withoutSecrets } from "../config/settings.js";
import { fault } from "../errors/catalogue.js";
import { describe } from "../errors/explain-ajv.js";
import { didYouMean } from "../errors/nearest.js";
import type { HookCall, HookHost } from "../hooks/call.js";
import { CallSignal } from "../hooks/deadline.js";
import { deepFreeze } from "../hooks/freeze.js";
import type { Hooks } from "../hooks/hooks.js";
import type { BuildContext, Problem } from "../hooks/types.js";
import type { BuiltWorkflow, Contribution } from "../types.js";
import { emptyDraft } from "./draft.js";
import { fillFromCatalog, openChoices } from "./fill-params.js";
import { collectRequirements } from "./requirements.js";
import { checkStructure } from "./structure.js";
import type { FeatureUse, GenerateRequest, Params } from "./types.js";

export interface BuildDependencies {
  readonly hooks: Hooks;
  readonly host: HookHost;
  workflows(): readonly Contribution<"workflows">[];
  features(): readonly Contribution<"features">[];
  nodeClasses(): readonly Contribution<"nodeClasses">[];
  /** Opened only when a setting must be chosen from its catalogue. */
  backend(): Promise<Backend>;
  report(problem: Problem): void;
}

const uint64 = 2n ** 64n;

function byId<Entry extends { readonly id: string }>(
  entries: readonly Entry[],
  id: string,
  code: "workflow" | "feature",
): Entry {
  const found = entries.find((entry) => entry.id === id);
  if (found !== undefined) return found;
  const ids = entries.map((entry) => entry.id);
  const rest = { known: ids.length === 0 ? "none" : ids.join(", "), suggestion: didYouMean(id, ids) };
  throw code === "workflow"
    ? fault("WORKFLOW_UNKNOWN", { workflow: id, ...rest })
    : fault("FEATURE_UNKNOWN", { feature: id, ...rest });
}

/** Completes the settings of the features in the user's order; each must be taken up by a handler. */
async function completeFeatures(
  request: Pick<GenerateRequest, "features" | "workflow">,
  { features, hooks }: BuildDependencies,
): Promise<readonly FeatureUse[]> {
  const uses: FeatureUse[] = [];
  for (const { id, settings } of request.features ?? []) {
    const feature = byId(features(), id, "feature");
    const isTakenUp = hooks
      .slot("buildWorkflow")
      .chain()
      .some(
        ({ when }) =>
          when["feature"] === id && [undefined, request.workflow].includes(when["workflow"] as string),
      );
    if (!isTakenUp) throw fault("FEATURE_UNUSED", { feature: id, workflow: request.workflow });
    uses.push({ id, settings: await requireSettings(feature.settings, settings, `the feature ${id}`) });
  }
  return uses;
}

const seedOf = (params: Params): bigint =>
  typeof params["seed"] === "string" ? BigInt(params["seed"]) : BigInt(randomInt(2 ** 48 - 1));

function checkCount(count: number): number {
  if (Number.isInteger(count) && count >= 1) return count;
  const details = { where: "the generation", pointer: "#/count", found: describe(count), suggestion: "" };
  throw fault("SETTINGS_INVALID", { ...details, expected: "a whole number of batches, at least 1" });
}

/** What a build needs to know of a request. */
export type BuildRequest = Pick<GenerateRequest, "workflow" | "params" | "features" | "count" | "signal">;

/** What was built, and the settings without secrets, for records and pictures. */
export interface Build extends BuiltWorkflow {
  readonly publicParams: Params;
  readonly publicFeatures: readonly FeatureUse[];
}

/** Builds every batch. Throws `WORKFLOW_...`, `FEATURE_...`, `SETTINGS_INVALID`, `GRAPH_INVALID` or a tap's error. */
export async function build(request: BuildRequest, dependencies: BuildDependencies): Promise<Build> {
  const workflow = byId(dependencies.workflows(), request.workflow, "workflow");
  const given = await choose(workflow, request, dependencies);
  const completed = await requireSettings(workflow.params, given, `the workflow ${workflow.id}`);
  const features = await completeFeatures(request, dependencies);
  const seed = seedOf(completed);
  const params = deepFreeze({ ...completed, seed: String(seed) });
  const count = checkCount(request.count ?? 1);
  const drafts = [];
  for (let index = 0; index < count; index++) {
    const context = {
      workflow: workflow.id,
      params,
      seed: (seed + BigInt(index)) % uint64,
      batch: { index, count },
    };
    const draft = await buildOne(context, features, request.signal, dependencies);
    checkStructure(draft, workflow.id);
    drafts.push(deepFreeze({ ...draft, requires: collectRequirements(draft, dependencies.nodeClasses()) }));
  }
  return {
    workflow: workflow.id,
    params,
    seed,
    drafts,
    graphs: drafts.map(({ graph }) => graph),
    publicParams: withoutSecrets(workflow.params, params),
    publicFeatures: features.map(({ id, settings }) => ({
      id,
      settings: withoutSecrets(byId(dependencies.features(), id, "feature").settings, settings),
    })),
  };
}

async function choose(
  workflow: Contribution<"workflows">,
  { params = {} }: BuildRequest,
  dependencies: BuildDependencies,
): Promise<Params> {
  if (openChoices(workflow.params, params).length === 0) return params;
  const backend = await dependencies.backend();
  return fillFromCatalog(workflow.params, params, await backend.catalog());
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
    return { host, subject, signal: new CallSignal(signal), context: () => own, report };
  });
}
