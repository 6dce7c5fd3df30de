// Finds the model files that the user did not name, by short names, among the files that the backend offers.

import type { Catalog } from "@pictor/kernel/plugin";

/** File name without folder and ending, in lower case, its words joined by `_`. */
const normalize = (name: string): string =>
  name
    .replace(/^.*[\\/]/, "")
    .replace(/\.[a-z]+$/i, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_");

/**
 * The offered file with exactly this name, else the first one that has it among its words: `t5xxl` matches
 * `t5xxl_fp16`, and `clip_l` matches `my-clip-l`. Without a match the name itself is returned, so that the check of the
 * graph reports the missing file.
 */
export function matchFileName(name: string, offered: readonly string[]): string {
  const exact = offered.find((file) => normalize(file) === name);
  return exact ?? offered.find((file) => `_${normalize(file)}_`.includes(`_${name}_`)) ?? name;
}

/** An input of a node class whose options are model files. */
export type ModelFileInput = readonly [nodeClass: string, input: string];

/** The options of the inputs, in order; none for a node class that the backend lacks. */
export const offeredFiles = (catalog: Catalog, ...inputs: readonly ModelFileInput[]): readonly string[] =>
  inputs.flatMap(([nodeClass, input]) =>
    (catalog.get(nodeClass)?.inputs.find(({ name }) => name === input)?.options ?? []).map(String),
  );

/** The input that offers text encoders. */
export const textEncoderInput: ModelFileInput = ["CLIPLoader", "clip_name"];
/** The input that offers VAEs. */
export const vaeInput: ModelFileInput = ["VAELoader", "vae_name"];
/** The inputs that offer diffusion models: of the core loader, and of the extension for GGUF files. */
export const diffusionModelInputs: readonly ModelFileInput[] = [
  ["UNETLoader", "unet_name"],
  ["UnetLoaderGGUF", "unet_name"],
];

/** The node classes that offer these model files. */
export const modelFileClasses: readonly string[] = [...diffusionModelInputs, textEncoderInput, vaeInput].map(
  ([nodeClass]) => nodeClass,
);

/** Words by which a file is recognized, from the most specific to the most general one. */
export type FileNameCandidates = readonly string[];

/**
 * The offered file that the first matching candidate finds. Without a match, the only offered file; if there are
 * several, the last candidate, so that the validation of the graph reports the missing file.
 */
export function findModelFile(
  candidates: FileNameCandidates,
  catalog: Catalog,
  ...inputs: readonly ModelFileInput[]
): string {
  const offered = offeredFiles(catalog, ...inputs);
  const found = candidates.map((name) => matchFileName(name, offered)).find((file) => offered.includes(file));
  const onlyFile = offered.length === 1 ? offered[0] : undefined;
  return found ?? onlyFile ?? candidates.at(-1) ?? "";
}
