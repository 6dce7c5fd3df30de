// The end of a picture workflow: what is still a latent is decoded, and the picture is saved.

import { edit } from "@pictor/kernel/plugin";
import type { WorkflowDraft } from "@pictor/kernel/plugin";
import type { CoreGraph } from "./core-graph.js";

/** Adds SaveImage on the primary and marks it as a result. */
export function saveImages(graph: CoreGraph, prefix = "Pictor"): void {
  graph.output(graph.add("SaveImage", { images: graph.image(), filename_prefix: prefix }).id);
}

/** Phase `finish`. It saves rather than previews: temporary files are gone when the server is restarted. */
export const finish = (draft: WorkflowDraft): WorkflowDraft =>
  edit(draft, (graph) => {
    saveImages(graph);
  });
