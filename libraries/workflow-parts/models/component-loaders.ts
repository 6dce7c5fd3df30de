// Loaders of model components in separate files: diffusion model, text encoders and VAE.

import type { TypedLink } from "@pictor/kernel/plugin";
import { asUntyped, type CoreGraphEditor } from "../core-graph.js";
import type { ShiftClass } from "./families.js";

/** A model file and the setting that names it. */
export interface ModelFile {
  /** The name of the file on the backend. */
  readonly file: string;
  /** Name of the user's setting for the file of this component. */
  readonly setting: string;
}

/** Number formats of a diffusion model's weights in memory. */
type WeightDtype = "default" | "fp8_e4m3fn" | "fp8_e4m3fn_fast" | "fp8_e5m2";

/** Adds UNETLoader, or for a GGUF file UnetLoaderGGUF (of the extension ComfyUI-GGUF), which has no `weight_dtype`. */
export function loadDiffusionModel(
  graph: CoreGraphEditor,
  { file, setting }: ModelFile,
  weightDtype = "default",
): TypedLink<"MODEL"> {
  const id = "UNETLoader";
  const origins = { unet_name: setting, weight_dtype: "weightDtype" };
  return /\.gguf$/i.test(file)
    ? graph.add("UnetLoaderGGUF", { unet_name: file }, { id, origins: { unet_name: setting } }).out()
    : graph
        .add("UNETLoader", { unet_name: file, weight_dtype: weightDtype as WeightDtype }, { id, origins })
        .out();
}

/** Adds a node that shifts the noise schedule of the model. */
export const applyShift = (
  graph: CoreGraphEditor,
  model: TypedLink<"MODEL">,
  shiftClass: ShiftClass,
  shift: number,
): TypedLink<"MODEL"> => graph.add(shiftClass, { model, shift }, { origins: { shift: "shift" } }).out();

const encoderLoaders = ["CLIPLoader", "DualCLIPLoader", "TripleCLIPLoader", "QuadrupleCLIPLoader"] as const;

/** Adds the loader for one to four text encoders. The loaders for three and four take no `type`. */
export function loadTextEncoders(
  graph: CoreGraphEditor,
  files: readonly ModelFile[],
  type: string,
  typeSetting = "encoderType",
): TypedLink<"CLIP"> {
  const nodeClass = encoderLoaders[files.length - 1];
  if (nodeClass === undefined) throw new TypeError(`no loader takes ${files.length} text encoders`);
  const inputName = (index: number): string => (files.length === 1 ? "clip_name" : `clip_name${index + 1}`);
  const perInput = (read: (file: ModelFile) => string) =>
    Object.fromEntries(files.map((file, index) => [inputName(index), read(file)]));
  // Untyped, because newer backends know more encoder types than the recorded catalog; the backend checks the type.
  return asUntyped(graph)
    .add(
      nodeClass,
      { ...perInput(({ file }) => file), type: files.length <= 2 ? type : undefined },
      { origins: { ...perInput(({ setting }) => setting), type: typeSetting } },
    )
    .out();
}

/** Adds VAELoader. */
export const loadVae = (graph: CoreGraphEditor, file: string, setting = "vae"): TypedLink<"VAE"> =>
  graph.add("VAELoader", { vae_name: file }, { origins: { vae_name: setting } }).out();
