// Image to image: the client uploads an image, from which its graph starts. See cases.ts.

import type { Case } from "./case.js";
import { failed, finished, interrupted } from "./expect.js";

const graph = "from an image";

export const imageCases: readonly Case[] = [
  { name: "image to image", graph, act: "upload, then submit", right: finished(1) },
  {
    name: "image to image, cancelled while it runs",
    faults: [{ kind: "slow-steps", ms: 400 }],
    graph,
    act: "upload, then cancel while it runs",
    right: interrupted,
  },
  { name: "image to image, nothing was uploaded", graph, right: failed(/case-input|invalid image/i) },
];
