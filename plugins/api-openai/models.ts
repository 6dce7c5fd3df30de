// The models of the API: workflows that make images from a prompt, and presets of such workflows.

import type { Preset, Workflow } from "@pictor/client";
import { isRecord } from "@pictor/kernel/plugin";

export interface Model {
  /** `txt2img` or `preset:NAME`. */
  readonly id: string;
  readonly title: string;
  readonly workflow: Workflow;
  readonly preset?: Preset;
  /** The setting that takes the images to edit: one, or a list. */
  readonly imageSetting?: "image" | "images";
  /** Whether the workflow makes no image without an image. */
  readonly needsImage: boolean;
}

export type Field = Readonly<Record<string, unknown>>;

export const presetPrefix = "preset:";

/** The settings of a workflow by name. */
export function fieldsOf({ params }: Workflow): Readonly<Record<string, Field>> {
  const { properties } = params;
  return isRecord(properties) ? (properties as Readonly<Record<string, Field>>) : {};
}

const requiredOf = ({ params }: Workflow): readonly string[] =>
  Array.isArray(params["required"]) ? (params["required"] as readonly string[]) : [];

/** The settings that only workflows for videos have. */
const videoSettings = ["frames", "fps"];

/** The model that a workflow, or a preset of it, is; undefined if it makes no image from a prompt. */
export function modelOf(workflow: Workflow, preset?: Preset): Model | undefined {
  const fields = fieldsOf(workflow);
  const has = (name: string): boolean => Object.hasOwn(fields, name);
  if (!has("prompt") || videoSettings.some(has)) return undefined;
  const imageSetting = (["image", "images"] as const).find(has);
  const missing = requiredOf(workflow).filter(
    (name) => name !== "prompt" && preset?.params[name] === undefined,
  );
  if (missing.some((name) => name !== imageSetting)) return undefined;
  return {
    id: preset === undefined ? workflow.id : presetPrefix + preset.name,
    title: preset?.name ?? workflow.title,
    workflow,
    ...(preset !== undefined && { preset }),
    ...(imageSetting !== undefined && { imageSetting }),
    needsImage: missing.length > 0,
  };
}

/** The names of OpenAI's own models, which many clients have built in. */
export const isOpenAiName = (name: string): boolean => /^(?:gpt-image-|dall-e-|chatgpt-image-)/.test(name);

/** A model in a reply. */
export const describeModel = ({ id, title, preset, imageSetting, needsImage }: Model) => ({
  id,
  object: "model",
  created: preset === undefined ? 0 : Math.floor(preset.savedAtMs / 1000),
  owned_by: "pictor",
  title,
  routes: [
    ...(needsImage ? [] : ["/v1/images/generations"]),
    ...(imageSetting === undefined ? [] : ["/v1/images/edits"]),
  ],
});
