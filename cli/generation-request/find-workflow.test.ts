// Finding a workflow by its id.

import type { PluginRecord } from "@pictor/kernel";
import { expect, it } from "vitest";
import { findWorkflow } from "./find-workflow.js";

const workflow = { id: "draw", title: "Draw", params: { type: "object", properties: {} } } as const;
const broken = {
  id: "workflow-paint",
  manifest: { contributes: { workflows: [{ ...workflow, id: "paint" }] } },
  status: { state: "failed", reason: "its manifest is wrong." },
} as unknown as PluginRecord;
const kernel: Parameters<typeof findWorkflow>[0] = {
  contributions: () => [{ ...workflow, plugin: "workflow-draw" }] as never,
  plugins: () => [broken],
};

it("names the known workflows and the nearest one", () => {
  expect(() => findWorkflow(kernel, "drow")).toThrow('The known workflows are: draw. Did you mean "draw"?');
});
it("names the unusable plugin that contributes it, and the reason", () => {
  expect(() => findWorkflow(kernel, "paint")).toThrow(
    "The plugin workflow-paint is failed: its manifest is wrong.",
  );
});
