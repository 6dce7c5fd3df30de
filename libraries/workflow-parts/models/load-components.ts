// Loads the model components of a template that is made for one family: diffusion model, text encoders and VAE.

import { edit } from "@pictor/kernel/plugin";
import type { BuildContext, Params, WorkflowDraft } from "@pictor/kernel/plugin";
import { omitGivenSettings } from "../chosen-settings.js";
import { applyShift, loadDiffusionModel, loadTextEncoders, loadVae } from "./component-loaders.js";
import type { ModelFamily, ShiftClass } from "./families.js";
import {
  diffusionModelInputs,
  findModelFile,
  modelFileClasses,
  textEncoderInput,
  vaeInput,
  type FileNameCandidates,
} from "./offered-files.js";

/** The components of a family and the words by which their files are recognized. */
export interface ModelComponents {
  readonly diffusionModel: FileNameCandidates;
  /** Value of the input `type` of the text encoders' loader. */
  readonly encoderType: string;
  /** One entry for each text encoder. */
  readonly encoders: readonly FileNameCandidates[];
  readonly vae: FileNameCandidates;
  /** The node class that the setting `shift` adds; absent for a family without shift. */
  readonly shift?: ShiftClass;
}

/** The settings of loading, under the names that templates give them. */
export interface ComponentSettings {
  readonly diffusionModel?: string;
  readonly weightDtype: string;
  readonly encoder1?: string;
  readonly encoder2?: string;
  readonly vae?: string;
  readonly shift?: number;
}

/** The files of the components, as the backend names them. */
export interface ComponentFiles {
  readonly diffusionModel: string;
  readonly encoders: readonly string[];
  readonly vae: string;
}

/** The files that the user named. The other files are searched among those that the backend offers. */
export async function resolveComponentFiles(
  { diffusionModel, encoder1, encoder2, vae }: ComponentSettings,
  components: ModelComponents,
  catalog: BuildContext["catalog"],
): Promise<ComponentFiles> {
  const named = components.encoders.map((_, index) => [encoder1, encoder2][index]);
  const encoders = named.filter((file) => file !== undefined);
  const isComplete = encoders.length === named.length && vae !== undefined && diffusionModel !== undefined;
  if (isComplete) return { diffusionModel, encoders, vae };
  const known = await catalog({ classes: modelFileClasses });
  return {
    diffusionModel:
      diffusionModel ?? findModelFile(components.diffusionModel, known, ...diffusionModelInputs),
    encoders: components.encoders.map(
      (candidates, index) => named[index] ?? findModelFile(candidates, known, textEncoderInput),
    ),
    vae: vae ?? findModelFile(components.vae, known, vaeInput),
  };
}

/** The chosen files of text encoders and VAE, in the form of the settings that name them. */
export const componentFileSettings = ({ encoders, vae }: Pick<ModelFamily, "encoders" | "vae">): Params => ({
  ...Object.fromEntries(encoders.map((file, index) => [`encoder${index + 1}`, file])),
  ...(vae !== undefined && { vae }),
});

/**
 * Sets the cursors `model`, `clip` and `vae`, stores them also as the original cursors, and records the files that were
 * chosen.
 */
export function loadComponents(
  draft: WorkflowDraft,
  files: ComponentFiles,
  components: ModelComponents,
  settings: ComponentSettings,
): WorkflowDraft {
  const { weightDtype, shift } = settings;
  const { diffusionModel } = files;
  const loaded = edit(draft, (graph) => {
    const file = { file: diffusionModel, setting: "diffusionModel" };
    const model = loadDiffusionModel(graph, file, weightDtype);
    const isShifted = components.shift !== undefined && shift !== undefined;
    const encoders = files.encoders.map((name, index) => ({ file: name, setting: `encoder${index + 1}` }));
    graph.move({
      model: isShifted ? applyShift(graph, model, components.shift, shift) : model,
      clip: loadTextEncoders(graph, encoders, components.encoderType),
      vae: loadVae(graph, files.vae),
    });
  });
  const chosenParams = omitGivenSettings({ diffusionModel, ...componentFileSettings(files) }, settings);
  return { ...loaded, cursors: { original: loaded.anchors }, chosenParams };
}
