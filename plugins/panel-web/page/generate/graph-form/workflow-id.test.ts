// The id of a saved workflow.

import { expect, it } from "vitest";
import { workflowIdOf } from "./workflow-id.js";

it.each([
  ["Portraits, soft light", "portraits-soft-light"],
  ["Été 2", "ete-2"],
  ["2 kites", "workflow-2-kites"],
  ["a".repeat(80), "a".repeat(34)],
])("of %s is %s", (title, id) => {
  expect(workflowIdOf(title)).toBe(id);
});

it("of two names without Latin letters differ", () => {
  expect(workflowIdOf("風")).not.toBe(workflowIdOf("凧"));
  expect(workflowIdOf("風")).toMatch(/^workflow-\d+$/);
});
