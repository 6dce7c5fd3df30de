// The inputs of the rows of a group (COMFY_DYNAMICGROUP_V3), as a graph names them.

import type { InputSpec } from "../contract/index.js";

/** The fields of the first `count` rows, each as `group.<index>.<field>` with the index from 0. */
export const rowInputs = ({ name, rows }: InputSpec, count: number): readonly InputSpec[] =>
  Array.from({ length: count }, (_, index) =>
    (rows?.inputs ?? []).map((field) => ({ ...field, name: `${name}.${index}.${field.name}` })),
  ).flat();
