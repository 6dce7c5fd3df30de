// Decides which previews of a job a stream sends as partial images: as many for each image as the client asks for, evenly spread.

import type { Job } from "@pictor/client";

export interface PartialImages {
  /** The index of the partial image that a preview becomes, counted within its image; undefined: the preview is not sent. */
  take(job: Pick<Job, "count" | "progress">): number | undefined;
}

/** The state of a stream, from which `take` decides. Images are made one after the other, each with its own partial images. */
export function createPartialImages(wanted: number): PartialImages {
  let batch = -1;
  let sent = 0;
  return {
    take({ count, progress }) {
      if (progress === undefined) return undefined;
      if (progress.batch !== batch) {
        batch = progress.batch;
        sent = 0;
      }
      const done = progress.overall * count - batch;
      if (sent >= wanted || done < (sent + 1) / (wanted + 1)) return undefined;
      return sent++;
    },
  };
}
