// An output, its context, and a PNG for the tests.

import { imageOutput, outputContext, outputFile } from "@pictor/host/testing";
import type { Output, OutputContext } from "@pictor/kernel/plugin";
import { PNG } from "pngjs";

export const params = {
  prompt: "a lighthouse",
  model: "sdxl/base 1.0.safetensors",
  steps: 20,
  cfg: 6.5,
  sampler: "dpmpp_2m",
  scheduler: "karras",
  width: 768,
  height: 512,
};
export const prompt = { positive: "a lighthouse", negative: "fog" };
export const seed = 18446744073709551615n;

export const contextOf = (change: Partial<OutputContext> = {}): OutputContext =>
  outputContext({
    params,
    features: [{ id: "lora", settings: { name: "x.safetensors" } }],
    seed: 1n,
    backend: {
      name: "studio",
      kind: "remote",
      title: "https://anna:hunter2@studio.example",
      version: "0.8.0",
      facets: [],
    },
    plugins: { "workflow-txt2img": "0.1.0" },
    ...change,
  });

/** Yields the bytes in small pieces, as a network might deliver them. */
export async function* inPieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  await Promise.resolve();
  for (let at = 0; at < bytes.length; at += 11) yield bytes.subarray(at, at + 11);
}

export async function collect(stream: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of stream) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** Two by one pixels. */
export const png: Buffer = PNG.sync.write(new PNG({ width: 2, height: 1 }));

export const outputOf = (change: Partial<Output> = {}): Output =>
  imageOutput({
    batch: 1,
    index: 2,
    file: outputFile({
      node: "SaveImage",
      filename: "Pictor_00001_.png",
      address: "https://studio.example/view?token=hunter2",
    }),
    open: () => inPieces(png),
    seed,
    prompt,
    ...change,
  });
