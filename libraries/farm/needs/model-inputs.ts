// Finds the inputs that name model files, by the catalog alone. Pure.

import { isModelFile, type InputSpec, type NodeClass } from "@pictor/kernel/plugin";

const noFile = /^none$/i;

/** Whether an input is a choice between values of the server, which a client cannot extend by an upload. */
export const isServerChoice = (spec: InputSpec): boolean =>
  spec.options !== undefined && spec.lenient !== true && spec.upload !== true;

/** Whether a value of an input names a model file: it looks like one, or others that the input offers do. */
export const namesModel = ({ options = [] }: InputSpec, value: string): boolean =>
  isModelFile(value) ||
  (!noFile.test(value) && options.some((option) => typeof option === "string" && isModelFile(option)));

/**
 * Whether a class only changes a model that it is given, such as a LoRA loader: it takes a type that it also returns.
 * Its file is small beside that model.
 */
export const isPatch = ({ inputs, outputs }: NodeClass): boolean =>
  inputs.some(({ type, options }) => options === undefined && outputs.includes(type));
