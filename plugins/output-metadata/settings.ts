// Settings of any workflow, by the names that they have in common use.

import type { Params } from "@pictor/kernel/plugin";

export const textOf = (params: Params, ...names: readonly string[]): string | undefined =>
  names
    .map((name) => params[name])
    .find((value): value is string => typeof value === "string" && value !== "");

export function numberOf(params: Params, name: string): number | undefined {
  const value = params[name];
  return typeof value === "number" ? value : undefined;
}

/** A file's name without folders, of either kind of system. */
const baseName = (file: string): string => file.replace(/^.*[\\/]/, "");

/** As the AUTOMATIC1111 web UI writes a model: without folders and ending. A VAE has its ending there. */
export const fileTitle = (file: string): string =>
  baseName(file).replace(/\.(safetensors|sft|ckpt|pth|pt|bin|gguf)$/i, "");
export const fileName = baseName;
