// Primitive nodes, which output their input value.
import type { NodeDefinition } from "@pictor/comfyui-graph";
import type { NodeFunctions } from "./node-functions.js";

const outputValue: NodeDefinition["execute"] = ({ value }) => ({ outputs: [value] });

export const primitiveNodes: NodeFunctions = {
  PrimitiveInt: outputValue,
  PrimitiveFloat: outputValue,
  PrimitiveString: outputValue,
  PrimitiveStringMultiline: outputValue,
  PrimitiveBoolean: outputValue,
};
