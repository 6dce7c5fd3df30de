// The graph of the workflow, phase by phase. Features run between the phases: they move the cursors and change the data
// of the draft.

import { edit, type BuildWorkflow } from "@pictor/kernel/plugin";
import type { AcmeParams } from "./settings.gen.ts";

/** Loads the model. Prompts, size and sampling stay data, which features can change. */
export const prepare: BuildWorkflow = (draft, { params, seed }) => {
  const { prompt, negative, model, width, height, steps, cfg } = params as AcmeParams;
  return edit(draft, (graph) => {
    const loader = graph.add(
      "CheckpointLoaderSimple",
      { ckpt_name: model },
      { origins: { ckpt_name: "model" } },
    );
    const anchors = { model: loader.out(0), clip: loader.out(1), vae: loader.out(2) };
    graph.move(anchors);
    graph.set({
      cursors: { original: anchors },
      prompts: { positive: prompt, negative },
      size: { width, height },
      latent: {
        class: "EmptyLatentImage",
        inputs: { width, height, batch_size: 1 },
        origins: { width: "width", height: "height" },
      },
      sampling: { sampler: "euler", scheduler: "normal", steps, cfg, seed, denoise: 1 },
    });
  });
};

/** Samples with what the features have left. `conditioning` encodes the prompts, `latent` adds the empty latent. */
export const sample: BuildWorkflow = (draft) =>
  edit(draft, (graph) => {
    const { sampling, cursors } = draft;
    if (sampling === undefined) throw new TypeError("the phase prepare has not run");
    const { sampler, scheduler, steps, cfg, seed, denoise } = sampling;
    const model = graph.cursor("model");
    const positive = graph.conditioning("positive");
    const negative = graph.conditioning("negative");
    const settings = { seed, steps, cfg, sampler_name: sampler, scheduler, denoise };
    const node = graph.add(
      "KSampler",
      { model, positive, negative, latent_image: graph.latent(), ...settings },
      { id: "Sampler", origins: { steps: "steps", cfg: "cfg", seed: "seed" } },
    );
    const used = { ...graph.draft.anchors, model, positive, negative };
    graph.set({
      primary: { link: node.out(), type: "LATENT" },
      cursors: { original: cursors?.original ?? used, used },
    });
  });

/** Saves the image. `image` decodes the latent, unless a feature has done so. */
export const finish: BuildWorkflow = (draft) =>
  edit(draft, (graph) => {
    graph.output(graph.add("SaveImage", { images: graph.image(), filename_prefix: "acme" }).id);
  });
