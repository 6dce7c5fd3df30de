// For tests: builds as the kernel does, with the three phases in order, features between them, and every value frozen.

import { emptyDraft } from "@pictor/kernel/plugin";
import type { BuildContext, Catalog, InputFile, Params, WorkflowDraft } from "@pictor/kernel/plugin";
import { finish, sample } from "@pictor/workflow-parts";
import { createBuildContext as createBareContext } from "@pictor/workflow-parts/testing";
import { createTextToImagePrepare } from "../prepare-text-to-image.js";

/** The manifest's defaults, a prompt and a model. */
export const defaults: Params = {
  prompt: "a lighthouse",
  negative: "fog",
  family: "auto",
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

const fileOptions = (name: string, input: string, options: readonly string[]) =>
  [
    name,
    { name, inputs: [{ name: input, required: true, type: "COMBO", options }], outputs: [], isOutput: false },
  ] as const;

/** The files of a backend that has every family. */
const catalog: Catalog = new Map([
  fileOptions("CLIPLoader", "clip_name", [
    "clip_g_hidream.safetensors",
    "clip_l.safetensors",
    "llama_3.1_8b_instruct_fp8_scaled.safetensors",
    "qwen_3_06b_base.safetensors",
    "qwen_3_4b.safetensors",
    "qwen_3_8b_fp8mixed.safetensors",
    "t5xxl_fp16.safetensors",
    "t5xxl_fp8_e4m3fn.safetensors",
  ]),
  fileOptions("VAELoader", "vae_name", [
    "ae.safetensors",
    "flux2-vae.safetensors",
    "qwen_image_vae.safetensors",
    "taesd",
  ]),
]);

/** A context with the defaults, `params` and the files of that backend. */
export const createBuildContext = (params: Params = {}, seed = 7n): BuildContext => ({
  ...createBareContext({ params: { ...defaults, ...params }, seed }),
  catalog: () => Promise.resolve(catalog),
});

const readInput = (path: string): Promise<InputFile> =>
  Promise.resolve({ name: `read-${path}`, mime: "application/yaml", open: () => new ReadableStream() });

/** The handler of the phase prepare. */
export const prepare = createTextToImagePrepare({ input: readInput });

type PhaseStep = (draft: WorkflowDraft) => WorkflowDraft;

/** Features, as functions for the phases `condition` and `refine`. */
export interface PhaseFeatures {
  readonly condition?: PhaseStep;
  readonly refine?: PhaseStep;
}

function deepFreeze<T>(value: T): T {
  if (typeof value === "object" && value !== null) Object.values(Object.freeze(value)).forEach(deepFreeze);
  return value;
}

const unchanged: PhaseStep = (draft) => draft;

/** The draft after all phases. */
export async function build(
  params: Params = {},
  seed = 7n,
  { condition = unchanged, refine = unchanged }: PhaseFeatures = {},
): Promise<WorkflowDraft> {
  const context = deepFreeze(createBuildContext(params, seed));
  const prepared = deepFreeze((await prepare(deepFreeze(emptyDraft), context)) ?? emptyDraft);
  const phases: readonly PhaseStep[] = [condition, (draft) => sample(draft, context), refine, finish];
  return phases.reduce((draft, phase) => deepFreeze(phase(draft)), prepared);
}
