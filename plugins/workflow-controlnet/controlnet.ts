// The feature `controlnet`: a ControlNet makes the conditioning follow an image.

import { edit } from "@pictor/kernel/plugin";
import type { Anchors, BuildContext, Files, TypedLink, WorkflowDraft } from "@pictor/kernel/plugin";
import {
  featureSettings,
  inputsFromSettings,
  loadedModelPrefixes,
  loadImage,
  modelSuffix,
  notApplicableError,
  requireTextEncoder,
  type CoreNodes,
} from "@pictor/workflow-parts";
import type { ControlnetSettings } from "./settings.gen.js";

type ControlNetNodes = CoreNodes & {
  Inference_Core_AIO_Preprocessor: {
    inputs: { image: TypedLink<"IMAGE">; preprocessor: string; resolution: number };
    outputs: ["IMAGE"];
  };
};

/** Resolution of the preprocessor in pixels if neither the setting nor the draft has a size. */
const defaultResolution = 512;

function checkApplicable(
  draft: WorkflowDraft,
  context: BuildContext,
  { start, end }: ControlnetSettings,
): void {
  if (draft.medium === "video") {
    throw notApplicableError(
      context,
      "a video model takes its guidance frame by frame, through nodes of its own",
    );
  }
  requireTextEncoder(draft, context);
  if (start <= end) return;
  throw notApplicableError(
    context,
    `the ControlNet would end (${end}) before it starts (${start})`,
    "Set `start` to a value below `end`.",
  );
}

/** Creates the handler. Each use of the feature changes the conditioning that the previous one left. */
export const createControlNetHandler =
  (files: Files) =>
  async (draft: WorkflowDraft, context: BuildContext): Promise<WorkflowDraft> => {
    const settings = featureSettings<ControlnetSettings>(context);
    checkApplicable(draft, context, settings);
    const file = await files.input(settings.image, context.signal);
    const { model, preprocessor } = settings;
    return edit<ControlNetNodes>(draft, (graph) => {
      const loaded = loadImage(graph, file, { id: "ControlNet_LoadImage", setting: "image" }).image;
      const { size } = draft;
      const smallerSide = size === undefined ? defaultResolution : Math.min(size.width, size.height);
      const image =
        preprocessor === undefined
          ? loaded
          : graph
              .add(
                "Inference_Core_AIO_Preprocessor",
                { image: loaded, preprocessor, resolution: settings.resolution ?? smallerSide },
                {
                  id: "ControlNet_Preprocessor",
                  origins: { preprocessor: "preprocessor", resolution: "resolution" },
                },
              )
              .out();
      const loader = graph.add(
        "ControlNetLoader",
        { control_net_name: model },
        { origins: { control_net_name: "model" } },
      );
      // The ControlNet of a transformer works on latents and needs the VAE to encode the image.
      const vae = draft.traits?.blocks === "transformer" ? draft.anchors.vae : undefined;
      const { inputs, origins } = inputsFromSettings(settings, {
        strength: "strength",
        start_percent: "start",
        end_percent: "end",
      });
      for (const prefix of loadedModelPrefixes(draft, context)) {
        const applied = graph.add(
          "ControlNetApplyAdvanced",
          {
            positive: graph.conditioning("positive", prefix),
            negative: graph.conditioning("negative", prefix),
            control_net: loader.out(),
            image,
            ...inputs,
            vae,
          },
          { id: modelSuffix(prefix) === "Base" ? "ControlNetApply" : "Refiner_ControlNetApply", origins },
        );
        const moved: Anchors = {
          [`${prefix}positive`]: applied.out(0),
          [`${prefix}negative`]: applied.out(1),
        };
        graph.move(moved);
      }
    });
  };
