// The phase finish of an image workflow: decodes the primary if it is a latent, and saves it.

import { edit } from "@pictor/kernel/plugin";
import type { WorkflowDraft } from "@pictor/kernel/plugin";
import type { CoreNodes } from "../core-nodes.gen.js";

/** Ends the graph in SaveImage rather than PreviewImage, whose temporary files a restart of the server deletes. */
export const finish = (draft: WorkflowDraft): WorkflowDraft =>
  edit<CoreNodes>(draft, (graph) =>
    graph.output(graph.add("SaveImage", { images: graph.image(), filename_prefix: "Pictor" }).id),
  );
