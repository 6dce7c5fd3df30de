// Faces, each sampled again larger, with the model and conditioning that made the picture.

import { edit } from "@pictor/kernel/plugin";
import type { BuildContext, GraphEditor, LinkOf, WorkflowDraft } from "@pictor/kernel/plugin";
import {
  notApplicable,
  requireImages,
  requireOpaque,
  samplingOf,
  settingsOf,
  withGuidance,
  type CoreNodes,
} from "@pictor/workflow-parts";
import { origins, valuesOf } from "./inputs.js";
import type { DetailerNodes } from "./nodes.js";
import type { FaceDetailerSettings } from "./settings.gen.js";

type Editor = GraphEditor<CoreNodes & DetailerNodes>;

const detector = (graph: Editor, model: string, setting: string) =>
  graph.add("UltralyticsDetectorProvider", { model_name: model }, { origins: { model_name: setting } });

function loadDetectors(graph: Editor, { bboxModel, segmModel, samModel }: FaceDetailerSettings) {
  const bbox_detector: LinkOf<"BBOX_DETECTOR"> = detector(graph, bboxModel, "bboxModel").out(0);
  const segm_detector_opt: LinkOf<"SEGM_DETECTOR"> | undefined =
    segmModel === undefined ? undefined : detector(graph, segmModel, "segmModel").out(1);
  const sam_model_opt: LinkOf<"SAM_MODEL"> | undefined =
    samModel === undefined
      ? undefined
      : graph
          .add(
            "SAMLoader",
            { model_name: samModel, device_mode: "AUTO" },
            { id: "SamLoader", origins: { model_name: "samModel" } },
          )
          .out();
  return { bbox_detector, segm_detector_opt, sam_model_opt };
}

/** A prompt of the faces' own is encoded with the encoder that encoded the picture's, and with the same guidance in it. */
function conditioningOf(
  graph: Editor,
  side: "positive" | "negative",
  text: string | undefined,
  clip: LinkOf<"CLIP">,
  used: LinkOf<"CONDITIONING">,
  guidance: number | undefined,
): LinkOf<"CONDITIONING"> {
  if (text === undefined) return used;
  const id = `FaceDetailer_${side === "positive" ? "Positive" : "Negative"}`;
  const setting = side === "positive" ? "prompt" : "negative";
  const encoded = graph.add("CLIPTextEncode", { text, clip }, { id, origins: { text: setting } }).out();
  return side === "negative" || guidance === undefined ? encoded : withGuidance(graph, encoded, guidance);
}

export function detailFaces(draft: WorkflowDraft, context: BuildContext): WorkflowDraft {
  const sampling = samplingOf(draft, context);
  requireImages(draft, context);
  requireOpaque(draft, context);
  const used = draft.cursors?.used ?? draft.anchors;
  const prefix = used["refiner.model"] === undefined ? "" : "refiner.";
  const { [`${prefix}model` as const]: model, [`${prefix}clip` as const]: clip } = used;
  const { [`${prefix}positive` as const]: positive, [`${prefix}negative` as const]: negative } = used;
  if (model === undefined || clip === undefined || positive === undefined || negative === undefined) {
    throw notApplicable(context, "its model has no text encoder whose conditioning the faces could take");
  }
  const settings = settingsOf<FaceDetailerSettings>(context);
  if (sampling.scheduler === "sd_turbo" && settings.scheduler === undefined) {
    const reason = "the detailer does not know the schedule sd_turbo, with which the picture is sampled";
    throw notApplicable(context, reason, "Give it a `scheduler` of its own.");
  }
  return edit<CoreNodes & DetailerNodes>(draft, (graph) => {
    const image = graph.image();
    const detectors = loadDetectors(graph, settings);
    // A refiner knows nothing of embedded guidance.
    const guidance = prefix === "" ? sampling.guidance : undefined;
    const prompts = {
      positive: conditioningOf(graph, "positive", settings.prompt, clip, positive, guidance),
      negative: conditioningOf(graph, "negative", settings.negative, clip, negative, guidance),
    };
    const models = { model, clip, vae: graph.cursor("vae") };
    const inputs = { image, ...models, ...prompts, ...detectors, ...valuesOf(settings, sampling) };
    const detailed = graph.add("FaceDetailer", inputs, { origins });
    graph.set({ primary: { link: detailed.out(), type: "IMAGE" } });
  });
}
