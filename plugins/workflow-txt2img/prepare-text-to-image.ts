// The phase prepare of the workflow `txt2img`: loads models and leaves everything else as data for later phases.

import type { BuildWorkflow, Files } from "@pictor/kernel/plugin";
import { modelConfigFile, prepareImageWorkflow } from "@pictor/workflow-parts";
import type { Txt2imgParams } from "./settings.gen.js";

/** Creates the handler. Rejects with INPUT_NOT_READABLE or SETTINGS_INVALID. */
export const createTextToImagePrepare =
  (files: Pick<Files, "input">): BuildWorkflow =>
  async (draft, context) => {
    const params = context.params as Txt2imgParams;
    const { modelConfig: path } = params;
    const config =
      path === undefined ? undefined : modelConfigFile(path, await files.input(path, context.signal));
    return prepareImageWorkflow(draft, params, context, config);
  };
