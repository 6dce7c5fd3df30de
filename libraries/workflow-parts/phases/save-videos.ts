// The phase finish of a video workflow: decodes the frames and saves each video as a separate animated WebP.

import type { TypedLink } from "@pictor/kernel/plugin";
import type { CoreGraphEditor } from "../core-graph.js";
import { inputsFromSettings } from "../setting-inputs.js";

/** The settings of saving, under the names that templates give them. */
export interface VideoSettings {
  /** Frames per second. */
  readonly fps: number;
  readonly lossless: boolean;
  /** Quality, 0 to 100. For a lossless file, the effort of the compression. */
  readonly quality: number;
  readonly method: "default" | "fastest" | "slowest";
}

/** Several videos of one run, whose decoded frames follow one another. */
export interface VideoBatch {
  /** Number of videos. */
  readonly count: number;
  /** Frames of each video. */
  readonly frames: number;
}

const settingByInput = { fps: "fps", lossless: "lossless", quality: "quality", method: "method" } as const;

/** Adds ImageFromBatch, which selects the frames of one video. */
function selectFrames(
  graph: CoreGraphEditor,
  image: TypedLink<"IMAGE">,
  index: number,
  frames: number,
): TypedLink<"IMAGE"> {
  return graph
    .add(
      "ImageFromBatch",
      { image, batch_index: index * frames, length: frames },
      { id: "VideoFrames", origins: { batch_index: "batchSize", length: "frames" } },
    )
    .out();
}

/** Adds SaveAnimatedWEBP for each video and marks it as an output. */
export function saveVideos(graph: CoreGraphEditor, settings: VideoSettings, videos: VideoBatch): void {
  const { inputs, origins } = inputsFromSettings(settings, settingByInput);
  const all = graph.image();
  for (let index = 0; index < videos.count; index++) {
    const images = videos.count === 1 ? all : selectFrames(graph, all, index, videos.frames);
    const saver = graph.add(
      "SaveAnimatedWEBP",
      { ...inputs, images, filename_prefix: "Pictor" },
      { origins },
    );
    graph.output(saver.id);
  }
}
