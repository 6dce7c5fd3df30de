// The images that are the result of a job.

import type { OutputFile } from "../contract/calls.js";

/** The images that a job has saved, by their indexes; if it has saved none, those that it shows. */
export function resultImages<Output extends Pick<OutputFile, "area" | "mime"> & { readonly index: number }>(
  outputs: readonly Output[],
): readonly Output[] {
  const images = outputs
    .filter(({ mime }) => mime.startsWith("image/"))
    .toSorted((one, other) => one.index - other.index);
  const saved = images.filter(({ area }) => area === "output");
  return saved.length > 0 ? saved : images;
}
