// Phase finish: decodes what is still a latent and saves it.

import { addNode, decoded } from "@pictor/kernel/plugin";
import type { WorkflowDraft } from "@pictor/kernel/plugin";

/** Ends in SaveImage, not PreviewImage: temporary files are gone when the server is restarted. */
export function finish(draft: WorkflowDraft): WorkflowDraft {
  const image = decoded(draft);
  const saved = addNode(image.draft, {
    id: "SaveImage",
    class: "SaveImage",
    inputs: { images: image.link, filename_prefix: "Pictor" },
  });
  return { ...saved.draft, outputs: [...draft.outputs, saved.id] };
}
