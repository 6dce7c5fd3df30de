// The graph of a file becomes a draft.

import { describe, expect, it } from "vitest";
import { load, saveOf } from "../testing/convert.js";
import { prepareDraft } from "../testing/prepare.js";
import { createSheet, type NodeDescription } from "../testing/editor.js";

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
  it("stays as it is, and its outputs and prompts are found", async () => {
    const { draft } = await prepareDraft(api);
    expect(draft).toMatchObject({
      graph: api,
      outputs: ["9"],
      recordedPrompts: { positive: "a cat", negative: "fog" },
      requires: [],
    });
    expect(Object.keys(draft.graph)).toHaveLength(8);
  });

  it("of the editor tells which of its values the graph lacks, of nodes that an output needs", async () => {
    const unneeded = { id: 7, type: "Words", values: ["a", "lost too"] };
    const { problems } = await prepareDraft(
      createSheet([load, { ...saveOf(4), values: ["x", "lost"] }, unneeded]),
    );
    expect(problems.map(({ code, message }) => [code, message])).toEqual([
      ["CUSTOM_VALUES_LEFT_OUT", expect.stringMatching(/^Node 9 \(SaveImage\): .*: "lost"\.$/)],
    ]);
  });

  it("of the editor tells the beginning of long values, of whole characters", async () => {
    const { problems } = await prepareDraft(
      createSheet([load, { ...saveOf(4), values: ["x", "😀".repeat(200)] }]),
    );
    expect(problems[0]?.message).toMatch(/: "(?:😀){98}\.\.\.$/u);
  });

  it("without an output node is an error that names the file", async () => {
    const { "9": _, ...rest } = api;
    await expect(prepareDraft(rest)).rejects.toMatchObject({
      code: "CUSTOM_NO_OUTPUT",
      details: expect.objectContaining({ file: "sheets/graph.json" }) as object,
    });
  });

  it("may have an output node of a class that is not installed", async () => {
    const { "9": _, ...rest } = api;
    const end = { "11": { class_type: "AcmeSave", inputs: { images: ["8", 0] } } };
    expect((await prepareDraft({ ...rest, ...end })).draft.outputs).toEqual(["11"]);
  });

  it("gets the values of bindings, with the types of the inputs", async () => {
    const bindings = { "KSampler.steps": "7", "6.inputs.text": "7", "9.filename_prefix": "y" };
    const { draft } = await prepareDraft(api, { params: { bindings } });
    expect(draft.graph).toMatchObject({
      "3": { inputs: { steps: 7 } },
      "6": { inputs: { text: "7" } },
      "9": { inputs: { filename_prefix: "y" } },
    });
    expect(draft.origins).toEqual({
      "3.steps": { setting: "KSampler.steps" },
      "6.text": { setting: "6.inputs.text" },
      "9.filename_prefix": { setting: "9.filename_prefix" },
    });
  });

  it("gets the given prompts, which are also recorded", async () => {
    const { draft } = await prepareDraft(api, { params: { prompt: "a dog", negative: "" } });
    expect(draft).toMatchObject({
      graph: { "6": { inputs: { text: "a dog" } }, "7": { inputs: { text: "" } } },
      recordedPrompts: { positive: "a dog", negative: "" },
    });
  });
});

describe("the seed", () => {
  it("of the graph is kept and recorded when none is given", async () => {
    const { draft } = await prepareDraft(api, { seed: 1000n });
    expect([draft.graph["3"]?.inputs["seed"], draft.seed]).toEqual([42, 42n]);
  });

  it.each([
    ["given", { seed: 18446744073709551615n, isSeedGiven: true }, 18446744073709551615n],
    ["for several batches", { seed: 1000n, count: 2 }, 1000],
  ])("is set in the graph: %s", async (_case, situation, expected) => {
    const { draft } = await prepareDraft(api, situation);
    expect([draft.graph["3"]?.inputs["seed"], draft.seed]).toEqual([expected, undefined]);
  });

  it("is neither set nor recorded for a graph without a seed input", async () => {
    const saved = { "9": { class_type: "SaveImage", inputs: { images: ["1", 0], filename_prefix: "x" } } };
    const words = { "1": { class_type: "Words", inputs: { value: "a" } } };
    const { draft } = await prepareDraft({ ...words, ...saved }, { seed: 9n });
    expect(draft).toMatchObject({ seed: "none", graph: { "1": { inputs: { value: "a" } } } });
  });

  it("of a binding is kept, with all its digits", async () => {
    const params = { bindings: { "KSampler.seed": "18446744073709551614" } };
    const { draft } = await prepareDraft(api, { params, count: 3 });
    expect(draft.graph["3"]?.inputs["seed"]).toBe(18446744073709551614n);
  });
});

describe("a binding that sets the only seed", () => {
  const params = { bindings: { "KSampler.seed": "9" } };

  it.each([
    ["for several batches", { count: 2 }, "all batches use the same seed"],
    ["beside a given seed", { seed: 5n, isSeedGiven: true }, "the given seed has no effect"],
  ])("is the recorded seed, and what has no effect is reported: %s", async (_case, more, effect) => {
    const { draft, problems } = await prepareDraft(api, { params, ...more });
    expect([draft.graph["3"]?.inputs["seed"], draft.seed]).toEqual([9, 9n]);
    expect(problems).toMatchObject([
      {
        code: "CUSTOM_SEED_BOUND",
        message: `Every seed of the graph is set by KSampler.seed, so ${effect}.`,
      },
    ]);
  });

  it("is no problem for one batch", async () => {
    const { draft, problems } = await prepareDraft(api, { params });
    expect([draft.seed, problems]).toEqual([9n, []]);
  });

  it("leaves the other seeds of the graph to the batches", async () => {
    const second = { "12": { class_type: "KSampler", inputs: { seed: 1 } } };
    const bindings = { "3.seed": "9" };
    const { draft, problems } = await prepareDraft({ ...api, ...second }, { params: { bindings }, count: 2 });
    expect([draft.seed, problems]).toEqual([undefined, []]);
  });
});

describe("a file for an upload input", () => {
  const bound = (value: string, otherFiles?: Record<string, string>) =>
    prepareDraft(api, {
      params: { bindings: { "LoadImage.image": value } },
      ...(otherFiles && { otherFiles }),
    });
  const image = (prepared: Awaited<ReturnType<typeof bound>>) => prepared.draft.graph["10"]?.inputs["image"];

  it("is uploaded, and is looked for in the folder of the graph first", async () => {
    const prepared = await bound("cat.png", { "cat.png": "image" });
    expect([image(prepared), prepared.draft.inputs.map(({ name }) => name)]).toEqual([
      "sent-cat.png",
      ["sent-cat.png"],
    ]);
    expect(prepared.requestedPaths[1]).toMatch(/[\\/]sheets[\\/]cat\.png$/);
  });

  it.each([
    ["that the server offers", "there.png"],
    ["that only the server can know", "folder/other.png [output]"],
  ])("is not uploaded for a name %s", async (_case, name) => {
    const prepared = await bound(name);
    expect([image(prepared), prepared.draft.inputs]).toEqual([name, []]);
  });

  it.each(["./cat.png", "../cat.png", "/images/cat.png"])(
    "must exist if the value is a path: %s",
    async (path) => {
      await expect(bound(path)).rejects.toMatchObject({ code: "INPUT_NOT_READABLE" });
    },
  );

  it("is not uploaded for a text input", async () => {
    const { draft } = await prepareDraft(api, {
      params: { bindings: { "6.text": "cat.png" } },
      otherFiles: { "cat.png": "x" },
    });
    expect([draft.graph["6"]?.inputs["text"], draft.inputs]).toEqual(["cat.png", []]);
  });

  it("is uploaded once for two inputs", async () => {
    const two = { ...api, "11": { class_type: "LoadMask", inputs: { image: "m.png" } } };
    const bindings = { "10.image": "cat.png", "11.image": "cat.png" };
    const { draft } = await prepareDraft(two, { params: { bindings }, otherFiles: { "cat.png": "image" } });
    expect(draft.graph).toMatchObject({
      "10": { inputs: { image: "sent-cat.png" } },
      "11": { inputs: { image: "sent-cat.png" } },
    });
  });
});

describe("a graph of the editor", () => {
  const nodes: readonly NodeDescription[] = [
    { id: 1, type: "LoadImage", outputs: ["IMAGE", "MASK"], values: ["a.png", "image"] },
    { id: 2, type: "SaveImage", inputs: { images: [1, 0] }, values: ["x"] },
    { id: 3, type: "WholeNumber", values: [5, "fixed"] },
  ];

  it("is converted without the nodes that no output needs, which are noted", async () => {
    const { draft, log } = await prepareDraft(createSheet(nodes));
    expect([Object.keys(draft.graph), draft.outputs]).toEqual([["1", "2"], ["2"]]);
    expect(log).toEqual([expect.stringMatching(/no output needs them: 3\./)]);
  });

  it("has its dynamic prompts resolved by the seed, except texts of bindings", async () => {
    const texts = (text: string, id: number): NodeDescription => ({
      id,
      type: "CLIPTextEncode",
      values: [text],
    });
    const file = createSheet([
      texts("{a|b} /* c */", 1),
      texts("{a|b}", 2),
      { id: 8, type: "KSampler", inputs: { positive: [1, 0], negative: [2, 0] } },
      { id: 9, type: "SaveImage", inputs: { images: [8, 0] } },
    ]);
    const { draft } = await prepareDraft(file, { params: { bindings: { "2.text": "{c|d}" } } });
    expect(draft.graph["1"]?.inputs["text"]).toMatch(/^[ab] $/);
    expect(draft.graph["2"]?.inputs["text"]).toBe("{c|d}");
  });

  it("has its dynamic prompts resolved by its own seed if none is given, so that the result is the same again", async () => {
    const choice: NodeDescription = { id: 1, type: "CLIPTextEncode", values: ["{a|b|c|d|e|f|g|h}"] };
    const file = createSheet([
      choice,
      { id: 2, type: "KSampler", inputs: { positive: [1, 0] }, values: [42, "fixed", 9, 2.5, "heun"] },
      { id: 3, type: "SaveImage", inputs: { images: [2, 0] } },
    ]);
    const text = async (seed: bigint, isSeedGiven: boolean) =>
      (await prepareDraft(file, { seed, isSeedGiven })).draft.graph["1"]?.inputs["text"];
    expect(await text(1n, false)).toBe(await text(2n, false));
    expect(await text(42n, true)).toBe(await text(1n, false));
  });

  it("has its dynamic prompts resolved by a seed that is recorded if it has none, so that the result is the same again", async () => {
    const choice = (value: string): NodeDescription => ({ id: 1, type: "CLIPTextEncode", values: [value] });
    const save: NodeDescription = { id: 3, type: "SaveImage", inputs: { images: [1, 0] } };
    const prepared = async (value: string, seed: bigint, more = {}) => {
      const { draft } = await prepareDraft(createSheet([choice(value), save]), { seed, ...more });
      return [draft.graph["1"]?.inputs["text"], draft.seed];
    };
    const first = await prepared("{a|b|c|d|e|f|g|h}", 5n);
    expect(first).toEqual([expect.stringMatching(/^[a-h]$/), undefined]);
    expect(await prepared("{a|b|c|d|e|f|g|h}", 5n, { isSeedGiven: true })).toEqual(first);
    expect(await prepared("\\{a|b\\} /* {c|d} */", 5n)).toEqual(["{a|b} ", "none"]);
  });

  it("requires the extensions of the classes that are used", async () => {
    const pack = { properties: { cnr_id: "pack", ver: "1.0.0" }, inputs: { images: [1, 0] as const } };
    const file = createSheet([
      ...nodes,
      { id: 4, type: "Other", ...pack },
      { id: 5, type: "Another", ...pack },
      { id: 6, type: "New", properties: { cnr_id: "comfy-core", ver: "9.0.0" } },
      { id: 7, type: "Unsaid" },
    ]);
    const { draft } = await prepareDraft(file);
    expect(draft.requires).toEqual([{ id: "pack", range: ">=1.0.0", nodeClasses: ["Other", "Another"] }]);
  });

  describe("with classes of installed extensions", () => {
    const through = (type: string, properties: object, id = 4): NodeDescription[] => [
      { id, type, properties, inputs: { image: [1, 0] } },
      { id: id + 1, type: "SaveImage", inputs: { images: [id, 0] } },
    ];
    const requiresOf = async (...more: readonly NodeDescription[]) =>
      (await prepareDraft(createSheet([...nodes, ...more]))).draft.requires;

    it.each<readonly [string, object, string]>([
      ["a version", { cnr_id: "sharp-pack", ver: "9.9.9" }, "sharp-pack"],
      ["a commit", { aux_id: "Owner/Sharp", ver: "0a1b2c3d4e" }, "owner/sharp"],
      ["nothing more", { cnr_id: "sharp-pack" }, "sharp-pack"],
    ])(
      "requires the extension that the file names in any version: with %s",
      async (_case, properties, id) => {
        expect(await requiresOf(...through("Sharpen", properties))).toEqual([
          { id, range: "*", nodeClasses: ["Sharpen"] },
        ]);
      },
    );

    it.each<readonly [string, string, object]>([
      ["a class of ComfyUI itself, whatever the file says", "Blur", { cnr_id: "sharp-pack" }],
      ["a class without a known origin", "SmallSeed", { cnr_id: "sharp-pack" }],
      [
        "a class that belongs to ComfyUI according to the file",
        "Sharpen",
        { cnr_id: "comfy-core", ver: "0.9.0" },
      ],
      ["a class without an extension in the file", "Sharpen", {}],
      ["an extension id that is a path", "Sharpen", { aux_id: "/home/somebody/sharp" }],
      ["an invalid extension id", "Sharpen", { cnr_id: "my pack" }],
      ["an extension id with parent folders", "Sharpen", { aux_id: "owner/.." }],
    ])("requires no extension for %s", async (_case, type, properties) => {
      expect(await requiresOf(...through(type, properties))).toEqual([]);
    });

    it("requires no extension for nodes that no output needs", async () => {
      const [unused] = through("Sharpen", { cnr_id: "sharp-pack" });
      expect(unused && (await requiresOf(unused))).toEqual([]);
    });

    it("requires an extension that also lacks a class as that class needs it", async () => {
      const properties = { cnr_id: "sharp-pack", ver: "2.0.0" };
      const newer: NodeDescription = { id: 6, type: "Newer", properties, inputs: { images: [1, 0] } };
      expect(await requiresOf(...through("Sharpen", properties), newer)).toEqual([
        { id: "sharp-pack", range: ">=2.0.0", nodeClasses: ["Newer"] },
      ]);
    });
  });

  it("cannot be converted, with all reasons", async () => {
    const file = createSheet([
      { id: 4, type: "Other", values: [1] },
      { id: 5, type: "workflow>Mine" },
    ]);
    const refused = prepareDraft(file);
    await expect(refused).rejects.toMatchObject({
      code: "CUSTOM_NOT_CONVERTIBLE",
      message: expect.stringContaining(
        'sheets/graph.json cannot be converted at 5: its group node "Mine" is not in the file',
      ) as string,
    });
    await expect(refused).rejects.toHaveProperty("details.refusals.length", 2);
  });

  describe("with missing classes", () => {
    const values = ["a", "b"];
    const pack = { cnr_id: "pack", ver: "1.0.0" };
    const repository = { aux_id: "Owner/Other", ver: "0a1b2c3d4e" };
    const after = { inputs: { images: [1, 0] as const } };
    const refusedWith = async (...more: readonly NodeDescription[]): Promise<unknown> => {
      const error: unknown = await prepareDraft(createSheet([...nodes, ...more])).catch(
        (thrown: unknown) => thrown,
      );
      expect(error).toMatchObject({ code: "CUSTOM_NOT_CONVERTIBLE" });
      return (error as { readonly details: Readonly<Record<string, unknown>> }).details["requires"];
    };

    it("cannot be converted, with the extensions of all missing classes", async () => {
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

    it.each<readonly [string, NodeDescription]>([
      ["another class without an extension in the file", { id: 5, type: "Unsaid", values, ...after }],
      [
        "a class of ComfyUI itself",
        { id: 5, type: "New", values, properties: { cnr_id: "comfy-core", ver: "9.0.0" }, ...after },
      ],
      ["a group node", { id: 5, type: "workflow>Mine" }],
    ])("cannot be converted, without extensions if these would not be enough: %s", async (_case, other) => {
      const first = { id: 4, type: "Other", values, properties: pack, ...after };
      expect(await refusedWith(first, other)).toBeUndefined();
    });

    it("is converted if no output needs their nodes", async () => {
      const { draft, log } = await prepareDraft(
        createSheet([
          ...nodes,
          { id: 4, type: "Unsaid", values },
          { id: 5, type: "Named", values, properties: pack },
          { id: 6, type: "KSampler", inputs: { model: [5, 0] }, values: [7, "fixed", 9, 2.5, "heun"] },
        ]),
      );
      expect([Object.keys(draft.graph), draft.requires]).toEqual([["1", "2"], []]);
      expect(log).toContainEqual(expect.stringMatching(/no output needs them: 3, 4, 5, 6\./));
    });
  });
});
