// The description of a class: made from the catalog, or that of a server with the choices of all members.

import { expect, it } from "vitest";
import type { InputSpec, NodeClass } from "@pictor/kernel/plugin";
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
  expect(classInfoOf(classOf(input({ options: ["of one", "of two"] })), own)).toEqual({
    input: { required: { a: expected, b: ["INT", { min: 1 }] }, hidden: 7 },
    category: "of the server",
  });
});

it("a class is described by its server if one has it, else from the catalog", () => {
  const catalog = new Map([
    [
      "A",
      classOf(
        input({ type: "INT", default: 3, min: 1 }),
        input({ name: "b", type: "STRING", widget: { controlAfterGenerate: true } }),
      ),
    ],
    ["B", { ...classOf(), name: "B", title: "Bee", partner: true, isOutput: true }],
  ]);
  expect(objectInfoOf(catalog, { B: { category: "of the server" } })).toMatchObject({
    A: {
      input: {
        required: {
          a: ["INT", { default: 3, min: 1, forceInput: true }],
          b: ["STRING", { control_after_generate: true }],
        },
      },
      display_name: "A",
    },
    B: { category: "of the server", input: {} },
  });
  expect(objectInfoOf(catalog)).toMatchObject({
    B: { display_name: "Bee", api_node: true, output_node: true },
  });
});
