// Follows connections back to what the server will be given: a node's output, or a value.

import type { Catalog } from "@pictor/kernel/plugin";
import type { EditorInput, EditorLink, EditorNode } from "../editor/types.js";
import { passedOn } from "./bypass.js";
import { ownNodeOf, sharedName } from "./own-nodes.js";
import type { Expanded, Scope } from "./scope.js";
import type { ShownField } from "./types.js";

/** A field of a sub-graph's node: where a person sees the value. */
type Shown = Pick<ShownField, "node" | "title" | "input">;
export type Source =
  | { readonly kind: "output"; readonly node: string; readonly output: number }
  | { readonly kind: "value"; readonly value: unknown; readonly shown?: Shown }
  /** The connection ends in nothing, as that of a muted node does. */
  | { readonly kind: "nothing"; readonly shown?: Shown }
  | { readonly kind: "wrong"; readonly problem: string };

const nothing: Source = { kind: "nothing" };

/** The value that the sheets around show for a node's first field. */
function primitiveValue(scope: Scope, node: EditorNode): unknown {
  const shown = scope.around?.promoted.fields.get(node.id);
  const [first] = [...(shown ?? [])].filter(([name]) => name !== "control_after_generate");
  return first === undefined ? Object.values(node.values)[0] : first[1];
}

/** The node that sets a name: on the same sheet, or on one around it. */
function setter(scope: Scope, name: string, catalog: Catalog): readonly [Scope, EditorNode] | undefined {
  const found = [...scope.sheet.nodes.values()].find(
    (node) => ownNodeOf(node, catalog) === "sets" && sharedName(node) === name,
  );
  if (found !== undefined) return [scope, found];
  return scope.around === undefined ? undefined : setter(scope.around.scope, name, catalog);
}

/** What comes in at an input, as far back as the editor itself follows it. */
export function tracer({ insides }: Pick<Expanded, "insides">, catalog: Catalog) {
  type Seen = ReadonlySet<string>;

  function comingIn(scope: Scope, input: EditorInput | undefined, wanted: string, seen: Seen): Source {
    const link = input?.link === undefined ? undefined : scope.sheet.links.get(input.link);
    return link === undefined ? nothing : along(scope, link, wanted, seen);
  }

  function along(scope: Scope, link: EditorLink, wanted: string, seen: Seen): Source {
    const mark = `${scope.prefix}${link.id}`;
    if (seen.has(mark)) return { kind: "wrong", problem: "its connection leads in a circle" };
    const passed = new Set([...seen, mark]);
    if (link.from === scope.around?.subgraph.inputSide)
      return fromAround(scope.around, link.output, wanted, passed);
    const node = scope.sheet.nodes.get(link.from);
    return node === undefined ? nothing : goingOut(scope, node, link.output, wanted, passed);
  }

  /** At the socket of a sub-graph's node: its connection, else the value that it shows. */
  function fromAround(
    { scope, node, subgraph, promoted }: NonNullable<Scope["around"]>,
    socket: number,
    wanted: string,
    seen: Seen,
  ): Source {
    const name = subgraph.inputs[socket] ?? "";
    const input = node.inputs.find((each) => each.name === name);
    if (input?.link !== undefined) return comingIn(scope, input, wanted, seen);
    const shown = { node: `${scope.prefix}${node.id}`, title: node.title ?? subgraph.name, input: name };
    if (!promoted.inputs.has(name)) return { kind: "nothing", shown };
    return { kind: "value", value: promoted.inputs.get(name), shown };
  }

  function goingOut(scope: Scope, node: EditorNode, output: number, wanted: string, seen: Seen): Source {
    if (node.mode === "muted") return nothing;
    if (node.mode === "bypassed") {
      const input = passedOn(node, output, wanted);
      return comingIn(scope, input, input?.type ?? wanted, seen);
    }
    const id = `${scope.prefix}${node.id}`;
    const inside = insides.get(id);
    if (inside?.around !== undefined) {
      const { outputSide } = inside.around.subgraph;
      const last = [...inside.sheet.links.values()].find(
        ({ to, input }) => to === outputSide && input === output,
      );
      return last === undefined ? nothing : along(inside, last, wanted, seen);
    }
    switch (ownNodeOf(node, catalog)) {
      case "passes":
      case "sets":
        return comingIn(scope, node.inputs[output], wanted, seen);
      case "value":
        return { kind: "value", value: primitiveValue(scope, node) };
      case "gets": {
        const name = sharedName(node);
        const found = setter(scope, name, catalog);
        if (found === undefined) return { kind: "wrong", problem: `no node sets "${name}", which it gets` };
        return comingIn(found[0], found[1].inputs[0], wanted, seen);
      }
      case "nothing":
        return nothing;
      case undefined:
        return { kind: "output", node: id, output };
    }
  }

  return (scope: Scope, input: EditorInput): Source => comingIn(scope, input, input.type, new Set());
}
