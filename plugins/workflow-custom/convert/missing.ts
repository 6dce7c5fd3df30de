// The extension that the file says a class comes from: of classes that the catalogue lacks, and of others. Pure.

import type { NodeClass } from "@pictor/kernel/plugin";
import type { EditorNode } from "../editor/types.js";
import { textOf } from "../fields.js";
import type { MissingClass, PresentClass } from "./types.js";

/** Versions of extensions are numbers with dots, or the hash of a commit, which no range can name. */
const exactVersion = /^v?(\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?)$/;
/** Digits alone may be a date, unless there are as many as in a whole hash. */
const commitHash = /^(?:(?!\d+$)[0-9a-f]{7,39}|[0-9a-f]{40})$/i;

/** The registry id of the server itself. */
export const coreId = "comfy-core";

/** `cnr_id` is the id in the registry, `aux_id` the repository of an extension that is not in it, as `owner/name`. */
const extensionOf = ({ properties }: EditorNode): string | undefined =>
  textOf(properties["cnr_id"]) ?? textOf(properties["aux_id"])?.toLowerCase();

export function missingClass(node: EditorNode): MissingClass {
  const { type, properties } = node;
  const id = extensionOf(node);
  const written = textOf(properties["ver"]) ?? "";
  const version = exactVersion.exec(written)?.[1];
  return {
    nodeClass: type,
    ...(id !== undefined && id !== "" && { extension: id }),
    range: version === undefined ? "*" : `>=${version}`,
    ...(commitHash.test(written) && { commit: written.toLowerCase() }),
  };
}

/** Ids of the registry, and `owner/name`; what nobody needs to be told, as the class is there, need not be refused. */
const extensionId = /^(?:[a-z0-9_][a-z0-9._-]{0,99}|[a-z0-9_][a-z0-9_-]{0,99}\/[a-z0-9_][a-z0-9_.-]{0,99})$/i;

/** Undefined for a class of the server itself, whatever the file says, and where the file names no extension. */
export function presentClass(node: EditorNode, known: NodeClass): PresentClass | undefined {
  const extension = extensionOf(node);
  if (extension === undefined || extension === coreId || !extensionId.test(extension)) return undefined;
  return known.module?.startsWith("custom_nodes.") === true ? { nodeClass: node.type, extension } : undefined;
}
