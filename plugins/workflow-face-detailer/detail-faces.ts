// The feature `face-detailer`: samples each face again at a larger size, with the model and conditioning of the image.

import { edit } from "@pictor/kernel/plugin";
import type { BuildContext, GraphEditor, TypedLink, WorkflowDraft } from "@pictor/kernel/plugin";
import {
  addFluxGuidance,
  featureSettings,
  notApplicableError,
  readSampler,
  requireOpaqueImage,
  requireSampling,
  requireStillImages,
  type CoreNodes,
} from "@pictor/workflow-parts";
import { createDetailerInputs } from "./detailer-inputs.js";
import type { FaceDetailerNodes } from "./impact-pack-nodes.js";
import type { FaceDetailerSettings } from "./settings.gen.js";

type DetailerGraphEditor = GraphEditor<CoreNodes & FaceDetailerNodes>;

const addDetector = (graph: DetailerGraphEditor, model: string, setting: string) =>
  graph.add("UltralyticsDetectorProvider", { model_name: model }, { origins: { model_name: setting } });

function addDetectors(graph: DetailerGraphEditor, { bboxModel, segmModel, samModel }: FaceDetailerSettings) {
  const bbox_detector: TypedLink<"BBOX_DETECTOR"> = addDetector(graph, bboxModel, "bboxModel").out(0);
  const segm_detector_opt: TypedLink<"SEGM_DETECTOR"> | undefined =
    segmModel === undefined ? undefined : addDetector(graph, segmModel, "segmModel").out(1);
  const sam_model_opt: TypedLink<"SAM_MODEL"> | undefined =
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

/** The image's conditioning; if the faces have a prompt, that prompt encoded with the image's text encoder and guidance. */
function faceConditioning(
  graph: DetailerGraphEditor,
  side: "positive" | "negative",
  text: string | undefined,
  clip: TypedLink<"CLIP">,
  imageConditioning: TypedLink<"CONDITIONING">,
  guidance: number | undefined,
): TypedLink<"CONDITIONING"> {
  if (text === undefined) return imageConditioning;
  const id = `FaceDetailer_${side === "positive" ? "Positive" : "Negative"}`;
  const setting = side === "positive" ? "prompt" : "negative";
  const encoded = graph.add("CLIPTextEncode", { text, clip }, { id, origins: { text: setting } }).out();
  return side === "negative" || guidance === undefined ? encoded : addFluxGuidance(graph, encoded, guidance);
}

/** Adds FaceDetailer after the image; with a refiner it uses the refiner, which finished the image. */
export function detailFaces(draft: WorkflowDraft, context: BuildContext): WorkflowDraft {
  const sampling = requireSampling(draft, context);
  requireStillImages(draft, context);
  requireOpaqueImage(draft, context);
  const used = draft.cursors?.used ?? draft.anchors;
  const prefix = used["refiner.model"] === undefined ? "" : "refiner.";
  const { [`${prefix}model` as const]: model, [`${prefix}clip` as const]: clip } = used;
  const { [`${prefix}positive` as const]: positive, [`${prefix}negative` as const]: negative } = used;
  if (model === undefined || clip === undefined || positive === undefined || negative === undefined) {
    throw notApplicableError(
      context,
      "the model has no text encoder whose conditioning could be used for the faces",
    );
  }
  const settings = readSampler(featureSettings<FaceDetailerSettings>(context));
  if (sampling.scheduler === "sd_turbo" && settings.scheduler === undefined) {
    const reason = "FaceDetailer does not have the scheduler sd_turbo, with which the image is sampled";
    throw notApplicableError(context, reason, "Set the `scheduler` of the feature.");
  }
  return edit<CoreNodes & FaceDetailerNodes>(draft, (graph) => {
    const image = graph.image();
    const detectors = addDetectors(graph, settings);
    // A refiner takes no embedded guidance.
    const guidance = prefix === "" ? sampling.guidance : undefined;
    const conditioning = {
      positive: faceConditioning(graph, "positive", settings.prompt, clip, positive, guidance),
      negative: faceConditioning(graph, "negative", settings.negative, clip, negative, guidance),
    };
    const links = { image, model, clip, vae: graph.cursor("vae"), ...conditioning, ...detectors };
    const { inputs, origins } = createDetailerInputs(settings, sampling);
    const detailed = graph.add("FaceDetailer", { ...links, ...inputs }, { origins });
    graph.set({ primary: { link: detailed.out(), type: "IMAGE" } });
  });
}
