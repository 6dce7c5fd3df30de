// The input that a path means: `NODE.INPUT`, the node by its id, title or class. Pure.

import { didYouMean } from "@pictor/kernel/plugin";
import { bindingAmbiguous, bindingUnknown } from "../faults.js";
import type { Names, Place } from "./types.js";

/** A node, or the node of a sub-graph, under one of its names. */
interface Named {
  readonly label: string;
  /** Ids come before titles, and titles before classes. */
  readonly rank: 0 | 1 | 2;
  readonly id: string;
  /** What can be set, each with the places that take the value. */
  readonly inputs: ReadonlyMap<string, readonly Place[]>;
}

const labels = (
  id: string,
  title: string | undefined,
  nodeClass?: string,
): readonly Pick<Named, "label" | "rank">[] => [
  { label: id, rank: 0 },
  ...(title === undefined ? [] : [{ label: title, rank: 1 } as const]),
  ...(nodeClass === undefined ? [] : [{ label: nodeClass, rank: 2 } as const]),
];

function ofNodes({ graph, catalog }: Names): readonly Named[] {
  return Object.entries(graph).flatMap(([id, node]) => {
    const own = (catalog.get(node.class_type)?.inputs ?? []).map(({ name }) => name);
    const names = new Set([...own, ...Object.keys(node.inputs)]);
    const inputs = new Map([...names].map((input) => [input, [{ node: id, input }]]));
    return labels(id, node._meta?.title, node.class_type).map((label) => ({ ...label, id, inputs }));
  });
}

interface SubgraphNode {
  readonly title: string;
  readonly inputs: Map<string, readonly Place[]>;
}

function ofSubgraphs({ shown, graph }: Names): readonly Named[] {
  const nodes = new Map<string, SubgraphNode>();
  for (const { node, title, input, target } of shown) {
    if (graph[target.node] === undefined) continue;
    const known = nodes.get(node) ?? { title, inputs: new Map<string, readonly Place[]>() };
    nodes.set(node, known);
    const places = known.inputs.get(input) ?? [];
    if (!places.some((place) => place.node === target.node && place.input === target.input))
      known.inputs.set(input, [...places, target]);
  }
  return [...nodes].flatMap(([id, { title, inputs }]) =>
    labels(id, title).map((label) => ({ ...label, id, inputs })),
  );
}

/** What follows the node's name; `inputs.` in front of it is the form of a path into the file. */
const restOf = (path: string, label: string): string | undefined =>
  path.startsWith(`${label}.`) ? path.slice(label.length + 1) : undefined;

const placesIn = ({ inputs }: Named, rest: string): readonly Place[] | undefined =>
  inputs.get(rest) ?? (rest.startsWith("inputs.") ? inputs.get(rest.slice("inputs.".length)) : undefined);

/** Few enough to read. */
const listed = (names: readonly string[]): string =>
  names.length > 12 ? `${names.slice(0, 12).join(", ")}, ... (${names.length})` : names.join(", ");

function unknown(path: string, named: readonly Named[]) {
  const near = named.filter(({ label }) => restOf(path, label) !== undefined).sort(longestFirst)[0];
  const all = named.flatMap(({ label, inputs }) => [...inputs.keys()].map((input) => `${label}.${input}`));
  const guess = didYouMean(path, new Set(all));
  if (near !== undefined)
    return bindingUnknown(path, `${guess} "${near.label}" has: ${listed([...near.inputs.keys()])}.`);
  const nodes = new Map([...named].sort(titlesLast).map(({ id, label }) => [id, label]));
  return bindingUnknown(path, guess || ` Its nodes are: ${listed([...new Set(nodes.values())])}.`);
}

const longestFirst = (one: Named, other: Named): number =>
  other.label.length - one.label.length || one.rank - other.rank;

/** So that of all names of a node its title is kept, else its class. */
const titlesLast = (one: Named, other: Named): number =>
  (one.rank === 1 ? 3 : one.rank) - (other.rank === 1 ? 3 : other.rank);

/**
 * The places that a path means: several only for a field of a sub-graph's node that several nodes inside share. Names may
 * have dots; the longest name that leaves an input counts. Throws `CUSTOM_BINDING_UNKNOWN` or `CUSTOM_BINDING_AMBIGUOUS`.
 */
export function findInput(path: string, names: Names): readonly Place[] {
  const named = [...ofSubgraphs(names), ...ofNodes(names)];
  const fitting = named
    .flatMap((each) => {
      const places = placesIn(each, restOf(path, each.label) ?? "");
      return places === undefined ? [] : [{ each, places }];
    })
    .sort((one, other) => longestFirst(one.each, other.each));
  const [best] = fitting;
  if (best === undefined) throw unknown(path, named);
  const alike = fitting.filter(
    ({ each }) => each.label === best.each.label && each.rank === best.each.rank && each.id !== best.each.id,
  );
  if (alike.length === 0) return best.places;
  const rest = restOf(path, best.each.label) ?? "";
  const candidates = listed([best, ...alike].map(({ each }) => `${each.id}.${rest}`));
  throw bindingAmbiguous(path, candidates);
}
