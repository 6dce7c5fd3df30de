// The editor's own nodes, which no server knows: what each does to what comes in.

import type { Catalog } from "@pictor/kernel/plugin";
import type { EditorNode } from "../editor/types.js";
import { textOf } from "../fields.js";

export type OwnNode = "nothing" | "passes" | "value" | "sets" | "gets";

const nothing = `Note|MarkdownNote|Label (rgthree)|Bookmark (rgthree)|Fast Muter (rgthree)|Fast Bypasser (rgthree)
Fast Groups Muter (rgthree)|Fast Groups Bypasser (rgthree)|Fast Actions Button (rgthree)|Node Collector (rgthree)
Mute / Bypass Repeater (rgthree)|Mute / Bypass Relay (rgthree)|Random Unmuter (rgthree)|Note Plus (mtb)|workflowInfo`;

const ownNodes: ReadonlyMap<string, OwnNode> = new Map<string, OwnNode>([
  ...nothing.split(/[|\n]/).map((name): [string, OwnNode] => [name, "nothing"]),
  ["Reroute", "passes"],
  ["Reroute (rgthree)", "passes"],
  ["PrimitiveNode", "value"],
  ["SetNode", "sets"],
  ["GetNode", "gets"],
  ["easy setNode", "sets"],
  ["easy getNode", "gets"],
]);

/** Undefined for a node of the server's; a class that the catalogue has is one, whatever its name. */
export const ownNodeOf = ({ type }: EditorNode, catalog: Catalog): OwnNode | undefined =>
  catalog.has(type) ? undefined : ownNodes.get(type);

/** Nodes that connect without lines: the editor draws them when it submits. */
export const connectsUnseen = ({ type }: EditorNode): boolean =>
  /^(?:Anything|Prompts|Seed) Everywhere/.test(type);

/** The name under which a value is set or got: the first field. */
export const sharedName = ({ values }: EditorNode): string => textOf(Object.values(values)[0]) ?? "";
