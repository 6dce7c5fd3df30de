// A stranger's workflow, and a feature for it.

import { manifestOf } from "@pictor/host/testing";
import { edit, type BuildWorkflow, type WorkflowDraft } from "@pictor/kernel/plugin";
import type { PluginSource } from "@pictor/kernel";

const params = {
  type: "object",
  properties: {
    prompt: { type: "string", title: "Prompt", format: "multiline", default: "a poster" },
    seed: { type: "string", title: "Seed", format: "uint64" },
    width: { type: "integer", title: "Width", default: 64, minimum: 16, maximum: 512 },
    height: { type: "integer", title: "Height", default: 64, minimum: 16, maximum: 512 },
  },
};

const manifest = manifestOf("workflow-placard", "workflow", {
  version: "2.0.0",
  title: "Placard",
  description: "A stranger's workflow",
  taps: [
    { hook: "buildWorkflow", handler: "build", phase: "prepare", when: { workflow: "placard" } },
    { hook: "buildWorkflow", handler: "varnish", phase: "refine", when: { feature: "varnish" } },
  ],
  contributes: {
    workflows: [
      {
        id: "placard",
        title: "Placard",
        description: "A sheet with a frame",
        params,
        offers: ["still-images"],
      },
    ],
    features: [
      {
        id: "varnish",
        title: "Varnish",
        description: "A coat over the sheet",
        needs: ["still-images"],
        settings: {
          type: "object",
          properties: { coats: { type: "integer", title: "Coats", default: 1, minimum: 1, maximum: 5 } },
        },
      },
    ],
  },
});

const build: BuildWorkflow = (draft, { params: given }): WorkflowDraft => ({
  ...draft,
  graph: {
    Sheet: {
      class_type: "EmptyImage",
      inputs: { width: Number(given["width"]), height: Number(given["height"]), batch_size: 1, color: 255 },
    },
    Save: { class_type: "SaveImage", inputs: { images: ["Sheet", 0], filename_prefix: "placard" } },
  },
  primary: { link: ["Sheet", 0], type: "IMAGE" },
  outputs: ["Save"],
});

const varnish: BuildWorkflow = (draft) =>
  edit(draft, (graph) =>
    graph.set({ primary: { link: graph.add("ImageInvert", { image: graph.image() }).out(), type: "IMAGE" } }),
  );

export const workflow: PluginSource = {
  kind: "inline",
  manifest,
  plugin: () => ({ handlers: { build, varnish } }),
};
