// What the official front end (1.45) submits for classes and files with rules of their own: the saved values beside the inputs.

import { describe, expect, it } from "vitest";
import { accepted, convertNodes as convertAll } from "../testing/convert.js";
import { uuid, type NodeDescription, type SubgraphDescription } from "../testing/editor.js";

const converted = (...given: Parameters<typeof convertAll>) => accepted(convertAll(...given));
const inputsOf = (id: string, nodes: readonly NodeDescription[], ...subgraphs: SubgraphDescription[]) =>
  converted(nodes, ...subgraphs).graph[id]?.inputs;

const viewer = { image: "", mask: "", normal: "", camera_info: null, recording: "", model_3d_info: [] };
const combo = (choice: string, index: number, ...options: readonly string[]) => ({
  choice,
  index,
  ...Object.fromEntries(options.map((option, at) => [`option${at + 1}`, option])),
});
const cloud = { filename_prefix: "3d/x", viewport_state: viewer, width: 64, height: 32 };

describe("the inputs of a node", () => {
  it.each<readonly [string, Omit<NodeDescription, "id">, object]>([
    [
      "CustomCombo submits its options and the index of the choice",
      { type: "CustomCombo", values: ["b", 1, "a", "b", ""] },
      combo("b", 1, "a", "b", ""),
    ],
    [
      "CustomCombo keeps an empty option at the end",
      { type: "CustomCombo", values: ["a", 0, "a", "b"] },
      combo("a", 0, "a", "b", ""),
    ],
    [
      "CustomCombo with a choice that is no option has the index -1",
      { type: "CustomCombo", values: ["c", 0, "a", ""] },
      combo("c", -1, "a", ""),
    ],
    [
      "CustomCombo of the first versions has no saved index",
      { type: "CustomCombo", values: ["b", "a", "b", ""] },
      combo("b", 1, "a", "b", ""),
    ],
    [
      "the buttons of a viewer have values",
      {
        type: "SavePointCloud",
        values: ["3d/x", "upload3dmodel", "uploadExtraResources", "clear", "", 64, 32],
      },
      cloud,
    ],
    ["a viewer may have no buttons", { type: "SavePointCloud", values: ["3d/x", "", 64, 32] }, cloud],
    [
      "a viewer submits the camera that the file has saved",
      {
        type: "SavePointCloud",
        values: ["3d/x", "", 64, 32],
        properties: { "Camera Config": { state: { zoom: 2 } } },
      },
      { ...cloud, viewport_state: { ...viewer, camera_info: { zoom: 2 } } },
    ],
    [
      "Preview3D has a viewer that the editor adds",
      { type: "Preview3D", values: ["a.glb", ""] },
      { model_file: "a.glb", image: "" },
    ],
    [
      "KSamplerAdvanced of the first versions has booleans where the class now has a choice",
      { type: "Steps", values: [10000, false] },
      { end: 10000, leftover: false },
    ],
    [
      "old editors saved values of inputs that take a connection only",
      { type: "Forced", values: [7, "words", 0.5] },
      { second: "words" },
    ],
    ["newer editors save none", { type: "Forced", values: ["words"] }, { second: "words" }],
    [
      "an input of an old editor is marked as a widget that the class no longer has",
      { type: "Forced", values: ["words"], inputs: { first: null }, widgets: ["first"] },
      { second: "words" },
    ],
  ])("%s", (_case, node, expected) => {
    expect(inputsOf("1", [{ id: 1, ...node }])).toEqual(expected);
  });

  it("Load3D is refused, because only the editor renders its picture", () => {
    const node = {
      id: 1,
      type: "Load3D",
      values: ["a.glb", "upload3dmodel", "uploadExtraResources", "clear", ""],
    };
    expect(convertAll([node])).toMatchObject({
      ok: false,
      refusals: [
        { node: "1", problem: expect.stringMatching(/"image".*only the graph editor renders/) as string },
      ],
    });
  });

  it("a link to a widget that the class no longer has is left out", () => {
    const number: NodeDescription = { id: 1, type: "WholeNumber", outputs: ["INT"], values: [3, "fixed"] };
    const words: NodeDescription = {
      id: 2,
      type: "Words",
      values: ["a"],
      inputs: { old_name: [1, 0] },
      widgets: ["old_name"],
    };
    expect(inputsOf("2", [number, words])).toEqual({ value: "a" });
  });
});

describe("a PrimitiveNode", () => {
  const primitive = (value: unknown, more: Partial<NodeDescription> = {}): NodeDescription => ({
    id: 1,
    type: "PrimitiveNode",
    values: [value, "fixed"],
    ...more,
  });
  const limited = (type: string, input: string, id = 2): NodeDescription => ({
    id,
    type,
    inputs: { [input]: [1, 0] },
    widgets: [input],
    values: [5],
  });
  const whole = limited("Limited", "whole");
  const stepped = (input: string, id?: number): NodeDescription => limited("Stepped", input, id);

  it.each<readonly [string, readonly NodeDescription[], object]>([
    ["gives its value although it is muted", [primitive(7, { mode: 2 }), whole], { whole: 7 }],
    ["gives its value although it is bypassed", [primitive(7, { mode: 4 }), whole], { whole: 7 }],
    [
      "leaves the value of the input if it was never used",
      [primitive(undefined, { values: [] }), whole],
      { whole: 5 },
    ],
    ["is kept below the upper limit of its input", [primitive(1000), whole], { whole: 100 }],
    ["is kept above the lower limit of its input", [primitive(-5), whole], { whole: 1 }],
    [
      "is kept within the limits of all its inputs",
      [primitive(1000), whole, limited("LimitedMore", "whole", 3)],
      { whole: 50 },
    ],
    ["is rounded for a whole number", [primitive(7.6), whole], { whole: 8 }],
    [
      "keeps its fraction for a fraction",
      [primitive(0.25), limited("LimitedFraction", "fraction")],
      { fraction: 0.25 },
    ],
  ])("%s", (_case, nodes, expected) => {
    expect(inputsOf("2", nodes)).toEqual(expected);
  });

  it.each([
    ["width", 513, 512],
    ["width", 516, 520],
    ["width", 7.6, 16],
    ["width", 20000, 16384],
    ["length", 6, 5],
    ["length", 3, 5],
    ["length", 0, 1],
    ["length", 17000, 16385],
    ["cfg", 7.25, 7.3],
    ["cfg", 7.05, 7],
    ["cfg", 101, 100],
    ["cfg", -0.04, 0],
    ["b1", 1.23456, 1.23],
    ["b1", 2.675, 2.68],
    ["ratio", 0.26, 0.3],
    ["ratio", 5000, 2048],
    ["ratio", -1, 0],
    ["free", 7.4, 7],
  ])("is rounded by the step of its input: %s, %d becomes %d", (input, value, expected) => {
    expect(inputsOf("2", [primitive(value), stepped(input)])).toMatchObject({ [input]: expected });
  });

  it.each([
    ["cfg", "b1", 7.254, { cfg: 7.3, b1: 7.3 }],
    ["b1", "cfg", 7.254, { b1: 7.25, cfg: 7.3 }],
    ["free", "width", 501, { free: 504, width: 504 }],
    ["width", "free", 501, { free: 504, width: 504 }],
  ])("gives %s and %s its own rounded value of %d", (first, second, value, expected) => {
    const nodes = [primitive(value), stepped(first), stepped(second, 3)];
    expect({ [first]: inputsOf("2", nodes)?.[first], [second]: inputsOf("3", nodes)?.[second] }).toEqual(
      expected,
    );
  });

  it("gives no value to an input that takes a connection only, which a note says", () => {
    const forced: NodeDescription = { id: 2, type: "Forced", values: ["words"], inputs: { third: [1, 0] } };
    const { graph, notes } = converted([primitive(0.5), forced]);
    expect(graph["2"]?.inputs).toEqual({ second: "words" });
    expect(notes).toEqual([
      expect.stringMatching(/^Node 2 \(Forced\): the value of PrimitiveNode 1 was left out/),
    ]);
  });
});

describe("an input of a subgraph without a value on its node", () => {
  const host = (values?: unknown): NodeDescription => ({ id: 5, type: uuid(1), values });
  const previewed = { id: 2, type: "PreviewAny", inputs: { source: [-10, 0] } } as const;
  const field = (id: number, value: number): NodeDescription => ({
    id,
    type: "Limited",
    inputs: { whole: [-10, 0] },
    widgets: ["whole"],
    values: [value],
  });
  const inside = (...nodes: readonly NodeDescription[]): SubgraphDescription => ({
    id: uuid(1),
    name: "Inside",
    inputs: ["number"],
    outputs: {},
    nodes,
  });

  it.each<readonly [string, readonly NodeDescription[], NodeDescription, string, object]>([
    ["gives a socket the value of the widget", [field(1, 8), previewed], host(), "5:2", { source: 8 }],
    ["also if the socket comes first", [previewed, field(1, 8)], host(), "5:2", { source: 8 }],
    ["gives all widgets the value of the first", [field(1, 8), field(3, 9)], host(), "5:3", { whole: 8 }],
    ["leaves the first widget its value", [field(1, 8), field(3, 9)], host(), "5:1", { whole: 8 }],
    [
      "gives a socket the value of the node, if there is one",
      [field(1, 8), previewed],
      host([6]),
      "5:2",
      { source: 6 },
    ],
  ])("%s", (_case, nodes, node, id, expected) => {
    expect(inputsOf(id, [node], inside(...nodes))).toEqual(expected);
  });

  it("gives a socket the value of a widget two levels down", () => {
    const nested: SubgraphDescription = {
      ...inside({ id: 7, type: uuid(1), inputs: { number: [-10, 0] }, widgets: ["number"] }, previewed),
      id: uuid(2),
    };
    expect(inputsOf("5:2", [{ ...host(), type: uuid(2) }], nested, inside(field(1, 8)))).toEqual({
      source: 8,
    });
  });

  it("gives CustomCombo the index of the promoted choice", () => {
    const choosing: NodeDescription = {
      id: 1,
      type: "CustomCombo",
      inputs: { choice: [-10, 0] },
      widgets: ["choice"],
      values: ["a", 0, "a", "b", ""],
    };
    expect(inputsOf("5:1", [host(["b"])], inside(choosing))).toMatchObject({ choice: "b", index: 1 });
  });
});
