// Descriptions of node classes as a server returns them: the classes of the benchmark graphs, and any number of others.

import type { Graph, GraphNode } from "@pictor/kernel/plugin";

const image = { output: ["IMAGE"], output_is_list: [false], output_name: ["IMAGE"] };
const about = (name: string, more: object) => ({
  name,
  display_name: name,
  description: "",
  category: "bench",
  python_module: "nodes",
  output: [],
  output_is_list: [],
  output_name: [],
  output_node: false,
  ...more,
});

const own = {
  Source: about("Source", {
    input: { required: { steps: ["INT", { default: 20, min: 1, max: 10000 }] } },
    ...image,
  }),
  Pass: about("Pass", {
    input: {
      required: {
        image: ["IMAGE"],
        strength: ["FLOAT", { default: 1, min: 0, max: 10, step: 0.01 }],
        mode: [["normal", "multiply", "screen"], {}],
      },
    },
    ...image,
  }),
  LoadImage: about("LoadImage", {
    input: { required: { image: [["a.png"], { image_upload: true }] } },
    ...image,
  }),
  SaveImage: about("SaveImage", {
    input: { required: { images: ["IMAGE"], filename_prefix: ["STRING", { default: "ComfyUI" }] } },
    output_node: true,
  }),
};

const words = [
  "model",
  "clip",
  "vae",
  "positive",
  "negative",
  "latent",
  "mask",
  "control",
  "strength",
  "start",
];

/** A class of a custom pack: links, numbers and choices, with tooltips of usual length. */
function custom(index: number, choices: number) {
  const name = `Custom${index} (pack ${index % 40})`;
  const input = (word: string, at: number) => {
    const tooltip = `The ${word} that this node works on; see the documentation of pack ${index % 40} for details.`;
    if (at % 4 === 0) return [word.toUpperCase(), { tooltip }];
    if (at % 4 === 1)
      return ["FLOAT", { default: 0.5, min: -100, max: 100, step: 0.01, round: false, tooltip }];
    // As on real servers, some classes have a 64-bit seed.
    if (at % 4 === 2)
      return ["INT", { default: 1, min: 0, max: index % 8 === 0 ? 18446744073709551615n : 4096, tooltip }];
    return [
      Array.from({ length: choices }, (_, choice) => `${word}-${index}-${choice}.safetensors`),
      { tooltip },
    ];
  };
  const required = Object.fromEntries(words.slice(0, 7).map((word, at) => [word, input(word, at)]));
  const optional = Object.fromEntries(words.slice(7).map((word, at) => [word, input(word, at)]));
  return about(name, {
    input: { required, optional },
    description: `Does what pack ${index % 40} promises.`,
    ...image,
  });
}

/** As JSON, with integers of any length. */
const write = (value: object): string =>
  JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === "bigint" ? `\u0000${inner}` : inner,
  ).replaceAll(/"\\u0000(\d+)"/g, "$1");

/** The JSON of `/object_info` with `classes` custom classes. `choices` is the length of each list of options. */
export function objectInfo(classes: number, choices = 8): string {
  const customs = Array.from({ length: classes }, (_, index) => custom(index, choices));
  return write({ ...own, ...Object.fromEntries(customs.map((entry) => [entry.name, entry])) });
}

/** The JSON of an `/object_info` of about `bytes` bytes. */
export function objectInfoOfSize(bytes: number): string {
  const each = objectInfo(100, 20).length / 100;
  return objectInfo(Math.round(bytes / each), 20);
}

/** A chain of `nodes` nodes that ends with a SaveImage. */
export function chain(nodes: number): Graph {
  const nodeAt = (index: number): GraphNode => {
    if (index === 0) return { class_type: "Source", inputs: { steps: 20 } };
    const image = [String(index - 1), 0] as const;
    return index < nodes - 1
      ? { class_type: "Pass", inputs: { image, strength: 1, mode: "normal" } }
      : { class_type: "SaveImage", inputs: { images: image, filename_prefix: "bench" } };
  };
  return Object.fromEntries(Array.from({ length: nodes }, (_, index) => [String(index), nodeAt(index)]));
}
