// The extensions that a graph requires.

import { describe, expect, it } from "vitest";
import { emptyDraft, type WorkflowDraft } from "@pictor/kernel";
import { collectRequirements } from "./extension-requirements.js";

describe("requirements", () => {
  const needs = (name: string, extension: string, range = "^1.0.0") => ({
    class: name,
    extension,
    range,
    plugin: "p",
  });
  const using = (...classes: string[]): WorkflowDraft => ({
    ...emptyDraft,
    graph: Object.fromEntries(classes.map((class_type) => [class_type, { class_type, inputs: {} }])),
  });

  it("come from the node classes in the graph", () => {
    const found = collectRequirements(using("A", "B"), [needs("A", "x"), needs("C", "z")], []);
    expect(found).toEqual([{ id: "x", range: "^1.0.0", nodeClasses: ["A"] }]);
  });

  it("are one for each extension and range", () => {
    const found = collectRequirements(
      using("A", "B", "C"),
      [needs("A", "x"), needs("B", "x"), needs("C", "x", "^2.0.0"), needs("A", "x")],
      [],
    );
    expect(found).toEqual([
      { id: "x", range: "^1.0.0", nodeClasses: ["A", "B"] },
      { id: "x", range: "^2.0.0", nodeClasses: ["C"] },
    ]);
  });

  it("come from the plugins that took part, and from the draft, with its commits", () => {
    const requires = [
      { id: "x", range: "*", commit: "abcdef1", nodeClasses: ["A"] },
      { id: "x", range: "*", commit: "abcdef2", nodeClasses: ["B"] },
      { id: "y", range: "^1.0.0", nodeClasses: ["C"] },
    ];
    const found = collectRequirements(
      { ...using("A"), requires },
      [needs("A", "y")],
      [
        { id: "y", range: "^1.0.0" },
        { id: "z", range: ">=2" },
      ],
    );
    expect(found).toEqual([
      ...requires.slice(0, 2),
      { id: "y", range: "^1.0.0", nodeClasses: ["C", "A"] },
      { id: "z", range: ">=2", nodeClasses: [] },
    ]);
  });
});
