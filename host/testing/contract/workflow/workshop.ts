// The workshop of the rules of workflows and features: a kernel with the plugin, the built-in workflows and features,
// and recorded classes.

import { nodeClassesIn, PictorError } from "@pictor/kernel";
import type { Catalog, Contribution, FeatureUse, Params } from "@pictor/kernel";
import type { WorkflowDraft } from "@pictor/kernel";
import { featureFits } from "../../../settings-schema/feature-fits.js";
import { createTestPictor } from "../../test-pictor.js";
import { builtinPlugins } from "../builtin-plugins.js";
import { readSamples } from "../read-samples.js";
import type { Subject } from "../rule.js";
import { idleNodes, outputProblem } from "./graph-checks.js";
import { probesPlugin, type Sightings } from "./probes.js";
import { recordedCatalog, recordedPlugin } from "./recorded-catalog.js";
import { sampleSettings } from "./sample-settings.js";

export type Workflow = Contribution<"workflows">;
export type Feature = Contribution<"features">;

export interface BuildWish {
  readonly workflow: string;
  readonly params: Params;
  readonly features?: readonly FeatureUse[];
}

/** How a build ended. */
export type Built =
  | { readonly state: "built"; readonly draft: WorkflowDraft; readonly problems: readonly PictorError[] }
  /** The graph has a class that the recorded catalog does not have, so it cannot be judged. */
  | { readonly state: "foreign"; readonly class: string; readonly draft?: WorkflowDraft }
  | { readonly state: "refused"; readonly reason: string }
  | { readonly state: "failed"; readonly error: PictorError };

export interface Workshop {
  readonly catalog: Catalog;
  readonly workflows: readonly Workflow[];
  readonly features: readonly Feature[];
  /** The classes that the plugins declare as those of an extension. */
  readonly declared: ReadonlySet<string>;
  fits(feature: Feature, workflow: Workflow): boolean;
  /** Whether a handler has changed the catalog that it was given, since the last call. */
  wasTampered(): boolean;
  /** What the probes saw in the last build that used them. */
  readonly seen: Sightings;
  build(wish: BuildWish): Promise<Built>;
  /** Whether contract.js has settings for the workflow. */
  hasSample(workflow: Workflow): boolean;
  /** The settings to begin with. */
  settingsOf(contribution: Workflow | Feature): Params;
}

const open = async (subject: Subject): Promise<Workshop> => {
  const { source, manifest, options } = subject;
  const catalog = await recordedCatalog();
  // Every build is given the same map, which is mended after each one.
  const shared = new Map(catalog);
  let isTampered = false;
  const mend = (): void => {
    const isSame =
      shared.size === catalog.size && [...catalog].every(([name, one]) => shared.get(name) === one);
    if (isSame) return;
    isTampered = true;
    shared.clear();
    for (const [name, one] of catalog) shared.set(name, one);
  };
  const samples = await readSamples(subject);
  const seen: Sightings = new Map();
  const { pictor } = await createTestPictor({
    plugins: [
      source,
      ...(options.beside ?? []),
      ...builtinPlugins("workflow", manifest.id),
      recordedPlugin(shared),
      probesPlugin(seen),
    ],
    configuration: {
      backends: { recorded: { kind: "recorded" } },
      ...(options.config !== undefined && { plugins: { [manifest.id]: { config: options.config } } }),
    },
  });
  const judge = async (draft: WorkflowDraft): Promise<Built> => {
    const foreign = nodeClassesIn(draft.graph).find((name) => !catalog.has(name));
    if (foreign !== undefined) return { state: "foreign", class: foreign, draft };
    const { graph, origins, inputs } = draft;
    const problems = await pictor.validate({ graph, origins, inputs, backend: "recorded" });
    return { state: "built", draft, problems };
  };
  const endingOf = (error: unknown): Built => {
    if (!(error instanceof PictorError)) throw error;
    if (error.code === "FEATURE_NOT_APPLICABLE")
      return { state: "refused", reason: String(error.details["reason"]) };
    const wanted = error.code === "PARAM_NO_OPTIONS" ? String(error.details["class"]) : undefined;
    return wanted !== undefined && !catalog.has(wanted)
      ? { state: "foreign", class: wanted }
      : { state: "failed", error };
  };
  return {
    catalog,
    seen,
    workflows: pictor.contributions("workflows"),
    features: pictor.contributions("features"),
    declared: new Set(pictor.contributions("nodeClasses").map((one) => one.class)),
    fits: (feature, workflow) => featureFits(feature, workflow, pictor.inspect("buildWorkflow")),
    wasTampered() {
      const was = isTampered;
      isTampered = false;
      return was;
    },
    async build(wish) {
      try {
        const { drafts } = await pictor.build({ ...wish, backend: "recorded" }).finally(mend);
        return await judge(drafts[0] as WorkflowDraft);
      } catch (error) {
        return endingOf(error);
      }
    },
    hasSample: ({ id }) => samples.workflows?.[id]?.settings !== undefined,
    settingsOf(contribution) {
      const isOwn = contribution.plugin === manifest.id;
      const isWorkflow = "params" in contribution;
      const own = isWorkflow ? samples.workflows : samples.features;
      const sample = isOwn ? own?.[contribution.id]?.settings : undefined;
      const schema = isWorkflow ? contribution.params : contribution.settings;
      const example = isWorkflow ? contribution.example : undefined;
      return sampleSettings(schema, { sample, example }, catalog);
    },
  };
};

const workshops = new WeakMap<Subject, Promise<Workshop>>();
/** The rules of one plugin share a kernel. It holds no socket, timer or file, so nothing has to end it. */
export function workshopOf(subject: Subject): Promise<Workshop> {
  const known = workshops.get(subject) ?? open(subject);
  workshops.set(subject, known);
  return known;
}

/** What is wrong with a draft that was built; empty for a graph that a server runs as a whole. `idleBefore` need not run. */
export const faultsOf = (
  { draft, problems }: Extract<Built, { readonly state: "built" }>,
  catalog: Catalog,
  idleBefore: readonly string[] = [],
): readonly string[] => [
  ...problems.map(({ message }) => message),
  ...[outputProblem(draft, catalog)].filter((text) => text !== undefined),
  ...idleNodes(draft, catalog)
    .filter((id) => !idleBefore.includes(id))
    .map((id) => `no output depends on the node ${id}, which would never run`),
];
