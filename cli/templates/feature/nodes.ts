// The feature: it adds nodes after the sampler and moves the primary. Links of other nodes stay as they are.

import { edit, type BuildWorkflow } from "@pictor/kernel/plugin";
import type { AcmeSettings } from "./settings.gen.ts";

/** Sharpens the image. `graph.image()` decodes a latent, if no feature has done so before. */
export const addAcme: BuildWorkflow = (draft, { feature }) =>
  edit(draft, (graph) => {
    const { amount } = feature!.settings as AcmeSettings;
    const sharpened = graph.add(
      "ImageSharpen",
      { image: graph.image(), sharpen_radius: 1, sigma: 1, alpha: amount },
      { origins: { alpha: "amount" } },
    );
    graph.set({ primary: { link: sharpened.out(), type: "IMAGE" } });
  });
