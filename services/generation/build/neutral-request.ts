// Generations on backends that take the neutral request: refuses what the backend cannot do, and creates the request.

import {
  cutText,
  fault,
  knownNames,
  type Contribution,
  type NeutralRequest,
  type Params,
  type PictorError,
  type Sampling,
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

/** The backend of a generation. */
interface Target {
  /** Name of the instance. */
  readonly backend: string;
  readonly kind: Kind;
}

function unsupported(
  { backend, kind }: Target,
  setting: string,
  found: string,
  known: readonly string[],
): PictorError {
  return fault("BACKEND_UNSUPPORTED", {
    backend,
    kind: kind.id,
    setting,
    found,
    ...knownNames(found, known),
  });
}

/** Throws `BACKEND_UNSUPPORTED` for a workflow or a feature that the kind does not support, before anything is built. */
export function requireSupportedParts(
  target: Target,
  workflow: string,
  features: readonly { readonly id: string }[],
): void {
  const { workflows = [], features: known = [] } = target.kind.supports ?? {};
  if (!workflows.includes(workflow)) throw unsupported(target, "workflow", workflow, workflows);
  for (const feature of features)
    if (!known.includes(feature.id)) throw unsupported(target, "feature", feature.id, known);
}

/** The settings that the person has given, of which those with the default of their field want nothing special. */
const wantedOf = (given: Params, schema: SettingsSchema | undefined): ReadonlySet<string> =>
  new Set(
    Object.entries(given).flatMap(([name, value]) => {
      const field = schema?.properties[name];
      const standard = field !== undefined && "default" in field ? field.default : undefined;
      return isDeepStrictEqual(value, standard) ? [] : [name];
    }),
  );

/** Whether the kind applies a setting of the workflow. */
const applies = ({ supports }: Kind, name: string): boolean => supports?.settings?.includes(name) ?? true;

/** What the person wants of a kind of backend. */
interface Wishes extends Target {
  /** The settings that the person has set. */
  readonly wanted: ReadonlySet<string>;
}

/** The sampler or the scheduler to use: the one of the draft, or the first of the kind if the workflow has chosen another. */
function usable(name: "sampler" | "scheduler", found: string, { params }: Build, wishes: Wishes): string {
  const { kind, wanted } = wishes;
  const known = applies(kind, name) ? kind.supports?.[`${name}s`] : undefined;
  if (known === undefined || known.includes(found)) return found;
  // A feature can have changed what the person or the workflow has chosen.
  const isChosen = !wanted.has(name) && [undefined, found].includes(params[name] as string | undefined);
  if (isChosen) return known[0] ?? found;
  throw unsupported(wishes, name, found, known);
}

/**
 * What the kind applies of a build: only this is sent and recorded. Throws `BACKEND_UNSUPPORTED` for what the person has
 * set and the kind does not apply, before anything is sent. What the workflow has chosen itself is left out, or becomes
 * something that the kind can do.
 */
export function appliedBuild(
  built: Build,
  given: Params,
  schema: SettingsSchema | undefined,
  { backend, kind }: Target,
): Build {
  const wishes: Wishes = { backend, kind, wanted: wantedOf(given, schema) };
  const { settings } = kind.supports ?? {};
  for (const name of wishes.wanted)
    if (settings?.includes(name) === false)
      throw unsupported(wishes, name, cutText(JSON.stringify(given[name]), 60), settings);
  const drafts = built.drafts.map((draft): WorkflowDraft => {
    const { sampling, size, ...rest } = withoutGraph(draft);
    const chosen = sampling && {
      ...sampling,
      sampler: usable("sampler", sampling.sampler, built, wishes),
      scheduler: usable("scheduler", sampling.scheduler, built, wishes),
    };
    return {
      ...rest,
      ...(chosen !== undefined && { sampling: chosen }),
      ...(size !== undefined && applies(kind, "width") && applies(kind, "height") && { size }),
      ...(!applies(kind, "seed") && { seed: "none" as const }),
    };
  });
  const { seed, ...rest } = built;
  const { sampler, scheduler } = drafts[0]?.sampling ?? {};
  const params = Object.entries({
    ...built.params,
    ...("sampler" in built.params && sampler !== undefined && { sampler }),
    ...("scheduler" in built.params && scheduler !== undefined && { scheduler }),
  });
  return {
    ...rest,
    drafts,
    ...(seed !== undefined && applies(kind, "seed") && { seed }),
    params: Object.fromEntries(params.filter(([name]) => applies(kind, name))),
  };
}

/** Creates the request of one batch. */
export function neutralRequest(
  built: Build,
  draft: WorkflowDraft,
  batch: number,
  kind: Kind,
): NeutralRequest {
  const { prompts, sampling, size, inputs, outputs } = draft;
  const { sampler, scheduler, ...others } = sampling ?? ({} as Partial<Sampling>);
  return {
    workflow: built.workflow,
    params: built.params,
    features: built.publicFeatures,
    prompts,
    ...(sampling !== undefined && {
      sampling: {
        ...(others as Omit<Sampling, "sampler" | "scheduler">),
        ...(sampler !== undefined && applies(kind, "sampler") && { sampler }),
        ...(scheduler !== undefined && applies(kind, "scheduler") && { scheduler }),
      },
    }),
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
const withoutGraph = (draft: WorkflowDraft): WorkflowDraft => ({
  ...draft,
  graph: Object.fromEntries(
    draft.outputs.flatMap((node) => {
      const found = draft.graph[node];
      return found === undefined ? [] : [[node, { ...found, inputs: {} }] as const];
    }),
  ),
  requires: [],
});
