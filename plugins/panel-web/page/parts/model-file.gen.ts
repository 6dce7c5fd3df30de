// Generated from kernel/authoring/model-file.ts by `npm run gen`; do not edit.

const ending = /\.(?:safetensors|sft|ckpt|pth|pt2?|bin|gguf|onnx|pkl|ya?ml)$/i;

/** Whether a name has an ending of model files and of their configurations. */
export const isModelFile = (name: string): boolean => ending.test(name);

/** The name without that ending. Other names stay as they are. */
export const withoutModelEnding = (name: string): string => name.replace(ending, "");

/** The name of a model without folders, in paths of Windows and of other systems, and without its ending. */
export const modelTitle = (path: string): string => withoutModelEnding(path.replace(/^.*[\\/]/, ""));
