// Maps the parameters of a request to a job. Every parameter has an effect, is named in a note of the reply, or is refused.

import type { JobRequest } from "@pictor/client";
import { didYouMean } from "@pictor/kernel/plugin";
import { escapePrompts, tagNotes } from "@pictor/prompt-syntax";
import { parameterInvalid, parameterUnknown } from "./faults.js";
import { fieldsOf, type Model } from "./models.js";
import type { Fields } from "./read-fields.js";
import { readInteger, readText, settingValue } from "./typed-values.js";

export interface MappedJob {
  readonly request: JobRequest;
  /** As the reply repeats it: `1024x1024`, or `auto`. */
  readonly size: string;
  readonly notes: readonly string[];
}

/** As OpenAI limits it; the setting batchSize of a workflow makes more. */
const maxImages = 10;

/** Parameters that are mapped by code, here and in `readReplyOptions`. */
const mapped = new Set([
  ...["model", "prompt", "n", "size", "stream", "partial_images"],
  ...["response_format", "output_format", "output_compression", "background"],
]);

/** Further names of settings. The parameter model is the workflow, so the setting model has another name. */
const otherNames = new Map([
  ["negative_prompt", "negative"],
  ["checkpoint", "model"],
]);

/** Parameters of OpenAI that have no effect, unless the workflow has a setting of that name, with the reason. */
const withoutEffect = new Map([
  ["quality", "the settings of the workflow decide, such as steps"],
  ["style", "the prompt and the workflow decide"],
  ["moderation", "nothing is moderated"],
  ["user", "the job belongs to the token"],
  ["input_fidelity", "the settings of the workflow decide, such as denoise"],
]);

const isStandard = (value: unknown): boolean => value === "auto" || value === "";

/** Width and height of `size`; empty for `auto`. Throws `OPENAI_PARAMETER_INVALID`. */
function sizeOf(fields: Fields, { id, workflow }: Model): Readonly<Record<string, number>> {
  const size = readText(fields, "size");
  if (size === undefined || isStandard(size)) return {};
  const [, width, height] = /^(\d{1,15})x(\d{1,15})$/.exec(size) ?? [];
  if (width === undefined) throw parameterInvalid("size", 'WIDTHxHEIGHT, such as 1024x1024, or "auto"', size);
  for (const name of ["width", "height"]) {
    if (!Object.hasOwn(fieldsOf(workflow), name))
      throw parameterInvalid("size", `"auto", because the model ${id} has no setting ${name}`, size);
    if (fields.values[name] !== undefined)
      throw parameterInvalid(name, "either size or width and height", fields.values[name]);
  }
  return { width: Number(width), height: Number(height) };
}

/** The other parameters as settings of the workflow, and notes on those without effect. */
function settingsOf(
  { values, isForm }: Fields,
  { id, workflow }: Model,
): { readonly params: Readonly<Record<string, unknown>>; readonly notes: readonly string[] } {
  const fields = fieldsOf(workflow);
  const params: Record<string, unknown> = {};
  const notes: string[] = [];
  for (const [name, value] of Object.entries(values)) {
    if (mapped.has(name)) continue;
    const setting = otherNames.get(name) ?? name;
    const reason = withoutEffect.get(name);
    if (Object.hasOwn(params, setting))
      throw parameterInvalid(name, "one value", value, `It is another name of ${setting}.`);
    // The digits of such a number were lost when the body was parsed.
    if (typeof value === "number" && Number.isInteger(value) && !Number.isSafeInteger(value))
      throw parameterInvalid(name, "at most 2^53 as a number", value, "Send it as a text.");
    if (Object.hasOwn(fields, setting)) params[setting] = settingValue(value, fields[setting], isForm);
    else if (reason === undefined) {
      const others = [...otherNames].filter(([, of]) => Object.hasOwn(fields, of)).map(([other]) => other);
      const known = [...mapped, ...others, ...Object.keys(fields).filter((field) => field !== "model")];
      throw parameterUnknown(name, id, workflow.id, didYouMean(name, known));
    } else if (!isStandard(value)) notes.push(`${name}: has no effect; ${reason}.`);
  }
  return { params, notes };
}

/** The settings of a preset. Its seed is left out if a form would take a new one for each job. */
function presetOf({ preset }: Model): Readonly<Record<string, unknown>> {
  if (preset === undefined) return {};
  const { seed, ...others } = preset.params;
  return preset.seed === "random" || seed === undefined ? others : { ...others, seed };
}

/**
 * The job of a request without its images. Throws `OPENAI_PARAMETER_UNKNOWN` and `OPENAI_PARAMETER_INVALID`; the values of
 * settings are checked by the server.
 */
export function mapJob(fields: Fields, model: Model): MappedJob {
  const { workflow, preset } = model;
  const prompt = readText(fields, "prompt");
  if (prompt === undefined || prompt.trim() === "")
    throw parameterInvalid("prompt", "a text", prompt, "Say what the image shows.");
  const { params, notes } = settingsOf(fields, model);
  const ofPreset = presetOf(model);
  const texts = { ...params, prompt };
  const size = sizeOf(fields, model);
  const { features, backend, count: presetCount = 1 } = preset ?? {};
  const count = readInteger(fields, "n", 1, maxImages) ?? presetCount;
  return {
    request: {
      workflow: workflow.id,
      params: { ...ofPreset, ...size, ...escapePrompts(texts, { ...ofPreset, ...texts }) },
      ...(features !== undefined && { features }),
      ...(backend !== undefined && { backend }),
      count,
    },
    size: Object.keys(size).length === 0 ? "auto" : `${size["width"]}x${size["height"]}`,
    notes: [...notes, ...tagNotes(texts)],
  };
}
