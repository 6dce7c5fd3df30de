// Graphs that no worker can run are refused before they are queued, and others share queues.

import { expect, it } from "vitest";
import type { Catalog, NodeClass, PictorError } from "@pictor/kernel/plugin";
import { unionCatalog } from "@pictor/farm";
import { judgeGraph } from "./judge.js";
import type { WorkerCatalogs } from "./workers.js";

const nodeClass = (name: string): NodeClass => ({ name, inputs: [], outputs: [], isOutput: true });
const catalogOf = (...names: readonly string[]): Catalog =>
  new Map(names.map((name) => [name, nodeClass(name)]));
const catalogsOf = (
  each: Readonly<Record<string, Catalog>>,
  isPartial = false,
  live?: readonly string[],
): WorkerCatalogs => {
  const map = new Map(Object.entries(each));
  return { union: unionCatalog(map), each: map, live: new Set(live ?? map.keys()), isPartial };
};
const graphOf = (...names: readonly string[]) =>
  Object.fromEntries(names.map((class_type, index) => [String(index), { class_type, inputs: {} }]));

/** The problems of a graph with these classes; `fresh` are the catalogs as they are by now. */
async function problemsOf(names: readonly string[], known: WorkerCatalogs, fresh = known): Promise<unknown> {
  const workers = { catalogs: (isFresh: boolean) => Promise.resolve(isFresh ? fresh : known) };
  return judgeGraph(graphOf(...names), workers, {}).then(
    () => undefined,
    (error: unknown) => (error as PictorError).details["problems"],
  );
}
const [a, b] = [catalogOf("A"), catalogOf("B")];

it("refuses a class that no worker has, and classes that no worker has together", async () => {
  expect(await problemsOf(["A", "C"], catalogsOf({ one: a, two: a }))).toMatchObject([
    { node: "1", classType: "C", code: "missing_node_type", message: "one, two lack the class C" },
  ]);
  expect(await problemsOf(["A", "B"], catalogsOf({ one: a, two: b }))).toMatchObject([
    { node: "1", message: "one lacks the class B" },
    { node: "0", message: "two lacks the class A" },
  ]);
});

it("takes a graph that a worker can run by now, or may be able to run", async () => {
  expect(await problemsOf(["A", "B"], catalogsOf({ one: a, two: b }))).toBeDefined();
  expect(
    await problemsOf(["A", "B"], catalogsOf({ one: a }), catalogsOf({ one: catalogOf("A", "B") })),
  ).toBeUndefined();
  expect(await problemsOf(["A", "B"], catalogsOf({ one: a }, true))).toBeUndefined();
});

it("asks the workers again only if none can run the graph", async () => {
  const asked: boolean[] = [];
  const catalogs = (isFresh: boolean) =>
    Promise.resolve((asked.push(isFresh), catalogsOf({ one: a, two: b })));
  await judgeGraph(graphOf("B"), { catalogs }, {});
  expect(asked).toEqual([false]);
  await expect(judgeGraph(graphOf("C"), { catalogs }, {})).rejects.toMatchObject({
    base: "BACKEND_REFUSED_GRAPH",
  });
  expect(asked).toEqual([false, false, true]);
});

it("names only the needs that not every worker has, of those that give signs", async () => {
  const both = catalogOf("A", "B");
  const needsWith = async (catalogs: WorkerCatalogs) => {
    const workers = { catalogs: () => Promise.resolve(catalogs) };
    return (await judgeGraph(graphOf("A", "B"), workers, {})).needs.classes;
  };
  expect(await needsWith(catalogsOf({ one: both, two: both }))).toEqual([]);
  expect(await needsWith(catalogsOf({ one: both, two: a }))).toEqual(["B"]);
  expect(await needsWith(catalogsOf({ one: both, two: a, three: b }))).toEqual(["A", "B"]);
  expect(await needsWith(catalogsOf({ one: both, two: a }, false, ["one"]))).toEqual([]);
  // As long as no worker is there, all of them may come back.
  expect(await needsWith(catalogsOf({ one: both, two: a }, false, []))).toEqual(["B"]);
});
