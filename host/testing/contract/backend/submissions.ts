// What a backend runs for the rules, if contract.js names nothing: one small image, as a graph or as a neutral request.

import type { Catalog, Contribution, Submission } from "@pictor/kernel";

export type Work = Pick<Submission, "graph" | "request">;

/** The image has another color for each number, so that no server answers from a cache. */
const graphFor = (number: number): Work => ({
  graph: {
    "1": { class_type: "EmptyImage", inputs: { width: 64, height: 64, batch_size: 1, color: number } },
    "2": { class_type: "SaveImage", inputs: { images: ["1", 0], filename_prefix: `contract-${number}` } },
  },
});

/** A model that the catalog offers. */
const modelIn = (catalog: Catalog): string =>
  String(
    [...catalog.values()].flatMap(({ inputs }) => inputs).find(({ options = [] }) => options.length > 0)
      ?.options?.[0] ?? "model.safetensors",
  );

function requestFor(number: number, { supports }: Contribution<"backends">, catalog: Catalog): Work {
  const { workflows, samplers, schedulers } = supports ?? {};
  const sampling = {
    sampler: samplers?.[0] ?? "euler",
    scheduler: schedulers?.[0] ?? "normal",
    steps: 2,
    cfg: 5,
  };
  const size = { width: 64, height: 64 };
  const prompts = { positive: "a lighthouse", negative: "fog" };
  const { positive: prompt, negative } = prompts;
  return {
    graph: { Save: { class_type: "SaveImage", inputs: {} } },
    request: {
      workflow: workflows?.[0] ?? "txt2img",
      params: {
        prompt,
        negative,
        model: modelIn(catalog),
        seed: String(number),
        ...size,
        ...sampling,
        batchSize: 1,
      },
      features: [],
      prompts,
      sampling: { ...sampling, seed: BigInt(number), denoise: 1 },
      seed: BigInt(number),
      size,
      inputs: [],
      outputs: ["Save"],
    },
  };
}

/** Whether the kind runs graphs. */
export const takesGraphs = ({ accepts = ["graph"] }: Contribution<"backends">): boolean =>
  accepts.includes("graph");

export function defaultWork(number: number, kind: Contribution<"backends">, catalog: Catalog): Work {
  const { accepts = ["graph"] } = kind;
  const { graph, request } = requestFor(number, kind, catalog);
  const own = takesGraphs(kind) ? graphFor(number) : { graph };
  const outputs = Object.keys(own.graph).slice(-1);
  return {
    ...own,
    ...(request !== undefined && accepts.includes("request") && { request: { ...request, outputs } }),
  };
}
