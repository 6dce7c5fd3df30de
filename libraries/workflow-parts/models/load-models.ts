// Loads every model that the settings of a template ask for: checkpoint or components, refiner, VAE and clip skip.

import { edit } from "@pictor/kernel/plugin";
import type { InputFile, WorkflowDraft } from "@pictor/kernel/plugin";
import type { CoreGraphEditor } from "../core-graph.js";
import { invalidSettingError } from "../invalid-setting.js";
import { listNamedEncoders, type FamilySettings } from "./choose-family.js";
import {
  applyShift,
  loadDiffusionModel,
  loadTextEncoders,
  loadVae,
  type ModelFile,
} from "./component-loaders.js";
import type { ModelFamily } from "./families.js";
import { applyClipSkip, loadCheckpoint, type LoadedModel } from "./load-checkpoint.js";

/** The settings of loading, under the names that templates give them. */
export interface ModelSettings extends FamilySettings {
  /** A checkpoint; ignored when `diffusionModel` is set. */
  readonly model?: string;
  readonly weightDtype: string;
  readonly vae?: string;
  readonly clipSkip: number;
  readonly nf4: boolean;
  readonly shift?: number;
  readonly refiner?: string;
}

/** The inputs of loading besides the settings. */
export interface LoadingContext {
  /** Id of the workflow, for error messages. */
  readonly workflow: string;
  readonly family: ModelFamily;
  /** A checkpoint's model configuration, as `modelConfigFile` returns it. */
  readonly config?: InputFile;
}

/** The text encoders that the user named. The model family determines the others. */
function encoderFiles(settings: ModelSettings, family: ModelFamily): readonly ModelFile[] {
  return listNamedEncoders(settings).flatMap((named, index) => {
    const file = named ?? family.encoders[index];
    return file === undefined ? [] : [{ file, setting: `encoder${index + 1}` }];
  });
}

function loadFromComponents(
  graph: CoreGraphEditor,
  file: string,
  settings: ModelSettings,
  { workflow, family, config }: LoadingContext,
): LoadedModel {
  const advice =
    family.id === "custom" ? { advice: 'Or set "family" to the family of the diffusion model.' } : {};
  const invalid = (setting: string, expected: string, found: string) =>
    invalidSettingError({ workflow, setting, expected, found, ...advice });
  if (config !== undefined) throw invalid("modelConfig", "none with diffusionModel", "a file");
  if (settings.nf4) throw invalid("nf4", "false with diffusionModel", "true");
  if (settings.refiner !== undefined) throw invalid("refiner", "none with diffusionModel", settings.refiner);
  const files = encoderFiles(settings, family);
  const vae = settings.vae ?? family.vae;
  if (files.length === 0)
    throw invalid("encoder1", "a text encoder, because a diffusion model contains none", "none");
  if (family.encoderType === "flux" && files.length < 2)
    throw invalid("encoder2", "two text encoders for the encoder type flux", "one");
  if (vae === undefined) throw invalid("vae", "a VAE, because a diffusion model contains none", "none");
  return {
    model: loadDiffusionModel(graph, { file, setting: "diffusionModel" }, settings.weightDtype),
    clip: loadTextEncoders(graph, files, family.encoderType),
    vae: loadVae(graph, vae),
  };
}

/** Text encoders that the user names replace the one inside the checkpoint. */
function loadFromCheckpoint(
  graph: CoreGraphEditor,
  settings: ModelSettings,
  { workflow, family, config }: LoadingContext,
): LoadedModel {
  const { model: file, nf4 } = settings;
  if (file === undefined)
    throw invalidSettingError({ workflow, setting: "model", expected: "a checkpoint", found: "none" });
  if (nf4 && config !== undefined) {
    const expected = "no model configuration for an NF4 checkpoint";
    throw invalidSettingError({ workflow, setting: "modelConfig", expected, found: "a file" });
  }
  const named = config === undefined ? {} : { config: config.name };
  const loaded = loadCheckpoint(graph, { file, setting: "model", suffix: "Base", nf4, ...named });
  const encoders = encoderFiles(settings, { ...family, encoders: [] });
  if (encoders.length === 0) return loaded;
  const usualType = encoders.length === 2 && family.id === "checkpoint" ? "sdxl" : family.encoderType;
  return { ...loaded, clip: loadTextEncoders(graph, encoders, settings.encoderType ?? usualType) };
}

function loadBaseModel(graph: CoreGraphEditor, settings: ModelSettings, context: LoadingContext): void {
  const { diffusionModel, clipSkip, shift = context.family.shift?.value } = settings;
  const { model, clip, vae } =
    diffusionModel === undefined
      ? loadFromCheckpoint(graph, settings, context)
      : loadFromComponents(graph, diffusionModel, settings, context);
  const { class: shiftClass } = context.family.shift ?? { class: "ModelSamplingSD3" };
  graph.move({
    model: shift === undefined ? model : applyShift(graph, model, shiftClass, shift),
    clip: applyClipSkip(graph, clip, clipSkip, "Base"),
    vae,
  });
}

/** Loads the refiner. Its VAE decodes the image, because the refiner finishes the latent. */
function loadRefiner(graph: CoreGraphEditor, file: string, clipSkip: number): void {
  const { model, clip, vae } = loadCheckpoint(graph, { file, setting: "refiner", suffix: "Refiner" });
  const skipped = applyClipSkip(graph, clip, clipSkip, "Refiner");
  graph.move({ vae, "refiner.model": model, "refiner.clip": skipped, "refiner.vae": vae });
}

function overrideVae(graph: CoreGraphEditor, file: string): void {
  const vae = loadVae(graph, file);
  const hasRefiner = graph.draft.anchors["refiner.vae"] !== undefined;
  graph.move(hasRefiner ? { vae, "refiner.vae": vae } : { vae });
}

/**
 * Sets the draft's cursors, the outputs from which later nodes continue: `model`, `clip` and `vae`, and for a refiner
 * the same ones under `refiner.`. Adds a model configuration to the draft's inputs. Throws SETTINGS_INVALID when a
 * component is missing or when settings exclude each other.
 */
export function loadModels(
  draft: WorkflowDraft,
  settings: ModelSettings,
  context: LoadingContext,
): WorkflowDraft {
  return edit(draft, (graph) => {
    const { diffusionModel, refiner, vae, clipSkip } = settings;
    const { config } = context;
    loadBaseModel(graph, settings, context);
    if (config !== undefined) graph.set({ inputs: [...graph.draft.inputs, config] });
    if (refiner !== undefined) loadRefiner(graph, refiner, clipSkip);
    if (vae !== undefined && diffusionModel === undefined) overrideVae(graph, vae);
  });
}
