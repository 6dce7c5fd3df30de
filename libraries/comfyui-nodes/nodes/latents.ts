// Nodes that create, select, repeat and join latent batches.
import { emptyLatents, concatLatents, type LatentBatch, selectBlocks } from "@pictor/simulated-sampler";
import type { NodeFunction, NodeFunctions } from "./node-functions.js";

/** Unlike real models, all simulated models have the same latent channels and cell size. */
const emptyLatentNode: NodeFunction = ({ width, height, batch_size }) => ({
  outputs: [emptyLatents(width as number, height as number, batch_size as number)],
});

export const latentNodes: NodeFunctions = {
  EmptyLatentImage: emptyLatentNode,
  EmptySD3LatentImage: emptyLatentNode,
  EmptyFlux2LatentImage: emptyLatentNode,
  EmptyHunyuanImageLatent: emptyLatentNode,
  LatentFromBatch({ samples, batch_index, length }) {
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
  /** RepeatLatentBatch gives each copy another batch index, so that each copy gets different noise. */
  RepeatLatentBatch({ samples, amount }) {
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
  /** LatentBatch resizes the second batch to the size of the first. The latents keep their batch indexes. */
  LatentBatch: ({ samples1, samples2 }, run) => ({
    outputs: [concatLatents(samples1 as LatentBatch, samples2 as LatentBatch, run.check)],
  }),
};
