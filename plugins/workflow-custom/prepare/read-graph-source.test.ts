// Graphs are read from files.

import { inspect } from "node:util";
import { crc32, deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { createInputFile } from "../testing/prepare.js";
import { classesOf, readGraphSource } from "./read-graph-source.js";

const read = (contents: string | Uint8Array) => readGraphSource(createInputFile("f", contents), "some/file");
const api = { "1": { class_type: "A", inputs: { seed: 1 } } };
const editor = { nodes: [{ id: 1, type: "A" }], links: [] };

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A PNG of one pixel with texts by keyword. */
function png(texts: Readonly<Record<string, string>>): Uint8Array {
  const header = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0]);
  const textChunks = Object.entries(texts).map(([key, text]) =>
    chunk("tEXt", Buffer.from(`${key}\0${text}`, "latin1")),
  );
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    ...textChunks,
    chunk("IDAT", deflateSync(Buffer.from([0, 0]))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

describe("a file", () => {
  it.each<readonly [string, string | Uint8Array, object]>([
    ["a graph in API format", JSON.stringify(api), { kind: "api", graph: api }],
    ["a graph after a byte order mark", `\uFEFF${JSON.stringify(api)}`, { kind: "api" }],
    [
      "a graph as a client submits it",
      JSON.stringify({ client_id: "x", prompt: api }),
      { kind: "api", graph: api },
    ],
    [
      "a graph in both forms, as the editor gives it to programs",
      JSON.stringify({ output: api, workflow: editor }),
      { kind: "api", graph: api },
    ],
    ["a graph of the editor", JSON.stringify(editor), { kind: "editor" }],
    ["a graph of the editor inside another object", JSON.stringify({ workflow: editor }), { kind: "editor" }],
    [
      "an image with a graph in API format and one of the editor",
      png({ prompt: JSON.stringify(api), workflow: JSON.stringify(editor) }),
      { kind: "api", graph: api },
    ],
    ["an image with a graph of the editor", png({ workflow: JSON.stringify(editor) }), { kind: "editor" }],
    [
      "an image of a server that writes NaN",
      png({ prompt: '{"1":{"class_type":"A","inputs":{},"is_changed":[NaN]}}' }),
      { graph: { "1": { class_type: "A", inputs: {} } } },
    ],
  ])("contains %s", async (_case, contents, expected) => {
    expect(await read(contents)).toMatchObject(expected);
  });

  it("keeps the digits of a long seed", async () => {
    const source = await read('{"1":{"class_type":"A","inputs":{"seed":18446744073709551615}}}');
    expect(source).toMatchObject({ graph: { "1": { inputs: { seed: 18446744073709551615n } } } });
  });

  it.each<readonly [string, string | Uint8Array, RegExp]>([
    ["incomplete JSON", "{", /^some\/file contains no graph: it is not JSON \(.*1.*\)\./],
    ["too many levels", "[".repeat(300), /it is not JSON \(it has more than 200 levels of/],
    ["an empty file", "", /it is not JSON/],
    ["no nodes", "{}", /it has no nodes/],
    ["a list", "[]", /it has no nodes/],
    ["a node without a class", '{"3:1":{"inputs":{}}}', /its node "3:1" has no class_type/],
    ["a node without inputs", '{"3":{"class_type":"A"}}', /its node "3" has no inputs/],
    ["an image without a graph", png({ Title: "x" }), /its metadata has no graph/],
    ["an incomplete image", png({}).subarray(0, 12), /contains no graph/],
  ])("is an error with the reason: %s", async (_case, contents, message) => {
    await expect(read(contents)).rejects.toThrow(message);
  });
});

it.each([
  ["a text", "hunter2:x:0:0:root"],
  ["a text of several lines", "[main]\nkey = hunter2\n"],
  ["JSON with a fault", '{"token": "hunter2", hunter2}'],
  ["JSON that is no graph", '{"hunter2": {"inputs": {}}}'],
])("an error repeats nothing of a file: %s", async (_case, contents) => {
  const error: unknown = await read(contents).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: "CUSTOM_NOT_A_GRAPH" });
  expect(inspect(error, { depth: 10 })).not.toContain("hunter2");
});

it("has the classes of its nodes, also of those inside subgraphs and group nodes", async () => {
  const inner = { id: "sub", nodes: [{ id: 1, type: "Inner" }], links: [], inputs: [], outputs: [] };
  const file = {
    nodes: [
      { id: 1, type: "A" },
      { id: 2, type: "sub" },
      { id: 3, type: "workflow>Pair" },
    ],
    links: [],
    definitions: { subgraphs: [inner] },
    extra: { groupNodes: { Pair: { nodes: [{ type: "First" }, { type: "A" }], links: [] } } },
  };
  const classes = classesOf(await read(JSON.stringify(file)));
  expect(classes).toEqual(expect.arrayContaining(["A", "Inner", "First"]));
  expect(classes).not.toContain("sub");
});
