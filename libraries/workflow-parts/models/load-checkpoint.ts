// Loads a checkpoint: one file with diffusion model, text encoder and VAE.

import type { TypedLink } from "@pictor/kernel/plugin";
import type { CoreGraphEditor } from "../core-graph.js";

/** A checkpoint and how it is loaded. */
export interface CheckpointFile {
  /** The name of the file on the backend. */
  readonly file: string;
  /** The user's setting that names the file. */
  readonly setting: string;
  /** Suffix of the node ids. */
  readonly suffix: "Base" | "Refiner";
  /** Whether the checkpoint is quantized to NF4, which needs the loader of an extension. Default false. */
  readonly nf4?: boolean;
  /** Name of a model configuration (.yaml) in the backend's folder `configs`. */
  readonly config?: string;
}

/** The outputs of the loaders. */
export interface LoadedModel {
  readonly model: TypedLink<"MODEL">;
  readonly clip: TypedLink<"CLIP">;
  readonly vae: TypedLink<"VAE">;
}

function addLoader(graph: CoreGraphEditor, { file, setting, suffix, nf4 = false, config }: CheckpointFile) {
  const id = `CheckpointLoader_${suffix}`;
  const ckpt_name = file;
  const origins = { ckpt_name: setting };
  if (nf4) return graph.add("CheckpointLoaderNF4", { ckpt_name }, { id, origins });
  if (config === undefined) return graph.add("CheckpointLoaderSimple", { ckpt_name }, { id, origins });
  const withConfig = { ...origins, config_name: "modelConfig" };
  return graph.add("CheckpointLoader", { config_name: config, ckpt_name }, { id, origins: withConfig });
}

/** Adds the loader `CheckpointLoader_<suffix>` without changing the cursors. */
export function loadCheckpoint(graph: CoreGraphEditor, checkpoint: CheckpointFile): LoadedModel {
  const loader = addLoader(graph, checkpoint);
  return { model: loader.out(0), clip: loader.out(1), vae: loader.out(2) };
}

/**
 * Adds CLIPSetLastLayer, so that the text encoder stops `clipSkip` layers from its end. The default layer of the
 * encoder is 1, for which no node is added.
 */
export function applyClipSkip(
  graph: CoreGraphEditor,
  clip: TypedLink<"CLIP">,
  clipSkip: number,
  suffix: CheckpointFile["suffix"],
): TypedLink<"CLIP"> {
  if (clipSkip <= 1) return clip;
  return graph
    .add(
      "CLIPSetLastLayer",
      { clip, stop_at_clip_layer: -clipSkip },
      { id: `CLIP_Skip_${suffix}`, origins: { stop_at_clip_layer: "clipSkip" } },
    )
    .out();
}
