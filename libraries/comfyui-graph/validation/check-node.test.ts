// Validation of optional inputs, files and link types.
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { ClassEntry } from "../node/class-entry.js";
import type { NodeDefinition, NodeSignature } from "../node/node.js";
import { stringifyJson } from "../json/write-json.js";
import { objectInfo, signatureOf } from "./object-info.js";
import { validateGraph } from "./validate.js";

const root = mkdtempSync(join(tmpdir(), "pictor-check-"));
const folders = { input: join(root, "input"), output: join(root, "output"), temp: join(root, "temp") };
for (const folder of Object.values(folders)) mkdirSync(folder);
mkdirSync(join(folders.input, "refs"));
for (const name of ["b.png", "a.png", "notes.txt", "refs/c.png"])
  writeFileSync(join(folders.input, name), "x");
writeFileSync(join(folders.output, "made.png"), "x");

const signature = (name: string, entry: Partial<ClassEntry>, files?: NodeSignature["files"]): NodeSignature =>
  signatureOf(name, { python_module: "nodes", ...entry }, files);
const node = (given: NodeSignature): [string, NodeDefinition] => [
  given.name,
  { signature: given, execute: () => ({ outputs: [] }) },
];
const loaderInput = {
  required: { image: [[], { image_upload: true }] },
  optional: { strength: ["FLOAT", { default: 1, min: 0, max: 2 }] },
} as const satisfies ClassEntry["input"];
const loader = signature("Load", { input: loaderInput, output: ["IMAGE"] }, { image: "input images" });
const catalog = new Map(
  [
    loader,
    signature("Words", { output: ["STRING"] }),
    signature("Anything", { output: ["*"] }),
    signature("Show", { input: { required: { source: ["*"] } }, output_node: true }),
    signature("Either", { input: { required: { source: ["IMAGE,MASK"] } }, output_node: true }),
  ].map(node),
);

const verdictOf = (source: object, end = "Show") =>
  validateGraph(
    { "1": source, "2": { class_type: end, inputs: { source: ["1", 0] } } },
    { catalog, folders },
  );
const load = (image: unknown, more: object = {}): object => ({
  class_type: "Load",
  inputs: { image, ...more },
});

describe("files", () => {
  it.each(["a.png", "refs/c.png", "made.png [output]", "notes.txt"])("accepts %s, which exists", (name) => {
    expect(verdictOf(load(name)).kind).toBe("accepted");
  });

  it.each(["gone.png", "a.png [temp]", "../output/made.png"])(
    "refuses %s with the text of a real server",
    (name) => {
      expect(verdictOf(load(name)).nodeErrors["1"]?.errors).toEqual([
        {
          type: "custom_validation_failed",
          message: "Custom validation failed for node",
          details: `image - Invalid image file: ${name}`,
          extra_info: { input_name: "image" },
        },
      ]);
    },
  );

  it.each([
    [5, "AttributeError", "'int' object has no attribute 'endswith'"],
    [2.5, "AttributeError", "'float' object has no attribute 'endswith'"],
    [true, "AttributeError", "'bool' object has no attribute 'endswith'"],
    [null, "AttributeError", "'NoneType' object has no attribute 'endswith'"],
    [{}, "AttributeError", "'dict' object has no attribute 'endswith'"],
    [{ __value__: ["a"] }, "AttributeError", "'list' object has no attribute 'endswith'"],
    [["3"], "AttributeError", "'list' object has no attribute 'endswith'"],
    [["3", 0], "AttributeError", "'NoneType' object has no attribute 'endswith'"],
    [undefined, "TypeError", "Load.VALIDATE_INPUTS() missing 1 required positional argument: 'image'"],
  ])("%j for the name of a file raises %s: %s", (image, exception_type, details) => {
    const words = { class_type: "Words", inputs: {} };
    const sent = { "1": { class_type: "Load", inputs: image === undefined ? {} : { image } }, "3": words };
    const show = { "2": { class_type: "Show", inputs: { source: ["1", 0] } } };
    expect(validateGraph({ ...sent, ...show }, { catalog, folders }).nodeErrors["1"]?.errors).toMatchObject([
      { type: "exception_during_inner_validation", details, extra_info: { exception_type } },
    ]);
  });

  it("are checked although another input is wrong", () => {
    expect(verdictOf(load("gone.png", { strength: 3 })).nodeErrors["1"]?.errors).toMatchObject([
      { type: "value_bigger_than_max" },
      { type: "custom_validation_failed" },
    ]);
  });

  it("are published as choices as they exist now, in either form of a combo", () => {
    expect(objectInfo(loader, folders)["input"]).toMatchObject({
      required: { image: [["a.png", "b.png"], { image_upload: true }] },
    });
    const newer = signature(
      "L",
      { input: { required: { image: ["COMBO", { options: [] }] } } },
      { image: "output images" },
    );
    expect(objectInfo(newer, folders)["input"]).toEqual({
      required: { image: ["COMBO", { options: ["made.png [output]"] }] },
    });
  });
});

describe("optional inputs", () => {
  it("may be omitted, and are checked when present", () => {
    expect(verdictOf(load("a.png", { strength: 2 })).kind).toBe("accepted");
    expect(verdictOf(load("a.png", { strength: 3 })).nodeErrors["1"]?.errors).toMatchObject([
      { type: "value_bigger_than_max" },
    ]);
  });

  it("are published between required and hidden inputs", () => {
    const hidden = { prompt: "PROMPT" };
    const info = objectInfo(signature("Load", { input: { ...loaderInput, hidden } }), folders);
    expect(info["input_order"]).toEqual({ required: ["image"], optional: ["strength"], hidden: ["prompt"] });
  });
});

describe("the published entry", () => {
  it("has floats as Python writes them", () => {
    const info = objectInfo(signature("Load", { input: loaderInput }), folders);
    expect(stringifyJson(info)).toContain('"strength":["FLOAT",{"default":1.0,"min":0.0,"max":2.0}]');
  });

  it("keeps the members and the order of the given one, and has what every real server publishes besides", () => {
    const entry = {
      python_module: "nodes",
      output: ["IMAGE"],
      deprecated: true,
      name: "L",
      display_name: null,
    };
    const info = objectInfo(signature("L", entry), folders);
    expect(Object.entries(info).slice(0, 5)).toEqual(Object.entries(entry));
    expect(info).toEqual({
      ...entry,
      input: { required: {} },
      input_order: { required: [] },
      output_is_list: [false],
      output_name: ["IMAGE"],
      description: "",
      category: "",
      output_node: false,
    });
  });
});

it.each([
  [load("a.png"), "Either", "accepted"],
  [{ class_type: "Words", inputs: {} }, "Either", "refused"],
  [{ class_type: "Words", inputs: {} }, "Show", "accepted"],
  [{ class_type: "Anything", inputs: {} }, "Either", "accepted"],
])("types of links %j into %s: %s", (source, end, kind) => {
  expect(verdictOf(source, end).kind).toBe(kind);
});
