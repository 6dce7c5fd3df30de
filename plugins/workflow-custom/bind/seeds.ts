// The seeds of a graph: where they are written, and how a job's seed gets there. Pure.

import type { InputValue } from "@pictor/kernel/plugin";
import { isLink, specAt, type Bound, type Names, type Place } from "./types.js";

const seedNames = new Set(["seed", "noise_seed"]);

const isWhole = (value: InputValue | undefined): value is number | bigint =>
  typeof value === "bigint" || Number.isInteger(value);

/** The one number written into the node that a seed is connected to. */
function behind(node: string, names: Pick<Names, "graph" | "catalog">): readonly Place[] {
  const numbers = Object.entries(names.graph[node]?.inputs ?? {}).filter(([, value]) => isWhole(value));
  const [only, ...more] = numbers.map(([input]) => ({ node, input }));
  return only === undefined || more.length > 0 || specAt(names, only)?.type === "FLOAT" ? [] : [only];
}

/** Numbers that are written as `seed` or `noise_seed`, or in the node that one of these is connected to. */
export function seedPlaces(names: Pick<Names, "graph" | "catalog">): readonly Place[] {
  const found = Object.entries(names.graph).flatMap(([node, { inputs }]) =>
    Object.entries(inputs).flatMap(([input, value]): readonly Place[] => {
      if (!seedNames.has(input.slice(input.lastIndexOf(".") + 1))) return [];
      if (isWhole(value)) return [{ node, input }];
      return isLink(value) ? behind(value[0], names) : [];
    }),
  );
  const keys = found.map(({ node, input }) => `${node}.${input}`);
  return found.filter((_, index) => keys.indexOf(keys[index] ?? "") === index);
}

/** The greatest whole number that an input takes; none where it is not limited above 0. */
function limitOf(names: Pick<Names, "graph" | "catalog">, place: Place): bigint | undefined {
  const most = specAt(names, place)?.max;
  const whole = typeof most === "number" ? BigInt(Math.trunc(most)) : most;
  return whole !== undefined && whole > 0n ? whole : undefined;
}

/** Some classes take small seeds only; a bigint only where a number would lose digits. */
export function fittingSeed(seed: bigint, names: Pick<Names, "graph" | "catalog">, place: Place): InputValue {
  const most = limitOf(names, place);
  const fitting = most === undefined ? seed : seed % (most + 1n);
  return fitting <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(fitting) : fitting;
}

/** The seed that the graph has of its own. */
export function ownSeed({ graph }: Pick<Bound, "graph">, [first]: readonly Place[]): bigint | undefined {
  const value = first === undefined ? undefined : graph[first.node]?.inputs[first.input];
  return isWhole(value) && value >= 0 ? BigInt(value) : undefined;
}
