// Builds the drafts of a generation: completes the parameters, builds one draft per batch, checks its structure, and
// collects the required extensions.

import {
  withoutSecrets,
  stringifyJson,
  requireWithin,
  deepFreeze,
  type Backend,
  type FeatureUse,
  type Problem,
} from "@pictor/kernel";
import type { BuiltWorkflow } from "@pictor/kernel";
import { createSlices } from "../slices.js";
import { batchSeed, usedSeed } from "./batch-seed.js";
import { findContribution } from "./complete-features.js";
import { completeRequest, type BuildRequest, type CompletedRequest } from "./complete-request.js";
import { memoizeCatalog, type LoadCatalog } from "./build-catalog.js";
import type { BuildDependencies } from "./build-dependencies.js";
import { buildDraft, requireGraphSize } from "./build-draft.js";
import { collectRequirements } from "./extension-requirements.js";
import { checkStructure } from "../validate/check-structure.js";

/** The result of a build. */
export interface Build extends BuiltWorkflow {
  /** The features without secrets, for records and metadata. */
  readonly publicFeatures: readonly FeatureUse[];
}

/** What the caller of a build gives beside the request. */
interface BuildCall {
  /** Opens the backend; called only when a setting or a handler needs its catalog. */
  backend(): Promise<Backend>;
  report(problem: Problem): void;
}

/** Builds the drafts of one request, repeatedly if necessary. */
export class Builder {
  readonly #request: BuildRequest;
  readonly #deps: BuildDependencies;
  readonly #call: BuildCall;
  #completed: CompletedRequest | undefined;
  #isFirst = true;

  constructor(request: BuildRequest, deps: BuildDependencies, call: BuildCall) {
    this.#request = request;
    this.#deps = deps;
    this.#call = call;
  }

  /**
   * Builds every batch. A later build uses the same values and fetches the catalog again. Throws `WORKFLOW_...`,
   * `FEATURE_...`, `SETTINGS_INVALID`, `PARAM_NO_OPTIONS`, `GRAPH_INVALID` or the error of a handler.
   */
  async build(): Promise<Build> {
    const { signal } = this.#request;
    const isFirst = this.#isFirst;
    const options = { signal, ...(!isFirst && { refresh: true as const }) };
    const catalog = memoizeCatalog(async (selection) =>
      (await this.#call.backend()).catalog({ ...options, ...selection }),
    );
    // Refreshes the backend's cached catalog even if no handler of this build reads the catalog.
    if (!isFirst) await catalog();
    this.#isFirst = false;
    this.#completed ??= await completeRequest(this.#request, catalog, this.#deps);
    return this.#buildAll(this.#completed, catalog);
  }

  async #buildAll(
    { workflow, features, params: completed, seed, isSeedGiven, count }: CompletedRequest,
    catalog: LoadCatalog,
  ): Promise<Build> {
    const deps = this.#deps;
    const { hooks, host } = deps;
    const tools = { hooks, host, report: this.#call.report };
    const contributions = deps.features();
    const plugins = new Set([
      workflow.plugin,
      ...features.map(({ id }) => findContribution(contributions, id, "feature").plugin),
    ]);
    const pluginExtensions = [...plugins].flatMap(deps.extensionsOf);
    const params = deepFreeze({ ...completed, seed: String(seed) });
    const limits = await deps.limits();
    const slices = createSlices(this.#request.signal);
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
      const draft = await buildDraft({ ...context, catalog }, features, slices, tools);
      const nodes = requireGraphSize(draft, context);
      // The batches differ in their seeds and choices, so the first one tells how large all of them will be.
      if (index === 0) {
        const bytes = Buffer.byteLength(stringifyJson(draft.graph));
        requireWithin(limits, "generationBytes", bytes * count, `The generation of ${count} batches`);
      }
      checkStructure(draft, workflow);
      const requires = collectRequirements(draft, deps.nodeClasses(), pluginExtensions);
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
}
