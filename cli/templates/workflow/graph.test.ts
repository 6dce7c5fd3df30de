// The graph as a pure function of the settings and the seed, without a backend.

import assert from "node:assert/strict";
import { test } from "node:test";
import { emptyDraft, type BuildContext, type BuildWorkflow, type WorkflowDraft } from "@pictor/kernel/plugin";
import { finish, prepare, sample } from "./graph.ts";

const params = {
  prompt: "a kite",
  negative: "",
  model: "m.safetensors",
  width: 64,
  height: 32,
  steps: 4,
  cfg: 5,
};
const context = { params, seed: 7n } as unknown as BuildContext;

async function build(...phases: readonly BuildWorkflow[]): Promise<WorkflowDraft> {
  let draft = emptyDraft;
  for (const phase of phases) draft = (await phase(draft, context)) ?? draft;
  return draft;
}

test("the graph ends in a saved image", async () => {
  const { graph, outputs } = await build(prepare, sample, finish);
  assert.deepEqual(
    outputs.map((id) => graph[id]?.class_type),
    ["SaveImage"],
  );
});

test("the settings reach the sampler", async () => {
  const { graph } = await build(prepare, sample, finish);
  const { steps, cfg, seed } = graph["Sampler"]?.inputs ?? {};
  assert.deepEqual([steps, cfg, seed], [4, 5, 7n]);
});
