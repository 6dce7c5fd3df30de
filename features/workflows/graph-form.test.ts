// The form of a graph, and the names of the settings of a workflow that is saved from it.

import type { Catalog, Graph, InputSpec } from "@pictor/kernel";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it, vi } from "vitest";
import { graphForm } from "./graph-form.js";
import { inputField } from "./input-field.js";
import { pluginCode } from "./plugin-code.js";
import { settingNames } from "./setting-names.js";
import { workflowFiles } from "./workflow-files.js";

const spec = (type: string, more: Partial<InputSpec> = {}): InputSpec => ({
  name: "it",
  required: true,
  type,
  ...more,
});
const big = 2n ** 63n;

it.each<readonly [string, Parameters<typeof inputField>[0], InputSpec | undefined, unknown]>([
  ["a whole number", 3, spec("INT", { min: 1, max: 9 }), { type: "integer", minimum: 1, maximum: 9 }],
  ["a number outside of its limits", 30, spec("INT", { min: 1, max: 9 }), { type: "integer", minimum: 1 }],
  ["a whole number for a fraction", 3, spec("FLOAT", { min: 0.5 }), { type: "number", minimum: 0.5 }],
  ["a number of 64 bits", big, spec("INT"), { type: "string", format: "uint64", default: String(big) }],
  ["a switch", true, spec("BOOLEAN"), { type: "boolean" }],
  ["a short text", "x", spec("STRING"), { type: "string" }],
  ["a long text", "x\ny", spec("STRING"), { type: "string", format: "multiline" }],
  [
    "a choice",
    "a",
    spec("COMBO", { options: ["a", "b"] }),
    { type: "string", "x-optionsFrom": { class: "Node", input: "it" } },
  ],
  ["a choice of numbers", 2, spec("COMBO", { options: [1, 3] }), { type: "number", enum: [1, 2, 3] }],
  [
    "a file",
    "a.png",
    spec("COMBO", { options: ["b.png"], upload: true }),
    { type: "string", format: "path", "x-file": "image" },
  ],
  [
    "a file of an extension",
    "a.png",
    spec("COMBO", { options: ["b.png"], lenient: true }),
    { type: "string", format: "path", "x-file": "image" },
  ],
  ["a choice of the graph editor", "red", spec("COMBO", { options: [], lenient: true }), { default: "red" }],
  [
    "a choice that accepts other values",
    "red",
    spec("COMBO", { options: ["blue"], lenient: true }),
    { default: "red", "x-optionsFrom": { class: "Node", input: "it" } },
  ],
  ["an input of an unknown class", 0.5, undefined, { type: "number", default: 0.5 }],
])("%s has its field", (_name, value, given, field) => {
  expect(inputField(value, "Node", given)).toMatchObject(field as object);
});

it.each<readonly [string, Parameters<typeof inputField>[0], InputSpec | undefined]>([
  ["a list", { __value__: [1] }, undefined],
  ["a choice of mixed values", "a", spec("COMBO", { options: ["a", 1] })],
])("%s has none", (_name, value, given) => {
  expect(inputField(value, "Node", given)).toBeUndefined();
});

it("the button that uploads a file and the player of a sound are no inputs, and others that the class does not have are", () => {
  const load = { name: "image", required: true, type: "COMBO", options: [], upload: true };
  const known: Catalog = new Map([["Load", { name: "Load", inputs: [load], outputs: [], isOutput: false }]]);
  const ofEditor = { upload: "image", "choose video to upload": "image", audioUI: "" };
  const graph = { "1": { class_type: "Load", inputs: { image: "a.png", ...ofEditor, strength: 2 } } };
  expect(graphForm(graph, known).inputs.map(({ path }) => path)).toEqual(["1.image", "1.strength"]);
});

const catalog: Catalog = new Map([
  [
    "KSampler",
    {
      name: "KSampler",
      outputs: ["LATENT"],
      isOutput: false,
      inputs: [spec("INT", { name: "seed" }), spec("INT", { name: "steps" })],
    },
  ],
]);
const sampler = (seed: number, title?: string): Graph[string] => ({
  class_type: "KSampler",
  inputs: { seed, steps: 5, more: ["9", 0] },
  ...(title !== undefined && { _meta: { title } }),
});
const namesOf = (graph: Graph) => [...settingNames(graphForm(graph, catalog).inputs).keys()];

it("seeds of one value are one setting, and of two samplers the first has the usual steps", () => {
  expect(namesOf({ "3": sampler(7), "4": sampler(7, "Refine it") })).toEqual([
    "seed",
    "steps",
    "refineItSteps",
  ]);
});

it("seeds of several values are settings of their own", () => {
  expect(namesOf({ "3": sampler(7), "4": sampler(8) })).toEqual([
    ...["steps", "kSampler3Seed", "kSampler4Seed", "kSampler4Steps"],
  ]);
});

it("thousands of inputs whose names have no letter are named in one go", () => {
  let looked = 0;
  const has = Map.prototype.has;
  const counted = vi.spyOn(Map.prototype, "has").mockImplementation(function (
    this: Map<unknown, unknown>,
    key,
  ) {
    looked++;
    return has.call(this, key);
  });
  const inputs = Array.from({ length: 2_000 }, (_, at) => ({
    node: "1",
    input: "\u4e00",
    path: `1.${at}`,
    nodeTitle: "",
    isUsual: false,
    field: { type: "string" as const },
  }));
  const names = settingNames(inputs);
  counted.mockRestore();
  expect([names.size, [...names.keys()].at(-1)]).toEqual([2_000, "value2000"]);
  expect(looked).toBeLessThan(10_000);
});

it("a setting that has the name of a property of every object is none unless it is given", async () => {
  const folder = mkdtempSync(join(tmpdir(), "pictor-code-"));
  const settings = { constructor: { kind: "value", targets: [{ node: "1", input: "x" }] } };
  const graph = { "1": { class_type: "A", inputs: { x: 1 } } };
  writeFileSync(join(folder, "graph.json"), JSON.stringify({ settings, outputs: [], graph }));
  const code = pluginCode.replace(/^import \{ parseJson \}.*$/m, "const parseJson = JSON.parse;");
  writeFileSync(join(folder, "index.mjs"), code);
  const { default: create } = (await import(pathToFileURL(join(folder, "index.mjs")).href)) as {
    readonly default: (context: object) => {
      readonly handlers: { build(draft: object, context: object): Promise<{ readonly graph: Graph }> };
    };
  };
  const built = await create({}).handlers.build({}, { params: {}, seed: 1n });
  expect(built.graph).toEqual(graph);
});

it("a job's seed is brought within the limit of its input; another number is the user's own, and has none", () => {
  const max = 2n ** 63n;
  const limited: Catalog = new Map([
    [
      "KSampler",
      {
        name: "KSampler",
        outputs: ["LATENT"],
        isOutput: false,
        inputs: [spec("INT", { name: "seed", max })],
      },
    ],
  ]);
  const targetsOf = (graph: Graph): string => {
    const source = { id: "kites", title: "Kites", graph, outputs: [], catalog: limited, shown: [] };
    return workflowFiles(source)["graph.json"] ?? "";
  };
  expect(targetsOf({ "3": sampler(7) })).toContain(`"max": ${max}`);
  expect(targetsOf({ "3": sampler(7), "4": sampler(8) })).not.toContain("max");
});

it("the code finds its graph beside itself, also in a bundle, which replaces the words in every text", () => {
  expect(pluginCode).toContain('new URL("graph.json", import.meta.url)');
  const source = readFileSync(join(import.meta.dirname, "plugin-code.ts"), "utf8");
  expect(source).not.toContain("import.meta.url");
});

it("two nodes of one title are told apart by their ids", () => {
  const { inputs } = graphForm({ "3": sampler(7), "4": sampler(8) }, catalog);
  expect(inputs.map(({ nodeTitle }) => nodeTitle)).toContain("KSampler (4)");
});
