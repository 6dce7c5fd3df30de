// Where a graph takes its prompts: the one text on each side of its samplers. Pure.

import type { GraphNode } from "@pictor/kernel/plugin";
import { isLink, specAt, type Names, type Place } from "./types.js";

export type Side = "positive" | "negative";
export type PromptPlace =
  | { readonly found: true; readonly place: Place; readonly text: string }
  | { readonly found: false; readonly reason: string };

type Where = Pick<Names, "graph" | "catalog">;

const outputsOf = (node: GraphNode | undefined, { catalog }: Where): readonly string[] =>
  catalog.get(node?.class_type ?? "")?.outputs ?? [];

/** Samplers take both sides; a guider with one takes it under another name. */
function startingLinks(side: Side, where: Where): readonly string[] {
  return Object.values(where.graph).flatMap((node) => {
    const outputs = outputsOf(node, where);
    if (outputs.includes("CONDITIONING")) return [];
    const isGuider = outputs.includes("GUIDER");
    const names = side === "positive" && isGuider ? ["positive", "conditioning", "cond1"] : [side];
    return names.flatMap((name) => {
      const value = node.inputs[name];
      return isLink(value) ? [value[0]] : [];
    });
  });
}

/** The text written into a node, or into the one that its text is connected to. */
function textIn(id: string, where: Where, seen: ReadonlySet<string> = new Set()): readonly Place[] {
  if (seen.has(id)) return [];
  const node = where.graph[id];
  return Object.entries(node?.inputs ?? {}).flatMap(([input, value]): readonly Place[] => {
    if (specAt(where, { node: id, input })?.type !== "STRING") return [];
    if (typeof value === "string") return [{ node: id, input }];
    return isLink(value) ? textIn(value[0], where, new Set([...seen, id])) : [];
  });
}

/** Conditioning that is emptied says nothing any more. */
const emptying = new Set(["ConditioningZeroOut"]);

/** The encoders that a side comes from, through whatever changes conditioning on the way. */
function encoders(side: Side, where: Where): ReadonlySet<string> {
  const found = new Set<string>();
  const seen = new Set<string>();
  const waiting = [...startingLinks(side, where)];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const node = where.graph[id];
    if (node === undefined || seen.has(id) || emptying.has(node.class_type)) continue;
    seen.add(id);
    const links = Object.entries(node.inputs).flatMap(([name, value]) =>
      isLink(value) && outputsOf(where.graph[value[0]], where)[value[1]] === "CONDITIONING"
        ? [[name, value[0]] as const]
        : [],
    );
    const own = links.filter(([name]) => name === side);
    const next = own.length > 0 ? own : links;
    if (next.length > 0) waiting.push(...next.map(([, source]) => source));
    else if (textIn(id, where).length > 0) found.add(id);
  }
  return found;
}

/** The place of a side's text, where there is exactly one that could be meant. */
export function promptPlace(side: Side, where: Where): PromptPlace {
  const own = encoders(side, where);
  const other = encoders(side === "positive" ? "negative" : "positive", where);
  if (own.size === 0) return { found: false, reason: "no text leads to a sampler on that side" };
  const [id = "", ...more] = own;
  if (more.length > 0) return { found: false, reason: `${own.size} texts do: ${[...own].join(", ")}` };
  if (other.has(id)) return { found: false, reason: `the text of ${id} is that of both sides` };
  const [place, ...others] = textIn(id, where);
  if (place === undefined || others.length > 0)
    return { found: false, reason: `${id} takes ${others.length + 1} texts` };
  const text = where.graph[place.node]?.inputs[place.input];
  return { found: true, place, text: typeof text === "string" ? text : "" };
}
