// The variables of a name template: their values for an output, and other programs' variables that have no value here.

import { modelTitle, type Output, type OutputContext, type Params } from "@pictor/kernel/plugin";

/** Values of variables that the configuration of the plugin sets. */
export type ConfiguredValues = Readonly<Record<"author" | "project_name", string>>;

/** The output, the context and the configuration from which the values come. */
export interface TemplateSource {
  readonly output: Pick<Output, "seed" | "prompt" | "batch" | "index" | "file">;
  readonly context: Pick<OutputContext, "workflow" | "params">;
  readonly configured: ConfiguredValues;
  readonly now: Date;
}

const twoDigits = (value: number): string => String(value).padStart(2, "0");
const onOneLine = (text: string): string => text.replace(/\s+/g, " ").trim();

/** The first of the settings that the workflow has; empty if it has none of them. Numbers have a decimal point. */
function settingOf(params: Params, ...names: readonly string[]): string {
  const value = names.map((name) => params[name]).find((found) => found !== undefined);
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

/** Date and time are local: users look for an image by the clock of their machine. */
const variables = {
  date: ({ now }: TemplateSource) =>
    `${String(now.getFullYear()).padStart(4, "0")}-${twoDigits(now.getMonth() + 1)}-${twoDigits(now.getDate())}`,
  time: ({ now }: TemplateSource) =>
    `${twoDigits(now.getHours())}-${twoDigits(now.getMinutes())}-${twoDigits(now.getSeconds())}`,
  seed: ({ output }: TemplateSource) => output.seed?.toString() ?? "",
  prompt: ({ output }: TemplateSource) => onOneLine(output.prompt.positive),
  negative_prompt: ({ output }: TemplateSource) => onOneLine(output.prompt.negative),
  model_name: ({ context }: TemplateSource) =>
    modelTitle(settingOf(context.params, "model", "diffusionModel")),
  sampler: ({ context }: TemplateSource) => settingOf(context.params, "sampler"),
  scheduler: ({ context }: TemplateSource) => settingOf(context.params, "scheduler"),
  cfgscale: ({ context }: TemplateSource) => settingOf(context.params, "cfg", "guidance"),
  steps: ({ context }: TemplateSource) => settingOf(context.params, "steps"),
  width: ({ context }: TemplateSource) => settingOf(context.params, "width"),
  height: ({ context }: TemplateSource) => settingOf(context.params, "height"),
  workflow: ({ context }: TemplateSource) => context.workflow,
  project_type: ({ context }: TemplateSource) => context.workflow,
  project_name: ({ configured }: TemplateSource) => configured.project_name,
  author: ({ configured }: TemplateSource) => configured.author,
  file_name: ({ output }: TemplateSource) => output.file.filename.replace(/(?!^)\.[^.]+$/, ""),
  batch: ({ output }: TemplateSource) => String(output.batch),
  index: ({ output }: TemplateSource) => String(output.index),
};
export type TemplateVariable = keyof typeof variables;
export type TemplateValues = Readonly<Record<TemplateVariable, string>>;

export const templateVariables = Object.keys(variables) as readonly TemplateVariable[];
export const isTemplateVariable = (name: string): name is TemplateVariable => Object.hasOwn(variables, name);

export const templateValuesOf = (source: TemplateSource): TemplateValues =>
  Object.fromEntries(
    templateVariables.map((name) => [name, variables[name](source)]),
  ) as unknown as TemplateValues;

const knownToModelSite = "only the website that distributes the model knows it";
/** Variables of other programs that have no value here, and why. */
export const unavailableVariables: Readonly<Record<string, string>> = {
  model_hash: "the model is on the backend, and computing its hash would take reading the whole file",
  base_model: knownToModelSite,
  model_id: knownToModelSite,
  model_type: knownToModelSite,
  model_version_id: knownToModelSite,
  model_version_name: knownToModelSite,
  file_id: knownToModelSite,
};

/** The largest value of a variable without a slice, in bytes of UTF-8. */
export const maxBytesByVariable: Readonly<Partial<Record<TemplateVariable, number>>> = {
  prompt: 60,
  negative_prompt: 60,
};
