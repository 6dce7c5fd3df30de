// Generations on backends that take the neutral request: refuses what the backend cannot do, and creates the request.

import {
  didYouMean,
  fault,
  type Contribution,
  type NeutralRequest,
  type PictorError,
  type SettingsSchema,
  type WorkflowDraft,
} from "@pictor/kernel";
import { isDeepStrictEqual } from "node:util";
import { usedSeed } from "./batch-seed.js";
import type { Build } from "./build-drafts.js";

type Kind = Contribution<"backends">;

/** Whether the backend is given a graph. */
export const takesGraph = ({ accepts = ["graph"] }: Pick<Kind, "accepts">): boolean =>
  accepts.includes("graph");
export const takesRequest = ({ accepts = ["graph"] }: Pick<Kind, "accepts">): boolean =>
  accepts.includes("request");

function unsupported(
  backend: string,
  kind: string,
  setting: string,
  found: string,
  known: readonly string[],
): PictorError {
  const details = { backend, kind, setting, found, known: known.join(", ") || "none" };
  return fault("BACKEND_UNSUPPORTED", { ...details, suggestion: didYouMean(found, known) });
}

/** Throws `BACKEND_UNSUPPORTED` for a workflow or a feature that the kind does not support, before anything is built. */
export function requireSupportedParts(
  backend: string,
  { id, supports }: Kind,
  workflow: string,
  features: readonly { readonly id: string }[],
): void {
  const { workflows = [], features: known = [] } = supports ?? {};
  if (!workflows.includes(workflow)) throw unsupported(backend, id, "workflow", workflow, workflows);
  for (const feature of features)
    if (!known.includes(feature.id)) throw unsupported(backend, id, "feature", feature.id, known);
}

/** Throws `BACKEND_UNSUPPORTED` for a setting that the kind does not apply, before anything is sent. */
export function requireSupportedSettings(
  backend: string,
  { id, supports }: Kind,
  { params, drafts }: Pick<Build, "params" | "drafts">,
  schema: SettingsSchema | undefined,
): void {
  const { settings, samplers, schedulers } = supports ?? {};
  const { sampling } = drafts[0] ?? {};
  if (sampling !== undefined && samplers !== undefined && !samplers.includes(sampling.sampler))
    throw unsupported(backend, id, "sampler", sampling.sampler, samplers);
  if (sampling !== undefined && schedulers !== undefined && !schedulers.includes(sampling.scheduler))
    throw unsupported(backend, id, "scheduler", sampling.scheduler, schedulers);
  if (settings === undefined) return;
  for (const [name, value] of Object.entries(params)) {
    const field = schema?.properties[name];
    const standard = field !== undefined && "default" in field ? field.default : undefined;
    if (settings.includes(name) || isDeepStrictEqual(value, standard)) continue;
    throw unsupported(backend, id, name, JSON.stringify(value).slice(0, 60), settings);
  }
}

/** Creates the request of one batch. */
export function neutralRequest(built: Build, draft: WorkflowDraft, batch: number): NeutralRequest {
  const { prompts, sampling, size, inputs, outputs } = draft;
  return {
    workflow: built.workflow,
    params: built.params,
    features: built.publicFeatures,
    prompts,
    ...(sampling !== undefined && { sampling }),
    ...usedSeed(draft, built.seed, batch),
    ...(size !== undefined && { size }),
    inputs,
    outputs,
  };
}

/** The files to upload with a draft. A kind without graphs reads them from the request. */
export const uploadedInputs = (
  kind: Pick<Kind, "accepts">,
  { inputs }: Pick<WorkflowDraft, "inputs">,
): WorkflowDraft["inputs"] => (takesGraph(kind) ? inputs : []);

/** The draft as it is submitted and followed: of the graph, only the nodes whose files are the result. */
export const withoutGraph = (draft: WorkflowDraft): WorkflowDraft => ({
  ...draft,
  graph: Object.fromEntries(
    draft.outputs.flatMap((node) => {
      const found = draft.graph[node];
      return found === undefined ? [] : [[node, { ...found, inputs: {} }] as const];
    }),
  ),
  requires: [],
});
