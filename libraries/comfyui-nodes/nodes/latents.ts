// Nodes that create, select, repeat and join latent batches.
import { emptyLatents, concatLatents, type LatentBatch, selectBlocks } from "@pictor/simulated-sampler";
import type { Inputs, NodeDefinition, NodeResult } from "@pictor/comfyui-graph";

/** Unlike real models, all simulated models have the same latent channels and cell size. */
const empty = ({ width, height, batch_size }: Inputs): NodeResult => ({
  outputs: [emptyLatents(width as number, height as number, batch_size as number)],
});

export const latentNodes: readonly NodeDefinition[] = [
  {
    signature: {
      name: "EmptyLatentImage",
      displayName: "Empty Latent Image",
      category: "latent",
      pythonModule: "nodes",
      required: {
        width: ["INT", { default: 512, min: 16, max: 16384, step: 8 }],
        height: ["INT", { default: 512, min: 16, max: 16384, step: 8 }],
        batch_size: ["INT", { default: 1, min: 1, max: 4096 }],
      },
      outputs: ["LATENT"],
    },
    execute: empty,
  },
  {
    signature: {
      name: "EmptySD3LatentImage",
      displayName: null,
      category: "latent/sd3",
      pythonModule: "comfy_extras.nodes_sd3",
      required: {
        width: ["INT", { default: 1024, min: 16, max: 16384, step: 16 }],
        height: ["INT", { default: 1024, min: 16, max: 16384, step: 16 }],
        batch_size: ["INT", { default: 1, min: 1, max: 4096 }],
      },
      outputs: ["LATENT"],
    },
    execute: empty,
  },
  {
    signature: {
      name: "EmptyFlux2LatentImage",
      displayName: "Empty Flux 2 Latent",
      category: "latent",
      pythonModule: "comfy_extras.nodes_flux",
      required: {
        width: ["INT", { default: 1024, min: 16, max: 16384, step: 16 }],
        height: ["INT", { default: 1024, min: 16, max: 16384, step: 16 }],
        batch_size: ["INT", { default: 1, min: 1, max: 4096 }],
      },
      outputs: ["LATENT"],
    },
    execute: empty,
  },
  {
    signature: {
      name: "EmptyHunyuanImageLatent",
      displayName: null,
      category: "latent",
      pythonModule: "comfy_extras.nodes_hunyuan",
      required: {
        width: ["INT", { default: 2048, min: 64, max: 16384, step: 32 }],
        height: ["INT", { default: 2048, min: 64, max: 16384, step: 32 }],
        batch_size: ["INT", { default: 1, min: 1, max: 4096 }],
      },
      outputs: ["LATENT"],
    },
    execute: empty,
  },
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
    /** Each copy has its own batch index and therefore its own noise. */
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
    /** Resizes the second batch to the size of the first. All blocks keep their batch index. */
    execute: ({ samples1, samples2 }, run) => ({
      outputs: [concatLatents(samples1 as LatentBatch, samples2 as LatentBatch, run.check)],
    }),
  },
];
