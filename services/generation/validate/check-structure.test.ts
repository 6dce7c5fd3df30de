// The structure of a draft's graph.

import { describe, expect, it } from "vitest";
import { emptyDraft, type Graph, type InputValue, type WorkflowDraft } from "@pictor/kernel";
import { checkStructure } from "./check-structure.js";

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
      "a link whose source is a number",
      { save: node("Save", { images: [4, 0] as never }), "4": node("D") },
      ["save"],
      "GRAPH_INVALID",
      /save\.images.*number.*Write "4", in quotes/,
    ],
    ...[null, { toString: 1 }].map((source): [string, Graph, readonly string[], string, RegExp] => [
      `a link whose source is ${JSON.stringify(source)}`,
      { save: node("Save", { images: [source, 0] as never }) },
      ["save"],
      "GRAPH_INVALID",
      /save\.images.*takes only a text.*Write the id of a node, in quotes/,
    ]),
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
        save: node("Save", { x: ["b", 0] }),
      },
      ["save"],
      "GRAPH_INVALID",
      /a -> b -> c -> a/,
    ],
  ])("%s", (_name, graph, outputs, code, text) => {
    expect(() => checkStructure(draftOf(graph, outputs), { id: "w", plugin: "workflow-w" })).toThrow(
      expect.objectContaining({ code, message: expect.stringMatching(text) }),
    );
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
      "an index that counts from the last output, and those that are truth values, which the server takes for 0 and 1",
      {
        a: node("A"),
        save: node("S", {
          x: ["a", -1],
          y: JSON.parse('["a", false]') as InputValue,
          z: JSON.parse('["a", true]') as InputValue,
        }),
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
    [
      "a circle and a link to nowhere, of which the output needs neither",
      {
        save: node("Save"),
        a: node("A", { x: ["b", 0] }),
        b: node("B", { x: ["a", 0] }),
        c: node("C", { x: ["gone", 0] }),
      },
    ],
  ])("but not %s", (_name, graph) => {
    expect(() => checkStructure(draftOf(graph), { id: "w", plugin: "workflow-w" })).not.toThrow();
  });
});
