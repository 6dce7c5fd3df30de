// Wires the workflows `wan-text-to-video` and `wan-image-to-video`.

import { definePlugin } from "@pictor/kernel/plugin";
import { sample } from "@pictor/workflow-parts";
import { finish } from "./finish.js";
import { prepareImage, prepareText } from "./prepare.js";
import { sampleImageWith } from "./sample-image.js";

export default definePlugin(({ files }) => {
  if (files === undefined) throw new TypeError('workflow-wan needs the permission "files"');
  return {
    handlers: { prepareText, prepareImage, sampleText: sample, sampleImage: sampleImageWith(files), finish },
  };
});
