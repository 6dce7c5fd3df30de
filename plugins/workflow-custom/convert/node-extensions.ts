// The extension from which a node's class comes, according to the properties of the node in the file.

import { asString } from "@pictor/kernel/plugin";
import type { NodeClass } from "@pictor/kernel/plugin";
import type { EditorNode } from "../editor/editor-graph.js";
import type { MissingClass, PresentClass } from "./conversion.js";

const exactVersion = /^v?(\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?)$/;
/** Matches a commit hash, short or whole. Digits alone may be a date, unless there are as many as in a whole hash. */
const commitHash = /^(?:(?!\d+$)[0-9a-f]{7,39}|[0-9a-f]{40})$/i;

/** The registry id of ComfyUI itself. */
export const coreExtensionId = "comfy-core";

/** `cnr_id` is the id in the registry; `aux_id` is the repository, as `owner/name`, of an extension outside the registry. */
const extensionOf = ({ properties }: EditorNode): string | undefined =>
  asString(properties["cnr_id"]) ?? asString(properties["aux_id"])?.toLowerCase();

export function missingClass(node: EditorNode): MissingClass {
  const { type, properties } = node;
  const id = extensionOf(node);
  const versionText = asString(properties["ver"]) ?? "";
  const version = exactVersion.exec(versionText)?.[1];
  return {
    nodeClass: type,
    ...(id !== undefined && id !== "" && { extension: id }),
    range: version === undefined ? "*" : `>=${version}`,
    ...(commitHash.test(versionText) && { commit: versionText.toLowerCase() }),
  };
}

/** A registry id, or `owner/name`. Other ids of present classes are ignored, because their extension is installed anyway. */
const extensionId = /^(?:[a-z0-9_][a-z0-9._-]{0,99}|[a-z0-9_][a-z0-9_-]{0,99}\/[a-z0-9_][a-z0-9_.-]{0,99})$/i;

/** The extension of a class; undefined if the file names none, and for a class of ComfyUI itself, whatever the file says. */
export function presentClass(node: EditorNode, nodeClass: NodeClass): PresentClass | undefined {
  const extension = extensionOf(node);
  if (extension === undefined || extension === coreExtensionId || !extensionId.test(extension))
    return undefined;
  return nodeClass.module?.startsWith("custom_nodes.") === true
    ? { nodeClass: node.type, extension }
    : undefined;
}
