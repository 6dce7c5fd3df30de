// Registers the workflows `wan-text-to-video` and `wan-image-to-video`.

import { definePlugin } from "@pictor/kernel/plugin";
import { sample } from "@pictor/workflow-parts";
import { prepareImageToVideo, prepareTextToVideo } from "./prepare-wan.js";
import { createImageToVideoSampler } from "./sample-image-to-video.js";
import { saveWanVideos } from "./save-wan-videos.js";

export default definePlugin(({ files }) => ({
  handlers: {
    prepareTextToVideo,
    prepareImageToVideo,
    sampleTextToVideo: sample,
    sampleImageToVideo: createImageToVideoSampler(files),
    saveVideos: saveWanVideos,
  },
}));
