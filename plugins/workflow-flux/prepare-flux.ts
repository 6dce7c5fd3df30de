// The phase prepare of the workflow `flux`: loads a Flux model and leaves everything else as data for later phases.

import type { BuildWorkflow, Catalog } from "@pictor/kernel/plugin";
import {
  detectFamily,
  diffusionModelInputs,
  modelFileClasses,
  offeredFiles,
  prepareImageWorkflow,
  type ImageWorkflowSettings,
} from "@pictor/workflow-parts";
import type { FluxParams } from "./settings.gen.js";

/** Words in the names of Flux models that need further inputs besides a prompt. */
const specialModels = /kontext|fill|canny|depth|redux/i;

/**
 * The first offered Flux model; if there is none, a common name, so that the validation of the graph reports the missing
 * file.
 */
function findFluxModel(catalog: Catalog): string {
  const files = offeredFiles(catalog, ...diffusionModelInputs).filter(
    (file) => detectFamily(file) === "flux",
  );
  return files.find((file) => !specialModels.test(file)) ?? files[0] ?? "flux1-dev";
}

/** Settings that this workflow does not offer are fixed to the values that Flux needs. */
export const prepareFlux: BuildWorkflow = async (draft, context) => {
  const params = context.params as FluxParams;
  const diffusionModel =
    params.diffusionModel ?? findFluxModel(await context.catalog({ classes: modelFileClasses }));
  const settings: ImageWorkflowSettings = {
    family: "flux",
    negative: "",
    clipSkip: 1,
    nf4: false,
    denoise: 1,
    ...params,
    diffusionModel,
  };
  const prepared = await prepareImageWorkflow(draft, settings, context);
  return { ...prepared, chosenParams: { diffusionModel, ...prepared.chosenParams } };
};
