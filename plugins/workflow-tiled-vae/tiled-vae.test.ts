// The feature `tiled-vae`: the decoder of a draft.

import { edit, emptyDraft, link } from "@pictor/kernel/plugin";
import type { WorkflowDraft } from "@pictor/kernel/plugin";
import { createBuildContext, sampling, node } from "@pictor/workflow-parts/testing";
import { expect, it } from "vitest";
import { setTiledDecoder } from "./tiled-vae.js";

const draft: WorkflowDraft = {
  ...emptyDraft,
  sampling,
  anchors: { vae: link("Loader", 2) },
  primary: { link: link("Sampler"), type: "LATENT" },
};
const settings = { tileSize: 256, overlap: 32, temporalSize: 16, temporalOverlap: 4 };
const context = createBuildContext({ feature: { id: "tiled-vae", settings } });

it("makes every later decode a tiled one", () => {
  const { graph, origins } = edit(setTiledDecoder(draft, context), (editor) => void editor.image());
  expect(graph).toEqual({
    TiledVAEDecode: node("VAEDecodeTiled", {
      samples: ["Sampler", 0],
      vae: ["Loader", 2],
      tile_size: 256,
      overlap: 32,
      temporal_size: 16,
      temporal_overlap: 4,
    }),
  });
  expect(origins["TiledVAEDecode.tile_size"]?.setting).toBe("tileSize");
});

it("does not apply a second time", () => {
  expect(() => setTiledDecoder(setTiledDecoder(draft, context), context)).toThrow(/already/);
});

it("does not apply when nothing is decoded", () => {
  expect(() => setTiledDecoder(emptyDraft, context)).toThrow(/decodes no latent/);
});
