// What is checked for its extensions.

import { expect, it } from "vitest";
import { changeFeature, emptyDraft, withFeature, withParam } from "../../draft/draft.js";
import { graphOf, missingWishes, requestOfDraft } from "./check-request.js";

it("the workflow of the form is checked with its values, and with the features that are switched on", () => {
  const draft = withFeature(withFeature(withParam(emptyDraft, "prompt", "a fox"), "lora"), "hires-fix");
  const off = changeFeature(draft, draft.features[0]?.key ?? "", { isOn: false });
  expect(requestOfDraft({ ...off, backend: "studio", count: 3 })).toEqual({
    workflow: "txt2img",
    params: { prompt: "a fox" },
    features: [{ id: "hires-fix", settings: {} }],
  });
});

const graph = { "1": { class_type: "PackNode", inputs: {} } };
it.each([
  ["a graph", graph, graph],
  ["the body of a request", { prompt: graph, client_id: "x" }, graph],
  ["a graph of the editor", { nodes: [], links: [] }, expect.stringContaining("Export (API)")],
  ["an empty object", {}, "The file has no graph in API format."],
  ["a list", [], "The file has no graph."],
])("of %s", (_what, content, result) => {
  expect(graphOf(JSON.stringify(content))).toEqual(result);
});

it("what is no JSON is no graph", () => {
  expect(graphOf("{")).toBe("The file is not JSON.");
});

it("what is missing is installed in the range that is required", () => {
  const step = { requiredBy: [] };
  const steps = [
    { ...step, id: "a/b", range: ">=1.2.0", step: "install" },
    { ...step, id: "c/d", range: "*", step: "install" },
    { ...step, id: "e/f", range: "^1.0.0", step: "ok" },
  ];
  const check = { isComplete: false, canInstall: true, isServerKnown: true, steps, unknown: [], advice: [] };
  expect(missingWishes(check)).toEqual([{ id: "a/b", range: ">=1.2.0" }, { id: "c/d" }]);
});
