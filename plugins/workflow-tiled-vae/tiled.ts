// The draft's decoder becomes VAEDecodeTiled: whoever decodes, and whenever, does it in tiles.

import type { BuildContext, WorkflowDraft } from "@pictor/kernel/plugin";
import { notApplicable, settingsOf } from "@pictor/workflow-parts";
import type { TiledVaeSettings } from "./settings.gen.js";

export function tileDecoding(draft: WorkflowDraft, context: BuildContext): WorkflowDraft {
  if (draft.anchors.vae === undefined || draft.sampling === undefined) {
    throw notApplicable(context, "it decodes no latent");
  }
  if (draft.decoder !== undefined) {
    throw notApplicable(context, "another add-on decodes in its own way already", "Keep one of them.");
  }
  const { tileSize, overlap, temporalSize, temporalOverlap } = settingsOf<TiledVaeSettings>(context);
  return {
    ...draft,
    decoder: {
      id: "TiledVAEDecode",
      class: "VAEDecodeTiled",
      inputs: {
        tile_size: tileSize,
        overlap,
        temporal_size: temporalSize,
        temporal_overlap: temporalOverlap,
      },
      origins: {
        tile_size: "tileSize",
        overlap: "overlap",
        temporal_size: "temporalSize",
        temporal_overlap: "temporalOverlap",
      },
    },
  };
}
