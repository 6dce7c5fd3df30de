// Virtual nodes of the graph editor, which do not exist on servers.

import { asString } from "@pictor/kernel/plugin";
import type { Catalog } from "@pictor/kernel/plugin";
import type { EditorNode } from "../editor/editor-graph.js";
import type { VirtualNodeKind } from "../packs/pack.js";
import { virtualNodes } from "../packs/rules.js";

/**
 * The kind of a virtual node; undefined for a node of the server. A class of the catalog belongs to the server,
 * whatever its name.
 */
export const virtualNodeKind = ({ type }: EditorNode, catalog: Catalog): VirtualNodeKind | undefined =>
  catalog.has(type) ? undefined : virtualNodes.get(type);

/** The variable of a `set` or `get` node: the value of its first widget. */
export const variableName = ({ values }: EditorNode): string => asString(Object.values(values)[0]) ?? "";
