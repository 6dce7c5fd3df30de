// The decoder of a draft, in tiles.

import { edit, emptyDraft, link } from "@pictor/kernel/plugin";
import type { WorkflowDraft } from "@pictor/kernel/plugin";
import { contextOf, sampling } from "@pictor/workflow-parts/testing";
import { expect, it } from "vitest";
import { tileDecoding } from "./tiled.js";

const draft: WorkflowDraft = {
  ...emptyDraft,
  sampling,
  anchors: { vae: link("Loader", 2) },
  primary: { link: link("Sampler"), type: "LATENT" },
};
const settings = { tileSize: 256, overlap: 32, temporalSize: 16, temporalOverlap: 4 };
const context = contextOf({ feature: { id: "tiled-vae", settings } });

it("every decode after it is tiled", () => {
  const { graph, origins } = edit(tileDecoding(draft, context), (editor) => void editor.image());
  expect(graph).toEqual({
    TiledVAEDecode: {
      class_type: "VAEDecodeTiled",
      inputs: {
        samples: ["Sampler", 0],
        vae: ["Loader", 2],
        tile_size: 256,
        overlap: 32,
        temporal_size: 16,
        temporal_overlap: 4,
      },
    },
  });
  expect(origins["TiledVAEDecode.tile_size"]).toBe("tileSize");
});

it("is refused a second time", () => {
  expect(() => tileDecoding(tileDecoding(draft, context), context)).toThrow(/already/);
});

it("is refused where nothing is decoded", () => {
  expect(() => tileDecoding(emptyDraft, context)).toThrow(/it decodes no latent/);
});
