// The texts in file names that the editor replaces.

import { expect, it } from "vitest";
import { accepted, convertNodes, load } from "../testing/convert.js";
import { uuid, type NodeDescription } from "../testing/editor.js";

const save = (prefix: string): NodeDescription => ({
  id: 9,
  type: "SaveImage",
  inputs: { images: [4, 0] },
  values: [prefix],
});
const words = (value: string, more: Partial<NodeDescription> = {}): NodeDescription => {
  const alias = { "Node name for S&R": "Folder" };
  return { id: 1, type: "Words", values: [value], properties: alias, ...more };
};
const prefixOf = (prefix: string, ...others: readonly NodeDescription[]) =>
  accepted(convertNodes([load, save(prefix), ...others])).graph["9"]?.inputs["filename_prefix"];

it.each<readonly [string, string, string, NodeDescription]>([
  ["a date", "%date:yyyy-MM-dd%/x", "2031-02-03/x", words("trees")],
  ["a date with dots", "%date:yyyy.MM.dd%", "2031.02.03", words("trees")],
  ["a time, with and without zeros", "%date:yy M d hh:mm:ss h%", "31 2 3 04:05:06 4", words("trees")],
  ["a widget of a node with the name", "%Folder.value%/x", "trees/x", words("trees")],
  ["a widget of a node with the title", "%My words.value%", "trees", words("trees", { title: "My words" })],
  ["a widget of a node of the class", "%Words.value%", "trees", words("trees", { properties: {} })],
  ["a widget of a muted node", "%Folder.value%", "trees", words("trees", { mode: 2 })],
  ["a number", "%Steps.end%", "7", { id: 1, type: "Steps", values: [7, "enable"] }],
  [
    "a primitive, by its title",
    "%P.value%",
    "3",
    { id: 1, type: "PrimitiveNode", title: "P", values: [3, "fixed"] },
  ],
  ["a value that is no part of a file name", "%Folder.value%", "a_b_c", words('a/b"c')],
  ["several texts", "%Folder.value%-%date:yyyy%", "trees-2031", words("trees")],
  ["no such node", "%Other.value%", "%Other.value%", words("trees")],
  ["no such widget", "%Folder.other%", "%Folder.other%", words("trees")],
  ["what the server replaces", "%width%x%height% 100%", "%width%x%height% 100%", words("trees")],
  ["more than a widget", "%a.b.c%", "%a.b.c%", words("trees")],
])("%s", (_case, prefix, expected, other) => {
  expect(prefixOf(prefix, other)).toBe(expected);
});

it("replaces no text of another class", () => {
  const { graph } = accepted(convertNodes([load, words("%date:yyyy%"), save("x")]));
  expect(graph["1"]?.inputs["value"]).toBe("%date:yyyy%");
});

it("finds a node inside a subgraph", () => {
  const subgraph = {
    id: uuid(1),
    name: "S",
    inputs: [],
    outputs: { value: [1, 0] },
    nodes: [words("inside")],
  } as const;
  const { graph } = accepted(
    convertNodes([load, save("%Folder.value%"), { id: 2, type: uuid(1) }], subgraph),
  );
  expect(graph["9"]?.inputs["filename_prefix"]).toBe("inside");
});
