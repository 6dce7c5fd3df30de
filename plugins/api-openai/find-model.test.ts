// Which workflows and presets a client can choose from.

import { expect, it } from "vitest";
import type { Client, Preset, Workflow } from "@pictor/client";
import { listModels } from "./find-model.js";

const workflow = { id: "txt2img", title: "Text to image", params: { properties: { prompt: {} } } };
const presets: readonly Partial<Preset>[] = [
  { name: "kite", workflow: "txt2img", params: {} },
  { name: "a1111 port 12345678", workflow: "txt2img", params: {}, owner: "port" },
];
const calls = {
  listWorkflows: async () => Promise.resolve({ workflows: [workflow as unknown as Workflow] }),
  listPresets: async () => Promise.resolve({ presets }),
  readPreset: async ({ params: { name } }: { readonly params: { readonly name: string } }) =>
    Promise.resolve(presets.find((preset) => preset.name === name)),
  readWorkflow: async () => Promise.resolve(workflow),
} as unknown as Client["calls"];

it("a preset that a program keeps for its own token is no model of another", async () => {
  const models = await listModels(calls);
  expect(models.map(({ id }) => id)).toEqual(["txt2img", "preset:kite"]);
});
