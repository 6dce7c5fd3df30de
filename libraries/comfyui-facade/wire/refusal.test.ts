// The reply to a graph that the backend refuses: a client finds the node and the input in it.

import { expect, it } from "vitest";
import { fault, type GraphProblem } from "@pictor/kernel/plugin";
import { refusalBody } from "./refusal.js";

const graph = {
  3: { class_type: "Sampler", inputs: { name: "none" } },
  7: { class_type: "Nothing", inputs: {}, _meta: { title: "My node" } },
  9: { class_type: "SaveImage", inputs: { images: ["3", 0] as const } },
};
const refused = (problems: unknown) =>
  refusalBody(fault("BACKEND_REFUSED_GRAPH", { reason: "no worker can run it" }, { more: { problems } }), {
    graph,
    outputs: ["9"],
  });
const problem = (node: string, classType: string, code: string, input?: string): GraphProblem => ({
  node,
  classType,
  code,
  message: `${code} of ${node}`,
  ...(input !== undefined && { input }),
});
const failed = { type: "prompt_outputs_failed_validation", message: "Prompt outputs failed validation" };

it("names each node once, with all its problems and their inputs", () => {
  const problems = [
    problem("3", "Sampler", "value_not_in_list", "name"),
    problem("7", "Nothing", "required_input_missing", "model"),
    problem("3", "Sampler", "bad_node"),
  ];
  const { error, node_errors } = refused([...problems, "no problem", { node: 7 }]);
  expect(error).toMatchObject({ ...failed, details: "" });
  expect(node_errors).toEqual({
    3: {
      class_type: "Sampler",
      dependent_outputs: ["9"],
      errors: [
        {
          type: "value_not_in_list",
          message: "value_not_in_list of 3",
          details: "name",
          extra_info: { input_name: "name", received_value: "none" },
        },
        { type: "bad_node", message: "bad_node of 3", details: "", extra_info: {} },
      ],
    },
    7: {
      class_type: "Nothing",
      dependent_outputs: [],
      errors: [expect.objectContaining({ extra_info: { input_name: "model" } })],
    },
  });
});

it("names each of thousands of nodes, and the first hundred of the outputs that need it", () => {
  const ids = Array.from({ length: 10_000 }, (_, index) => String(index + 1));
  const save = { class_type: "SaveImage", inputs: { images: ["1", 0] as const } };
  const problems = ids.map((id) => problem(id, "SaveImage", "value_not_in_list", "images"));
  const refusal = fault("BACKEND_REFUSED_GRAPH", { reason: "" }, { more: { problems } });
  const { node_errors } = refusalBody(refusal, {
    graph: Object.fromEntries(ids.map((id) => [id, save])),
    outputs: ids,
  });
  expect(Object.keys(node_errors)).toHaveLength(ids.length);
  expect(node_errors).toMatchObject({
    1: { dependent_outputs: ids.slice(0, 100) },
    2: { dependent_outputs: ["2"] },
  });
});

it("names a class that the server lacks in the error itself, with the title of its node", () => {
  const problems = [
    problem("3", "Sampler", "value_not_in_list"),
    problem("7", "Nothing", "missing_node_type"),
  ];
  expect(refused(problems)).toEqual({
    error: {
      type: "missing_node_type",
      message: "missing_node_type of 7",
      details: "Node ID '#7'",
      extra_info: { node_id: "7", class_type: "Nothing", node_title: "My node" },
    },
    node_errors: {},
  });
});

it.each([undefined, [], "none", [7]])(
  "without problems that it can name (%j), says the reason",
  (problems) => {
    expect(refused(problems)).toEqual({
      error: { ...failed, details: "no worker can run it", extra_info: {} },
      node_errors: {},
    });
  },
);
