// Virtual nodes of the graph editor, which do not exist on servers, and the effect of each.

import { asString } from "@pictor/kernel/plugin";
import type { Catalog } from "@pictor/kernel/plugin";
import type { EditorNode } from "../editor/editor-graph.js";

/**
 * An `annotation` has no effect on the graph, a `reroute` passes its input on, a `primitive` outputs the value of its
 * widget, and `set` and `get` connect nodes through a variable.
 */
export type VirtualNodeKind = "annotation" | "reroute" | "primitive" | "set" | "get";

const annotations = [
  "Note",
  "MarkdownNote",
  "Label (rgthree)",
  "Bookmark (rgthree)",
  "Fast Muter (rgthree)",
  "Fast Bypasser (rgthree)",
  "Fast Groups Muter (rgthree)",
  "Fast Groups Bypasser (rgthree)",
  "Fast Actions Button (rgthree)",
  "Node Collector (rgthree)",
  "Mute / Bypass Repeater (rgthree)",
  "Mute / Bypass Relay (rgthree)",
  "Random Unmuter (rgthree)",
  "Note Plus (mtb)",
  "workflowInfo",
];

const virtualNodes: ReadonlyMap<string, VirtualNodeKind> = new Map<string, VirtualNodeKind>([
  ...annotations.map((type): [string, VirtualNodeKind] => [type, "annotation"]),
  ["Reroute", "reroute"],
  ["Reroute (rgthree)", "reroute"],
  ["PrimitiveNode", "primitive"],
  ["SetNode", "set"],
  ["GetNode", "get"],
  ["easy setNode", "set"],
  ["easy getNode", "get"],
]);

/** The kind of a virtual node; undefined for a node of the server. A class of the catalog belongs to the server, whatever its name. */
export const virtualNodeKind = ({ type }: EditorNode, catalog: Catalog): VirtualNodeKind | undefined =>
  catalog.has(type) ? undefined : virtualNodes.get(type);

/** Whether the node connects other nodes without links. The editor adds the links when it submits the graph. */
export const connectsWithoutLinks = ({ type }: EditorNode): boolean =>
  /^(?:Anything|Prompts|Seed) Everywhere/.test(type);

/** The variable of a `set` or `get` node: the value of its first widget. */
export const variableName = ({ values }: EditorNode): string => asString(Object.values(values)[0]) ?? "";
