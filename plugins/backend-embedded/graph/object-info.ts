// Writes the `/object_info` entry of a node from its signature, with the members and the order of a real server.
import type { NodeSignature } from "../nodes/node.js";

/** One entry of `/object_info`. Nodes of `comfy_extras` use the longer V3 form. */
export function objectInfo(signature: NodeSignature): Record<string, unknown> {
  const { required, hidden, outputs } = signature;
  const version3 = signature.pythonModule !== "nodes";
  return {
    input: { required, ...(hidden && { hidden }) },
    input_order: { required: Object.keys(required), ...(hidden && { hidden: Object.keys(hidden) }) },
    output: outputs,
    output_is_list: outputs.map(() => false),
    output_name: signature.outputNames ?? outputs,
    ...(version3 && { output_tooltips: outputs.map(() => null), output_matchtypes: null }),
    name: signature.name,
    display_name: signature.displayName,
    description: "",
    python_module: signature.pythonModule,
    category: signature.category,
    output_node: signature.outputNode ?? false,
    ...(version3 && { deprecated: false, experimental: false, api_node: false }),
  };
}

/** The choices of a combo input in either form, or undefined for other inputs. */
export function choicesOf(spec: readonly unknown[]): readonly unknown[] | undefined {
  if (Array.isArray(spec[0])) return spec[0] as readonly unknown[];
  const options = spec[1] as { options?: readonly unknown[] } | undefined;
  return spec[0] === "COMBO" ? options?.options : undefined;
}
