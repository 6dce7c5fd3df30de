// The pictures that an edit refers to: read from the person's files, loaded once each on the backend.

import type { Files, GraphEditor, InputFile, LinkOf } from "@pictor/kernel/plugin";
import { loadPicture, pictureSize, type Size } from "@pictor/workflow-parts";
import type { CoreNodes } from "@pictor/workflow-parts";

export type Reader = Pick<Files, "input">;

export interface Reference {
  readonly file: InputFile;
  /** Pixels. */
  readonly size: Size;
}

/** In the order in which they were named. Rejects with INPUT_NOT_READABLE. */
export async function readReferences(
  paths: readonly string[],
  files: Reader,
  signal: AbortSignal,
): Promise<readonly Reference[]> {
  const references: Reference[] = [];
  for (const path of paths) {
    const file = await files.input(path, signal);
    references.push({ file, size: await pictureSize(file, { signal, where: path }) });
  }
  return references;
}

/** The beginning of the ids of a reference's nodes, counted from 1. */
export const referenceId = (index: number): string => `Reference_${index + 1}`;

/** Adds LoadImage for each. */
export const loadReferences = (
  graph: GraphEditor<CoreNodes>,
  references: readonly Reference[],
): readonly LinkOf<"IMAGE">[] =>
  references.map(({ file }, index) => {
    const id = `${referenceId(index)}_LoadImage`;
    return loadPicture(graph, file, { id, setting: `images.${index}` }).image;
  });

/** The conditioning with one more picture to refer to. */
export const referring = (
  graph: GraphEditor<CoreNodes>,
  conditioning: LinkOf<"CONDITIONING">,
  latent: LinkOf<"LATENT">,
  id: string,
): LinkOf<"CONDITIONING"> => graph.add("ReferenceLatent", { conditioning, latent }, { id }).out();
