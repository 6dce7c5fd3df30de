// Chains of nodes that are longer than the call stack: validation, cache keys and order of execution.
import { describe, expect, it } from "vitest";
import { catalog } from "../nodes/catalog.js";
import { cacheKeys, executionOrder, type GraphNode, validateGraph } from "@pictor/comfyui-graph";

const LENGTH = 5000;
const context = { catalog, folders: { output: "nowhere", temp: "nowhere", input: "nowhere" } };

/** An empty latent that passes through LENGTH nodes and is then decoded and saved. */
function chain(first: unknown = ["start", 0]): Record<string, GraphNode> {
  const links = Array.from({ length: LENGTH }, (_, i) => {
    const samples = i === 0 ? first : [`n${i - 1}`, 0];
    return [`n${i}`, { class_type: "LatentFromBatch", inputs: { samples, batch_index: 0, length: 1 } }];
  });
  return {
    start: { class_type: "EmptyLatentImage", inputs: { width: 16, height: 16, batch_size: 1 } },
    ...(Object.fromEntries(links) as Record<string, GraphNode>),
    vae: { class_type: "VAELoader", inputs: { vae_name: "simulated-vae.safetensors" } },
    decode: { class_type: "VAEDecode", inputs: { samples: [`n${LENGTH - 1}`, 0], vae: ["vae", 0] } },
    save: { class_type: "SaveImage", inputs: { images: ["decode", 0], filename_prefix: "chain" } },
  };
}

describe(`a chain of ${LENGTH} nodes`, () => {
  it("is accepted", () => {
    expect(validateGraph(chain(), context)).toMatchObject({ kind: "accepted", outputs: ["save"] });
  });

  it("is refused for a missing source at its start, and the error is filed under the node that links to it", () => {
    const verdict = validateGraph(chain(["missing", 0]), context);
    expect(verdict).toMatchObject({
      kind: "refused",
      nodeErrors: { n0: { errors: [{ details: "'missing'" }], dependent_outputs: ["save"] } },
    });
    expect(Object.keys(verdict.nodeErrors)).toEqual(["n0"]);
  });

  it("that ends in a cycle is refused without an explanation", () => {
    const verdict = validateGraph(chain([`n${LENGTH - 1}`, 0]), context);
    expect(verdict).toMatchObject({ kind: "refused", error: { details: "" }, nodeErrors: {} });
  });

  it("has a cache key for every node, and none for nodes that depend on a cycle", () => {
    const graph = chain();
    expect(cacheKeys(graph).size).toBe(Object.keys(graph).length);
    expect([...cacheKeys(chain([`n${LENGTH - 1}`, 0])).keys()].sort()).toEqual(["start", "vae"]);
  });

  it("is ordered from its start to its end", () => {
    const isOutput = (id: string): boolean => id === "save";
    const order = executionOrder({ graph: chain(), roots: ["save"], isCached: () => false, isOutput });
    expect([order.length, order.indexOf("start") < order.indexOf("n0"), order.at(-1)]).toEqual([
      LENGTH + 4,
      true,
      "save",
    ]);
  });
});
