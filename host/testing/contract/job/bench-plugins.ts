// The plugins of the bench: the workflow that a tap waits for, with one node, and the kind of its backend.

import { edit, type Backend, type Plugin, type WorkflowDraft } from "@pictor/kernel";
import { manifestOf } from "../../manifest-of.js";
import { nodeClass } from "./bench-backend.js";

const prepare = (draft: WorkflowDraft, { params }: { readonly params: Readonly<Record<string, string>> }) =>
  edit(draft, (graph) => {
    graph.set({ prompts: { positive: params["prompt"] ?? "", negative: "" } });
    graph.output(graph.add(nodeClass.name, { text: params["prompt"] ?? "" }, { id: "Save" }).id);
  });

export const workflowPlugin = (id: string) => ({
  manifest: manifestOf("workflow-contract", "workflow", {
    taps: [{ hook: "buildWorkflow", handler: "prepare", phase: "prepare", when: { workflow: id } }],
    contributes: {
      workflows: [
        {
          id,
          title: "Contract",
          params: {
            type: "object",
            properties: {
              prompt: { type: "string", default: "a kite" },
              seed: { type: "string", format: "uint64" },
            },
          },
        },
      ],
    },
  }),
  plugin: (() => ({ handlers: { prepare } })) as unknown as Plugin,
});

export const backendPlugin = (backend: Backend) => ({
  manifest: manifestOf("backend-contract", "backend", {
    contributes: {
      backends: [{ id: "contract", title: "Contract", settings: { type: "object", properties: {} } }],
    },
  }),
  plugin: (() => ({
    provides: { backends: { contract: { open: () => Promise.resolve(backend) } } },
  })) satisfies Plugin,
});
