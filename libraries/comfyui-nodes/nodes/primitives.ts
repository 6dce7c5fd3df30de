// Primitive nodes, which output their input value.
import type { NodeDefinition } from "@pictor/comfyui-graph";

const outputValue: NodeDefinition["execute"] = ({ value }) => ({ outputs: [value] });

export const primitiveNodes: readonly NodeDefinition[] = [
  {
    signature: {
      name: "PrimitiveInt",
      displayName: "Int",
      category: "utils/primitive",
      pythonModule: "comfy_extras.nodes_primitive",
      required: {
        value: [
          "INT",
          { min: -9223372036854775807n, max: 9223372036854775807n, control_after_generate: true },
        ],
      },
      outputs: ["INT"],
    },
    execute: outputValue,
  },
  {
    signature: {
      name: "PrimitiveFloat",
      displayName: "Float",
      category: "utils/primitive",
      pythonModule: "comfy_extras.nodes_primitive",
      required: { value: ["FLOAT", { min: -9223372036854775807n, max: 9223372036854775807n, step: 0.1 }] },
      outputs: ["FLOAT"],
    },
    execute: outputValue,
  },
  {
    signature: {
      name: "PrimitiveString",
      displayName: "String",
      category: "utils/primitive",
      pythonModule: "comfy_extras.nodes_primitive",
      required: { value: ["STRING", { multiline: false }] },
      outputs: ["STRING"],
    },
    execute: outputValue,
  },
  {
    signature: {
      name: "PrimitiveStringMultiline",
      displayName: "String (Multiline)",
      category: "utils/primitive",
      pythonModule: "comfy_extras.nodes_primitive",
      required: { value: ["STRING", { multiline: true }] },
      outputs: ["STRING"],
    },
    execute: outputValue,
  },
  {
    signature: {
      name: "PrimitiveBoolean",
      displayName: "Boolean",
      category: "utils/primitive",
      pythonModule: "comfy_extras.nodes_primitive",
      required: { value: ["BOOLEAN", {}] },
      outputs: ["BOOLEAN"],
    },
    execute: outputValue,
  },
];
