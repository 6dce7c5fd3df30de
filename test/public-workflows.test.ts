// Graphs with the structure of the workflows that people share: each is a form whose fields have the right controls,
// whichever format the file has.

import { readFileSync } from "node:fs";
import { parseJson, type Catalog, type Graph } from "@pictor/host";
import type { Field } from "@pictor/kernel";
import { graphForm } from "@pictor/features/workflows";
import { describe, expect, it } from "vitest";
import { readEditorGraph } from "../plugins/workflow-custom/editor/read-editor-graph.js";
import { toApiGraph } from "../plugins/workflow-custom/prepare/to-api-graph.js";
import { recordedCatalog } from "./fixtures/catalog/recorded.js";
import { editorFile } from "./fixtures/workflows/editor-file.js";

interface Workflow {
  readonly name: string;
  readonly graph: Graph;
  /** The basic fields in their order, as `title: control`. */
  readonly basic: readonly string[];
  /** The other fields by the titles of their nodes. */
  readonly advanced: Readonly<Record<string, readonly string[]>>;
}

const text = readFileSync(new URL("fixtures/workflows/workflows.jsonl", import.meta.url), "utf8");
const workflows = text
  .trimEnd()
  .split("\n")
  .map((line) => parseJson(line) as Workflow);
const catalog = recordedCatalog();

/** The control of a field in words, as the forms of the panel choose it. */
function controlOf(field: Field): string {
  switch (field.type) {
    case "boolean":
      return "switch";
    case "integer":
      return "whole number";
    case "string": {
      if (field["x-optionsFrom"] !== undefined) return "choice";
      const { format = "short" } = field;
      return { uint64: "seed", path: "file", multiline: "long text" }[format as string] ?? `${format} text`;
    }
    default:
      return field.type;
  }
}

function shownForm(graph: Graph, classes: Catalog) {
  const { inputs, missing, unknownClasses } = graphForm(graph, classes);
  const line = ({ field }: (typeof inputs)[number]): string => `${field.title ?? ""}: ${controlOf(field)}`;
  const advanced: Record<string, string[]> = {};
  for (const input of inputs.filter(({ isUsual }) => !isUsual))
    (advanced[input.nodeTitle] ??= []).push(line(input));
  return { basic: inputs.filter(({ isUsual }) => isUsual).map(line), advanced, missing, unknownClasses };
}

it("there are twenty", () => {
  expect(new Set(workflows.map(({ name }) => name)).size).toBe(20);
});

describe.each(workflows)("$name", ({ graph, basic, advanced }) => {
  const form = { basic, advanced, missing: [], unknownClasses: [] };

  it("is a form with the right controls", () => {
    expect(shownForm(graph, catalog)).toEqual(form);
  });

  it("is the same form as a file of the graph editor", () => {
    const source = { kind: "editor", graph: readEditorGraph(editorFile(graph, catalog)) } as const;
    const made = toApiGraph(source, catalog, "workflow.json", 100, new Date(0), () => 1n);
    expect(shownForm(made.graph, catalog)).toEqual(form);
  });
});
