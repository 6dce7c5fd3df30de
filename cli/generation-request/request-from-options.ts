// Converts the options of a generation to a request for the kernel. Pure.

import type { Contribution, GenerateRequest, Json, Params } from "@pictor/kernel";
import { UsageError } from "../base/usage-error.js";
import type { WorkflowOptions } from "../definition/workflow-options.js";
import { parseValue } from "../input/field-value.js";
import { applySettings, fieldAt } from "../input/settings.js";
import { parseWholeNumber } from "../input/whole-number.js";
import { parseFeature, type RequestedFeature } from "./feature-option.js";

export type Workflow = Pick<Contribution<"workflows">, "id" | "params" | "example" | "plugin">;

const countOption = {
  option: "--count",
  fallback: 1,
  min: 1,
  max: 999_999,
  hint: "Give the number of batches, with seeds seed, seed + 1, ...",
};

function promptOf(positional: string | undefined, option: string | undefined): string | undefined {
  if (positional === undefined || option === undefined) return positional ?? option;
  throw new UsageError(
    "USAGE_OPTION",
    "The prompt is given twice.",
    "Give it after the workflow or with --prompt.",
  );
}

/**
 * The values of settings that have an option of their own (--prompt, --negative, --seed). The workflow must declare the
 * settings.
 */
function settingsWithOwnOption(
  workflow: Workflow,
  values: Readonly<Record<string, string | undefined>>,
): Params {
  const entries = Object.entries(values).flatMap(([name, text]) => {
    if (text === undefined) return [];
    const field = fieldAt(workflow.params, [name], `The workflow ${workflow.id}`);
    return [[name, parseValue(field, text, `--${name}`)] as const];
  });
  return Object.fromEntries(entries);
}

type Request = Required<Pick<GenerateRequest, "workflow" | "params" | "features" | "count">>;

/** Replaces the feature with the same id, or appends a new one. */
const withFeature = (
  features: readonly RequestedFeature[],
  entry: RequestedFeature,
): readonly RequestedFeature[] => {
  const index = features.findIndex(({ id }) => id === entry.id);
  return index < 0 ? [...features, entry] : features.with(index, entry);
};

/** Builds the request from the options. `base` is the request from a file, which the options override. Throws a UsageError. */
export function requestFromOptions(
  workflow: Workflow,
  prompt: string | undefined,
  options: WorkflowOptions,
  base?: Omit<Request, "workflow">,
): Request {
  const example = options.example ? ((workflow.example ?? {}) as Readonly<Record<string, Json>>) : {};
  const { negative, seed, set = [], feature = [] } = options;
  const requested = feature.map(parseFeature);
  const fromOwnOptions = settingsWithOwnOption(workflow, {
    prompt: promptOf(prompt, options.prompt),
    negative,
    seed,
  });
  return {
    workflow: workflow.id,
    params: applySettings(
      workflow.params,
      { ...example, ...base?.params, ...fromOwnOptions },
      set,
      `The workflow ${workflow.id}`,
    ),
    features: base === undefined ? requested : requested.reduce(withFeature, base.features),
    count: parseWholeNumber(options.count, { ...countOption, ...(base && { fallback: base.count }) }),
  };
}
