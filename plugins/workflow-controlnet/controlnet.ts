// Conditioning that a ControlNet has changed by a picture. The first pass uses it; a later one may.

import { edit } from "@pictor/kernel/plugin";
import type { Anchors, BuildContext, Files, LinkOf, WorkflowDraft } from "@pictor/kernel/plugin";
import {
  loadedModels,
  loadPicture,
  modelName,
  notApplicable,
  requireTextEncoder,
  settingsOf,
  type CoreNodes,
} from "@pictor/workflow-parts";
import type { ControlnetSettings } from "./settings.gen.js";

type ControlNodes = CoreNodes & {
  Inference_Core_AIO_Preprocessor: {
    inputs: { image: LinkOf<"IMAGE">; preprocessor: string; resolution: number };
    outputs: ["IMAGE"];
  };
};

/** What the guiding picture is made of, when nothing is said and the draft has no size. Pixels. */
const usualResolution = 512;

function check(draft: WorkflowDraft, context: BuildContext, { start, end }: ControlnetSettings): void {
  if (draft.medium === "video") {
    throw notApplicable(
      context,
      "a video's model takes its guidance frame by frame, through nodes of its own",
    );
  }
  requireTextEncoder(draft, context);
  if (start <= end) return;
  throw notApplicable(
    context,
    `it would end (${end}) before it starts (${start})`,
    "Put `start` before `end`.",
  );
}

/** Repeated, each one changes the conditioning that the one before left. */
export const applyControlNet =
  (files: Files | undefined) =>
  async (draft: WorkflowDraft, context: BuildContext): Promise<WorkflowDraft> => {
    const settings = settingsOf<ControlnetSettings>(context);
    check(draft, context, settings);
    const file = await files?.input(settings.image, context.signal);
    if (file === undefined) throw new TypeError("the permission `files` is missing");
    const { model, preprocessor, strength, start, end } = settings;
    return edit<ControlNodes>(draft, (graph) => {
      const loaded = loadPicture(graph, file, { id: "ControlNet_LoadImage", setting: "image" }).image;
      const { size } = draft;
      const smaller = size === undefined ? usualResolution : Math.min(size.width, size.height);
      const image =
        preprocessor === undefined
          ? loaded
          : graph
              .add(
                "Inference_Core_AIO_Preprocessor",
                { image: loaded, preprocessor, resolution: settings.resolution ?? smaller },
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
      // Control networks of transformers work on latents, and need the encoder for the picture.
      const vae = draft.traits?.blocks === "transformer" ? draft.anchors.vae : undefined;
      for (const prefix of loadedModels(draft, context)) {
        const applied = graph.add(
          "ControlNetApplyAdvanced",
          {
            positive: graph.conditioning("positive", prefix),
            negative: graph.conditioning("negative", prefix),
            control_net: loader.out(),
            image,
            strength,
            start_percent: start,
            end_percent: end,
            vae,
          },
          {
            id: modelName(prefix) === "Base" ? "ControlNetApply" : "Refiner_ControlNetApply",
            origins: { strength: "strength", start_percent: "start", end_percent: "end" },
          },
        );
        const moved: Anchors = {
          [`${prefix}positive`]: applied.out(0),
          [`${prefix}negative`]: applied.out(1),
        };
        graph.move(moved);
      }
    });
  };
