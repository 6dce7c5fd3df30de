// Phase prepare: models, and as data everything that later phases read.

import type { BuildWorkflow, Files } from "@pictor/kernel/plugin";
import { configFile, prepared } from "@pictor/workflow-parts";
import type { Txt2imgParams } from "./settings.gen.js";

export const prepareWith =
  (files: Pick<Files, "input">): BuildWorkflow =>
  async (draft, context) => {
    const params = context.params as Txt2imgParams;
    const { modelConfig: path } = params;
    const config = path === undefined ? undefined : configFile(path, await files.input(path, context.signal));
    return prepared(draft, params, context, config);
  };
