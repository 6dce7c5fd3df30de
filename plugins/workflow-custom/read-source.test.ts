// Which graph a file holds.

import { crc32, deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { fileOf } from "./build.test.support.js";
import { readSource } from "./read-source.js";

const read = (contents: string | Uint8Array) => readSource(fileOf("f", contents), "some/file");
const api = { "1": { class_type: "A", inputs: { seed: 1 } } };
const editor = { nodes: [{ id: 1, type: "A" }], links: [] };

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A picture of one point with texts, each under its keyword. */
function png(texts: Readonly<Record<string, string>>): Uint8Array {
  const header = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 0, 0, 0, 0]);
  const words = Object.entries(texts).map(([key, text]) =>
    chunk("tEXt", Buffer.from(`${key}\0${text}`, "latin1")),
  );
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    ...words,
    chunk("IDAT", deflateSync(Buffer.from([0, 0]))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

describe("a file", () => {
  it.each<readonly [string, string | Uint8Array, object]>([
    ["a graph in API format", JSON.stringify(api), { kind: "api", graph: api }],
    ["with a mark in front", `\uFEFF${JSON.stringify(api)}`, { kind: "api" }],
    [
      "a graph as it is submitted",
      JSON.stringify({ client_id: "x", prompt: api }),
      { kind: "api", graph: api },
    ],
    ["the graph editor's", JSON.stringify(editor), { kind: "editor" }],
    ["the graph editor's inside of something else", JSON.stringify({ workflow: editor }), { kind: "editor" }],
    [
      "a picture with what was run",
      png({ prompt: JSON.stringify(api), workflow: JSON.stringify(editor) }),
      { kind: "api", graph: api },
    ],
    ["a picture with what the editor showed", png({ workflow: JSON.stringify(editor) }), { kind: "editor" }],
    [
      "a picture of a server that writes NaN",
      png({ prompt: '{"1":{"class_type":"A","inputs":{},"is_changed":[NaN]}}' }),
      { graph: { "1": { class_type: "A", inputs: {} } } },
    ],
  ])("holds %s", async (_case, contents, expected) => {
    expect(await read(contents)).toMatchObject(expected);
  });

  it("keeps the digits of a long seed", async () => {
    const source = await read('{"1":{"class_type":"A","inputs":{"seed":18446744073709551615}}}');
    expect(source).toMatchObject({ graph: { "1": { inputs: { seed: 18446744073709551615n } } } });
  });

  it.each<readonly [string, string | Uint8Array, RegExp]>([
    ["no JSON", "{", /^some\/file holds no graph: it is not JSON \(.*\)\. Give a JSON file in API format/],
    ["nothing", "", /it is not JSON/],
    ["no nodes", "{}", /it has no nodes/],
    ["a list", "[]", /it has no nodes/],
    ["a node without a class", '{"a":{"inputs":{}}}', /its node "a" has no class_type/],
    ["a node without inputs", '{"a":{"class_type":"A"}}', /its node "a" has no inputs/],
    ["a picture without a graph", png({ Title: "x" }), /the picture says nothing of how it was made/],
    ["half a picture", png({}).subarray(0, 12), /holds no graph/],
  ])("is refused with the reason: %s", async (_case, contents, message) => {
    await expect(read(contents)).rejects.toThrow(message);
  });
});
