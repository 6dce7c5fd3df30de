// Loading all that a template's settings ask for: model or checkpoint, encoders, VAE, refiner and clip skip, as cursors.

import { edit } from "@pictor/kernel/plugin";
import type { InputFile, LinkOf, WorkflowDraft } from "@pictor/kernel/plugin";
import type { CoreGraph } from "../core-graph.js";
import { invalidSetting } from "../invalid-setting.js";
import { namedEncoders, type ProfileSettings } from "./choose-profile.js";
import { loadCheckpoint, skipLayers, type LoadedModel } from "./load-checkpoint.js";
import { loadDiffusionModel, loadEncoders, loadVae, shifted, type NamedFile } from "./load-parts.js";
import type { ModelProfile } from "./profiles.js";

/** The settings of loading; the names are those that templates give them. */
export interface ModelSettings extends ProfileSettings {
  /** A checkpoint; not read beside `diffusionModel`. */
  readonly model?: string;
  readonly weightDtype: string;
  readonly vae?: string;
  readonly clipSkip: number;
  readonly nf4: boolean;
  readonly shift?: number;
  readonly refiner?: string;
}

export interface Loading {
  /** Id of the workflow, for error messages. */
  readonly workflow: string;
  readonly profile: ModelProfile;
  /** A checkpoint's configuration, as `configFile` names it. */
  readonly config?: InputFile;
}

/** The person's encoders in their slots, those of the profile in the others. */
function encoderFiles(settings: ModelSettings, profile: ModelProfile): readonly NamedFile[] {
  return namedEncoders(settings).flatMap((named, index) => {
    const file = named ?? profile.encoders[index];
    return file === undefined ? [] : [{ file, setting: `encoder${index + 1}` }];
  });
}

function loadParts(graph: CoreGraph, file: string, settings: ModelSettings, loading: Loading): LoadedModel {
  const { workflow, profile, config } = loading;
  const advice = profile.id === "custom" ? { advice: "Or name the model's family as profile." } : {};
  const refuse = (setting: string, expected: string, found: string) =>
    invalidSetting({ workflow, setting, expected, found, ...advice });
  if (config !== undefined) throw refuse("modelConfig", "none beside diffusionModel", "a file");
  if (settings.nf4) throw refuse("nf4", "false beside diffusionModel", "true");
  if (settings.refiner !== undefined) throw refuse("refiner", "none beside diffusionModel", settings.refiner);
  const files = encoderFiles(settings, profile);
  const vae = settings.vae ?? profile.vae;
  if (files.length === 0)
    throw refuse("encoder1", "a text encoder, as a diffusion model brings none", "none");
  if (profile.encoderType === "flux" && files.length < 2)
    throw refuse("encoder2", "two text encoders for the type flux", "one");
  if (vae === undefined) throw refuse("vae", "a VAE, as a diffusion model brings none", "none");
  return {
    model: loadDiffusionModel(graph, { file, setting: "diffusionModel" }, settings.weightDtype),
    clip: loadEncoders(graph, files, profile.encoderType),
    vae: loadVae(graph, vae),
  };
}

/** Its own text encoder is left alone where the person names another. */
function loadWhole(graph: CoreGraph, settings: ModelSettings, loading: Loading): LoadedModel {
  const { workflow, profile, config } = loading;
  const { model: file, nf4 } = settings;
  if (file === undefined)
    throw invalidSetting({ workflow, setting: "model", expected: "a checkpoint", found: "none" });
  if (nf4 && config !== undefined) {
    const expected = "no configuration for a checkpoint of 4 bits";
    throw invalidSetting({ workflow, setting: "modelConfig", expected, found: "a file" });
  }
  const named = config === undefined ? {} : { config: config.name };
  const loaded = loadCheckpoint(graph, { file, setting: "model", suffix: "Base", nf4, ...named });
  const encoders = encoderFiles(settings, { ...profile, encoders: [] });
  if (encoders.length === 0) return loaded;
  const usual = encoders.length === 2 && profile.id === "checkpoint" ? "sdxl" : profile.encoderType;
  return { ...loaded, clip: loadEncoders(graph, encoders, settings.encoderType ?? usual) };
}

function loadBase(graph: CoreGraph, settings: ModelSettings, loading: Loading): void {
  const { diffusionModel, clipSkip, shift = loading.profile.shift?.value } = settings;
  const { model, clip, vae } =
    diffusionModel === undefined
      ? loadWhole(graph, settings, loading)
      : loadParts(graph, diffusionModel, settings, loading);
  const { class: shiftClass } = loading.profile.shift ?? { class: "ModelSamplingSD3" };
  graph.move({
    model: shift === undefined ? model : shifted(graph, model, shiftClass, shift),
    clip: skipLayers(graph, clip, clipSkip, "Base"),
    vae,
  });
}

/** Its VAE decodes: the picture is finished by this model. */
function loadRefiner(graph: CoreGraph, file: string, clipSkip: number): void {
  const { model, clip, vae } = loadCheckpoint(graph, { file, setting: "refiner", suffix: "Refiner" });
  const skipped = skipLayers(graph, clip, clipSkip, "Refiner");
  graph.move({ vae, "refiner.model": model, "refiner.clip": skipped, "refiner.vae": vae });
}

function overrideVae(graph: CoreGraph, vae: LinkOf<"VAE">): void {
  const isRefined = graph.draft.anchors["refiner.vae"] !== undefined;
  graph.move(isRefined ? { vae, "refiner.vae": vae } : { vae });
}

/**
 * Sets the cursors `model`, `clip` and `vae`, and with a refiner the same under `refiner.`, each model with its own
 * encoder; takes a configuration into the draft's inputs. Throws SETTINGS_INVALID where a part is missing, or where
 * parts exclude each other.
 */
export function loadModels(draft: WorkflowDraft, settings: ModelSettings, loading: Loading): WorkflowDraft {
  return edit(draft, (graph) => {
    const { diffusionModel, refiner, vae, clipSkip } = settings;
    const { config } = loading;
    loadBase(graph, settings, loading);
    if (config !== undefined) graph.set({ inputs: [...graph.draft.inputs, config] });
    if (refiner !== undefined) loadRefiner(graph, refiner, clipSkip);
    if (vae !== undefined && diffusionModel === undefined) overrideVae(graph, loadVae(graph, vae));
  });
}
