// The phase prepare of the workflow `img2img`: loads models, image and mask, and leaves the rest as data for later phases.

import { edit } from "@pictor/kernel/plugin";
import type { BuildWorkflow, Files } from "@pictor/kernel/plugin";
import {
  loadImage,
  loadMask,
  modelConfigFile,
  omitGivenSettings,
  prepareImageWorkflow,
  readImageSize,
  resolveImageSize,
  startFromImage,
} from "@pictor/workflow-parts";
import type { Img2imgParams } from "./settings.gen.js";

/** Creates the handler. Rejects with INPUT_NOT_READABLE or SETTINGS_INVALID. */
export const createImageToImagePrepare =
  (files: Pick<Files, "input">): BuildWorkflow =>
  async (draft, context) => {
    const params = context.params as Img2imgParams;
    const { signal } = context;
    const readOptional = async (path: string | undefined) =>
      path === undefined ? undefined : files.input(path, signal);
    const { image: path, modelConfig } = params;
    const image = await files.input(path, signal);
    const actualSize = await readImageSize(image, { signal, where: path });
    const size = resolveImageSize(actualSize, params);
    const mask = await readOptional(params.mask);
    const yaml = await readOptional(modelConfig);
    const config =
      modelConfig === undefined || yaml === undefined ? undefined : modelConfigFile(modelConfig, yaml);
    const prepared = await prepareImageWorkflow(draft, { ...params, ...size }, context, config);
    return edit(prepared, (graph) => {
      graph.set({ chosenParams: { ...omitGivenSettings({ ...size }, params), ...prepared.chosenParams } });
      startFromImage(graph, loadImage(graph, image, { setting: "image" }).image, actualSize, size);
      if (mask !== undefined) graph.set({ mask: loadMask(graph, mask, { setting: "mask" }) });
    });
  };
