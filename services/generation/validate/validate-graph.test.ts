// Validation of a graph against a catalog: what is accepted, and how each problem is described.

import { describe, expect, it } from "vitest";
import {
  type Catalog,
  type InputSpec,
  emptyDraft,
  type Graph,
  type InputValue,
  type WorkflowDraft,
} from "@pictor/kernel";
import { graphError } from "./graph-errors.js";
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

describe("a graph against a catalog", () => {
  const inputs: readonly InputSpec[] = [
    { name: "steps", required: true, type: "INT", min: 1, max: 100 },
    { name: "cfg", required: false, type: "FLOAT", max: 30 },
    { name: "sampler", required: false, type: "COMBO", options: ["euler", "dpmpp_2m"] },
    { name: "image", required: false, type: "COMBO", options: ["a.png"], lenient: true, upload: true },
    { name: "remote", required: false, type: "COMBO", options: ["a"], lenient: true },
    { name: "title", required: false, type: "STRING" },
    { name: "model", required: false, type: "MODEL" },
    { name: "seed", required: false, type: "INT", max: 18446744073709551615n },
    { name: "file", required: false, type: "COMBO", options: ["sub\\Kite.safetensors", "b.safetensors"] },
    { name: "size", required: false, type: "COMBO", options: [512, 1024] },
    { name: "tiled", required: false, type: "BOOLEAN" },
    { name: "mode", required: false, type: "COMBO", options: ["a"], legacyCombo: true },
    { name: "parts", required: false, type: "COMFY_AUTOGROW_V3" },
    { name: "curve", required: false, type: "CURVE" },
    { name: "mask", required: false, type: "IMAGE,MASK" },
    { name: "spot", required: false, type: "CLIP", widget: {} },
    { name: "anything", required: false, type: "*" },
    { name: "empty", required: false, type: "COMBO", options: [] },
    { name: "number", required: false, type: "FLOAT,INT" },
    {
      name: "resize",
      required: false,
      type: "COMBO",
      options: ["scale", "crop"],
      dynamicInputs: [
        { value: "scale", inputs: [{ name: "resize.factor", required: true, type: "FLOAT" }] },
        { value: "crop", inputs: [{ name: "resize.mode", required: false, type: "STRING" }] },
      ],
    },
    { name: "resize.factor", required: false, type: "FLOAT" },
    { name: "resize.mode", required: false, type: "STRING" },
    { name: "tags", required: false, type: "COMBO", options: ["a", "b"], multiselect: true },
    {
      name: "slot",
      required: false,
      type: "MODEL",
      linkedInputs: [{ name: "slot.strength", required: true, type: "INT", max: 10 }],
    },
    { name: "slot.strength", required: false, type: "INT", max: 10 },
    {
      name: "loras",
      required: false,
      type: "COMFY_DYNAMICGROUP_V3",
      widget: {},
      rows: {
        min: 0,
        max: 2,
        inputs: [
          { name: "file", required: true, type: "COMBO", options: ["a", "b"] },
          { name: "on", required: false, type: "BOOLEAN" },
        ],
      },
    },
    { name: "union", required: false, type: "AUDIO,*" },
  ];
  const catalog: Catalog = new Map([
    ["Sample", { name: "Sample", inputs, outputs: ["LATENT"], isOutput: true }],
    ["Load", { name: "Load", inputs: [], outputs: ["MODEL", "CLIP", "COMBO", "MASK", "*"], isOutput: false }],
    [
      "Grow",
      {
        name: "Grow",
        inputs: [{ name: "images", required: true, type: "IMAGE" }],
        outputs: [],
        isOutput: true,
      },
    ],
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
    ["a value that only the server can know", { remote: "b" }],
    ["a file in a folder that only the server can know", { image: "sub/new.png" }],
    ["a file of another kind of folder", { image: "new.png [output]" }],
    ["a file in another case, which some servers find", { image: "A.PNG" }],
    ["a whole number as a text", { steps: " 16 " }],
    ["a number as a text", { cfg: "7.5e0" }],
    ["a fraction for a whole number", { steps: 2.7 }],
    ["a truth for a whole number", { steps: true }],
    ["a truth for a number", { cfg: false }],
    ["a number for a text", { title: 7 }],
    ["a truth for a text", { title: true }],
    ["nothing for a text", { title: null }],
    ["an object for a text", { title: { a: 1 } }],
    ["a wrapped list for a text", { title: { __value__: ["a"] } }],
    ["a text for a truth", { tiled: "false" }],
    ["nothing for a truth", { tiled: null }],
    ["a number of a list with a fraction of nothing", { size: 512.0 }],
    ["a number of a list", { size: 512 }],
    ["anything for a dynamic input", { parts: "x" }],
    ["a value of a type that no class gives", { curve: { points: [] } }],
    ["a value of a type that some class gives, which the user can fill in too", { spot: { x: 1 } }],
    ["one type of a union", { mask: ["load", 3] }],
    ["an output of any type", { mask: ["load", 4] }],
    ["a choice from another node where any will do", { size: ["load", 2] }],
    ["a value that is wrapped", { steps: { __value__: 5 } }],
    ["a wrapped list where several values are allowed", { remote: { __value__: ["a", "b"] } }],
    ["a value where any type will do", { anything: "words" }],
    ["nothing for an optional connection", { model: null }],
    ["an input that nobody knows", { _nonce: "x" }],
    ["several values that are offered", { tags: { __value__: ["a", "b"] } }],
    ["one value where several may be", { tags: "a" }],
    ["no value of several", { tags: { __value__: [] } }],
    ["what belongs to another choice", { resize: "crop", "resize.factor": "huge" }],
    ["what a link would add to a slot that has none", { "slot.strength": 99 }],
    ["what a link adds to a slot", { slot: ["load", 0], "slot.strength": 3 }],
    ["rows of a group", { "loras.0.file": "a", "loras.1.file": "b", "loras.1.on": true }],
    ["any type where a union has one for all", { union: ["load", 1] }],
  ])("accepts %s", (_name, own) => {
    expect(problemsOf(own)).toEqual([]);
  });

  it.each<[string, Readonly<Record<string, InputValue>>, RegExp]>([
    ["a value below the least", { steps: 0 }, /s\.steps \(Sample\).*0 is below 1/],
    ["one above the greatest", { steps: 101 }, /101 is above 100/],
    ["a fraction below the least after its conversion", { steps: 0.9 }, /0 is below 1/],
    ["a text above the greatest", { cfg: "31" }, /31 is above 30/],
    ["a fraction as a text for a whole number", { steps: "2.7" }, /expected INT/],
    ["words for a number", { cfg: "seven" }, /expected FLOAT/],
    ["an empty text for a number", { cfg: "" }, /expected FLOAT/],
    ["an object for a number", { cfg: { a: 1 } }, /expected FLOAT/],
    ["a wrapped list for a whole number", { steps: { __value__: [4] } }, /expected INT, found a list/],
    [
      "a file that the backend does not have",
      { image: "b.png" },
      /has no file "b.png".*Did you mean "a.png"/,
    ],
    [
      "a choice that is not offered, with the nearest",
      { sampler: "eular" },
      /: "eular" is not offered\. Allowed: euler, dpmpp_2m.*"euler"/,
    ],
    [
      "an output that is not there, at an input that nobody knows",
      { _nonce: ["load", 5] },
      /s\._nonce.*no output 5/,
    ],
    [
      "one of several values that is not offered",
      { tags: { __value__: ["a", "zz"] } },
      /"zz" is not offered/,
    ],
    ["a field that a row lacks", { "loras.0.file": "a", "loras.1.on": true }, /s\.loras\.1\.file.*missing/],
    ["a value of a field", { "loras.0.file": "zz" }, /s\.loras\.0\.file.*"zz" is not offered/],
    ["an index with a zero before it", { "loras.01.file": "a" }, /s\.loras\.01\.file.*not a field of a row/],
    [
      "a row beyond the last",
      { "loras.0.file": "a", "loras.1.file": "a", "loras.2.file": "a" },
      /s\.loras\.2\.file.*loras\.0 to loras\.1/,
    ],
    ["an input that a link to a slot adds", { slot: ["load", 0] }, /s\.slot\.strength.*missing/],
    ["a link of another type", { model: ["load", 1] }, /takes MODEL.*gives CLIP/],
    ["an output that the node does not have", { model: ["load", 5] }, /no output 5.*It has 5/],
    ["a file by the other separator and case", { file: "sub/kite.safetensors" }, /has it as "sub\\Kite/],
    ["a number of a list as a text", { size: "512" }, /has it as 512, without quotes/],
    ["a choice from another node where a list is", { mode: ["load", 2] }, /Write the value itself/],
    [
      "a choice where there is none",
      { empty: "a.ckpt" },
      /"a.ckpt" is not offered\. The backend offers nothing/,
    ],
    ["a wrapped list of choices", { sampler: { __value__: ["euler"] } }, /one of a list, found a list/],
    ["a number for a file", { image: 5 }, /expected the name of a file, found a number/],
    ["nothing for a file", { image: null }, /expected the name of a file, found null/],
    ["a list", { steps: [1, 2, 3] as never }, /is a list.*__value__/],
    ["a wrapped value that does not fit", { steps: { __value__: 500 } }, /500 is above 100/],
    ["nothing", { steps: null }, /found null/],
    ["no number", { cfg: NaN }, /expected FLOAT/],
    ["a link of a choice to an output that its source lacks", { resize: ["load", 9] }, /has no output 9/],
    [
      "a link whose source is an object",
      { model: [{ toString: 1 }, 0] as never },
      /s\.model.*takes only a text/,
    ],
    [
      "a link whose index is an object",
      { model: ["load", { toString: 1 }] as never },
      /s\.model.*index is an object/,
    ],
    ["a literal where a connection is needed", { model: "m" }, /needs a connection of type MODEL/],
  ])("names %s", (_name, own, text) => {
    expect(problemsOf(own)).toEqual([expect.stringMatching(text)]);
  });

  it.each<readonly [string, Readonly<Record<string, InputValue>>, readonly unknown[]]>([
    ["has all inputs of its value", { resize: "scale", "resize.factor": 2 }, []],
    ["has a value without required inputs", { resize: "crop" }, []],
    ["is a link", { resize: ["load", 2] }, []],
    ["lacks an input", { resize: "scale" }, [expect.stringMatching(/resize\.factor.*missing/)]],
    ["is not offered, so that the node runs without it", { resize: "nope" }, []],
  ])("requires the inputs of the chosen value: the choice %s", (_case, own, problems) => {
    expect(problemsOf(own)).toEqual(problems);
  });

  it("accepts a literal where one of several types is a number", () => {
    expect(problemsOf({ number: 2 })).toEqual([]);
  });

  it("names the part of the setting, such as a tag in a prompt", () => {
    const where = { node: "1", classType: "LoraLoader", input: "lora_name" };
    const { what, details } = graphError(where, "it is not there", "", {
      origins: { "1.lora_name": { setting: "prompt", part: "the LoRA nope" } },
    });
    expect(what).toContain('the LoRA nope in the setting "prompt"');
    expect(details["setting"]).toBe("prompt");
  });

  it("names the user's setting if the template declares it", () => {
    expect(problemsOf({ steps: 0 }, { "s.steps": { setting: "steps" } })).toEqual([
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

  it("accepts a file that the job will upload", () => {
    const brought = { name: "new.safetensors", mime: "", open: () => ({}) as AsyncIterable<Uint8Array> };
    const graph = { save: node("Sample", { steps: 1, file: "new.safetensors" }) };
    expect(validateGraph({ ...draftOf(graph), inputs: [brought] }, catalog)).toEqual([]);
    expect(validateGraph(draftOf(graph), catalog)).toHaveLength(1);
  });

  it("accepts a required input that is given in parts", () => {
    const grow = (inputs: Readonly<Record<string, InputValue>>) =>
      validateGraph(draftOf({ g: node("Grow", inputs), l: node("Load") }, ["g"]), catalog);
    expect(grow({ "images.image0": ["l", 4] })).toEqual([]);
    expect(grow({ image: ["l", 4] })[0]?.message).toMatch(
      /g\.images \(Grow\): it is missing.*It was given "image"/,
    );
  });

  it("of 500 nodes is checked without searching the catalog for each", () => {
    let lookedAt = 0;
    const many: Catalog = new Map(
      Array.from({ length: 600 }, (_, index) => [
        `Class${index}`,
        {
          name: `Class${index}`,
          get inputs() {
            lookedAt++;
            return inputs;
          },
          outputs: ["MODEL"],
          isOutput: false,
        },
      ]),
    );
    const graph = Object.fromEntries(
      Array.from({ length: 500 }, (_, index) => [`n${index}`, node(`Class${index}`, { steps: 4 })]),
    );
    expect(validateGraph(draftOf(graph, Object.keys(graph)), many)).toEqual([]);
    expect(lookedAt).toBe(500);
  });

  it("with 500 unknown classes names a hundred of them, with suggestions for the first ones", () => {
    const long: Catalog = new Map(
      Array.from({ length: 500 }, (_, index) => {
        const name = `Known${index}`;
        return [name, { name, inputs: [], outputs: [], isOutput: true }];
      }),
    );
    const graph = Object.fromEntries(
      Array.from({ length: 500 }, (_, index) => [`n${index}`, node(`Konwn${index}`)]),
    );
    const messages = validateGraph(draftOf(graph), long).map(({ message }) => message);
    expect(messages).toHaveLength(100);
    messages.forEach((message, index) => {
      expect(message).toContain(`no node class "Konwn${index}"`);
    });
    expect(messages.filter((message) => message.includes("Did you mean"))).toHaveLength(20);
    expect(messages[0]).toContain('Did you mean "Known0"');
  });
});

it("the names of a graph and of an input are searched for similar ones a few times, however many are wrong", () => {
  let searches = 0;
  const counting = <Value extends object>(target: Value): Value =>
    new Proxy(target, {
      ownKeys: (value) => {
        searches++;
        return Reflect.ownKeys(value);
      },
    });
  const graph = Object.fromEntries(
    Array.from({ length: 500 }, (_, index) => [`n${index}`, node("Save", { x: [`m${index}`, 0] })]),
  );
  const problems = validateGraph(draftOf(counting(graph), Object.keys(graph)), new Map());
  expect(problems).toHaveLength(100);
  expect(searches).toBeLessThan(30);
});

describe("nodes that no output node needs", () => {
  const steps: InputSpec = { name: "steps", required: true, type: "INT", min: 1 };
  const latent: InputSpec = { name: "latent", required: false, type: "LATENT" };
  const catalog: Catalog = new Map([
    ["Sample", { name: "Sample", inputs: [steps, latent], outputs: ["LATENT"], isOutput: false }],
    ["Save", { name: "Save", inputs: [latent], outputs: [], isOutput: true }],
  ]);
  const sound: Graph = { s: node("Sample", { steps: 4 }), save: node("Save", { latent: ["s", 0] }) };
  const wrongIn = (graph: Graph, outputs?: readonly string[]) =>
    validateGraph(draftOf(graph, outputs), catalog).map(({ details }) => details["where"]);

  it.each<[string, Graph]>([
    ["lack an input", { loose: node("Sample") }],
    ["hold a value that is not allowed", { loose: node("Sample", { steps: 0 }) }],
    ["are connected to a node that was deleted", { loose: node("Sample", { latent: ["gone", 0] }) }],
    ["are connected to an output that is not there", { loose: node("Sample", { latent: ["s", 7] }) }],
    [
      "wait for each other",
      { a: node("Sample", { latent: ["b", 0] }), b: node("Sample", { latent: ["a", 0] }) },
    ],
  ])("may be unfinished, as on the server: they %s", (_name, loose) => {
    expect(wrongIn({ ...sound, ...loose })).toEqual([]);
  });

  it("must have a known class, and so must the inputs of an unknown one", () => {
    const unknown = { x: node("AcmeSave", { latent: ["y", 0] }), y: node("Sample"), z: node("Sample") };
    expect(wrongIn({ ...sound, ...unknown })).toEqual(["x", "y.steps (Sample)"]);
  });

  it("are checked too if there is no output node", () => {
    expect(wrongIn({ a: node("Sample"), b: node("Sample", { steps: 0 }) }, [])).toEqual([
      "a.steps (Sample)",
      "b.steps (Sample)",
    ]);
  });

  it.each<[string, Graph, readonly string[], readonly string[]]>([
    ["of the draft", { loose: node("Sample") }, ["save", "loose"], ["loose.steps (Sample)"]],
    [
      "of the catalog",
      { more: node("Save", { latent: ["loose", 0] }), loose: node("Sample", { latent: ["gone", 0] }) },
      ["save"],
      ["loose.latent", "loose.steps (Sample)"],
    ],
    [
      "of the catalog that waits for itself",
      { more: node("Save", { latent: ["a", 0] }), a: node("Sample", { steps: 1, latent: ["a", 0] }) },
      ["save"],
      ["a"],
    ],
  ])("are not those that an output node %s needs", (_name, more, outputs, wrong) => {
    expect(wrongIn({ ...sound, ...more }, outputs)).toEqual(wrong);
  });
});
