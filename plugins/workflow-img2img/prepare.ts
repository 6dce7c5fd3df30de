// Phase prepare: models and the picture, and as data everything that later phases read.

import { edit } from "@pictor/kernel/plugin";
import type { BuildWorkflow, Files } from "@pictor/kernel/plugin";
import {
  askedSize,
  configFile,
  leftOpen,
  loadMask,
  loadPicture,
  pictureSize,
  prepared,
  startPicture,
} from "@pictor/workflow-parts";
import type { Img2imgParams } from "./settings.gen.js";

export const prepareWith =
  (files: Pick<Files, "input">): BuildWorkflow =>
  async (draft, context) => {
    const params = context.params as Img2imgParams;
    const { signal } = context;
    const read = async (path: string | undefined) =>
      path === undefined ? undefined : files.input(path, signal);
    const { image: path, modelConfig } = params;
    const picture = await files.input(path, signal);
    const own = await pictureSize(picture, { signal, where: path });
    const size = askedSize(own, params);
    const mask = await read(params.mask);
    const yaml = await read(modelConfig);
    const config =
      modelConfig === undefined || yaml === undefined ? undefined : configFile(modelConfig, yaml);
    const loaded = await prepared(draft, { ...params, ...size }, context, config);
    return edit(loaded, (graph) => {
      graph.set({ chosen: { ...leftOpen({ ...size }, params), ...loaded.chosen } });
      startPicture(graph, loadPicture(graph, picture, { setting: "image" }).image, own, size);
      if (mask !== undefined) graph.set({ mask: loadMask(graph, mask, { setting: "mask" }) });
    });
  };
