// Nodes that create, select, repeat and join latent batches.
import { emptyLatents, concatLatents, type LatentBatch, selectBlocks } from "@pictor/simulated-sampler";
import type { InputSpec, NodeDefinition, NodeSignature } from "@pictor/comfyui-graph";
import { batchSizeInput, sideInput } from "./size-inputs.js";

/** Builds the inputs of an empty latent. `side` is the specification of both `width` and `height`. */
const emptyLatentNode = (
  facts: Pick<NodeSignature, "name" | "displayName" | "category" | "pythonModule">,
  side: InputSpec,
): NodeDefinition => ({
  signature: {
    ...facts,
    required: { width: side, height: side, batch_size: batchSizeInput },
    outputs: ["LATENT"],
  },
  /** Unlike real models, all simulated models have the same latent channels and cell size. */
  execute: ({ width, height, batch_size }) => ({
    outputs: [emptyLatents(width as number, height as number, batch_size as number)],
  }),
});

export const latentNodes: readonly NodeDefinition[] = [
  emptyLatentNode(
    {
      name: "EmptyLatentImage",
      displayName: "Empty Latent Image",
      category: "latent",
      pythonModule: "nodes",
    },
    sideInput(512, 16, 8),
  ),
  emptyLatentNode(
    {
      name: "EmptySD3LatentImage",
      displayName: null,
      category: "latent/sd3",
      pythonModule: "comfy_extras.nodes_sd3",
    },
    sideInput(1024, 16, 16),
  ),
  emptyLatentNode(
    {
      name: "EmptyFlux2LatentImage",
      displayName: "Empty Flux 2 Latent",
      category: "latent",
      pythonModule: "comfy_extras.nodes_flux",
    },
    sideInput(1024, 16, 16),
  ),
  emptyLatentNode(
    {
      name: "EmptyHunyuanImageLatent",
      displayName: null,
      category: "latent",
      pythonModule: "comfy_extras.nodes_hunyuan",
    },
    sideInput(2048, 64, 32),
  ),
  {
    signature: {
      name: "LatentFromBatch",
      displayName: "Latent From Batch",
      category: "latent/batch",
      pythonModule: "nodes",
      required: {
        samples: ["LATENT"],
        batch_index: ["INT", { default: 0, min: 0, max: 63 }],
        length: ["INT", { default: 1, min: 1, max: 64 }],
      },
      outputs: ["LATENT"],
    },
    execute({ samples, batch_index, length }) {
      const batch = samples as LatentBatch;
      const from = Math.min(batch_index as number, batch.batchIndex.length - 1);
      const to = Math.min(from + (length as number), batch.batchIndex.length);
      return {
        outputs: [
          selectBlocks(
            batch,
            Array.from({ length: to - from }, (_, i) => from + i),
          ),
        ],
      };
    },
  },
  {
    signature: {
      name: "RepeatLatentBatch",
      displayName: "Repeat Latent Batch",
      category: "latent/batch",
      pythonModule: "nodes",
      required: { samples: ["LATENT"], amount: ["INT", { default: 1, min: 1, max: 64 }] },
      outputs: ["LATENT"],
    },
    /** RepeatLatentBatch gives each copy another batch index, so that each copy gets different noise. */
    execute({ samples, amount }) {
      const batch = samples as LatentBatch;
      const { batchIndex } = batch;
      const span = Math.max(...batchIndex) - Math.min(...batchIndex) + 1;
      const copies = Array.from({ length: amount as number }, (_, copy) => copy);
      const repeated = selectBlocks(
        batch,
        copies.flatMap(() => batchIndex.map((_, position) => position)),
      );
      const places = copies.flatMap((copy) => batchIndex.map((own) => own + copy * span));
      return { outputs: [{ ...repeated, batchIndex: places } satisfies LatentBatch] };
    },
  },
  {
    signature: {
      name: "LatentBatch",
      displayName: null,
      category: "latent/batch",
      pythonModule: "comfy_extras.nodes_latent",
      required: { samples1: ["LATENT", {}], samples2: ["LATENT", {}] },
      outputs: ["LATENT"],
      deprecated: true,
    },
    /** LatentBatch resizes the second batch to the size of the first. The latents keep their batch indexes. */
    execute: ({ samples1, samples2 }, run) => ({
      outputs: [concatLatents(samples1 as LatentBatch, samples2 as LatentBatch, run.check)],
    }),
  },
];
