// Settings that the template chose because the user gave none.

import { manifestOf } from "@pictor/host/testing";
import { expect, it } from "vitest";
import { openPictor } from "../../testing/fake-plugins.js";

const properties = {
  steps: { type: "integer" },
  cfg: { type: "number" },
  token: { type: "string", "x-secret": true },
};
const manifest = manifestOf("workflow-picky", "workflow", {
  taps: [{ hook: "buildWorkflow", handler: "build", phase: "finish" }],
  contributes: { workflows: [{ id: "picky", title: "Picky", params: { type: "object", properties } }] },
});

it("records contain the chosen values, given values take precedence, and values that are not settings are left out", async () => {
  const graph = { Save: { class_type: "SaveImage", inputs: {} } };
  const chosenParams = { steps: 8, cfg: 1, shift: 3 };
  const build = (draft: object) => ({ ...draft, graph, outputs: ["Save"], chosenParams });
  const plugin = () => ({ handlers: { build: build as never } });
  const { pictor } = await openPictor([{ manifest, plugin }], { configuration: {} });
  const { params } = await pictor.build({ workflow: "picky", params: { steps: 4 } });
  expect(params).toEqual({ steps: 4, cfg: 1 });
});
