// The feature `tiled-vae`: makes VAEDecodeTiled the draft's decoder, which every later decode uses.

import type { BuildContext, WorkflowDraft } from "@pictor/kernel/plugin";
import { featureSettings, inputsFromSettings, notApplicableError } from "@pictor/workflow-parts";
import type { TiledVaeSettings } from "./settings.gen.js";

/** Sets the tiled decoder in the draft without adding a node. */
export function setTiledDecoder(draft: WorkflowDraft, context: BuildContext): WorkflowDraft {
  if (draft.anchors.vae === undefined || draft.sampling === undefined)
    throw notApplicableError(context, "the workflow decodes no latent");
  if (draft.decoder !== undefined)
    throw notApplicableError(
      context,
      "another feature has set the decoder already",
      "Keep one of the two features.",
    );
  return {
    ...draft,
    decoder: {
      id: "TiledVAEDecode",
      class: "VAEDecodeTiled",
      ...inputsFromSettings(featureSettings<TiledVaeSettings>(context), {
        tile_size: "tileSize",
        overlap: "overlap",
        temporal_size: "temporalSize",
        temporal_overlap: "temporalOverlap",
      }),
    },
  };
}
