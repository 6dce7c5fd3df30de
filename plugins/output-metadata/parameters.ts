// The `parameters` text of the AUTOMATIC1111 web UI, which most programs and sites that show pictures can read.

import type { Output, Params } from "@pictor/kernel/plugin";
import { samplerName } from "./sampler-names.js";

const textOf = (params: Params, name: string): string | undefined => {
  const value = params[name];
  return typeof value === "string" && value !== "" ? value : undefined;
};
const numberOf = (params: Params, name: string): number | undefined => {
  const value = params[name];
  return typeof value === "number" ? value : undefined;
};

/** As that program writes it: the file's name without folders (of either kind of system) and without the ending. */
const modelName = (file: string): string =>
  file.replace(/^.*[\\/]/, "").replace(/\.(safetensors|sft|ckpt|pth|pt|bin|gguf)$/i, "");

/** Quoted as JSON where a sign of the list itself occurs in it: readers split at commas outside quotes. */
const quoted = (value: string): string => (/[,:\n]/.test(value) ? JSON.stringify(value) : value);

function sizeOf(params: Params): string | undefined {
  const width = numberOf(params, "width");
  const height = numberOf(params, "height");
  return width === undefined || height === undefined ? undefined : `${width}x${height}`;
}

/** Any workflow's settings under the names that are in common use; what it does not have is left out. */
function fields(
  params: Params,
  seed: bigint,
): readonly (readonly [name: string, value: string | undefined])[] {
  const sampler = textOf(params, "sampler");
  const model = textOf(params, "model");
  return [
    ["Steps", numberOf(params, "steps")?.toString()],
    ["Sampler", sampler === undefined ? undefined : samplerName(sampler, textOf(params, "scheduler"))],
    ["CFG scale", numberOf(params, "cfg")?.toString()],
    ["Seed", seed.toString()],
    ["Size", sizeOf(params)],
    ["Model", model === undefined ? undefined : modelName(model)],
  ];
}

/** Prompt, negative prompt and settings, a line each; an empty one is left out, as that program does. */
export function parametersText({ prompt, seed }: Pick<Output, "prompt" | "seed">, params: Params): string {
  const settings = fields(params, seed).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}: ${quoted(value)}`],
  );
  const negative = prompt.negative === "" ? "" : `Negative prompt: ${prompt.negative}`;
  return [prompt.positive, negative, settings.join(", ")].filter((line) => line !== "").join("\n");
}
