// The inputs of a node with dynamic inputs.
import { describe, expect, it } from "vitest";
import { expandedInputs, type InputGroups } from "./dynamic-inputs.js";

const batch: InputGroups = {
  required: {
    images: [
      "COMFY_AUTOGROW_V3",
      { template: { input: { required: { image: ["IMAGE", {}] } }, prefix: "image", min: 1, max: 3 } },
    ],
    named: [
      "COMFY_AUTOGROW_V3",
      { template: { input: { required: { m: ["MASK"] } }, names: ["a", "b"], min: 0 } },
    ],
  },
};
const resize: InputGroups = {
  required: {
    how: [
      "COMFY_DYNAMICCOMBO_V3",
      {
        options: [
          {
            key: "width",
            inputs: { required: { width: ["INT", { min: 1 }] }, optional: { crop: ["BOOLEAN"] } },
          },
          { key: "free", inputs: {} },
        ],
      },
    ],
    method: [["a", "b"]],
  },
};
const namesOf = (groups: InputGroups, given: unknown) => {
  const { required, optional } = expandedInputs(groups, given);
  return [Object.keys(required), Object.keys(optional)];
};

describe("a list of inputs", () => {
  it("expands to the given inputs, the first ones required", () => {
    const given = { "images.image0": 1, "images.image2": 1, "images.image3": 1, "named.b": 1, images: 1 };
    expect(namesOf(batch, given)).toEqual([["images.image0"], ["images.image2", "named.b"]]);
    expect(expandedInputs(batch, given).optional["named.b"]).toEqual(["MASK"]);
  });

  it("may be empty", () => {
    expect(namesOf(batch, {})).toEqual([[], []]);
  });
});

describe("a dynamic combo", () => {
  it("adds the inputs of the selected choice only", () => {
    expect(namesOf(resize, { how: "width" })).toEqual([["how.width", "how", "method"], ["how.crop"]]);
    expect(namesOf(resize, { how: "free" })).toEqual([["how", "method"], []]);
  });

  it.each([[{}], [{ how: "other" }], [{ how: ["1", 0] }]])("adds no inputs for %j", (given) => {
    expect(namesOf(resize, given)).toEqual([["method"], []]);
  });
});

it("inputs that are not an object raise a PythonError", () => {
  expect(() => expandedInputs(resize, null)).toThrow("argument of type 'NoneType' is not iterable");
});
