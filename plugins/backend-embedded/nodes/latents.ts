// Latent batches: make, cut, repeat.
import { blockLength, emptyLatents, type LatentBatch } from "../model/latent.js";
import type { InputSpec, NodeDefinition } from "./node.js";

const MAX_RESOLUTION = 16384;

const side: InputSpec = ["INT", { default: 512, min: 16, max: MAX_RESOLUTION, step: 8 }];

export const emptyLatentImage: NodeDefinition = {
  signature: {
    name: "EmptyLatentImage",
    displayName: "Empty Latent Image",
    category: "latent",
    pythonModule: "nodes",
    required: { width: side, height: side, batch_size: ["INT", { default: 1, min: 1, max: 4096 }] },
    outputs: ["LATENT"],
  },
  execute: ({ width, height, batch_size }) => ({
    outputs: [emptyLatents(width as number, height as number, batch_size as number)],
  }),
};

export const latentFromBatch: NodeDefinition = {
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
    const cut = blockLength(batch);
    const part: LatentBatch = {
      ...batch,
      samples: batch.samples.slice(from * cut, to * cut),
      batchIndex: batch.batchIndex.slice(from, to),
    };
    return { outputs: [part] };
  },
};

export const repeatLatentBatch: NodeDefinition = {
  signature: {
    name: "RepeatLatentBatch",
    displayName: "Repeat Latent Batch",
    category: "latent/batch",
    pythonModule: "nodes",
    required: { samples: ["LATENT"], amount: ["INT", { default: 1, min: 1, max: 64 }] },
    outputs: ["LATENT"],
  },
  execute({ samples, amount }) {
    const batch = samples as LatentBatch;
    const times = amount as number;
    const repeated = new Float32Array(batch.samples.length * times);
    for (let i = 0; i < times; i += 1) repeated.set(batch.samples, i * batch.samples.length);
    const span = Math.max(...batch.batchIndex) - Math.min(...batch.batchIndex) + 1;
    const batchIndex = Array.from({ length: times }, (_, i) =>
      batch.batchIndex.map((own) => own + i * span),
    ).flat();
    return { outputs: [{ ...batch, samples: repeated, batchIndex } satisfies LatentBatch] };
  },
};
