// What a name template can say of an output, and what it cannot.

import type { Output, OutputContext, Params } from "@pictor/kernel/plugin";

export const variables = [
  "date",
  "time",
  "seed",
  "prompt",
  "negative_prompt",
  "model_name",
  "sampler",
  "scheduler",
  "cfgscale",
  "steps",
  "width",
  "height",
  "workflow",
  "project_type",
  "project_name",
  "author",
  "file_name",
  "batch",
  "index",
] as const;
export type Variable = (typeof variables)[number];
export type NameValues = Readonly<Record<Variable, string>>;

export const isVariable = (name: string): name is Variable => (variables as readonly string[]).includes(name);

const ofItsSite = "only the site that the model comes from knows it";
/** Variables of other programs that have no value here, and why. */
export const unknowable: Readonly<Record<string, string>> = {
  model_hash: "the model is on the backend, and would have to be read whole",
  base_model: ofItsSite,
  model_id: ofItsSite,
  model_type: ofItsSite,
  model_version_id: ofItsSite,
  model_version_name: ofItsSite,
  file_id: ofItsSite,
};

/** How much of a value goes into a name that does not say which part of it, in bytes of UTF-8. */
export const longest: Readonly<Partial<Record<Variable, number>>> = { prompt: 60, negative_prompt: 60 };

const digits = (value: number, length = 2): string => String(value).padStart(length, "0");
const onOneLine = (text: string): string => text.replace(/\s+/g, " ").trim();
/** Without folders, of either kind of system, and without ending. */
const modelName = (file: string): string =>
  file.replace(/^.*[\\/]/, "").replace(/\.(safetensors|sft|ckpt|pth|pt|bin|gguf)$/i, "");

/** The first of these settings that there is; numbers with a point, whatever the system's language. */
function settingOf(params: Params, ...names: readonly string[]): string {
  const value = names.map((name) => params[name]).find((found) => found !== undefined);
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

export type Named = Pick<Output, "seed" | "prompt" | "batch" | "index" | "file">;
type Made = Pick<OutputContext, "workflow" | "params">;

/**
 * Date and time are the local ones: the person looks for a picture by the own clock. What the workflow has no setting
 * for is empty.
 */
export function nameValues(
  { seed, prompt, batch, index, file }: Named,
  { workflow, params }: Made,
  given: Readonly<Record<"author" | "project_name", string>>,
  now: Date,
): NameValues {
  return {
    date: `${digits(now.getFullYear(), 4)}-${digits(now.getMonth() + 1)}-${digits(now.getDate())}`,
    time: `${digits(now.getHours())}-${digits(now.getMinutes())}-${digits(now.getSeconds())}`,
    seed: seed.toString(),
    prompt: onOneLine(prompt.positive),
    negative_prompt: onOneLine(prompt.negative),
    model_name: modelName(settingOf(params, "model", "diffusionModel")),
    sampler: settingOf(params, "sampler"),
    scheduler: settingOf(params, "scheduler"),
    cfgscale: settingOf(params, "cfg", "guidance"),
    steps: settingOf(params, "steps"),
    width: settingOf(params, "width"),
    height: settingOf(params, "height"),
    workflow,
    project_type: workflow,
    ...given,
    file_name: file.filename.replace(/(?!^)\.[^.]+$/, ""),
    batch: String(batch),
    index: String(index),
  };
}
