// The names of model files, as `model-file.ts` of the kernel reads them.

/** The name without the ending of a model file. */
export const withoutModelEnding = (name: string): string =>
  name.replace(/\.(?:safetensors|sft|ckpt|pth|pt2?|bin|gguf|onnx|pkl|ya?ml)$/i, "");

/** The same without folders. */
export const modelTitle = (path: string): string => withoutModelEnding(path.split(/[\\/]/).at(-1) ?? path);
