// The catalog of several servers together: every class and every option, with the names of the members that have it. Pure.

import { classEntryOf, withClassEntry } from "@pictor/kernel/plugin";
import type { Catalog, InputSpec, NodeClass } from "@pictor/kernel/plugin";

type Owned<Value> = readonly (readonly [member: string, value: Value])[];

/** Combines the options of an input. Options that not every member offers get an entry in `optionMembers`. */
function unionInput(specs: Owned<InputSpec>, first: InputSpec): InputSpec {
  const lists = specs.filter(([, spec]) => spec.options !== undefined);
  if (lists.length === 0) return first;
  const offeredBy = new Map<string, Set<string>>();
  const options = new Map<string, string | number | boolean>();
  for (const [member, spec] of lists) {
    for (const option of spec.options ?? []) {
      const name = String(option);
      if (!options.has(name)) options.set(name, option);
      const members = offeredBy.get(name) ?? new Set();
      offeredBy.set(name, members.add(member));
    }
  }
  const rare = [...offeredBy].filter(([, members]) => members.size < specs.length);
  return {
    ...first,
    options: [...options.values()],
    ...(rare.length > 0 && {
      optionMembers: Object.fromEntries(rare.map(([name, members]) => [name, [...members]])),
    }),
  };
}

const isSame = (one: Owned<NodeClass>, other: Owned<NodeClass>): boolean =>
  one.length === other.length &&
  one.every(([member, nodeClass], at) => member === other[at]?.[0] && nodeClass === other[at][1]);

/** The latest union by the description that it begins with: prompt after prompt needs the same classes. */
const latest = new WeakMap<NodeClass, { readonly classes: Owned<NodeClass>; readonly union: NodeClass }>();

function unionOf(classes: Owned<NodeClass>, first: NodeClass): NodeClass {
  const known = latest.get(first);
  if (known !== undefined && isSame(known.classes, classes)) return known.union;
  const union = unionClass(classes, first);
  latest.set(first, { classes, union });
  return union;
}

/** The first member's description of a class is used; inputs that only other members have are added at the end. */
function unionClass(classes: Owned<NodeClass>, first: NodeClass): NodeClass {
  const specs = new Map<string, (readonly [string, InputSpec])[]>();
  for (const [member, { inputs }] of classes) {
    for (const spec of inputs) {
      const known = specs.get(spec.name);
      if (known === undefined) specs.set(spec.name, [[member, spec]]);
      else known.push([member, spec]);
    }
  }
  const inputs = [...specs.values()].flatMap((owned) => {
    const [entry] = owned;
    if (entry === undefined) return [];
    // An input that only some members have cannot be required of a graph for the others.
    const spec = owned.length < classes.length ? { ...entry[1], required: false } : entry[1];
    return [unionInput(owned, spec)];
  });
  const union = { ...first, inputs, members: classes.map(([member]) => member) };
  return withClassEntry(union, classEntryOf(first));
}

/** `catalogs` are those of the members by name. The order of the members decides which description of a class is used. */
export function unionCatalog(catalogs: ReadonlyMap<string, Catalog>): Catalog {
  const classes = new Map<string, (readonly [string, NodeClass])[]>();
  for (const [member, catalog] of catalogs) {
    for (const [name, nodeClass] of catalog) {
      const known = classes.get(name);
      if (known === undefined) classes.set(name, [[member, nodeClass]]);
      else known.push([member, nodeClass]);
    }
  }
  return new Map(
    [...classes].flatMap(([name, owned]) => {
      const [entry] = owned;
      return entry === undefined ? [] : [[name, unionOf(owned, entry[1])] as const];
    }),
  );
}
