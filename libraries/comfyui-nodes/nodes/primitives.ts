// Primitive nodes, which output their input value.
import type { NodeFunction, NodeFunctions } from "./node-functions.js";

const outputValue: NodeFunction = ({ value }) => [value];

export const primitiveNodes: NodeFunctions = {
  PrimitiveInt: outputValue,
  PrimitiveFloat: outputValue,
  PrimitiveString: outputValue,
  PrimitiveStringMultiline: outputValue,
  PrimitiveBoolean: outputValue,
};
