// The `/object_info` entry of a node class: its signature is read from an entry, and published with the files that exist now.
import { listComboFiles } from "../files/offered-files.js";
import type { ClassEntry } from "../node/class-entry.js";
import type { InputSpecs } from "../node/input-spec.js";
import type { NodeFolders, NodeSignature } from "../node/node.js";
import { jsonSpec } from "./json-form.js";

/** The type of an input or output. A list of choices in its place is a combo. */
export const typeOf = (type: string | readonly string[]): string =>
  typeof type === "string" ? type : "COMBO";

export function signatureOf(
  name: string,
  entry: ClassEntry,
  files: NodeSignature["files"] = {},
): NodeSignature {
  const { required = {}, optional = {} } = entry.input ?? {};
  const outputs = (entry.output ?? []).map(typeOf);
  return { name, required, optional, outputs, outputNode: entry.output_node ?? false, files, entry };
}

/** The entry with all members that every real server publishes. */
export function objectInfo(signature: NodeSignature, folders: NodeFolders): Record<string, unknown> {
  const { name, entry, outputs, files } = signature;
  const { required = {}, optional, hidden } = entry.input ?? {};
  const input = {
    required: publishedInputs(required, files, folders),
    ...(optional && { optional: publishedInputs(optional, files, folders) }),
    ...(hidden && { hidden }),
  };
  const defaults = {
    input,
    input_order: Object.fromEntries(
      Object.entries(input).map(([group, inputs]) => [group, Object.keys(inputs)]),
    ),
    output: outputs,
    output_is_list: outputs.map(() => false),
    output_name: outputs,
    name,
    display_name: name,
    description: "",
    category: "",
    output_node: false,
  };
  // The members keep the order of the entry.
  return { ...entry, ...defaults, ...entry, input };
}

/** The choices of a file input are the files that exist now. */
function publishedInputs(
  inputs: InputSpecs,
  files: NodeSignature["files"],
  folders: NodeFolders,
): InputSpecs {
  return Object.fromEntries(
    Object.entries(inputs).map(([name, spec]) => {
      const list = Object.hasOwn(files, name) ? files[name] : undefined;
      const [type, options] = spec;
      // An input with `remote` has no choices in this reply: it names the route from which the client reads them.
      if (list === undefined || options?.["remote"] !== undefined) return [name, jsonSpec(spec)];
      const choices = listComboFiles(list, folders);
      if (type === "COMBO") return [name, [type, { ...options, options: choices }]];
      return [name, options ? [choices, options] : [choices]];
    }),
  );
}

/** The choices of a combo input in the older or the V3 form; undefined for other inputs. */
export function choicesOf(spec: readonly unknown[]): readonly unknown[] | undefined {
  if (Array.isArray(spec[0])) return spec[0] as readonly unknown[];
  const options = spec[1] as { options?: readonly unknown[] } | undefined;
  return spec[0] === "COMBO" ? options?.options : undefined;
}
