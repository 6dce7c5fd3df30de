// Values that the server converts, leaves out or does not know are told.

import { expect, it } from "vitest";
import { type Catalog, emptyDraft, type InputSpec, type InputValue } from "@pictor/kernel";
import { conversionNotes } from "./conversion-notes.js";
import { validateGraph } from "./validate-graph.js";

const inputs: readonly InputSpec[] = [
  { name: "steps", required: true, type: "INT" },
  { name: "cfg", required: false, type: "FLOAT" },
  { name: "title", required: false, type: "STRING" },
  { name: "tiled", required: false, type: "BOOLEAN" },
  { name: "model", required: false, type: "MODEL" },
  { name: "width", required: false, type: "INT", min: 16, default: 512, widget: { step: 8 } },
  { name: "length", required: false, type: "INT", min: 1, default: 81, widget: { step: 4 } },
  { name: "bits", required: false, type: "INT", min: 2, widget: { step: 2 } },
  { name: "codec", required: false, type: "COMBO", options: ["auto", "av1"], dynamicInputs: [] },
];
const by: InputSpec = {
  name: "method.by",
  required: true,
  type: "COMBO",
  options: ["width"],
  dynamicInputs: [],
};
const method: InputSpec = {
  name: "method",
  required: true,
  type: "COMBO",
  options: ["scale", "crop"],
  dynamicInputs: [{ value: "scale", inputs: [by] }],
};
const catalog: Catalog = new Map([
  ["Sample", { name: "Sample", inputs, outputs: ["MODEL"], isOutput: true }],
  ["Renamed", { name: "Renamed", inputs: [], outputs: [], isOutput: true, replacedBy: "Sample" }],
  [
    "Rows",
    {
      name: "Rows",
      outputs: [],
      isOutput: true,
      module: "custom_nodes.rows",
      inputs: [{ name: "format", required: true, type: "STRING", furtherInputs: ["crf"] }],
    },
  ],
  ["Resize", { name: "Resize", inputs: [method], outputs: [], isOutput: true }],
  ["Bought", { name: "Bought", inputs: [], outputs: [], isOutput: true, partner: true }],
]);

it.each<[string, Readonly<Record<string, InputValue>>, readonly RegExp[]]>([
  ["a text for a number", { steps: "16" }, [/"16" at s\.steps \(Sample\), which takes INT.*to .*16/]],
  ["a fraction for a whole number", { steps: 2.7 }, [/2\.7 at s\.steps.*to .*2\./]],
  ["a text for a truth", { tiled: "false" }, [/"false" at s\.tiled.*to .*true/]],
  ["nothing for a text", { title: null }, [/null at s\.title.*to .*"None"/]],
  [
    "a whole number between the steps of its input",
    { width: 65n, length: 8 },
    [/65 at s\.width.*offers 64 and 72/, /8 at s\.length.*offers 5 and 9: the node may use another/],
  ],
  [
    "a text for a number between the steps",
    { bits: "7" },
    [/"7" at s\.bits.*takes INT/, /"7" at s\.bits.*offers 6 and 8/],
  ],
  ["no number some steps away from the default, or the least", { width: 1_032n, length: 5, bits: 10 }, []],
  ["no value of the right type", { steps: 16, cfg: 7, tiled: false, title: "7" }, []],
  [
    "a choice that the backend leaves out",
    { codec: "nope" },
    [/"nope" at s\.codec \(Sample\).*runs without it/],
  ],
  ["no choice that it offers", { codec: "av1" }, []],
  ["a choice that is linked", { codec: ["load", 0] }, [/a link at s\.codec.*runs without it/]],
  [
    "a value of an input that the class does not list",
    { stpes: 4 },
    [/s\.stpes.*not an input that Sample lists/],
  ],
  [
    "a link of an input that the class does not list",
    { mask: ["load", 0] },
    [/a link at s\.mask.*fails unless/],
  ],
  [
    "no part of an input of the class, and no button of the editor",
    { "codec.level": 3, upload: "image" },
    [],
  ],
  ["no link", { model: ["load", 0] }, []],
])("notes %s", (_name, own, expected) => {
  const draft = { ...emptyDraft, graph: { s: { class_type: "Sample", inputs: own } } };
  expect(conversionNotes(draft, catalog).map(({ message }) => message)).toEqual(
    expected.map((text) => expect.stringMatching(text) as string),
  );
});

it.each<[string, Readonly<Record<string, InputValue>>, RegExp]>([
  ["is missing", {}, /nothing at s\.method \(Resize\).*fails unless.* does without it/],
  ["is not offered", { method: "nope" }, /"nope" at s\.method.*fails unless.* does without it/],
  [
    "is missing within another one",
    { method: "scale" },
    /nothing at s\.method\.by.*fails unless.* does without it/,
  ],
])("notes that a required choice %s, which the server does not check", (_name, inputs, expected) => {
  const draft = { ...emptyDraft, graph: { s: { class_type: "Resize", inputs } } };
  expect(conversionNotes(draft, catalog).map(({ message }) => message)).toEqual([
    expect.stringMatching(expected),
  ]);
  expect(validateGraph(draft, catalog)).toEqual([]);
});

it("names the nodes that cost and need an account", () => {
  const bought = { class_type: "Bought", inputs: {} };
  const draft = {
    ...emptyDraft,
    graph: { 1: bought, s: { class_type: "Sample", inputs: { steps: 1 } }, 2: bought },
  };
  expect(conversionNotes(draft, catalog).map(({ message }) => message)).toEqual([
    expect.stringMatching(/cost credits.*: 1 \(Bought\), 2 \(Bought\)\.$/),
  ]);
});

it("names the nodes whose class the backend replaces", () => {
  const draft = { ...emptyDraft, graph: { 1: { class_type: "Renamed", inputs: {} } } };
  expect(conversionNotes(draft, catalog).map(({ message }) => message)).toEqual([
    expect.stringMatching(/1 \(Renamed\).*runs Sample instead/),
  ]);
});

it("does not name inputs that an extension reads without listing them", () => {
  const row = { on: true, lora: "a" };
  const inputs = {
    format: "mp4",
    crf: 17,
    lora_1: row,
    header: { type: "Header" },
    Add: "",
    _own: 1,
    typo: 1,
  };
  const draft = { ...emptyDraft, graph: { 1: { class_type: "Rows", inputs } } };
  expect(conversionNotes(draft, catalog).map(({ message }) => message)).toEqual([
    expect.stringMatching(/1\.typo \(Rows\)/),
  ]);
});
