// The end of a film workflow: the frames are decoded and saved as animated WebP, each film as a file of its own.

import type { LinkOf } from "@pictor/kernel/plugin";
import type { CoreGraph } from "../core-graph.js";

/** The settings of saving; the names are those that templates give them. */
export interface FilmSettings {
  /** Frames in a second. */
  readonly fps: number;
  readonly lossless: boolean;
  /** From 0 to 100. Where it is lossless, how much time goes into a smaller file. */
  readonly quality: number;
  readonly method: "default" | "fastest" | "slowest";
}

/** What was sampled in one run: several films stand one behind the other in the decoded frames. */
export interface Films {
  readonly count: number;
  /** Frames of each. */
  readonly frames: number;
}

const origins = { fps: "fps", lossless: "lossless", quality: "quality", method: "method" };

/** The frames of one film out of several. */
function framesOf(graph: CoreGraph, image: LinkOf<"IMAGE">, index: number, frames: number): LinkOf<"IMAGE"> {
  return graph
    .add(
      "ImageFromBatch",
      { image, batch_index: index * frames, length: frames },
      { id: "Film", origins: { batch_index: "batchSize", length: "frames" } },
    )
    .out();
}

/** Adds SaveAnimatedWEBP for each film and marks it as a result. */
export function saveFilms(graph: CoreGraph, settings: FilmSettings, films: Films): void {
  const { fps, lossless, quality, method } = settings;
  const all = graph.image();
  for (let index = 0; index < films.count; index++) {
    const images = films.count === 1 ? all : framesOf(graph, all, index, films.frames);
    const inputs = { images, filename_prefix: "Pictor", fps, lossless, quality, method };
    graph.output(graph.add("SaveAnimatedWEBP", inputs, { origins }).id);
  }
}
