// A value that a template chose, such as the name of a file that it looked for: the user, who has not given it, learns
// where it comes from.

import { expect, it } from "vitest";
import { emptyDraft, fault, type Catalog, type WorkflowDraft } from "@pictor/kernel";
import { explainRefusal } from "./graph-errors.js";
import { validateGraph } from "./validate-graph.js";

const input = { name: "unet_name", required: true, type: "COMBO", options: ["flux1-dev.safetensors"] };
const catalog: Catalog = new Map([
  ["UNETLoader", { name: "UNETLoader", outputs: [], isOutput: true, inputs: [input] }],
]);
const draftWith = (more: Partial<WorkflowDraft>): WorkflowDraft => ({
  ...emptyDraft,
  graph: { load: { class_type: "UNETLoader", inputs: { unet_name: "kontext" } } },
  outputs: ["load"],
  origins: { "load.unet_name": { setting: "diffusionModel" } },
  ...more,
});
const chosen = draftWith({ chosenParams: { diffusionModel: "kontext" } });
const unknown = 'The graph is invalid at the setting "diffusionModel": "kontext" is not offered';

it.each<[string, WorkflowDraft, string]>([
  ["that the user has given", draftWith({}), `${unknown}.`],
  [
    "that the template looked for",
    chosen,
    `${unknown}; Pictor looked for it, because this setting is not given.`,
  ],
])("a name %s", (_name, draft, message) => {
  expect(validateGraph(draft, catalog)).toMatchObject([
    { what: message, hint: "Allowed: flux1-dev.safetensors." },
  ]);
});

it("that a server refuses is explained in the same way", () => {
  const problems = [
    { node: "load", classType: "UNETLoader", input: "unet_name", message: "Value not in list" },
  ];
  const refused = fault("BACKEND_REFUSED_GRAPH", { reason: "?" }, { more: { problems } });
  expect(explainRefusal(refused, chosen)).toMatchObject({
    what: expect.stringContaining("Value not in list; Pictor looked for it"),
  });
});
