// Node classes that come as `/object_info` entries: published, validated, run by passing values through, or rejected.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ComfyuiServer } from "../start.js";
import { ownClasses, startServer } from "../testing/start.js";
import { finished, getJson, listen, run, submit, txt2img } from "../testing/wire.js";
import { InvalidClassesError, readClasses, type ExtraClasses } from "./extra-classes.js";
import { passThroughNode } from "./catalog.js";

const classes: ExtraClasses = {
  AcmeTone: {
    input: {
      required: {
        image: ["IMAGE"],
        mode: [["warm", "cold"], {}],
        seed: ["INT", { min: 0, max: 2n ** 64n - 1n }],
      },
      optional: { model: ["MODEL"], text: ["STRING", { default: "" }] },
    },
    output: ["IMAGE", "INT", "MODEL"],
    output_name: ["image", "seed", "model"],
    python_module: "custom_nodes.acme-nodes",
    category: "acme",
    description: "Tones.",
  } as ExtraClasses[string],
  AcmeShow: {
    input: { required: { image: ["IMAGE"] } },
    output_node: true,
    python_module: "custom_nodes.acme",
  },
  AcmeMask: {
    input: { required: { image: ["IMAGE"] } },
    output: ["MASK"],
    python_module: "custom_nodes.acme-nodes",
  },
};

const server = await startServer({ classes });
afterAll(() => server.close());

const tone = (inputs: Record<string, unknown>) => {
  const graph = txt2img({ steps: 1 });
  const [decoded] = Object.entries(graph).find(([, { class_type }]) => class_type === "VAEDecode") ?? [""];
  const [saved, save] = Object.entries(graph).find(([, { class_type }]) => class_type === "SaveImage") ?? [
    "",
  ];
  const given = { image: [decoded, 0], mode: "warm", seed: 5, ...inputs };
  return {
    ...graph,
    tone: { class_type: "AcmeTone", inputs: given },
    [saved]: { ...save, inputs: { ...save?.inputs, images: ["tone", 0] } },
  };
};

describe("extra classes on a running server", () => {
  it("are published with all their members, besides the server's own classes", async () => {
    const one = (await getJson(server, "object_info/AcmeTone")) as Record<string, object>;
    expect(one["AcmeTone"]).toMatchObject({
      name: "AcmeTone",
      display_name: "AcmeTone",
      description: "Tones.",
      python_module: "custom_nodes.acme-nodes",
      output: ["IMAGE", "INT", "MODEL"],
      output_is_list: [false, false, false],
      input_order: { required: ["image", "mode", "seed"], optional: ["model", "text"] },
    });
    const all = (await getJson(server, "object_info")) as Record<string, object>;
    expect(Object.keys(all)).toEqual(expect.arrayContaining(["KSampler", "AcmeTone", "AcmeMask"]));
  });

  it("pass values through when a graph runs", async () => {
    const socket = await listen(server, "c");
    const id = await run(server, socket, tone({}), { client_id: "c" });
    expect((await finished(server, id)).status.status_str).toBe("success");
    await socket.close();
  });

  it.each([
    [{ mode: "hot" }, "value_not_in_list"],
    [{ seed: -1 }, "value_smaller_than_min"],
    [{ image: ["nowhere", 0] }, undefined],
    [{ image: undefined }, "required_input_missing"],
  ])("are validated like other classes: %j", async (inputs, type) => {
    const { status, body } = await submit(server, tone(inputs));
    expect(status).toBe(400);
    if (type !== undefined) expect(body.node_errors).toMatchObject({ tone: { errors: [{ type }] } });
  });

  it("fail as a node when no input has the type of any output", async () => {
    const socket = await listen(server, "m");
    const graph = tone({});
    const wired = {
      ...graph,
      mask: { class_type: "AcmeMask", inputs: { image: ["tone", 0] } },
      image: { class_type: "MaskToImage", inputs: { mask: ["mask", 0] } },
      show: { class_type: "PreviewImage", inputs: { images: ["image", 0] } },
    };
    const id = await run(server, socket, wired, { client_id: "m" });
    const { status } = await finished(server, id);
    expect(status.status_str).toBe("error");
    const about = "received no input of type MASK";
    expect(JSON.stringify(status.messages).includes(`AcmeMask ${about}`)).toBe(true);
    await socket.close();
  });
});

describe("passing values through", () => {
  const outputs = (entry: Omit<ExtraClasses[string], "python_module">, inputs: Record<string, unknown>) =>
    passThroughNode("A", { python_module: "custom_nodes.a", ...entry }).execute(inputs, {} as never).outputs;

  it("uses the first present input of the type, and one that accepts everything only without such an input", () => {
    const input = {
      required: { any: ["*"], a: ["STRING"] },
      optional: { b: ["STRING"], c: ["INT,FLOAT"] },
    } as const;
    expect(outputs({ input, output: ["STRING", "FLOAT", "MASK"] }, { any: 1, b: "x", c: 2 })).toEqual([
      "x",
      2,
      1,
    ]);
    expect(outputs({ input, output: ["*"] }, { a: "first", b: "x" })).toEqual(["first"]);
  });

  it("fails the run only if an output without a value is used", async () => {
    const socket = await listen(server, "n");
    const graph = tone({});
    const sampler = Object.entries(graph).find(([, { class_type }]) => class_type === "KSampler")?.[0] ?? "";
    const [, decode] = Object.entries(graph).find(([, node]) => node.class_type === "VAEDecode") ?? [];
    const shown = {
      ...graph,
      second: { ...graph[sampler], inputs: { ...graph[sampler]?.inputs, model: ["tone", 2] } },
      image: { ...decode, inputs: { ...decode?.inputs, samples: ["second", 0] } },
      show: { class_type: "PreviewImage", inputs: { images: ["image", 0] } },
    };
    const id = await run(server, socket, shown, { client_id: "n" });
    const { status } = await finished(server, id);
    expect(JSON.stringify(status.messages).includes("AcmeTone received no input of type MODEL")).toBe(true);
    await socket.close();
  });

  it("passes a choice to an output that is a combo", () => {
    const input = { required: { name: [["a", "b"]] } } as const;
    expect(outputs({ input, output: [["a", "b"]] }, { name: "b" })).toEqual(["b"]);
  });
});

describe("dynamic inputs", () => {
  const python_module = "custom_nodes.acme";
  const each = { input: { required: { image: ["IMAGE", {}] } } } as const;
  const batch = {
    python_module,
    input: {
      required: { images: ["COMFY_AUTOGROW_V3", { template: { ...each, prefix: "image", min: 2, max: 9 } }] },
    },
    output: ["IMAGE"],
  } as const satisfies ExtraClasses[string];
  const resize = {
    python_module,
    input: {
      required: {
        input: ["COMFY_MATCHTYPE_V3", { template: { template_id: "t", allowed_types: "IMAGE,MASK" } }],
        how: [
          "COMFY_DYNAMICCOMBO_V3",
          { options: [{ key: "width", inputs: { required: { width: ["INT", { min: 1 }] } } }] },
        ],
      },
    },
    output: ["COMFY_MATCHTYPE_V3"],
    output_matchtypes: ["t"],
  } as const satisfies ExtraClasses[string] & { readonly output_matchtypes: readonly string[] };
  const wired = (nodes: Record<string, object>, last: string) => ({
    e: { class_type: "EmptyImage", inputs: { width: 8, height: 8, batch_size: 1, color: 0 } },
    m: { class_type: "SolidMask", inputs: { value: 1, width: 8, height: 8 } },
    ...nodes,
    show: { class_type: "PreviewImage", inputs: { images: [last, 0] } },
  });
  const batched = (inputs: object) => wired({ b: { class_type: "AcmeBatch", inputs } }, "b");
  const resized = (inputs: object) => wired({ r: { class_type: "AcmeResize", inputs } }, "r");

  let dynamic: ComfyuiServer;
  beforeAll(
    async () => void (dynamic = await startServer({ classes: { AcmeBatch: batch, AcmeResize: resize } })),
  );
  afterAll(() => dynamic.close());

  it.each([
    ["a list of inputs", batched({ "images.image0": ["e", 0], "images.image1": ["e", 0] })],
    ["a dynamic combo and an input of any type", resized({ input: ["e", 0], how: "width", "how.width": 8 })],
  ])("run with %s", async (_title, graph) => {
    const socket = await listen(dynamic, "d");
    const id = await run(dynamic, socket, graph, { client_id: "d" });
    expect((await finished(dynamic, id)).status.status_str).toBe("success");
    await socket.close();
  });

  it.each([
    [batched({ "images.image0": ["m", 0] }), "b", "return_type_mismatch", "images.image0"],
    [resized({ input: ["e", 0], how: "width" }), "r", "required_input_missing", "how.width"],
    [resized({ input: ["e", 0], how: "width", "how.width": 0 }), "r", "value_smaller_than_min", "how.width"],
  ])("are checked: %#", async (graph, node, type, input_name) => {
    const { status, body } = await submit(dynamic, graph);
    expect(status).toBe(400);
    expect(body.node_errors).toMatchObject({ [node]: { errors: [{ type, extra_info: { input_name } }] } });
  });
});

it("the recorded entries of the own classes are valid", () => {
  const entries = [...ownClasses].map(([name, { signature }]) => [name, signature.entry]);
  expect(Object.keys(readClasses(Object.fromEntries(entries), new Set()))).toEqual([...ownClasses.keys()]);
});

describe("invalid classes", () => {
  const withInput = (spec: unknown) => ({ A: { python_module: "a", input: { required: { x: spec } } } });
  it.each([
    [{ A: { python_module: "a", output_is_list: [false, "yes"] } }, "/A/output_is_list: is missing or"],
    [
      withInput(["COMFY_DYNAMICSLOT_V3", {}]),
      "/A/input/required/x: has the unsupported type COMFY_DYNAMICSLOT_V3",
    ],
    [withInput(["COMFY_AUTOGROW_V3", {}]), "/A/input/required/x: has no valid COMFY_AUTOGROW_V3 template"],
    [
      withInput(["COMFY_DYNAMICCOMBO_V3", {}]),
      "/A/input/required/x: has no valid COMFY_DYNAMICCOMBO_V3 options",
    ],
    [
      withInput(["COMFY_DYNAMICCOMBO_V3", { options: [{ key: "a", inputs: { required: { y: "INT" } } }] }]),
      "/A/input/required/x/1/options/0/inputs/required/y: is not an input",
    ],
    [[], "/: is not an object"],
    [{ A: 5 }, "/A: is not an object"],
    [{ A: {} }, "/A/python_module: is missing"],
    [{ A: { python_module: "a", output: "IMAGE" } }, "/A/output: is missing or invalid"],
    [{ A: { python_module: "a", output_node: 1 } }, "/A/output_node"],
    [{ A: { python_module: "a", input: { required: [] } } }, "/A/input/required: is not an object"],
    [
      { A: { python_module: "a", input: { optional: { "x/y": "INT" } } } },
      "/A/input/optional/x~1y: is not an input",
    ],
  ])("%j", async (value, message) => {
    expect(() => readClasses(value, ownClasses)).toThrow(InvalidClassesError);
    expect(() => readClasses(value, ownClasses)).toThrow(message);
    await expect(startServer({ classes: value as never })).rejects.toThrow(message);
  });
});

it("the whole object_info of a real server is taken, and the server's own classes stay", () => {
  const real = {
    KSampler: { python_module: "nodes", output: 5 },
    RebatchImages: { python_module: "comfy_extras.nodes_rebatch", output: ["IMAGE"], output_is_list: [true] },
    TruncateText: { python_module: "comfy_extras.nodes_dataset", output: ["STRING"], output_is_list: [null] },
    Selector: {
      python_module: "nodes",
      input: {},
      output: [["a", 1]],
      output_name: [["a", 1]],
      output_is_list: [false],
    },
  };
  expect(Object.keys(readClasses(real, ownClasses))).toEqual(["RebatchImages", "TruncateText", "Selector"]);
  const { signature } = passThroughNode("Selector", real.Selector as never);
  expect(signature).toMatchObject({ outputs: ["COMBO"] });
});
