// Loading: checkpoint, refiner, VAE and clip skip, each as cursors of the draft.

import { addNode, link } from "@pictor/kernel/plugin";
import type { Anchors, Link, WorkflowDraft } from "@pictor/kernel/plugin";
import type { Txt2imgParams } from "./settings.gen.js";

/** A checkpoint to load: the file, the setting that names it, and the word its node ids end in. */
interface Checkpoint {
  readonly file: string;
  readonly setting: "model" | "refiner";
  readonly suffix: "Base" | "Refiner";
}

interface Loaded {
  readonly draft: WorkflowDraft;
  readonly model: Link;
  readonly clip: Link;
  readonly vae: Link;
}

/** 1 is the encoder's last layer, which it uses anyway; the node counts layers from the end as -1, -2, ... */
function skipLayers(loaded: Loaded, clipSkip: number, suffix: Checkpoint["suffix"]): Loaded {
  if (clipSkip <= 1) return loaded;
  const added = addNode(loaded.draft, {
    id: `CLIP_Skip_${suffix}`,
    class: "CLIPSetLastLayer",
    inputs: { clip: loaded.clip, stop_at_clip_layer: -clipSkip },
    origins: { stop_at_clip_layer: "clipSkip" },
  });
  return { ...loaded, draft: added.draft, clip: link(added.id) };
}

function loadCheckpoint(draft: WorkflowDraft, checkpoint: Checkpoint, clipSkip: number): Loaded {
  const { draft: next, id } = addNode(draft, {
    id: `CheckpointLoader_${checkpoint.suffix}`,
    class: "CheckpointLoaderSimple",
    inputs: { ckpt_name: checkpoint.file },
    origins: { ckpt_name: checkpoint.setting },
  });
  const loaded: Loaded = { draft: next, model: link(id, 0), clip: link(id, 1), vae: link(id, 2) };
  return skipLayers(loaded, clipSkip, checkpoint.suffix);
}

/** The chosen VAE in place of every checkpoint's own. */
function overrideVae(draft: WorkflowDraft, file: string): WorkflowDraft {
  const added = addNode(draft, {
    id: "VAELoader",
    class: "VAELoader",
    inputs: { vae_name: file },
    origins: { vae_name: "vae" },
  });
  const vae = link(added.id);
  const refined: Anchors = draft.anchors["refiner.vae"] === undefined ? {} : { "refiner.vae": vae };
  return { ...added.draft, anchors: { ...draft.anchors, vae, ...refined } };
}

function loadBase(draft: WorkflowDraft, { model: file, clipSkip }: Txt2imgParams): WorkflowDraft {
  const loaded = loadCheckpoint(draft, { file, setting: "model", suffix: "Base" }, clipSkip);
  const { model, clip, vae } = loaded;
  return { ...loaded.draft, anchors: { ...draft.anchors, model, clip, vae } };
}

function loadRefiner(draft: WorkflowDraft, file: string, clipSkip: number): WorkflowDraft {
  const loaded = loadCheckpoint(draft, { file, setting: "refiner", suffix: "Refiner" }, clipSkip);
  const { model, clip, vae } = loaded;
  const refiner: Anchors = { "refiner.model": model, "refiner.clip": clip, "refiner.vae": vae };
  return { ...loaded.draft, anchors: { ...draft.anchors, ...refiner, vae } };
}

/**
 * Sets the cursors `model`, `clip` and `vae`, and with a refiner the same under `refiner.`. What decodes the picture
 * is the VAE of the model that finishes it, so with a refiner `vae` is the refiner's.
 */
export function loadModels(draft: WorkflowDraft, params: Txt2imgParams): WorkflowDraft {
  const base = loadBase(draft, params);
  const loaded = params.refiner === undefined ? base : loadRefiner(base, params.refiner, params.clipSkip);
  return params.vae === undefined ? loaded : overrideVae(loaded, params.vae);
}
