// The description of a class: made from the catalog, or that of a server with the choices of all members.

import { expect, it } from "vitest";
import { withClassEntry, type InputSpec, type NodeClass } from "@pictor/kernel/plugin";
import { classInfoOf, objectInfoOf } from "./object-info.js";

const input = (more: Partial<InputSpec>): InputSpec => ({
  name: "a",
  type: "COMBO",
  required: true,
  ...more,
});
const classOf = (...inputs: readonly InputSpec[]): NodeClass => ({
  name: "A",
  inputs,
  outputs: ["IMAGE"],
  isOutput: false,
});

it.each<[string, unknown, unknown]>([
  ["as a list", [["of one"], { tooltip: "t" }], [["of one", "of two"], { tooltip: "t" }]],
  [
    "as COMBO",
    ["COMBO", { options: ["of one"], tooltip: "t" }],
    ["COMBO", { options: ["of one", "of two"], tooltip: "t" }],
  ],
  ["as COMBO that the server fills later", ["COMBO", { remote: {} }], ["COMBO", { remote: {} }]],
  ["as another type", ["MODEL", { options: ["of one"] }], ["MODEL", { options: ["of one"] }]],
  ["as COMBO without details", ["COMBO"], ["COMBO"]],
  ["in no form", 7, 7],
])("a server's choices %s become those of all members", (_what, entry, expected) => {
  const own = {
    input: { required: { a: entry, b: ["INT", { min: 1 }] }, hidden: 7 },
    category: "of the server",
  };
  const options = ["of one", "of two"];
  const shared = { ...classOf(input({ options })), members: ["one", "two"] };
  expect(classInfoOf(withClassEntry(shared, own))).toBe(own);
  const differing = classOf(input({ options, optionMembers: { "of two": ["two"] } }));
  expect(classInfoOf(withClassEntry({ ...differing, members: ["one", "two"] }, own))).toEqual({
    input: { required: { a: expected, b: ["INT", { min: 1 }] }, hidden: 7 },
    category: "of the server",
  });
});

it("a class is described as its server has described it, else from the catalog", () => {
  const own = { category: "of the server" };
  const b = { ...classOf(), name: "B", title: "Bee", partner: true, isOutput: true };
  const classes = [
    classOf(
      input({ type: "INT", default: 3, min: 1 }),
      input({ name: "b", type: "STRING", widget: { controlAfterGenerate: true } }),
    ),
    b,
    withClassEntry({ ...b, name: "C" }, own),
  ];
  const info = objectInfoOf(classes);
  expect(info["C"]).toBe(own);
  expect(info).toMatchObject({
    A: {
      input: {
        required: {
          a: ["INT", { default: 3, min: 1, forceInput: true }],
          b: ["STRING", { control_after_generate: true }],
        },
      },
      display_name: "A",
    },
    B: { display_name: "Bee", api_node: true, output_node: true },
  });
});
