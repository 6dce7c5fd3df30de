// Malformed graphs: the errors that Python raises for them, as recorded with a real server.
import { describe, expect, it } from "vitest";
import { parsePythonJson } from "@pictor/kernel/plugin";
import type { InputSpecs } from "../node/input-spec.js";
import type { NodeDefinition } from "../node/node.js";
import { signatureOf } from "./object-info.js";
import { validateGraph, type Validation } from "./validate.js";

const folders = { input: "/nowhere", output: "/nowhere", temp: "/nowhere" };
const node = (name: string, required: InputSpecs, isOutput = false): [string, NodeDefinition] => {
  const entry = { python_module: "nodes", input: { required }, output: ["IMAGE"], output_node: isOutput };
  return [name, { signature: signatureOf(name, entry), execute: () => ({ outputs: [] }) }];
};
const catalog = new Map([
  node("Empty", { width: ["INT", { min: 1, max: 64 }] }),
  node("Scale", { by: ["FLOAT", { min: 0.01, max: 8 }] }),
  node("Invert", { image: ["IMAGE"] }),
  node("Save", { images: ["IMAGE"] }, true),
  node("Odd", { ["constructor" as string]: ["IMAGE"] }, true),
]);

function checked(graph: string, targets?: unknown): Validation {
  return validateGraph(parsePythonJson(graph), { catalog, folders }, targets);
}
const empty = '"1": {"class_type": "Empty", "inputs": {"width": 8}}';
const errorOf = (found: Validation, id: string) => {
  const error = found.nodeErrors[id]?.errors[0];
  return error && [error.type, error.extra_info["exception_type"], error.details];
};

describe("a link", () => {
  it.each([
    ['["1", 0.5]', "TypeError", "tuple indices must be integers or slices, not float"],
    ['["1", "0"]', "TypeError", "tuple indices must be integers or slices, not str"],
    ['["1", null]', "TypeError", "tuple indices must be integers or slices, not NoneType"],
    ['["1", [0]]', "TypeError", "tuple indices must be integers or slices, not list"],
    ['["1", true]', "IndexError", "tuple index out of range"],
    ['["1", 5]', "IndexError", "tuple index out of range"],
    ['["1", 100000000000000000000]', "IndexError", "cannot fit 'int' into an index-sized integer"],
    ["[1, 0]", "KeyError", "1"],
    ['["constructor", 0]', "KeyError", "'constructor'"],
    ['["__proto__", 0]', "KeyError", "'__proto__'"],
    ["[[], 0]", "TypeError", "unhashable type: 'list'"],
  ])("%s: %s, %s", (link, exception, details) => {
    const outer = checked(`{${empty}, "2": {"class_type": "Save", "inputs": {"images": ${link}}}}`);
    expect(errorOf(outer, "2")).toEqual(["exception_during_validation", exception, details]);
    const invert = `"3": {"class_type": "Invert", "inputs": {"image": ${link}}}`;
    const save = '"2": {"class_type": "Save", "inputs": {"images": ["3", 0]}}';
    const inner = checked(`{${empty}, ${invert}, ${save}}`);
    expect(errorOf(inner, "3")).toEqual(["exception_during_inner_validation", exception, details]);
  });

  it.each(['["1", 0]', '["1", -1]', '["1", false]'])("%s is accepted", (link) => {
    expect(checked(`{${empty}, "2": {"class_type": "Save", "inputs": {"images": ${link}}}}`).kind).toBe(
      "accepted",
    );
  });
});

describe("inputs", () => {
  const outer = (inputs: string) => checked(`{"2": {"class_type": "Save", "inputs": ${inputs}}}`);
  const inner = (inputs: string) =>
    checked(
      `{"1": {"class_type": "Empty", "inputs": ${inputs}}, "2": {"class_type": "Save", "inputs": {"images": ["1", 0]}}}`,
    );

  it.each([
    ["null", "argument of type 'NoneType' is not iterable"],
    ["5", "argument of type 'int' is not iterable"],
    ["true", "argument of type 'bool' is not iterable"],
    ['["images", "width"]', "list indices must be integers or slices, not str"],
    ['"images width"', "string indices must be integers, not 'str'"],
  ])("%s raise: %s", (inputs, details) => {
    expect(errorOf(outer(inputs), "2")).toEqual(["exception_during_validation", "TypeError", details]);
    expect(errorOf(inner(inputs), "1")).toEqual(["exception_during_inner_validation", "TypeError", details]);
  });

  it.each(["[]", '""', "{}"])("%s lack required inputs", (inputs) => {
    expect(errorOf(outer(inputs), "2")).toEqual(["required_input_missing", undefined, "images"]);
  });

  it("do not include the inherited members of JavaScript objects", () => {
    const found = checked('{"2": {"class_type": "Odd", "inputs": {}}}');
    expect(errorOf(found, "2")).toEqual(["required_input_missing", undefined, "constructor"]);
  });
});

describe("special numbers", () => {
  const scaled = (by: string) =>
    checked(
      `{"1": {"class_type": "Scale", "inputs": {"by": ${by}}}, "2": {"class_type": "Save", "inputs": {"images": ["1", 0]}}}`,
    );

  it.each(["NaN", '"nan"'])("%s is in every range", (by) => {
    const found = scaled(by);
    expect(found).toMatchObject({ kind: "accepted", graph: { "1": { inputs: { by: NaN } } } });
  });

  it.each([
    ["Infinity", "value_bigger_than_max", "Value inf bigger than max of 8.0"],
    ['"-inf"', "value_smaller_than_min", "Value -inf smaller than min of 0.01"],
    ["1e22", "value_bigger_than_max", "Value 1e+22 bigger than max of 8.0"],
    ["1e-7", "value_smaller_than_min", "Value 1e-07 smaller than min of 0.01"],
    ['"1_0"', "value_bigger_than_max", "Value 10.0 bigger than max of 8.0"],
  ])("%s: %s", (by, type, message) => {
    expect(scaled(by).nodeErrors["1"]?.errors).toMatchObject([{ type, message }]);
  });

  it("cannot be converted to integers", () => {
    const found = checked(
      '{"1": {"class_type": "Empty", "inputs": {"width": NaN}}, "2": {"class_type": "Save", "inputs": {"images": ["1", 0]}}}',
    );
    expect(found.nodeErrors["1"]?.errors).toMatchObject([
      { type: "invalid_input_type", details: "width, nan, cannot convert float NaN to integer" },
    ]);
  });
});

it("a node id may be the name of an inherited member of JavaScript objects", () => {
  const found = checked('{"__proto__": {"class_type": "Save", "inputs": {}}}');
  expect(Object.entries(found.nodeErrors)).toMatchObject([
    ["__proto__", { dependent_outputs: ["__proto__"] }],
  ]);
});

it.each<[unknown, boolean]>([
  [null, true],
  [["2"], true],
  [["9"], false],
  [[], false],
  ["12", true],
  [{ "2": 1 }, true],
])("targets %j: %s", (targets, isAccepted) => {
  const found = checked(`{${empty}, "2": {"class_type": "Save", "inputs": {"images": ["1", 0]}}}`, targets);
  expect(found.kind).toBe(isAccepted ? "accepted" : "refused");
});

it("targets that are not iterable raise a PythonError", () => {
  expect(() => checked('{"2": {"class_type": "Save", "inputs": {}}}', 5)).toThrow("argument of type 'int'");
});

it("of thousands of output nodes that are wrong, a hundred are reported, and none of them runs", () => {
  const saves = Array.from({ length: 2_000 }, (_, index) => [
    `s${index}`,
    { class_type: "Save", inputs: { images: [`gone${index}`, 0] } },
  ]);
  const right = {
    a: { class_type: "Empty", inputs: { width: 8 } },
    b: { class_type: "Save", inputs: { images: ["a", 0] } },
  };
  const found = checked(JSON.stringify({ ...Object.fromEntries(saves), ...right }));
  expect(found).toMatchObject({ kind: "accepted", outputs: ["b"] });
  expect(Object.keys(found.nodeErrors)).toHaveLength(100);
  const refused = checked(JSON.stringify(Object.fromEntries(saves)));
  expect(refused).toMatchObject({ kind: "refused" });
  expect(JSON.stringify(refused).length).toBeLessThan(200_000);
});
