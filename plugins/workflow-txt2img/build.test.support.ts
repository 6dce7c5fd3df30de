// Builds as the kernel does: the three phases in order, add-ons in between, every value frozen.

import { emptyDraft } from "@pictor/kernel/plugin";
import type { BuildContext, Catalog, InputFile, Params, WorkflowDraft } from "@pictor/kernel/plugin";
import { finish, sample } from "@pictor/workflow-parts";
import { contextOf as bareContextOf } from "@pictor/workflow-parts/testing";
import { prepareWith } from "./prepare.js";

/** The manifest's defaults, a prompt and a model. */
export const defaults: Params = {
  prompt: "a lighthouse",
  negative: "fog",
  profile: "auto",
  model: "base.safetensors",
  weightDtype: "default",
  nf4: false,
  clipSkip: 1,
  refinerSteps: 10,
  width: 1024,
  height: 1024,
  alignedTo: "SDXL",
  denoise: 1,
  batchSize: 1,
  batchIndex: 0,
};

const choice = (name: string, input: string, options: readonly string[]) =>
  [
    name,
    { name, inputs: [{ name: input, required: true, type: "COMBO", options }], outputs: [], isOutput: false },
  ] as const;

/** The files of a backend on which every family is installed. */
const catalog: Catalog = new Map([
  choice("CLIPLoader", "clip_name", [
    "clip_g_hidream.safetensors",
    "clip_l.safetensors",
    "llama_3.1_8b_instruct_fp8_scaled.safetensors",
    "qwen_3_06b_base.safetensors",
    "qwen_3_4b.safetensors",
    "qwen_3_8b_fp8mixed.safetensors",
    "t5xxl_fp16.safetensors",
    "t5xxl_fp8_e4m3fn.safetensors",
  ]),
  choice("VAELoader", "vae_name", [
    "ae.safetensors",
    "flux2-vae.safetensors",
    "qwen_image_vae.safetensors",
    "taesd",
  ]),
]);

export const contextOf = (params: Params = {}, seed = 7n): BuildContext => ({
  ...bareContextOf({ params: { ...defaults, ...params }, seed }),
  catalog: () => Promise.resolve(catalog),
});

const fileOf = (path: string): Promise<InputFile> =>
  Promise.resolve({ name: `read-${path}`, mime: "application/yaml", open: () => new ReadableStream() });

export const prepare = prepareWith({ input: fileOf });

type Step = (draft: WorkflowDraft) => WorkflowDraft;

export interface AddOns {
  readonly condition?: Step;
  readonly refine?: Step;
}

function frozen<T>(value: T): T {
  if (typeof value === "object" && value !== null) Object.values(Object.freeze(value)).forEach(frozen);
  return value;
}

const unchanged: Step = (draft) => draft;

export async function build(
  params: Params = {},
  seed = 7n,
  { condition = unchanged, refine = unchanged }: AddOns = {},
): Promise<WorkflowDraft> {
  const context = frozen(contextOf(params, seed));
  const prepared = frozen((await prepare(frozen(emptyDraft), context)) ?? emptyDraft);
  const phases: readonly Step[] = [condition, (draft) => sample(draft, context), refine, finish];
  return phases.reduce((draft, phase) => frozen(phase(draft)), prepared);
}
