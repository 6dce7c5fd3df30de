// The problems that servers report for a graph, one kind per test.

import { expect, test } from "vitest";
import { parseNodeErrors, parseRefusal } from "./graph-problems.js";

const graph = {
  "3": { class_type: "KSampler", inputs: { steps: 0, latent_image: ["5", 0] as const } },
  "5": { class_type: "EmptyLatentImage", inputs: {} },
  "8": { class_type: "VAEDecode", inputs: { vae: ["4", 2] as const, samples: ["3", 0] as const } },
};
const traceback = ['  File "/srv/secret/execution.py", line 1'];
const errors = (node: string, error: object) => ({
  [node]: { class_type: "Any", dependent_outputs: ["9"], errors: [error] },
});

const required = "Required input is missing";
const mismatch = "Return type mismatch between linked nodes";
const noNumber = "Failed to convert an input value to a INT value";
const custom = "Custom validation failed for node";

test.each([
  // The situation; the error's type, message, details and extra_info; the input and the message of the problem.
  [
    "a required input that is missing",
    ["required_input_missing", required, "model", { input_name: "model" }],
    { input: "model", message: required },
  ],
  [
    "a part of an autogrow input that is missing",
    ["required_input_missing", required, "image0", { input_name: "images.image0" }],
    { input: "images.image0", message: `${required}: image0` },
  ],
  [
    "a loop that is not closed, which has no input",
    [
      "custom_validation_failed",
      "Start Loop has no End Loop",
      "Start Loops without End Loops: 3",
      { input_name: "loop boundary", loop_error_type: "loop_start_without_end", node_ids: ["3"] },
    ],
    { message: "Start Loop has no End Loop: Start Loops without End Loops: 3" },
  ],
  [
    "a check of the class's own without an input",
    ["custom_validation_failed", custom, "the sizes differ", {}],
    { message: `${custom}: the sizes differ` },
  ],
  [
    "a field that no row has",
    ["invalid_dynamic_input", "Invalid dynamic input", "loras.01.name", { input_name: "loras.01.name" }],
    { input: "loras.01.name", message: "Invalid dynamic input" },
  ],
  [
    "a value outside the list",
    [
      "value_not_in_list",
      "Value not in list",
      "sampler_name: 'nope' not in (list of length 44)",
      { input_name: "sampler_name", input_config: null, received_value: "nope" },
    ],
    { input: "sampler_name", message: "Value not in list: sampler_name: 'nope' not in (list of length 44)" },
  ],
  [
    "a value below the minimum",
    ["value_smaller_than_min", "Value 0 smaller than min of 1", "steps", { input_name: "steps" }],
    { input: "steps", message: "Value 0 smaller than min of 1" },
  ],
  [
    "a value above the maximum",
    ["value_bigger_than_max", "Value 101.0 bigger than max of 100.0", "cfg", { input_name: "cfg" }],
    { input: "cfg", message: "Value 101.0 bigger than max of 100.0" },
  ],
  [
    "a text instead of a number",
    [
      "invalid_input_type",
      noNumber,
      "steps, many, invalid literal for int() with base 10: 'many'",
      { input_name: "steps", exception_message: "invalid literal" },
    ],
    { input: "steps", message: `${noNumber}: steps, many, invalid literal for int() with base 10: 'many'` },
  ],
  [
    "a link of the wrong type",
    [
      "return_type_mismatch",
      mismatch,
      "samples, received_type(MODEL) mismatch input_type(LATENT)",
      { input_name: "samples", received_type: "MODEL", linked_node: ["4", 0] },
    ],
    { input: "samples", message: `${mismatch}: samples, received_type(MODEL) mismatch input_type(LATENT)` },
  ],
  [
    "a custom validation of the node class",
    ["custom_validation_failed", custom, "image - Invalid image file: gone.png", { input_name: "image" }],
    { input: "image", message: `${custom}: image - Invalid image file: gone.png` },
  ],
  [
    "a cycle",
    ["dependency_cycle", "Dependency cycle detected", "", { node_id: "3", cycle_nodes: ["3", "5", "3"] }],
    { message: "Dependency cycle detected: 3 -> 5 -> 3" },
  ],
] as const)("%s", (_case, [type, message, details, extra_info], expected) => {
  const error = { type, message, details, extra_info };
  expect(parseNodeErrors(errors("3", error), graph)).toEqual([
    { node: "3", classType: "Any", code: type, ...expected },
  ]);
});

test.each(["exception_during_inner_validation", "exception_during_validation"])(
  "%s: the input with the broken link is named, and no traceback is shown",
  (type) => {
    const extra_info = { input_name: "images", exception_type: "KeyError", traceback, linked_node: ["8", 0] };
    const error = { type, message: "Exception when validating node", details: "'4'", extra_info };
    const problems = parseNodeErrors(errors("8", error), graph);
    const message = "Exception when validating node: '4'";
    expect(problems).toEqual([{ node: "8", classType: "Any", input: "vae", code: type, message }]);
    expect(JSON.stringify(problems)).not.toContain("secret");
  },
);

test("an exception for a node without broken links names no input", () => {
  const error = {
    type: "exception_during_inner_validation",
    message: "Exception when validating inner node",
    details: "tuple index out of range",
    extra_info: { input_name: "images" },
  };
  expect(parseNodeErrors(errors("3", error), graph)[0]).not.toHaveProperty("input");
});

test.each([
  [
    "a class that is missing",
    "missing_node_type",
    "Node 'X' not found.",
    { node_id: "3", class_type: "X" },
    "X",
  ],
  [
    "a node without a class",
    "missing_node_type",
    "Node has no class.",
    { node_id: "3", class_type: null },
    "KSampler",
  ],
])("%s is a problem of one node", (_case, type, message, extra_info, classType) => {
  const refusal = parseRefusal({ error: { type, message, details: "", extra_info }, node_errors: {} }, graph);
  expect(refusal?.problems).toEqual([
    { node: "3", classType, code: type, message: message.replace(/\.$/, "") },
  ]);
});

test("a missing class, as older servers report it", () => {
  const error = { type: "invalid_prompt", message: "No X.", details: "Node ID '#3'", extra_info: {} };
  expect(parseRefusal({ error, node_errors: {} }, graph)?.problems).toMatchObject([
    { node: "3", classType: "KSampler", code: "invalid_prompt" },
  ]);
});

test("a cycle, which older servers do not explain", () => {
  const error = { type: "prompt_outputs_failed_validation", message: "", details: "", extra_info: {} };
  expect(parseRefusal({ error, node_errors: {} }, graph)).toEqual({
    problems: [],
    reason: expect.stringContaining("prompt_outputs_failed_validation") as string,
  });
});

test("the errors of the nodes are read, because the summary is empty unless an output node is invalid", () => {
  const error = { type: "prompt_outputs_failed_validation", message: "Failed", details: "", extra_info: {} };
  const node_errors = errors("3", { type: "x", message: "Wrong", details: "", extra_info: {} });
  expect(parseRefusal({ error, node_errors }, graph)?.reason).toBe("node 3 (Any): Wrong");
});

test.each([[undefined], [{}], [{ error: "text" }], [{ error: { message: "no type" } }], [["x"]]])(
  "%j is not a refusal of a graph",
  (body) => {
    expect(parseRefusal(body, graph)).toBeUndefined();
  },
);
