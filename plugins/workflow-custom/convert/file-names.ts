// The texts that the editor replaces in file names of output nodes before it submits them: `%Node.widget%` and
// `%date:yyyy-MM-dd%`.

import type { Catalog, Graph } from "@pictor/kernel/plugin";
import type { EditorNode } from "../editor/editor-graph.js";
import type { ScopedNode, SheetScope } from "./expand-subgraphs.js";
import { nodeValues } from "./node-values.js";
import { namesFiles } from "../packs/rules.js";
import { virtualNodeKind } from "./virtual-nodes.js";

const prefix = "filename_prefix";

const dateParts: Readonly<Record<string, (date: Date) => number>> = {
  d: (date) => date.getDate(),
  M: (date) => date.getMonth() + 1,
  h: (date) => date.getHours(),
  m: (date) => date.getMinutes(),
  s: (date) => date.getSeconds(),
};

/** The local time, by `yyyy`, `yy`, `MM`, `M`, `dd`, `d`, `hh`, `h`, `mm`, `m`, `ss` and `s`. */
const formatDate = (format: string, date: Date): string =>
  format.replace(/dd?|MM?|hh?|mm?|ss?|yyyy|yy/g, (part) => {
    const year = String(date.getFullYear());
    if (part.startsWith("y")) return part === "yy" ? year.slice(2) : year;
    return String(dateParts[part.charAt(0)]?.(date)).padStart(part.length, "0");
  });

const asText = (value: unknown): string =>
  ["string", "number", "bigint", "boolean"].includes(typeof value) ? String(value) : "";

/** A value as a part of a file name: what would be a folder, or is not allowed in a name, becomes `_`. */
const inFileName = (value: string): string => value.replace(/[/?<>\\:*|"\p{Cc}]/gu, "_");

type Found = Pick<ScopedNode, "node" | "scope">;

/**
 * The value of a widget, whatever the mode of its node and whether its input has a link; undefined if the node has no
 * such widget.
 */
function widgetOf(
  { node, scope }: Found,
  name: string,
  catalog: Catalog,
): { readonly value: unknown } | undefined {
  if (virtualNodeKind(node, catalog) === "primitive")
    return name === "value" ? { value: Object.values(node.values)[0] } : undefined;
  const values = nodeValues({ node, scope }, catalog.get(node.type))?.values;
  return values?.has(name) === true ? { value: values.get(name) } : undefined;
}

/** The name by which file names call a node: its own property, or its class. Output nodes have none. */
function aliasOf({ type, properties }: EditorNode): unknown {
  return properties["Node name for S&R"] ?? (namesFiles(type) ? undefined : type);
}

/**
 * The graph with the file names that the editor would submit. A text that names no widget stays, as the server itself
 * replaces `%width%` and the like.
 */
export function withFileNames(
  graph: Graph,
  scopes: readonly SheetScope[],
  catalog: Catalog,
  now: Date,
): Graph {
  const all = scopes.flatMap((scope) =>
    [...scope.sheet.nodes.values()].map((node): Found => ({ node, scope })),
  );
  const titleOf = ({ node }: Found): string => node.title ?? catalog.get(node.type)?.title ?? node.type;
  const replacement = (text: string): string | undefined => {
    // The editor would use a format only until its first dot, which nobody means.
    if (text.startsWith("date:")) return formatDate(text.slice(5), now);
    const [name, widget, ...more] = text.split(".");
    if (widget === undefined || more.length > 0) return undefined;
    const found =
      all.find(({ node }) => aliasOf(node) === name) ?? all.find((each) => titleOf(each) === name);
    const value = found && widgetOf(found, widget, catalog);
    return value && inFileName(asText(value.value));
  };
  const replaced = Object.entries(graph).map(([id, node]) => {
    const text = node.inputs[prefix];
    if (!namesFiles(node.class_type) || typeof text !== "string" || !text.includes("%")) return [id, node];
    const name = text.replace(/%([^%]+)%/g, (match, inside: string) => replacement(inside) ?? match);
    return [id, { ...node, inputs: { ...node.inputs, [prefix]: name } }];
  });
  return Object.fromEntries(replaced) as Graph;
}
