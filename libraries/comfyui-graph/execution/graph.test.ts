// Order of execution, and cache keys.
import { describe, expect, it } from "vitest";
import type { GraphNode } from "../node/graph.js";
import { cacheKeys } from "./cache-key.js";
import { executionOrder } from "./order.js";

/** A text-to-image graph as clients send it. */
const txt2img = ({ seed = 1 } = {}): Record<string, GraphNode> => ({
  "4": { class_type: "CheckpointLoaderSimple", inputs: { ckpt_name: "a.safetensors" } },
  "5": { class_type: "EmptyLatentImage", inputs: { width: 64, height: 64, batch_size: 1 } },
  "6": { class_type: "CLIPTextEncode", inputs: { text: "a red kite over the sea", clip: ["4", 1] } },
  "7": { class_type: "CLIPTextEncode", inputs: { text: "", clip: ["4", 1] } },
  "3": {
    class_type: "KSampler",
    inputs: {
      seed,
      steps: 3,
      cfg: 7,
      sampler_name: "euler",
      scheduler: "normal",
      denoise: 1,
      model: ["4", 0],
      positive: ["6", 0],
      negative: ["7", 0],
      latent_image: ["5", 0],
    },
  },
  "8": { class_type: "VAEDecode", inputs: { samples: ["3", 0], vae: ["4", 2] } },
  "9": { class_type: "SaveImage", inputs: { filename_prefix: "test", images: ["8", 0] } },
});

const order = (cached: readonly string[] = []): string[] =>
  executionOrder({
    graph: txt2img(),
    roots: ["9"],
    isCached: (id) => cached.includes(id),
    isOutput: (id) => id === "9",
  });

describe("order of execution", () => {
  it("is the order of a real server", () => {
    expect(order()).toEqual(["4", "5", "7", "6", "3", "8", "9"]);
  });

  it("omits cached nodes and the nodes that only they need", () => {
    expect(order(["3", "4", "5", "6", "7"])).toEqual(["8", "9"]);
    expect(order(["9"])).toEqual([]);
  });
});

it("an undeclared input may link to a node that does not exist", () => {
  const graph = txt2img();
  Object.assign(graph["9"]?.inputs ?? {}, { _note: ["constructor", 0] });
  const roots = { roots: ["9"], isCached: () => false, isOutput: (id: string) => id === "9" };
  expect(executionOrder({ graph, ...roots })).toHaveLength(7);
});

describe("cache keys", () => {
  const keys = cacheKeys(txt2img());

  it("do not depend on node ids", () => {
    const renumbered = JSON.parse(JSON.stringify(txt2img()).replace(/"(\d)"/g, '"10$1"')) as ReturnType<
      typeof txt2img
    >;
    expect(cacheKeys(renumbered).get("109")).toBe(keys.get("9"));
  });

  it("change with an input, for the node and all its consumers", () => {
    const other = cacheKeys(txt2img({ seed: 2 }));
    const changed = [...keys].filter(([id, key]) => other.get(id) !== key).map(([id]) => id);
    expect(changed).toEqual(["3", "8", "9"]);
  });

  it("change with an undeclared input", () => {
    const graph = txt2img();
    Object.assign(graph["3"]?.inputs ?? {}, { _nonce: 7 });
    expect(cacheKeys(graph).get("9")).not.toBe(keys.get("9"));
  });

  it("differ for neighboring 64-bit seeds", () => {
    const key = (seed: bigint): string | undefined => {
      const graph = txt2img();
      Object.assign(graph["3"]?.inputs ?? {}, { seed });
      return cacheKeys(graph).get("3");
    };
    expect(key(18446744073709551615n)).not.toBe(key(18446744073709551614n));
  });

  it("are absent when a link leads to no node", () => {
    const graph = txt2img();
    Object.assign(graph["3"]?.inputs ?? {}, { model: ["99", 0] });
    expect([...cacheKeys(graph).keys()].sort()).toEqual(["4", "5", "6", "7"]);
  });
});
