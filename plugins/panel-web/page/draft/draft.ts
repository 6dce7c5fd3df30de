// The draft: the content of the form in the view "Generate" as one record. Pure functions return the next record and the request.

import { isRecord, recordsIn } from "../api/guards.js";
import type { Inspection, JobRequest, SeedMode } from "@pictor/client";
import { withValue, type Values } from "../dialect/values.js";

/** A feature in the form. It keeps its settings while it is switched off. */
export interface DraftFeature {
  /** Identifies the card in the page, because the form may contain the same feature several times. */
  readonly key: string;
  readonly id: string;
  readonly settings: Values;
  readonly isOn: boolean;
}

export interface Draft {
  readonly workflow: string;
  /** The values by the id of the workflow. They are kept for each workflow that was shown. */
  readonly params: Readonly<Record<string, Values>>;
  /** The features in the order in which they are applied. */
  readonly features: readonly DraftFeature[];
  /** Name of a backend instance; absent for the one that the configuration prefers. */
  readonly backend?: string;
  /** Number of batches. */
  readonly count: number;
  /** Whether a set seed grows by the number of batches after each job. Without a set seed, each job gets a new seed. */
  readonly advancesSeed?: true;
  /** The priority in the queue of the backend; absent for `normal`. */
  readonly priority?: Priority;
}

/** A priority of a job, as the API names it. */
export type Priority = NonNullable<JobRequest["priority"]>;

/** The priorities, from the first to the last. */
export const priorities = ["high", "normal", "low"] as const satisfies readonly Priority[];

/** Sets the priority of the next jobs; `normal` is the default, which is not sent. */
export function withPriority(draft: Draft, priority: Priority): Draft {
  const { priority: _old, ...rest } = draft;
  return priority === "normal" ? rest : { ...rest, priority };
}

export const emptyDraft: Draft = { workflow: "txt2img", params: {}, features: [], count: 1 };

/** The form of the same workflow without values, features and a number of images. A graph stays chosen. */
export function withDefaults({ workflow, params, backend }: Draft): Draft {
  const graph = params[workflow]?.["graph"];
  const empty = { ...params, [workflow]: graph === undefined ? {} : { graph } };
  return { ...emptyDraft, workflow, params: empty, ...(backend !== undefined && { backend }) };
}

const seedName = "seed";
const seedLimit = 1n << 64n;

/** The request that makes an image again. It comes from an image, a job, or another panel. */
export type Recall = Pick<NonNullable<Inspection["recall"]>, "workflow" | "params" | "features" | "count">;

export const paramsOf = ({ workflow, params }: Draft): Values => params[workflow] ?? {};

export const withParams = (draft: Draft, values: Values): Draft => ({
  ...draft,
  params: { ...draft.params, [draft.workflow]: values },
});

export const withParam = (draft: Draft, name: string, value: unknown): Draft =>
  withParams(draft, withValue(paramsOf(draft), name, value));

export function seedModeOf(draft: Draft): SeedMode {
  if (paramsOf(draft)[seedName] === undefined) return "random";
  return draft.advancesSeed === true ? "increment" : "fixed";
}

/** Changes the seed mode. `first` is the seed for a mode that keeps a seed, if none is set yet. */
export function withSeedMode(draft: Draft, mode: SeedMode, first: string): Draft {
  const { advancesSeed: _old, ...rest } = draft;
  const seed = mode === "random" ? undefined : (paramsOf(draft)[seedName] ?? first);
  return withParam({ ...rest, ...(mode === "increment" && { advancesSeed: true }) }, seedName, seed);
}

/** Sets the seed of the next job after a job, if the user wants consecutive seeds. */
export function withNextSeed(draft: Draft): Draft {
  const seed = paramsOf(draft)[seedName];
  if (draft.advancesSeed !== true || typeof seed !== "string" || !/^\d+$/.test(seed)) return draft;
  return withParam(draft, seedName, ((BigInt(seed) + BigInt(draft.count)) % seedLimit).toString());
}

/**
 * Fills the form with the workflow's example at the first visit. The seed stays open, so that a second job makes
 * another image. Files of the example are left out, because the user does not have them.
 */
export function withExample(draft: Draft, example: Values, names: readonly string[]): Draft {
  if (Object.keys(draft.params).length > 0) return draft;
  const shown = Object.entries(example).filter(([name]) => name !== seedName && names.includes(name));
  return withParams(draft, Object.fromEntries(shown));
}

/**
 * Shows another workflow. Values that this workflow also has, such as the prompt, are taken over, unless they are
 * `defaults` of the workflow before: the same setting can have another default here.
 */
export function withWorkflow(
  draft: Draft,
  workflow: string,
  names: readonly string[],
  defaults: Values = {},
): Draft {
  const shared = Object.entries(paramsOf(draft)).filter(
    ([name, value]) => names.includes(name) && value !== defaults[name],
  );
  const own = draft.params[workflow] ?? {};
  return {
    ...draft,
    workflow,
    params: { ...draft.params, [workflow]: { ...own, ...Object.fromEntries(shared) } },
  };
}

const withKey = (id: string, settings: Values): DraftFeature => ({
  id,
  settings,
  isOn: true,
  key: crypto.randomUUID(),
});

export const withFeature = (draft: Draft, id: string, settings: Values = {}): Draft => ({
  ...draft,
  features: [...draft.features, withKey(id, settings)],
});

export const changeFeature = (draft: Draft, key: string, change: Partial<DraftFeature>): Draft => ({
  ...draft,
  features: draft.features.map((feature) => (feature.key === key ? { ...feature, ...change } : feature)),
});

export const withoutFeature = (draft: Draft, key: string): Draft => ({
  ...draft,
  features: draft.features.filter((feature) => feature.key !== key),
});

/** Moves a feature by `step` places, but not beyond the ends of the list. */
export function moveFeature(draft: Draft, key: string, step: number): Draft {
  const from = draft.features.findIndex((feature) => feature.key === key);
  const moved = draft.features[from];
  if (moved === undefined) return draft;
  const to = Math.min(draft.features.length - 1, Math.max(0, from + step));
  return { ...draft, features: draft.features.toSpliced(from, 1).toSpliced(to, 0, moved) };
}

/** Fills the form with the settings of an image, and keeps the backend. */
export const withRecall = (draft: Draft, { workflow, params, features, count }: Recall): Draft => ({
  ...draft,
  workflow,
  count,
  params: { ...draft.params, [workflow]: params },
  features: features.map(({ id, settings }) => withKey(id, settings)),
});

/** The request of the draft. It contains only settings that the user has set and features that are switched on. */
export function requestOf({ backend, count, priority, ...draft }: Draft): JobRequest {
  const features = draft.features.filter(({ isOn }) => isOn).map(({ id, settings }) => ({ id, settings }));
  return {
    workflow: draft.workflow,
    params: draft.params[draft.workflow] ?? {},
    ...(features.length > 0 && { features }),
    ...(backend !== undefined && { backend }),
    ...(count !== 1 && { count }),
    ...(priority !== undefined && { priority }),
  };
}

/** Returns a draft that the browser has kept, if the draft still has the right form. */
export function acceptDraft(kept: unknown): Draft | undefined {
  if (!isRecord(kept) || typeof kept["workflow"] !== "string" || !isRecord(kept["params"])) return undefined;
  const { workflow, params, features, backend, count, advancesSeed } = kept;
  const priority = priorities.find((known) => known === kept["priority"]);
  const isFeature = (value: unknown): value is DraftFeature =>
    isRecord(value) &&
    typeof value["id"] === "string" &&
    typeof value["key"] === "string" &&
    typeof value["isOn"] === "boolean" &&
    isRecord(value["settings"]);
  return {
    workflow,
    params: recordsIn(params),
    features: Array.isArray(features) ? features.filter(isFeature) : [],
    ...(typeof backend === "string" && { backend }),
    count: Number.isInteger(count) && Number(count) > 0 ? Number(count) : 1,
    ...(advancesSeed === true && { advancesSeed }),
    ...(priority !== undefined && { priority }),
  };
}
