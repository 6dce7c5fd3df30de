// Models of a template that is made for one family: diffusion model, encoders and VAE, found by the family's names.

import { edit } from "@pictor/kernel/plugin";
import type { Catalog, WorkflowDraft } from "@pictor/kernel/plugin";
import { leftOpen, profileFiles } from "../chosen.js";
import { loadDiffusionModel, loadEncoders, loadVae, shifted } from "./load-parts.js";
import { pickFile } from "./pick-file.js";
import type { ShiftClass } from "./profiles.js";

/** What a file may be called: names that it has among its words, the best one first, the most general one last. */
export type FileNames = readonly string[];

export interface Family {
  readonly diffusionModel: FileNames;
  /** Type that the loader of the encoders is told. */
  readonly encoderType: string;
  /** One for each encoder. */
  readonly encoders: readonly FileNames[];
  readonly vae: FileNames;
  /** How its noise schedule is moved by the setting `shift`. */
  readonly shift?: ShiftClass;
}

/** The settings of loading; the names are those that templates give them. */
export interface FamilySettings {
  readonly diffusionModel?: string;
  readonly weightDtype: string;
  readonly encoder1?: string;
  readonly encoder2?: string;
  readonly vae?: string;
  readonly shift?: number;
}

/** Files as the backend names them. */
export interface FamilyFiles {
  readonly diffusionModel: string;
  readonly encoders: readonly string[];
  readonly vae: string;
}

/** An input of a node class, whose choices are files. */
export type FileInput = readonly [nodeClass: string, input: string];

const offeredBy = (catalog: Catalog, [nodeClass, input]: FileInput): readonly string[] =>
  (catalog.get(nodeClass)?.inputs.find(({ name }) => name === input)?.options ?? []).map(String);

/**
 * Of the files that the inputs offer, the one that the names find; where none does, the only one that there is, else
 * a name, for the check of the graph to refuse.
 */
export function findFile(names: FileNames, catalog: Catalog, ...inputs: readonly FileInput[]): string {
  const offered = inputs.flatMap((input) => offeredBy(catalog, input));
  const found = names.map((name) => pickFile(name, offered)).find((file) => offered.includes(file));
  const only = offered.length === 1 ? offered[0] : undefined;
  return found ?? only ?? names.at(-1) ?? "";
}

const modelInputs: readonly FileInput[] = [
  ["UNETLoader", "unet_name"],
  ["UnetLoaderGGUF", "unet_name"],
];

/** The files that the person named, else those that the family's names find. */
export async function familyFiles(
  { diffusionModel, encoder1, encoder2, vae }: FamilySettings,
  family: Family,
  catalog: () => Promise<Catalog>,
): Promise<FamilyFiles> {
  const named = family.encoders.map((_, index) => [encoder1, encoder2][index]);
  const encoders = named.filter((file) => file !== undefined);
  const isComplete = encoders.length === named.length && vae !== undefined && diffusionModel !== undefined;
  if (isComplete) return { diffusionModel, encoders, vae };
  const known = await catalog();
  const encoder = (names: FileNames): string => findFile(names, known, ["CLIPLoader", "clip_name"]);
  return {
    diffusionModel: diffusionModel ?? findFile(family.diffusionModel, known, ...modelInputs),
    encoders: family.encoders.map((names, index) => named[index] ?? encoder(names)),
    vae: vae ?? findFile(family.vae, known, ["VAELoader", "vae_name"]),
  };
}

/** Sets the cursors `model`, `clip` and `vae`, keeps them as the original ones, and notes the files that it chose. */
export function loadFamily(
  draft: WorkflowDraft,
  files: FamilyFiles,
  family: Family,
  settings: FamilySettings,
): WorkflowDraft {
  const { weightDtype, shift } = settings;
  const { diffusionModel } = files;
  const loaded = edit(draft, (graph) => {
    const file = { file: diffusionModel, setting: "diffusionModel" };
    const model = loadDiffusionModel(graph, file, weightDtype);
    const isShifted = family.shift !== undefined && shift !== undefined;
    const encoders = files.encoders.map((name, index) => ({ file: name, setting: `encoder${index + 1}` }));
    graph.move({
      model: isShifted ? shifted(graph, model, family.shift, shift) : model,
      clip: loadEncoders(graph, encoders, family.encoderType),
      vae: loadVae(graph, files.vae),
    });
  });
  const chosen = leftOpen({ diffusionModel, ...profileFiles(files) }, settings);
  return { ...loaded, cursors: { original: loaded.anchors }, chosen };
}
