// Traces the link of an input back to its source, as the server receives it: the output of a node, or a value.

import type { Catalog } from "@pictor/kernel/plugin";
import type { EditorInput, EditorLink, EditorNode } from "../editor/editor-graph.js";
import { bypassedInput } from "./bypassed-input.js";
import type { SubgraphWidget } from "./conversion.js";
import type { ExpandedGraph, SheetScope } from "./expand-subgraphs.js";
import { firstInnerWidget } from "./inner-widget.js";
import { primitiveValue, takesConnectionOnly } from "./primitive-value.js";
import { variableName, virtualNodeKind } from "./virtual-nodes.js";

/** The widget of a subgraph node in which the user sets the value. */
type VisibleWidget = Pick<SubgraphWidget, "node" | "title" | "input">;
export type InputSource =
  | { readonly kind: "output"; readonly node: string; readonly output: number }
  | { readonly kind: "value"; readonly value: unknown; readonly widget?: VisibleWidget }
  /**
   * The link has no source, such as the link of a muted node. `note` is a sentence that explains the missing source if
   * it may surprise the user.
   */
  | { readonly kind: "none"; readonly widget?: VisibleWidget; readonly note?: string }
  | { readonly kind: "invalid"; readonly problem: string };

const none: InputSource = { kind: "none" };

/** The node that sets a variable, on the same sheet or on a surrounding one. */
function findSetNode(
  scope: SheetScope,
  variable: string,
  catalog: Catalog,
): readonly [SheetScope, EditorNode] | undefined {
  const found = [...scope.sheet.nodes.values()].find(
    (node) => virtualNodeKind(node, catalog) === "set" && variableName(node) === variable,
  );
  if (found !== undefined) return [scope, found];
  return scope.parent === undefined ? undefined : findSetNode(scope.parent.scope, variable, catalog);
}

/** Creates a function that traces an input like the editor does. */
export function createTracer({ subgraphScopes }: Pick<ExpandedGraph, "subgraphScopes">, catalog: Catalog) {
  /** Links that were already followed, to detect cycles. Every link leads on to at most one other. */
  type VisitedLinks = Set<string>;
  /** The sources of links by link and wanted type, because many inputs can hang on one long chain of links. */
  const known = new Map<string, InputSource>();

  function traceInput(
    scope: SheetScope,
    input: EditorInput | undefined,
    wanted: string,
    visited: VisitedLinks,
  ): InputSource {
    const link = input?.link === undefined ? undefined : scope.sheet.links.get(input.link);
    return link === undefined ? none : traceLink(scope, link, wanted, visited);
  }

  function traceLink(
    scope: SheetScope,
    link: EditorLink,
    wanted: string,
    visited: VisitedLinks,
  ): InputSource {
    const key = `${scope.prefix}${link.id}`;
    if (visited.has(key)) return { kind: "invalid", problem: "its link is part of a cycle" };
    visited.add(key);
    const place = JSON.stringify([key, wanted]);
    const source = known.get(place) ?? followLink(scope, link, wanted, visited);
    known.set(place, source);
    return source;
  }

  function followLink(
    scope: SheetScope,
    link: EditorLink,
    wanted: string,
    visited: VisitedLinks,
  ): InputSource {
    if (link.from === scope.parent?.subgraph.inputNodeId)
      return traceSubgraphInput(scope, scope.parent, link, wanted, visited);
    const node = scope.sheet.nodes.get(link.from);
    if (node === undefined) return none;
    if (virtualNodeKind(node, catalog) === "primitive") return tracePrimitive(scope, node, link);
    return traceOutput(scope, node, link.output, wanted, visited);
  }

  /** A primitive node gives its value even if it is muted or bypassed. */
  function tracePrimitive(scope: SheetScope, node: EditorNode, link: EditorLink): InputSource {
    const value = primitiveValue(scope, node, link, catalog);
    if (value === undefined) return none;
    if (!takesConnectionOnly(link, scope.sheet, catalog)) return { kind: "value", value };
    const note = `the value of PrimitiveNode ${node.id} was left out, because the input takes a connection only.`;
    return { kind: "none", note };
  }

  const innerWidget = (inside: SheetScope, index: number) =>
    firstInnerWidget(inside, index, subgraphScopes, catalog);

  /**
   * Continues outside the subgraph: with the link of the subgraph node's input, or with the value of its widget. A
   * subgraph node without a value shows the value of the first widget that its input leads to, and passes that value to
   * all other widgets.
   */
  function traceSubgraphInput(
    inside: SheetScope,
    { scope, node, subgraph, promoted }: NonNullable<SheetScope["parent"]>,
    link: EditorLink,
    wanted: string,
    visited: VisitedLinks,
  ): InputSource {
    const name = subgraph.inputs[link.output] ?? "";
    const input = node.inputs.find((each) => each.name === name);
    if (input?.link !== undefined) return traceInput(scope, input, wanted, visited);
    const widget = { node: `${scope.prefix}${node.id}`, title: node.title ?? subgraph.name, input: name };
    if (promoted.inputs.has(name)) return { kind: "value", value: promoted.inputs.get(name), widget };
    const inner = innerWidget(inside, link.output);
    if (inner === undefined || inner.link === link) return { kind: "none", widget };
    return { kind: "value", value: inner.value, widget };
  }

  function traceOutput(
    scope: SheetScope,
    node: EditorNode,
    output: number,
    wanted: string,
    visited: VisitedLinks,
  ): InputSource {
    if (node.mode === "muted") return none;
    if (node.mode === "bypassed") {
      const input = bypassedInput(node, output, wanted);
      return traceInput(scope, input, input?.type ?? wanted, visited);
    }
    const id = `${scope.prefix}${node.id}`;
    const inside = subgraphScopes.get(id);
    if (inside?.parent !== undefined) {
      const { outputNodeId } = inside.parent.subgraph;
      const link = [...inside.sheet.links.values()].find(
        ({ to, input }) => to === outputNodeId && input === output,
      );
      return link === undefined ? none : traceLink(inside, link, wanted, visited);
    }
    switch (virtualNodeKind(node, catalog)) {
      case "reroute":
      case "set":
        return traceInput(scope, node.inputs[output], wanted, visited);
      case "get": {
        const variable = variableName(node);
        const found = findSetNode(scope, variable, catalog);
        if (found === undefined)
          return { kind: "invalid", problem: `no node sets the variable "${variable}" that the node reads` };
        return traceInput(found[0], found[1].inputs[0], wanted, visited);
      }
      case "browser":
        return {
          kind: "invalid",
          problem: `its value is a preset "${variableName(node)}", which only a browser has`,
        };
      case "primitive":
      case "annotation":
        return none;
      case undefined:
        return { kind: "output", node: id, output };
    }
  }

  return (scope: SheetScope, input: EditorInput): InputSource =>
    traceInput(scope, input, input.type, new Set());
}
