// Phase prepare: model, encoders and VAE, and as data everything that later phases read.

import type { BuildWorkflow, Catalog } from "@pictor/kernel/plugin";
import { prepared, profileOf, type PictureSettings } from "@pictor/workflow-parts";
import type { FluxParams } from "./settings.gen.js";

/** The loaders of diffusion models: the core's, and that of the extension for GGUF files. */
const loaders = ["UNETLoader", "UnetLoaderGGUF"];

/** Flux models that want more than a prompt. */
const special = /kontext|fill|canny|depth|redux/i;

/** The first model whose name says Flux; a name for the check of the graph to refuse where there is none. */
function modelOf(catalog: Catalog): string {
  const files = loaders
    .flatMap((name) => catalog.get(name)?.inputs.find((input) => input.name === "unet_name")?.options ?? [])
    .map(String)
    .filter((file) => profileOf(file) === "flux");
  return files.find((file) => !special.test(file)) ?? files[0] ?? "flux1-dev";
}

/** What is no setting here is what Flux needs. */
export const prepare: BuildWorkflow = async (draft, context) => {
  const params = context.params as FluxParams;
  const diffusionModel = params.diffusionModel ?? modelOf(await context.catalog());
  const settings: PictureSettings = {
    ...{ profile: "flux", negative: "", clipSkip: 1, nf4: false, denoise: 1 },
    ...params,
    diffusionModel,
  };
  const loaded = await prepared(draft, settings, context);
  return { ...loaded, chosen: { diffusionModel, ...loaded.chosen } };
};
