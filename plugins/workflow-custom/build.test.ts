// From a file to a draft.

import { describe, expect, it } from "vitest";
import { build } from "./build.test.support.js";
import { sheet, type NodeWords } from "./editor.test.support.js";

const api = {
  "1": { class_type: "CheckpointLoaderSimple", inputs: { ckpt_name: "a.safetensors" } },
  "6": {
    class_type: "CLIPTextEncode",
    inputs: { text: "a cat", clip: ["1", 1] },
    _meta: { title: "Positive prompt" },
  },
  "7": { class_type: "CLIPTextEncode", inputs: { text: "fog", clip: ["1", 1] } },
  "5": { class_type: "EmptyLatentImage", inputs: { width: 64, height: 64, batch_size: 1 } },
  "3": {
    class_type: "KSampler",
    inputs: {
      model: ["1", 0],
      seed: 42,
      steps: 2,
      cfg: 5,
      sampler_name: "euler",
      positive: ["6", 0],
      negative: ["7", 0],
      latent_image: ["5", 0],
    },
  },
  "8": { class_type: "VAEDecode", inputs: { samples: ["3", 0], vae: ["1", 2] } },
  "9": { class_type: "SaveImage", inputs: { images: ["8", 0], filename_prefix: "x" } },
  "10": { class_type: "LoadImage", inputs: { image: "there.png" } },
};

describe("a graph in API format", () => {
  it("is taken as it is, with its outputs and what its prompts say", async () => {
    const { draft } = await build(api);
    expect(draft).toMatchObject({
      graph: api,
      outputs: ["9"],
      written: { positive: "a cat", negative: "fog" },
      requires: [],
    });
    expect(Object.keys(draft.graph)).toHaveLength(8);
  });

  it("that makes no file is refused in words about the file", async () => {
    const { "9": _, ...rest } = api;
    await expect(build(rest)).rejects.toMatchObject({
      code: "CUSTOM_NO_OUTPUT",
      what: expect.stringMatching(/^No node of .+ makes a file\.$/) as string,
    });
  });

  it("may end in a class that is not there yet", async () => {
    const { "9": _, ...rest } = api;
    const end = { "11": { class_type: "AcmeSave", inputs: { images: ["8", 0] } } };
    expect((await build({ ...rest, ...end })).draft.outputs).toEqual(["11"]);
  });

  it("has its values replaced by path, as the inputs take them", async () => {
    const bindings = { "KSampler.steps": "7", "6.inputs.text": "7", "9.filename_prefix": "y" };
    const { draft } = await build(api, { params: { bindings } });
    expect(draft.graph).toMatchObject({
      "3": { inputs: { steps: 7 } },
      "6": { inputs: { text: "7" } },
      "9": { inputs: { filename_prefix: "y" } },
    });
    expect(draft.origins).toEqual({
      "3.steps": "KSampler.steps",
      "6.text": "6.inputs.text",
      "9.filename_prefix": "9.filename_prefix",
    });
  });

  it("has its prompts replaced, and says so in records", async () => {
    const { draft } = await build(api, { params: { prompt: "a dog", negative: "" } });
    expect(draft).toMatchObject({
      graph: { "6": { inputs: { text: "a dog" } }, "7": { inputs: { text: "" } } },
      written: { positive: "a dog", negative: "" },
    });
  });
});

describe("the seed", () => {
  it("stays the graph's own when none is given, and records name that one", async () => {
    const { draft } = await build(api, { seed: 1000n });
    expect([draft.graph["3"]?.inputs["seed"], draft.seed]).toEqual([42, 42n]);
  });

  it.each([
    ["given", { seed: 18446744073709551615n, isSeedGiven: true }, 18446744073709551615n],
    ["for several batches", { seed: 1000n, count: 2 }, 1000],
  ])("is put into the graph: %s", async (_case, situation, expected) => {
    const { draft } = await build(api, situation);
    expect([draft.graph["3"]?.inputs["seed"], draft.seed]).toEqual([expected, undefined]);
  });

  it("of a graph without any stays no setting", async () => {
    const saved = { "9": { class_type: "SaveImage", inputs: { images: ["1", 0], filename_prefix: "x" } } };
    const words = { "1": { class_type: "Words", inputs: { value: "a" } } };
    const { draft } = await build({ ...words, ...saved }, { seed: 9n });
    expect(draft).toMatchObject({ seed: 9n, graph: { "1": { inputs: { value: "a" } } } });
  });

  it("that is bound by name is kept, all digits of it", async () => {
    const params = { bindings: { "KSampler.seed": "18446744073709551614" } };
    const { draft } = await build(api, { params, count: 3 });
    expect(draft.graph["3"]?.inputs["seed"]).toBe(18446744073709551614n);
  });
});

describe("a file for an input that takes uploads", () => {
  const bound = (value: string, others?: Record<string, string>) =>
    build(api, { params: { bindings: { "LoadImage.image": value } }, ...(others && { others }) });
  const image = (built: Awaited<ReturnType<typeof bound>>) => built.draft.graph["10"]?.inputs["image"];

  it("is taken along, from the graph's folder first", async () => {
    const built = await bound("cat.png", { "cat.png": "picture" });
    expect([image(built), built.draft.inputs.map(({ name }) => name)]).toEqual([
      "sent-cat.png",
      ["sent-cat.png"],
    ]);
    expect(built.asked[1]).toMatch(/[\\/]sheets[\\/]cat\.png$/);
  });

  it.each([
    ["that the server offers", "there.png"],
    ["that only the server can know", "folder/other.png [output]"],
  ])("stays a name where it is one %s", async (_case, name) => {
    const built = await bound(name);
    expect([image(built), built.draft.inputs]).toEqual([name, []]);
  });

  it.each(["./cat.png", "../cat.png", "/pictures/cat.png"])(
    "must be there where it is a path: %s",
    async (path) => {
      await expect(bound(path)).rejects.toMatchObject({ code: "INPUT_NOT_READABLE" });
    },
  );

  it("is no file for an input that takes texts", async () => {
    const { draft } = await build(api, {
      params: { bindings: { "6.text": "cat.png" } },
      others: { "cat.png": "x" },
    });
    expect([draft.graph["6"]?.inputs["text"], draft.inputs]).toEqual(["cat.png", []]);
  });

  it("is taken along once for two inputs", async () => {
    const two = { ...api, "11": { class_type: "LoadMask", inputs: { image: "m.png" } } };
    const bindings = { "10.image": "cat.png", "11.image": "cat.png" };
    const { draft } = await build(two, { params: { bindings }, others: { "cat.png": "picture" } });
    expect(draft.graph).toMatchObject({
      "10": { inputs: { image: "sent-cat.png" } },
      "11": { inputs: { image: "sent-cat.png" } },
    });
  });
});

describe("the graph editor's file", () => {
  const nodes: readonly NodeWords[] = [
    { id: 1, type: "LoadImage", outputs: ["IMAGE", "MASK"], values: ["a.png", "image"] },
    { id: 2, type: "SaveImage", inputs: { images: [1, 0] }, values: ["x"] },
    { id: 3, type: "WholeNumber", values: [5, "fixed"] },
  ];

  it("is converted; what no output needs is left out, and said", async () => {
    const { draft, log } = await build(sheet(nodes));
    expect([Object.keys(draft.graph), draft.outputs]).toEqual([["1", "2"], ["2"]]);
    expect(log).toEqual(["Left out, as no output needs them: 3."]);
  });

  it("has its choices made by the seed, but for texts that were given", async () => {
    const texts = (text: string, id: number): NodeWords => ({ id, type: "CLIPTextEncode", values: [text] });
    const file = sheet([
      texts("{a|b} /* c */", 1),
      texts("{a|b}", 2),
      { id: 8, type: "KSampler", inputs: { positive: [1, 0], negative: [2, 0] } },
      { id: 9, type: "SaveImage", inputs: { images: [8, 0] } },
    ]);
    const { draft } = await build(file, { params: { bindings: { "2.text": "{c|d}" } } });
    expect(draft.graph["1"]?.inputs["text"]).toMatch(/^[ab] $/);
    expect(draft.graph["2"]?.inputs["text"]).toBe("{c|d}");
  });

  it("has them made by its own seed where none is given, so that the same comes out again", async () => {
    const choice: NodeWords = { id: 1, type: "CLIPTextEncode", values: ["{a|b|c|d|e|f|g|h}"] };
    const file = sheet([
      choice,
      { id: 2, type: "KSampler", inputs: { positive: [1, 0] }, values: [42, "fixed", 9, 2.5, "heun"] },
      { id: 3, type: "SaveImage", inputs: { images: [2, 0] } },
    ]);
    const text = async (seed: bigint, isSeedGiven: boolean) =>
      (await build(file, { seed, isSeedGiven })).draft.graph["1"]?.inputs["text"];
    expect(await text(1n, false)).toBe(await text(2n, false));
    expect(await text(42n, true)).toBe(await text(1n, false));
  });

  it("asks for the extensions that it names, by the classes that are used", async () => {
    const pack = { properties: { cnr_id: "pack", ver: "1.0.0" }, inputs: { images: [1, 0] as const } };
    const file = sheet([
      ...nodes,
      { id: 4, type: "Other", ...pack },
      { id: 5, type: "Another", ...pack },
      { id: 6, type: "New", properties: { cnr_id: "comfy-core", ver: "9.0.0" } },
      { id: 7, type: "Unsaid" },
    ]);
    const { draft } = await build(file);
    expect(draft.requires).toEqual([{ id: "pack", range: ">=1.0.0", nodeClasses: ["Other", "Another"] }]);
  });

  describe("with classes that the backend has from extensions", () => {
    const through = (type: string, properties: object, id = 4): NodeWords[] => [
      { id, type, properties, inputs: { image: [1, 0] } },
      { id: id + 1, type: "SaveImage", inputs: { images: [id, 0] } },
    ];
    const requiresOf = async (...more: readonly NodeWords[]) =>
      (await build(sheet([...nodes, ...more]))).draft.requires;

    it.each<readonly [string, object, string]>([
      ["a version", { cnr_id: "sharp-pack", ver: "9.9.9" }, "sharp-pack"],
      ["a commit", { aux_id: "Owner/Sharp", ver: "0a1b2c3d4e" }, "owner/sharp"],
      ["nothing more", { cnr_id: "sharp-pack" }, "sharp-pack"],
    ])("asks for the extension that it names, in any version: with %s", async (_case, properties, id) => {
      expect(await requiresOf(...through("Sharpen", properties))).toEqual([
        { id, range: "*", nodeClasses: ["Sharpen"] },
      ]);
    });

    it.each<readonly [string, string, object]>([
      ["a class of the server itself, whatever the file says", "Blur", { cnr_id: "sharp-pack" }],
      ["a class of which the server tells nothing", "SmallSeed", { cnr_id: "sharp-pack" }],
      ["a class that the file says is the server's", "Sharpen", { cnr_id: "comfy-core", ver: "0.9.0" }],
      ["a class that the file says nothing of", "Sharpen", {}],
      ["a folder", "Sharpen", { aux_id: "/home/somebody/sharp" }],
      ["what is no name", "Sharpen", { cnr_id: "my pack" }],
      ["a way out of a folder", "Sharpen", { aux_id: "owner/.." }],
    ])("asks for nothing: %s", async (_case, type, properties) => {
      expect(await requiresOf(...through(type, properties))).toEqual([]);
    });

    it("asks for nothing of nodes that no output needs", async () => {
      const [unused] = through("Sharpen", { cnr_id: "sharp-pack" });
      expect(unused && (await requiresOf(unused))).toEqual([]);
    });

    it("asks for one that lacks a class as well as that class needs it", async () => {
      const properties = { cnr_id: "sharp-pack", ver: "2.0.0" };
      const newer: NodeWords = { id: 6, type: "Newer", properties, inputs: { images: [1, 0] } };
      expect(await requiresOf(...through("Sharpen", properties), newer)).toEqual([
        { id: "sharp-pack", range: ">=2.0.0", nodeClasses: ["Newer"] },
      ]);
    });
  });

  it("is refused with every reason where it cannot be converted", async () => {
    const file = sheet([
      { id: 4, type: "Other", values: [1] },
      { id: 5, type: "workflow>Mine" },
    ]);
    const refused = build(file);
    await expect(refused).rejects.toMatchObject({
      code: "CUSTOM_NOT_CONVERTIBLE",
      message: expect.stringContaining(
        "sheets/graph.json cannot be converted at 4: the backend has no node class",
      ) as string,
    });
    await expect(refused).rejects.toHaveProperty("details.refusals.length", 2);
  });

  describe("with classes that the backend lacks", () => {
    const values = ["a", "b"];
    const pack = { cnr_id: "pack", ver: "1.0.0" };
    const repository = { aux_id: "Owner/Other", ver: "0a1b2c3d4e" };
    const after = { inputs: { images: [1, 0] as const } };
    const refusedWith = async (...more: readonly NodeWords[]): Promise<unknown> => {
      const error: unknown = await build(sheet([...nodes, ...more])).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ code: "CUSTOM_NOT_CONVERTIBLE" });
      return (error as { readonly details: Readonly<Record<string, unknown>> }).details["requires"];
    };

    it("is refused with the extensions that would help, also those of classes that needed none", async () => {
      const requires = await refusedWith(
        { id: 4, type: "Other", values, properties: pack, ...after },
        { id: 5, type: "Another", values, properties: repository, ...after },
        { id: 6, type: "Third", properties: pack, ...after },
      );
      expect(requires).toEqual([
        { id: "pack", range: ">=1.0.0", nodeClasses: ["Other", "Third"] },
        { id: "owner/other", range: "*", commit: "0a1b2c3d4e", nodeClasses: ["Another"] },
      ]);
    });

    it.each<readonly [string, NodeWords]>([
      ["another class that nobody names an extension of", { id: 5, type: "Unsaid", values, ...after }],
      [
        "a class of the server itself",
        { id: 5, type: "New", values, properties: { cnr_id: "comfy-core", ver: "9.0.0" }, ...after },
      ],
      ["a group node", { id: 5, type: "workflow>Mine" }],
    ])("is refused without them where they would not be enough: %s", async (_case, other) => {
      const first = { id: 4, type: "Other", values, properties: pack, ...after };
      expect(await refusedWith(first, other)).toBeUndefined();
    });

    it("is converted without those that nothing is connected to, and without those that no output needs", async () => {
      const { draft, log } = await build(
        sheet([
          ...nodes,
          { id: 4, type: "Unsaid", values },
          { id: 5, type: "Named", values, properties: pack },
          { id: 6, type: "KSampler", inputs: { model: [5, 0] }, values: [7, "fixed", 9, 2.5, "heun"] },
        ]),
      );
      expect([Object.keys(draft.graph), draft.requires]).toEqual([["1", "2"], []]);
      expect(log).toContain("Left out, as no output needs them: 3, 4, 5, 6.");
    });
  });
});
