// Builds the `/object_info` entry of a node class from its signature, with the members of a real server in the same order.
import { listComboFiles } from "../files/offered-files.js";
import type { InputSpec, NodeFolders, NodeSignature } from "../node/node.js";
import { jsonSpec } from "./json-form.js";

type Inputs = Readonly<Record<string, InputSpec>>;

export function objectInfo(signature: NodeSignature, folders: NodeFolders): Record<string, unknown> {
  const { outputs, hidden } = signature;
  const isV3 = signature.pythonModule !== "nodes" && signature.olderForm !== true;
  const groups = {
    required: publishedInputs(signature, signature.required, folders),
    ...(signature.optional && { optional: publishedInputs(signature, signature.optional, folders) }),
    ...(hidden && { hidden }),
  };
  return {
    input: groups,
    input_order: Object.fromEntries(
      Object.entries(groups).map(([name, group]) => [name, Object.keys(group)]),
    ),
    output: outputs,
    output_is_list: outputs.map(() => false),
    output_name: signature.outputNames ?? outputs,
    ...(isV3 && { output_tooltips: outputs.map(() => null), output_matchtypes: null }),
    name: signature.name,
    display_name: signature.displayName,
    description: "",
    python_module: signature.pythonModule,
    category: signature.category,
    output_node: signature.outputNode ?? false,
    ...((isV3 || signature.deprecated) && { deprecated: signature.deprecated ?? false }),
    ...((isV3 || signature.experimental) && { experimental: signature.experimental ?? false }),
    ...(isV3 && { api_node: false }),
    ...signature.publishedMembers,
  };
}

/** The inputs of a class. The choices of a file input are the files that exist now. */
function publishedInputs(signature: NodeSignature, inputs: Inputs, folders: NodeFolders): Inputs {
  const own = Object.fromEntries(Object.entries(inputs).map(([name, spec]) => [name, jsonSpec(spec)]));
  // An input with `remote` has no choices in this reply: it names the route from which the client reads them.
  const lists = Object.entries(signature.files ?? {}).filter(
    ([name]) => name in inputs && inputs[name]?.[1]?.["remote"] === undefined,
  );
  if (lists.length === 0) return own;
  const filled = lists.map(([name, list]) => {
    const choices = listComboFiles(list, folders);
    const [type, options] = inputs[name] as InputSpec;
    const spec: InputSpec =
      type === "COMBO" ? [type, { ...options, options: choices }] : options ? [choices, options] : [choices];
    return [name, spec] as const;
  });
  return { ...own, ...Object.fromEntries(filled) };
}

/** The choices of a combo input in the older or the V3 form; undefined for other inputs. */
export function choicesOf(spec: readonly unknown[]): readonly unknown[] | undefined {
  if (Array.isArray(spec[0])) return spec[0] as readonly unknown[];
  const options = spec[1] as { options?: readonly unknown[] } | undefined;
  return spec[0] === "COMBO" ? options?.options : undefined;
}
