// Types generated from a catalog: every form of input, and hostile names from a server.

import type { InputSpec, NodeClass } from "@pictor/kernel";
import { describe, expect, it } from "vitest";
import { nodeTypes } from "./node-types.js";

const node = (name: string, inputs: readonly InputSpec[], ...outputs: readonly string[]): NodeClass => ({
  name,
  inputs,
  outputs,
  isOutput: false,
});
const catalog = (...classes: readonly NodeClass[]) => new Map(classes.map((one) => [one.name, one]));
const input = (spec: Partial<InputSpec> & { readonly type: string }): InputSpec => ({
  name: "x",
  required: true,
  ...spec,
});
/** The generated line for an input `x`, in a catalog with outputs MODEL, IMAGE and MASK. */
const line = (spec: Partial<InputSpec> & { readonly type: string }): string => {
  const text = nodeTypes(catalog(node("A", [input(spec)], "MODEL"), node("B", [], "IMAGE,MASK")), "N", ["A"]);
  return /inputs: \{\n\s*(.*)\n/.exec(text)?.[1] ?? "";
};
const many = (count: number): readonly string[] => Array.from({ length: count }, (_, index) => `v${index}`);
const combo = { type: "COMBO" };

describe("an input", () => {
  it.each<readonly [string, Parameters<typeof line>[0], string]>([
    ["a whole number", { type: "INT" }, "x: Whole;"],
    ["a number", { type: "FLOAT" }, "x: Decimal;"],
    ["a text", { type: "STRING" }, "x: Text;"],
    ["true or false", { type: "BOOLEAN" }, "x: Flag;"],
    ["an optional input", { type: "INT", required: false }, "x?: Whole | undefined;"],
    ["a connection", { type: "MODEL" }, 'x: TypedLink<"MODEL">;'],
    ["one of two connections", { type: "IMAGE,MASK" }, 'x: TypedLink<"IMAGE"> | TypedLink<"MASK">;'],
    ["a number or a connection", { type: "FLOAT,MODEL" }, 'x: Decimal | TypedLink<"MODEL">;'],
    ["anything", { type: "*" }, "x: Link;"],
    ["a type that no class outputs", { type: "COLOR" }, "x: InputValue;"],
    ["few values", { ...combo, options: ["a", "b"] }, 'x: "a" | "b" | TypedLink<"COMBO">;'],
    ["values in the legacy format", { ...combo, options: ["a", "b"], legacyCombo: true }, 'x: "a" | "b";'],
    [
      "values other than texts",
      { ...combo, options: [1, true, "a"] },
      'x: 1 | true | "a" | TypedLink<"COMBO">;',
    ],
    ["a long list", { ...combo, options: many(17) }, "x: Choice;"],
    [
      "the longest list of literal values",
      { ...combo, options: many(16), legacyCombo: true },
      /"v15";$/.source,
    ],
    ["files", { ...combo, options: ["one.safetensors", "two"] }, "x: Choice;"],
    ["an empty list of files", { ...combo, options: [] }, "x: Choice;"],
    ["a list without known options", combo, "x: Choice;"],
    ["an upload", { ...combo, options: ["a.png"], lenient: true }, "x: Choice;"],
    ["several values of a list", { ...combo, options: ["a", "b"], lenient: true }, "x: InputValue;"],
    ["samplers", { ...combo, name: "sampler_name", options: ["euler", "heun"] }, "sampler_name: Choice;"],
    ["schedulers", { ...combo, name: "scheduler", options: ["a", "b"] }, "scheduler: Choice;"],
    [
      "a list of names, recognized by the input's name",
      { ...combo, name: "clip_name2", options: ["a", "b"] },
      "clip_name2: Choice;",
    ],
    ["a name that is not an identifier", { type: "INT", name: "a-b" }, '"a-b": Whole;'],
  ])("%s", (_case, spec, expected) => {
    expect(line(spec)).toMatch(expected.endsWith("$") ? new RegExp(expected) : expected);
  });

  it("with flattened names has one line for all of them", () => {
    const parts = many(3).map((part) => input({ type: "MODEL", name: `x.${part}`, required: false }));
    const text = nodeTypes(catalog(node("A", parts)), "N");
    expect(text).toContain("[part: `x.${string}`]: InputValue | undefined;");
    expect(text.split("\n").filter((one) => one.includes("x.")).length).toBe(1);
  });
});

it("imports and declares only the types that it uses", () => {
  expect(nodeTypes(catalog(node("A", [input({ type: "INT" })], "IMAGE", "*")), "Own")).toBe(
    `import type { TypedLink } from "@pictor/kernel/plugin";

type Whole = number | bigint | TypedLink<"INT">;

export type Own = {
  A: {
    inputs: {
      x: Whole;
    };
    outputs: ["IMAGE", string];
  };
};
`,
  );
  expect(nodeTypes(catalog(node("Save", [])), "Own")).toBe(
    "export type Own = {\n  Save: {\n    inputs: Record<string, never>;\n    outputs: [];\n  };\n};\n",
  );
});

it("contains only the named classes, but knows the output types of all", () => {
  const text = nodeTypes(catalog(node("A", [input({ type: "VAE" })]), node("B", [], "VAE")), "N", ["A"]);
  expect(text).toContain('x: TypedLink<"VAE">;');
  expect(text).not.toContain("B:");
});

it("escapes every name", () => {
  const hostile = '`${process.exit()}`"; }\u009b\u202e\n';
  const text = nodeTypes(
    catalog(
      node(
        hostile,
        [input({ name: `${hostile}.a`, type: hostile }), input({ ...combo, options: [hostile, "b"] })],
        hostile,
      ),
    ),
    "N",
  );
  expect(text).not.toMatch(/[\u009b\u202e]|\n`/);
  const kept = text.replace(/"(?:[^"\\\n]|\\.)*"|`(?:[^`\\\n$]|\\.|\$\{string\})*`/g, "_");
  expect(kept).not.toContain("process");
});
