// The feature `regional-prompt`: each region's prompt is encoded under its mask and combined with the conditioning.

import { edit } from "@pictor/kernel/plugin";
import type {
  BuildContext,
  Files,
  GraphEditor,
  InputFile,
  TypedLink,
  ModelPrefix,
  WorkflowDraft,
} from "@pictor/kernel/plugin";
import {
  featureSettings,
  loadedModelPrefixes,
  loadMask,
  modelSuffix,
  notApplicableError,
  requireStillImages,
  requireTextEncoder,
  type CoreNodes,
} from "@pictor/workflow-parts";
import type { RegionalPromptSettings } from "./settings.gen.js";

type Region = RegionalPromptSettings["regions"][number];
type Side = "positive" | "negative";

/** A region with its mask: the file, or the output of the node that loads the file. */
interface MaskedRegion<Mask> {
  readonly region: Region;
  readonly mask: Mask;
  /** Position of the region in the user's list, counted from 1. */
  readonly number: number;
}

const sideText = ({ prompt, negative }: Region, side: Side): string =>
  side === "positive" ? prompt : negative;

/** The texts are encoded unchanged: prompt syntax, such as LoRA tags, works only in the workflow's own prompt. */
function addRegion(
  graph: GraphEditor<CoreNodes>,
  { region, mask, number }: MaskedRegion<TypedLink<"MASK">>,
  side: Side,
  prefix: ModelPrefix,
): void {
  const text = sideText(region, side);
  if (text.trim() === "") return;
  const model = modelSuffix(prefix) === "Base" ? "" : "Refiner_";
  const nodeId = (name: string): string =>
    `${model}RegionalPrompt_${name}${side === "negative" ? "_Neg" : ""}_${number}`;
  const setting = `regions.${number - 1}`;
  const encoded = graph.add(
    "CLIPTextEncode",
    { text, clip: graph.cursor(`${prefix}clip`) },
    { id: nodeId("CLIP"), origins: { text: `${setting}.${side === "positive" ? "prompt" : "negative"}` } },
  );
  const masked = graph.add(
    "ConditioningSetMask",
    { conditioning: encoded.out(), mask, strength: region.strength, set_cond_area: region.area },
    { id: nodeId("SetMask"), origins: { strength: `${setting}.strength`, set_cond_area: `${setting}.area` } },
  );
  const combined = graph.add(
    "ConditioningCombine",
    { conditioning_1: graph.conditioning(side, prefix), conditioning_2: masked.out() },
    { id: nodeId("Combine") },
  );
  graph.move({ [`${prefix}${side}`]: combined.out() });
}

const hasText = ({ prompt, negative }: Region): boolean => prompt.trim() !== "" || negative.trim() !== "";

/** Reads the masks of the regions that have a text. */
async function readMasks(
  regions: readonly Region[],
  files: Files,
  signal: AbortSignal,
): Promise<readonly MaskedRegion<InputFile>[]> {
  const read: MaskedRegion<InputFile>[] = [];
  for (const [index, region] of regions.entries()) {
    if (hasText(region))
      read.push({ region, mask: await files.input(region.mask, signal), number: index + 1 });
  }
  return read;
}

/** Creates the handler, which loads each mask once for both models and both sides. */
export const createRegionalPromptHandler =
  (files: Files) =>
  async (draft: WorkflowDraft, context: BuildContext): Promise<WorkflowDraft> => {
    requireStillImages(draft, context);
    requireTextEncoder(draft, context);
    const { regions } = featureSettings<RegionalPromptSettings>(context);
    if (!regions.some(hasText)) {
      const advice = "Give a region a `prompt` or a `negative`.";
      throw notApplicableError(context, "no region has a prompt", advice);
    }
    const read = await readMasks(regions, files, context.signal);
    return edit<CoreNodes>(draft, (graph) => {
      const masked = read.map(({ region, mask, number }) => {
        const options = { id: `RegionalPrompt_LoadMask_${number}`, setting: `regions.${number - 1}.mask` };
        return { region, number, mask: loadMask(graph, mask, options) };
      });
      for (const prefix of loadedModelPrefixes(draft, context))
        for (const side of ["positive", "negative"] as const)
          for (const region of masked) addRegion(graph, region, side, prefix);
    });
  };
