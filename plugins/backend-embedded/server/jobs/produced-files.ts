// The files among the outputs of a prompt, and the one that stands for the job.
import { isObject } from "../../json.js";

/** A file reference with the node that made it and the key it was listed under. */
export type ProducedFile = Readonly<Record<string, unknown>> & {
  readonly nodeId: string;
  readonly mediaType: string;
};

/** Texts and flags among the outputs are no files and do not count. */
export function producedFiles(outputs: Readonly<Record<string, object>>): ProducedFile[] {
  return Object.entries(outputs).flatMap(([nodeId, shown]) =>
    Object.entries(shown).flatMap(([mediaType, items]: [string, unknown]) =>
      (Array.isArray(items) ? (items as unknown[]) : [])
        .filter(isObject)
        .map((item) => ({ ...item, nodeId, mediaType })),
    ),
  );
}

/** A kept file comes before a temporary one, otherwise the first. */
export const previewOf = (files: readonly ProducedFile[]): ProducedFile | undefined =>
  files.find((file) => file["type"] === "output") ?? files[0];
