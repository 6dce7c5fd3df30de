// Conditioning of parts: each region's text under its mask, combined with what there is.

import { edit } from "@pictor/kernel/plugin";
import type {
  BuildContext,
  Files,
  GraphEditor,
  InputFile,
  LinkOf,
  ModelPrefix,
  WorkflowDraft,
} from "@pictor/kernel/plugin";
import {
  loadedModels,
  loadMask,
  modelName,
  notApplicable,
  requireImages,
  requireTextEncoder,
  settingsOf,
  type CoreNodes,
} from "@pictor/workflow-parts";
import type { RegionalPromptSettings } from "./settings.gen.js";

type Region = RegionalPromptSettings["regions"][number];
type Side = "positive" | "negative";
/** A region with its mask loaded; `number` counts from 1. */
interface Masked {
  readonly region: Region;
  readonly mask: LinkOf<"MASK">;
  readonly number: number;
}

const textOf = ({ prompt, negative }: Region, side: Side): string =>
  side === "positive" ? prompt : negative;

/** The texts stand as they are: networks and choices belong into the workflow's own prompt. */
function addRegion(
  graph: GraphEditor<CoreNodes>,
  { region, mask, number }: Masked,
  side: Side,
  prefix: ModelPrefix,
): void {
  const text = textOf(region, side);
  if (text.trim() === "") return;
  const model = modelName(prefix) === "Base" ? "" : "Refiner_";
  const idOf = (part: string): string =>
    `${model}RegionalPrompt_${part}${side === "negative" ? "_Neg" : ""}_${number}`;
  const setting = `regions.${number - 1}`;
  const encoded = graph.add(
    "CLIPTextEncode",
    { text, clip: graph.cursor(`${prefix}clip`) },
    { id: idOf("CLIP"), origins: { text: `${setting}.${side === "positive" ? "prompt" : "negative"}` } },
  );
  const set = graph.add(
    "ConditioningSetMask",
    { conditioning: encoded.out(), mask, strength: region.strength, set_cond_area: region.area },
    { id: idOf("SetMask"), origins: { strength: `${setting}.strength`, set_cond_area: `${setting}.area` } },
  );
  const combined = graph.add(
    "ConditioningCombine",
    { conditioning_1: graph.conditioning(side, prefix), conditioning_2: set.out() },
    { id: idOf("Combine") },
  );
  graph.move({ [`${prefix}${side}`]: combined.out() });
}

const hasText = ({ prompt, negative }: Region): boolean => prompt.trim() !== "" || negative.trim() !== "";

/** A region with its mask's file; `number` is its place in the person's list, counted from 1. */
interface Read {
  readonly region: Region;
  readonly file: InputFile;
  readonly number: number;
}

/** Of the regions that have a text. */
async function readMasks(
  regions: readonly Region[],
  files: Files | undefined,
  signal: AbortSignal,
): Promise<readonly Read[]> {
  if (files === undefined) throw new TypeError("the permission `files` is missing");
  const read: Read[] = [];
  for (const [index, region] of regions.entries()) {
    if (hasText(region))
      read.push({ region, file: await files.input(region.mask, signal), number: index + 1 });
  }
  return read;
}

/** A mask is loaded once for all models and sides. */
export const promptRegions =
  (files: Files | undefined) =>
  async (draft: WorkflowDraft, context: BuildContext): Promise<WorkflowDraft> => {
    requireImages(draft, context);
    requireTextEncoder(draft, context);
    const { regions } = settingsOf<RegionalPromptSettings>(context);
    if (!regions.some(hasText)) {
      throw notApplicable(context, "no region has a prompt", "Give a region a `prompt` or a `negative`.");
    }
    const read = await readMasks(regions, files, context.signal);
    return edit<CoreNodes>(draft, (graph) => {
      const masked = read.map(({ region, file, number }): Masked => {
        const node = { id: `RegionalPrompt_LoadMask_${number}`, setting: `regions.${number - 1}.mask` };
        return { region, number, mask: loadMask(graph, file, node) };
      });
      for (const prefix of loadedModels(draft, context))
        for (const side of ["positive", "negative"] as const)
          for (const one of masked) addRegion(graph, one, side, prefix);
    });
  };
