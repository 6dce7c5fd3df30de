// Embeddings that a backend does not have.

import { describe, expect, it } from "vitest";
import { emptyDraft, type Catalog } from "@pictor/kernel";
import { checkEmbeddings } from "./check-embeddings.js";

const input = (name: string, type: string) => ({ name, type, required: true });
const catalog: Catalog = new Map(
  [
    {
      name: "CLIPTextEncode",
      inputs: [input("text", "STRING"), input("clip", "CLIP")],
      outputs: [],
      isOutput: false,
    },
    { name: "Note", inputs: [input("text", "STRING")], outputs: [], isOutput: false },
  ].map((found) => [found.name, found]),
);
const list = () => Promise.resolve(["EasyNegative", "sub/bad-hands", "a(b)"]);
const draftOf = (text: string, classType = "CLIPTextEncode") => ({
  ...emptyDraft,
  graph: { "6": { class_type: classType, inputs: { text, clip: ["4", 1] as const } } },
});
const namesIn = async (text: string, classType?: string): Promise<readonly string[]> =>
  (await checkEmbeddings(draftOf(text, classType), catalog, list)).map(
    ({ what }) => /embedding "(.*?)"/.exec(what)?.[1] ?? what,
  );

describe("a prompt", () => {
  it.each([
    ["a fox", []],
    ["embedding:EasyNegative, a fox", []],
    ["(embedding:easynegative:1.2), embedding:EasyNegative.safetensors", []],
    ["embedding:sub/bad-hands, embedding:sub\\bad-hands", []],
    [String.raw`embedding:a\(b\)`, []],
    ["embedding:EasyNegativ", ["EasyNegativ"]],
    ["(embedding:bad-hands:1.10) and embedding:other.pt, embedding:other", ["bad-hands", "other"]],
    ["reembedding:nope", []],
  ])("%j names what is missing", async (text, missing) => {
    expect(await namesIn(text)).toEqual(missing);
  });

  it("of a node without a text encoder is only a text", async () => {
    expect(await namesIn("embedding:nope", "Note")).toEqual([]);
  });
});

it("the error names the nearest embedding", async () => {
  const [error] = await checkEmbeddings(draftOf("embedding:EasyNegativ"), catalog, list);
  expect(error).toMatchObject({ code: "GRAPH_INVALID", details: { node: "6", input: "text" } });
  expect(error?.hint).toContain('Did you mean "EasyNegative"?');
});

it("a backend that cannot list its embeddings refuses none", async () => {
  expect(await checkEmbeddings(draftOf("embedding:x"), catalog, () => Promise.resolve(undefined))).toEqual(
    [],
  );
});
