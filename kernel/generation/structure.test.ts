// Whether a draft is a graph at all, and what a graph looks like against a catalogue.

import { describe, expect, it } from "vitest";
import type { Catalog, InputSpec } from "../backend/types.js";
import { emptyDraft } from "./draft.js";
import { checkStructure } from "./structure.js";
import type { Graph, InputValue, WorkflowDraft } from "./types.js";
import { validateGraph } from "./validate-graph.js";

const draftOf = (graph: Graph, outputs: readonly string[] = ["save"]): WorkflowDraft => ({
  ...emptyDraft,
  graph,
  outputs,
});
const node = (class_type: string, inputs: Readonly<Record<string, InputValue>> = {}) => ({
  class_type,
  inputs,
});

describe("a structure that is refused", () => {
  it.each<[string, Graph, readonly string[], string, RegExp]>([
    ["no output", { save: node("Save") }, [], "WORKFLOW_EMPTY", /no output/],
    ["an output that does not exist", { save: node("Save") }, ["sav"], "GRAPH_INVALID", /sav/],
    [
      "a link to nowhere",
      { save: node("Save", { images: ["decod", 0] }), decode: node("D") },
      ["save"],
      "GRAPH_INVALID",
      /save\.images.*"decod".*"decode"/,
    ],
    [
      "a link to a name of every object",
      { save: node("Save", { images: ["toString", 0] }) },
      ["save"],
      "GRAPH_INVALID",
      /toString/,
    ],
    [
      "an index below zero",
      { save: node("Save", { images: ["a", -1] }), a: node("A") },
      ["save"],
      "GRAPH_INVALID",
      /-1/,
    ],
    [
      "an index with a fraction",
      { save: node("Save", { images: ["a", 0.5] }), a: node("A") },
      ["save"],
      "GRAPH_INVALID",
      /0\.5/,
    ],
    [
      "a node that waits for itself",
      { save: node("Save", { images: ["save", 0] }) },
      ["save"],
      "GRAPH_INVALID",
      /save -> save/,
    ],
    [
      "a circle of three",
      {
        a: node("A", { x: ["b", 0] }),
        b: node("B", { x: ["c", 0] }),
        c: node("C", { x: ["a", 0] }),
        save: node("Save"),
      },
      ["save"],
      "GRAPH_INVALID",
      /a -> b -> c -> a/,
    ],
  ])("%s", (_name, graph, outputs, code, text) => {
    expect(() => {
      checkStructure(draftOf(graph, outputs), "w");
    }).toThrow(expect.objectContaining({ code, message: expect.stringMatching(text) }));
  });

  it.each<[string, Graph]>([
    [
      "a diamond",
      {
        a: node("A"),
        b: node("B", { x: ["a", 0] }),
        c: node("C", { x: ["a", 1] }),
        save: node("S", { x: ["b", 0], y: ["c", 0] }),
      },
    ],
    [
      "a chain of 2,000 nodes",
      Object.fromEntries(
        Array.from({ length: 2_000 }, (_, i) => [
          i === 1_999 ? "save" : `n${i}`,
          node("N", i === 0 ? {} : { x: [`n${i - 1}`, 0] }),
        ]),
      ),
    ],
  ])("but not %s", (_name, graph) => {
    expect(() => {
      checkStructure(draftOf(graph), "w");
    }).not.toThrow();
  });
});

describe("a graph against a catalogue", () => {
  const inputs: readonly InputSpec[] = [
    { name: "steps", required: true, type: "INT", min: 1, max: 100 },
    { name: "cfg", required: false, type: "FLOAT", max: 30 },
    { name: "sampler", required: false, type: "COMBO", options: ["euler", "dpmpp_2m"] },
    { name: "image", required: false, type: "COMBO", options: ["a.png"], lenient: true },
    { name: "model", required: false, type: "MODEL" },
    { name: "seed", required: false, type: "INT", max: 18446744073709551615n },
  ];
  const catalog: Catalog = new Map([
    ["Sample", { name: "Sample", inputs, outputs: ["LATENT"], isOutput: true }],
    ["Load", { name: "Load", inputs: [], outputs: ["MODEL", "CLIP"], isOutput: false }],
  ]);
  const problemsOf = (own: Readonly<Record<string, InputValue>>, origins = {}) =>
    validateGraph(
      { ...draftOf({ s: node("Sample", { steps: 4, ...own }), load: node("Load") }, ["s"]), origins },
      catalog,
    ).map(({ message }) => message);

  it.each<[string, Readonly<Record<string, InputValue>>]>([
    ["the least", {}],
    ["a link of the right type", { model: ["load", 0] }],
    ["an integer where a float is wanted", { cfg: 7 }],
    ["the largest seed", { seed: 18446744073709551615n }],
    ["a value that only the server can know", { image: "new.png" }],
  ])("accepts %s", (_name, own) => {
    expect(problemsOf(own)).toEqual([]);
  });

  it.each<[string, Readonly<Record<string, InputValue>>, RegExp]>([
    ["a value below the least", { steps: 0 }, /s\.steps \(Sample\).*0 is below 1/],
    ["one above the greatest", { steps: 101 }, /101 is above 100/],
    ["a fraction for a whole number", { steps: 1.5 }, /expected INT/],
    ["a text for a number", { cfg: "7" }, /expected FLOAT/],
    [
      "a choice that is not offered, with the nearest",
      { sampler: "eular" },
      /Allowed: euler, dpmpp_2m.*"euler"/,
    ],
    ["a link of another type", { model: ["load", 1] }, /takes MODEL.*gives CLIP/],
    ["an output that the node does not have", { model: ["load", 2] }, /no output 2.*It has 2/],
    ["a literal where a connection is needed", { model: "m" }, /needs a connection of type MODEL/],
  ])("names %s", (_name, own, text) => {
    expect(problemsOf(own)).toEqual([expect.stringMatching(text)]);
  });

  it("names the user's setting where the template knows it", () => {
    expect(problemsOf({ steps: 0 }, { "s.steps": "steps" })).toEqual([
      expect.stringMatching(/the setting "steps"/),
    ]);
  });

  it("names every problem, and unknown classes with the nearest one", () => {
    const draft = draftOf({ a: node("Sampel", {}), b: node("Sample", { cfg: "x" }) }, ["a"]);
    expect(validateGraph(draft, catalog).map(({ details }) => [details["node"], details["input"]])).toEqual([
      ["a", undefined],
      ["b", "steps"],
      ["b", "cfg"],
    ]);
    expect(validateGraph(draft, catalog)[0]!.message).toMatch(/Did you mean "Sample"/);
  });
});
