// Finds the seeds of a graph, and adapts a seed to the limits of an input.

import { isLink, type InputValue } from "@pictor/kernel/plugin";
import { inputSpecOf, type GraphWithCatalog, type NodeInput } from "./node-input.js";

const seedNames = new Set(["seed", "noise_seed"]);

const isInteger = (value: InputValue | undefined): value is number | bigint =>
  typeof value === "bigint" || Number.isInteger(value);

/** The integer input of a node to which a seed input is linked, if it has only one. */
function onlyIntegerInput(node: string, cataloged: GraphWithCatalog): readonly NodeInput[] {
  const integers = Object.entries(cataloged.graph[node]?.inputs ?? {}).filter(([, value]) =>
    isInteger(value),
  );
  const [only, ...more] = integers.map(([input]) => ({ node, input }));
  return only === undefined || more.length > 0 || inputSpecOf(cataloged, only)?.type === "FLOAT"
    ? []
    : [only];
}

/** Integer inputs named `seed` or `noise_seed`, and the integers of nodes to which such an input is linked. */
export function findSeedInputs(cataloged: GraphWithCatalog): readonly NodeInput[] {
  const found = Object.entries(cataloged.graph).flatMap(([node, { inputs }]) =>
    Object.entries(inputs).flatMap(([input, value]): readonly NodeInput[] => {
      if (!seedNames.has(input.slice(input.lastIndexOf(".") + 1))) return [];
      if (isInteger(value)) return [{ node, input }];
      return isLink(value) ? onlyIntegerInput(value[0], cataloged) : [];
    }),
  );
  const byKey = new Map(found.map((target) => [`${target.node}.${target.input}`, target]));
  return [...byKey.values()];
}

/** The largest seed that an input takes; undefined if it names none. */
export function seedLimit(cataloged: GraphWithCatalog, target: NodeInput): bigint | undefined {
  const maximum = inputSpecOf(cataloged, target)?.max;
  const integer = typeof maximum === "number" ? BigInt(Math.trunc(maximum)) : maximum;
  return integer !== undefined && integer > 0n ? integer : undefined;
}

/** The seed modulo the range of the input. It is a bigint only if a number would lose digits. */
export function seedWithinLimit(seed: bigint, cataloged: GraphWithCatalog, target: NodeInput): InputValue {
  const maximum = seedLimit(cataloged, target);
  const limited = maximum === undefined ? seed : seed % (maximum + 1n);
  return limited <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(limited) : limited;
}

/** The seed that the graph contains in its first seed input. */
export function graphSeed(
  { graph }: Pick<GraphWithCatalog, "graph">,
  [first]: readonly NodeInput[],
): bigint | undefined {
  const value = first === undefined ? undefined : graph[first.node]?.inputs[first.input];
  return isInteger(value) && value >= 0 ? BigInt(value) : undefined;
}
