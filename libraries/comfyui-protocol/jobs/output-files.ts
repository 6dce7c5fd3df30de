// Collects the files among the outputs of a prompt, and chooses the preview of a job.
import { isRecord } from "@pictor/kernel/plugin";

/** A file reference with the node that wrote the file and the key of its list. */
export type OutputFile = Readonly<Record<string, unknown>> & {
  readonly nodeId: string;
  readonly mediaType: string;
};

/** Texts and flags among the outputs are omitted. */
export function outputFiles(outputs: Readonly<Record<string, object>>): OutputFile[] {
  return Object.entries(outputs).flatMap(([nodeId, lists]) =>
    Object.entries(lists).flatMap(([mediaType, items]: [string, unknown]) =>
      (Array.isArray(items) ? (items as unknown[]) : [])
        .filter(isRecord)
        .map((item) => ({ ...item, nodeId, mediaType })),
    ),
  );
}

/** The first file in the output folder, or else the first file. */
export const previewOf = (files: readonly OutputFile[]): OutputFile | undefined =>
  files.find((file) => file["type"] === "output") ?? files[0];
