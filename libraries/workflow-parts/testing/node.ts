// For tests: a node of an expected graph.

export const node = <const Inputs extends Readonly<Record<string, unknown>>>(
  class_type: string,
  inputs: Inputs,
): { readonly class_type: string; readonly inputs: Inputs } => ({ class_type, inputs });
