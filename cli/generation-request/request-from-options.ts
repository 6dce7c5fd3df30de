// The options of `generate` and `graph` as a request for the kernel. Pure: text in, records out.

import type { Contribution, GenerateRequest, Json, Params } from "@pictor/host";
import { UsageError } from "../base/usage-error.js";
import type { WorkflowOptions } from "../definition/workflow-options.js";
import { parseValue } from "../input/field-value.js";
import { applySettings, fieldAt } from "../input/settings.js";
import { parseFeature, type FeatureEntry } from "./feature-option.js";

export type Workflow = Pick<Contribution<"workflows">, "id" | "params" | "example" | "plugin">;

function parseCount(text: string | undefined, before: number): number {
  if (text === undefined) return before;
  const count = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (count >= 1) return count;
  const what = `--count: expected a whole number from 1 to 999999, found "${text}".`;
  throw new UsageError("USAGE_VALUE", what, "It is the number of batches, with seeds seed, seed + 1, ...");
}

function promptOf(positional: string | undefined, option: string | undefined): string | undefined {
  if (positional === undefined || option === undefined) return positional ?? option;
  throw new UsageError(
    "USAGE_OPTION",
    "The prompt is given twice.",
    "Give it after the workflow or with --prompt.",
  );
}

/** The three settings with an option of their own; each must be a setting of the workflow like any other. */
function named(workflow: Workflow, values: Readonly<Record<string, string | undefined>>): Params {
  const entries = Object.entries(values).flatMap(([name, text]) => {
    if (text === undefined) return [];
    const field = fieldAt(workflow.params, [name], `The workflow ${workflow.id}`);
    return [[name, parseValue(field, text, `--${name}`)] as const];
  });
  return Object.fromEntries(entries);
}

type Request = Required<Pick<GenerateRequest, "workflow" | "params" | "features" | "count">>;

/** A feature that is named again takes the place of the first one with its id; others come behind. */
const withFeature = (features: readonly FeatureEntry[], entry: FeatureEntry): readonly FeatureEntry[] => {
  const place = features.findIndex(({ id }) => id === entry.id);
  return place < 0 ? [...features, entry] : features.with(place, entry);
};

/**
 * The request that the options ask for, without what only `generate` knows; they come over those of `before`. Throws a
 * UsageError.
 */
export function toRequest(
  workflow: Workflow,
  prompt: string | undefined,
  options: WorkflowOptions,
  before?: Omit<Request, "workflow">,
): Request {
  const example = options.example ? ((workflow.example ?? {}) as Readonly<Record<string, Json>>) : {};
  const { negative, seed, set = [], feature = [] } = options;
  const given = feature.map(parseFeature);
  const own = named(workflow, { prompt: promptOf(prompt, options.prompt), negative, seed });
  return {
    workflow: workflow.id,
    params: applySettings(
      workflow.params,
      { ...example, ...before?.params, ...own },
      set,
      `The workflow ${workflow.id}`,
    ),
    features: before === undefined ? given : given.reduce(withFeature, before.features),
    count: parseCount(options.count, before?.count ?? 1),
  };
}
