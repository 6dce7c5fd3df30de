// All routes of the API, by method and the path below /sdapi/v1/.

import { extraBatchImages, extraSingleImage } from "./extras.js";
import { generate } from "./generate.js";
import { interrupt, progress } from "./control.js";
import { readPngInfo } from "./inspect.js";
import {
  empty,
  latentUpscaleModes,
  loras,
  memory,
  refreshCheckpoints,
  refreshLoras,
  refreshVae,
  samplers,
  schedulers,
  sdModels,
  sdModules,
  sdVae,
  upscalers,
} from "./lists.js";
import { changeTokenOptions, readTokenOptions } from "./options.js";
import type { Route } from "./route.js";

export const routes: Readonly<Record<string, Readonly<Record<string, Route>>>> = {
  txt2img: { POST: generate("txt2img") },
  img2img: { POST: generate("img2img") },
  "extra-single-image": { POST: extraSingleImage },
  "extra-batch-images": { POST: extraBatchImages },
  "png-info": { POST: readPngInfo },
  progress: { GET: progress },
  interrupt: { POST: interrupt },
  options: { GET: readTokenOptions, POST: changeTokenOptions },
  "sd-models": { GET: sdModels },
  samplers: { GET: samplers },
  schedulers: { GET: schedulers },
  loras: { GET: loras },
  upscalers: { GET: upscalers },
  "latent-upscale-modes": { GET: latentUpscaleModes },
  "sd-vae": { GET: sdVae },
  "sd-modules": { GET: sdModules },
  memory: { GET: memory },
  "refresh-checkpoints": { POST: refreshCheckpoints },
  "refresh-loras": { POST: refreshLoras },
  "refresh-vae": { POST: refreshVae },
  // A backend loads and unloads its models itself; programs that free the memory between images take another reply for a failure.
  "unload-checkpoint": { POST: empty({}) },
  "reload-checkpoint": { POST: empty({}) },
  "cmd-flags": { GET: empty({}) },
  hypernetworks: { GET: empty([]) },
  "face-restorers": { GET: empty([]) },
  "realesrgan-models": { GET: empty([]) },
  "prompt-styles": { GET: empty([]) },
  embeddings: { GET: empty({ loaded: {}, skipped: {} }) },
  scripts: { GET: empty({ txt2img: [], img2img: [] }) },
  "script-info": { GET: empty([]) },
  extensions: { GET: empty([]) },
};
