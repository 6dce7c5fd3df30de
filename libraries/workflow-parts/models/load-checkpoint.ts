// A checkpoint: one file with model, text encoder and VAE.

import type { LinkOf } from "@pictor/kernel/plugin";
import type { CoreGraph } from "../core-graph.js";

export interface CheckpointFile {
  /** As the backend names it. */
  readonly file: string;
  /** The user's setting that names it. */
  readonly setting: string;
  /** What the ids of its nodes end in. */
  readonly suffix: "Base" | "Refiner";
  /** Quantised to 4 bits: another loader, of an extension. */
  readonly nf4?: boolean;
  /** Name of a model configuration (.yaml) in the backend's folder `configs`. */
  readonly config?: string;
}

export interface LoadedModel {
  readonly model: LinkOf<"MODEL">;
  readonly clip: LinkOf<"CLIP">;
  readonly vae: LinkOf<"VAE">;
}

function addLoader(graph: CoreGraph, { file, setting, suffix, nf4 = false, config }: CheckpointFile) {
  const id = `CheckpointLoader_${suffix}`;
  const ckpt_name = file;
  const origins = { ckpt_name: setting };
  if (nf4) return graph.add("CheckpointLoaderNF4", { ckpt_name }, { id, origins });
  if (config === undefined) return graph.add("CheckpointLoaderSimple", { ckpt_name }, { id, origins });
  const withConfig = { ...origins, config_name: "modelConfig" };
  return graph.add("CheckpointLoader", { config_name: config, ckpt_name }, { id, origins: withConfig });
}

/** Adds the loader, `CheckpointLoader_<suffix>`. Cursors stay where they are. */
export function loadCheckpoint(graph: CoreGraph, checkpoint: CheckpointFile): LoadedModel {
  const loader = addLoader(graph, checkpoint);
  return { model: loader.out(0), clip: loader.out(1), vae: loader.out(2) };
}

/** Layers from the end that the text encoder leaves out: 1 uses the last one, as it does anyway, and adds no node. */
export function skipLayers(
  graph: CoreGraph,
  clip: LinkOf<"CLIP">,
  clipSkip: number,
  suffix: CheckpointFile["suffix"],
): LinkOf<"CLIP"> {
  if (clipSkip <= 1) return clip;
  return graph
    .add(
      "CLIPSetLastLayer",
      { clip, stop_at_clip_layer: -clipSkip },
      { id: `CLIP_Skip_${suffix}`, origins: { stop_at_clip_layer: "clipSkip" } },
    )
    .out();
}
