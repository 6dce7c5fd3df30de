// Reference images of an edit: read from the user's files, and loaded by nodes on the backend.

import type { Files, GraphEditor, InputFile, TypedLink } from "@pictor/kernel/plugin";
import { loadImage, readImageSize, type Size } from "@pictor/workflow-parts";
import type { CoreNodes } from "@pictor/workflow-parts";

export type InputFiles = Pick<Files, "input">;

export interface ReferenceImage {
  readonly file: InputFile;
  /** Size of the image in pixels. */
  readonly size: Size;
}

/** Reads the files in the order of their paths. Rejects with INPUT_NOT_READABLE. */
export async function readReferenceImages(
  paths: readonly string[],
  files: InputFiles,
  signal: AbortSignal,
): Promise<readonly ReferenceImage[]> {
  const references: ReferenceImage[] = [];
  for (const path of paths) {
    const file = await files.input(path, signal);
    references.push({ file, size: await readImageSize(file, { signal, where: path }) });
  }
  return references;
}

/** The prefix of the node ids of an image: `Reference_1` for the first. */
export const referenceIdPrefix = (index: number): string => `Reference_${index + 1}`;

/** Adds a LoadImage node for each image. */
export const addLoadImages = (
  graph: GraphEditor<CoreNodes>,
  references: readonly ReferenceImage[],
): readonly TypedLink<"IMAGE">[] =>
  references.map(({ file }, index) => {
    const id = `${referenceIdPrefix(index)}_LoadImage`;
    return loadImage(graph, file, { id, setting: `images.${index}` }).image;
  });

/** Adds a reference image to the conditioning. */
export const addReferenceLatent = (
  graph: GraphEditor<CoreNodes>,
  conditioning: TypedLink<"CONDITIONING">,
  latent: TypedLink<"LATENT">,
  id: string,
): TypedLink<"CONDITIONING"> => graph.add("ReferenceLatent", { conditioning, latent }, { id }).out();
