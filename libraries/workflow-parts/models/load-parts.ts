// Models that come in parts: diffusion model, text encoders and VAE, each from a file of its own.

import type { LinkOf } from "@pictor/kernel/plugin";
import { untyped, type CoreGraph } from "../core-graph.js";
import type { ShiftClass } from "./profiles.js";

/** A file as the backend names it, and the user's setting that names it. */
export interface NamedFile {
  readonly file: string;
  readonly setting: string;
}

/** Number formats of a diffusion model's weights in memory. */
type WeightDtype = "default" | "fp8_e4m3fn" | "fp8_e4m3fn_fast" | "fp8_e5m2";

/** Adds `UNETLoader`. A GGUF file has a loader of an extension, which takes no `weightDtype`. */
export function loadDiffusionModel(
  graph: CoreGraph,
  { file, setting }: NamedFile,
  weightDtype = "default",
): LinkOf<"MODEL"> {
  const id = "UNETLoader";
  const origins = { unet_name: setting, weight_dtype: "weightDtype" };
  return /\.gguf$/i.test(file)
    ? graph.add("UnetLoaderGGUF", { unet_name: file }, { id, origins: { unet_name: setting } }).out()
    : graph
        .add("UNETLoader", { unet_name: file, weight_dtype: weightDtype as WeightDtype }, { id, origins })
        .out();
}

/** Moves the noise schedule; the id is the class. */
export const shifted = (
  graph: CoreGraph,
  model: LinkOf<"MODEL">,
  shiftClass: ShiftClass,
  shift: number,
): LinkOf<"MODEL"> => graph.add(shiftClass, { model, shift }, { origins: { shift: "shift" } }).out();

const loaders = ["CLIPLoader", "DualCLIPLoader", "TripleCLIPLoader", "QuadrupleCLIPLoader"] as const;

/** Adds the loader for one to four encoder files; the id is the class. Three and four of them are told no type. */
export function loadEncoders(
  graph: CoreGraph,
  files: readonly NamedFile[],
  type: string,
  typeSetting = "encoderType",
): LinkOf<"CLIP"> {
  const nodeClass = loaders[files.length - 1];
  if (nodeClass === undefined) throw new TypeError(`no loader takes ${files.length} text encoders`);
  const inputOf = (index: number): string => (files.length === 1 ? "clip_name" : `clip_name${index + 1}`);
  const entries = (read: (named: NamedFile) => string) =>
    Object.fromEntries(files.map((named, index) => [inputOf(index), read(named)]));
  // What they are told is the backend's to check: newer ones know more types.
  return untyped(graph)
    .add(
      nodeClass,
      { ...entries(({ file }) => file), type: files.length <= 2 ? type : undefined },
      { origins: { ...entries(({ setting }) => setting), type: typeSetting } },
    )
    .out();
}

/** Adds `VAELoader`. */
export const loadVae = (graph: CoreGraph, file: string, setting = "vae"): LinkOf<"VAE"> =>
  graph.add("VAELoader", { vae_name: file }, { origins: { vae_name: setting } }).out();
