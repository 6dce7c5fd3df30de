// The plugins of the bench: the workflow that a tap waits for, with one node, and the kind of its backend.

import { edit, type Backend, type Plugin, type WorkflowDraft } from "@pictor/kernel";
import { nodeClass } from "./bench-backend.js";

const common = {
  manifestVersion: 1,
  version: "1.0.0",
  apiVersion: "^1.0.0",
  main: "./index.js",
  title: "Contract",
  description: "For the rules",
};
const prepare = (draft: WorkflowDraft, { params }: { readonly params: Readonly<Record<string, string>> }) =>
  edit(draft, (graph) => {
    graph.set({ prompts: { positive: params["prompt"] ?? "", negative: "" } });
    graph.output(graph.add(nodeClass.name, { text: params["prompt"] ?? "" }, { id: "Save" }).id);
  });

export const workflowPlugin = (id: string) => ({
  manifest: {
    ...common,
    id: "workflow-contract",
    kind: "workflow",
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
  },
  plugin: (() => ({ handlers: { prepare } })) as unknown as Plugin,
});

export const backendPlugin = (backend: Backend) => ({
  manifest: {
    ...common,
    id: "backend-contract",
    kind: "backend",
    contributes: {
      backends: [{ id: "contract", title: "Contract", settings: { type: "object", properties: {} } }],
    },
  },
  plugin: (() => ({
    provides: { backends: { contract: { open: () => Promise.resolve(backend) } } },
  })) satisfies Plugin,
});
