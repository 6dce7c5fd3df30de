// Values by place get the names of their inputs.

import { describe, expect, it } from "vitest";
import { catalog } from "../catalog.test.support.js";
import { sheet, type NodeWords } from "../editor.test.support.js";
import { readEditorGraph } from "../editor/read.js";
import { convert } from "./convert.js";

function converted(...nodes: readonly NodeWords[]) {
  const result = convert(readEditorGraph(sheet(nodes)), catalog);
  if (!result.ok) throw new Error(JSON.stringify(result.refusals));
  return result;
}
const inputsOf = (node: Omit<NodeWords, "id">) => converted({ id: 1, ...node }).graph["1"]?.inputs;

const sampler = { seed: 7, steps: 9, cfg: 2.5, sampler_name: "heun" };

describe("values by place", () => {
  it.each<readonly [string, Omit<NodeWords, "id">, object]>([
    [
      "a seed has what changes it behind it",
      { type: "KSampler", values: [7, "randomize", 9, 2.5, "heun"] },
      sampler,
    ],
    ["as yes or no in the first versions", { type: "KSampler", values: [7, true, 9, 2.5, "heun"] }, sampler],
    ["not in every file", { type: "KSampler", values: [7, 9, 2.5, "heun"] }, sampler],
    ["also where the class does not say so", { type: "SmallSeed", values: [3, "fixed"] }, { seed: 3 }],
    [
      "a word that is a value of the list it is for stays one",
      { type: "Batch", values: ["fixed"] },
      { mode: "fixed" },
    ],
    [
      "an input with a connection keeps its place",
      { type: "KSampler", values: [7, "fixed", 9, 2.5, "heun"], inputs: { steps: null }, fields: ["steps"] },
      sampler,
    ],
    [
      "an upload has a button behind it",
      { type: "LoadImage", values: ["cat.png", "image"] },
      { image: "cat.png" },
    ],
    [
      "which stands before what is optional",
      { type: "LoadMask", values: ["cat.png", "image", "alpha"] },
      { image: "cat.png", channel: "alpha" },
    ],
    [
      "a choice brings inputs of its own",
      { type: "Resize", values: ["size", 64, 32, "area"] },
      { kind: "size", "kind.width": 64, "kind.height": 32, method: "area" },
    ],
    [
      "each choice its own",
      { type: "Resize", values: ["factor", 0.5, "area"] },
      { kind: "factor", "kind.factor": 0.5, method: "area" },
    ],
    [
      "what is not there is as the editor would show it",
      { type: "EmptyLatentImage", values: [64] },
      { width: 64, height: 512, batch_size: 1 },
    ],
    [
      "an empty value too",
      { type: "EmptyLatentImage", values: [64, null, 2] },
      { width: 64, height: 512, batch_size: 2 },
    ],
    [
      "values by name",
      {
        type: "EmptyLatentImage",
        values: { batch_size: 3, width: 64, height: 32, more: "kept", preview: {} },
      },
      { batch_size: 3, width: 64, height: 32, more: "kept" },
    ],
    ["a list is wrapped", { type: "Words", values: [["a", "b"]] }, { value: { __value__: ["a", "b"] } }],
    [
      "a seed keeps its digits",
      { type: "WholeNumber", values: [18446744073709551615n, "fixed"] },
      { value: 18446744073709551615n },
    ],
  ])("%s", (_case, node, expected) => {
    expect(inputsOf(node)).toEqual(expected);
  });

  it("what is left over, and what was added, is noted", () => {
    expect(converted({ id: 1, type: "Words", values: ["a", "b", "c"] }).notes).toEqual([
      "1 (Words): 2 of its values belong to no field of the class.",
    ]);
    expect(converted({ id: 1, type: "EmptyLatentImage", values: [64] }).notes).toEqual([
      "1 (EmptyLatentImage): not in the file, and set as usual: height, batch_size.",
    ]);
  });

  it("texts in which the editor makes choices are named", () => {
    expect(converted({ id: 4, type: "CLIPTextEncode", values: ["{a|b}"] }).choosing).toEqual([["4", "text"]]);
  });
});

const commitOf = (commit: string) => ({ extension: "p", range: "*", commit });

describe("a class that the catalogue lacks", () => {
  const properties = { cnr_id: "some-pack", ver: "1.2.3" };
  const unknown = { id: 5, type: "Elsewhere", properties };

  it("is converted where the file names every value", () => {
    const marked = { inputs: { noise_seed: null, text: null }, fields: ["noise_seed", "text"] };
    const { graph, missing } = converted({ ...unknown, ...marked, values: [1, "fixed", "a"] });
    expect(graph["5"]?.inputs).toEqual({ noise_seed: 1, text: "a" });
    expect(missing).toEqual([{ nodeClass: "Elsewhere", extension: "some-pack", range: ">=1.2.3" }]);
  });

  it.each<readonly [string, object, object]>([
    [
      "a repository in place of a registry's id",
      { aux_id: "Owner/Pack", ver: "0a1b2c3d" },
      { extension: "owner/pack", range: "*", commit: "0a1b2c3d" },
    ],
    ["a whole commit", { cnr_id: "p", ver: "0123456789".repeat(4) }, commitOf("0123456789".repeat(4))],
    ["a short commit in capitals", { cnr_id: "p", ver: "ABCDEF1" }, commitOf("abcdef1")],
    ["a date, which is no commit", { cnr_id: "p", ver: "20240131" }, { extension: "p", range: "*" }],
    ["a word, which is no version", { cnr_id: "p", ver: "nightly" }, { extension: "p", range: "*" }],
    ["a version with a v", { cnr_id: "p", ver: "v2.0.0" }, { extension: "p", range: ">=2.0.0" }],
    ["nothing", {}, { range: "*" }],
  ])("its extension is what the file says of it: %s", (_case, said, expected) => {
    const { missing } = converted({ id: 5, type: "Elsewhere", properties: said });
    expect(missing).toEqual([{ nodeClass: "Elsewhere", ...expected }]);
  });

  it.each<readonly [string, object, string]>([
    ["an extension", properties, "Install some-pack (>=1.2.3), or use the editor's export in API format."],
    [
      "the server itself",
      { cnr_id: "comfy-core", ver: "0.9.0" },
      "It is a class of ComfyUI itself: update that (>=0.9.0).",
    ],
    ["nobody knows", {}, "Install the extension that provides it, or use the editor's export in API format."],
  ])("is refused where values have no names, with what to do: it is of %s", (_case, said, advice) => {
    const nodes = sheet([{ id: 5, type: "Elsewhere", properties: said, values: ["a", "b"] }]);
    expect(convert(readEditorGraph(nodes), catalog)).toMatchObject({
      ok: false,
      missing: [{ nodeClass: "Elsewhere" }],
      refusals: [
        {
          node: "5",
          missing: { nodeClass: "Elsewhere" },
          problem:
            'the backend has no node class "Elsewhere", and without it the 2 values of its fields have no name',
          advice,
        },
      ],
    });
  });
});
