// Which parts of the catalog a validation reads, and that its verdict does not depend on them.

import { expect, it, vi } from "vitest";
import { emptyDraft } from "@pictor/kernel";
import type { Backend, Catalog, CatalogOptions, Graph, InputSpec, NodeClass } from "@pictor/kernel";
import { validateDrafts, validateGraphRequest } from "./validate-drafts.js";

const optional = (name: string, type: string): InputSpec => ({ name, required: false, type });
const classes: readonly NodeClass[] = [
  { name: "Load", inputs: [], outputs: ["MODEL"], isOutput: false },
  { name: "Bend", inputs: [], outputs: ["CURVE"], isOutput: false },
  {
    name: "Save",
    inputs: [
      { name: "steps", required: true, type: "INT", min: 1 },
      ...[optional("model", "MODEL"), optional("curve", "CURVE"), optional("points", "POINTS")],
    ],
    outputs: [],
    isOutput: true,
  },
];

/** A backend that serves `classes` and records the options of each call; `isSelective` says whether it omits classes. */
function backendWith(isSelective: boolean) {
  const calls: CatalogOptions[] = [];
  const catalog = (options: CatalogOptions = {}): Promise<Catalog> => {
    calls.push(options);
    const named = isSelective && options.refresh === undefined ? options.classes : undefined;
    const selected = classes.filter(({ name }) => named?.includes(name) !== false);
    return Promise.resolve(new Map(selected.map((each) => [each.name, each])));
  };
  return { calls, backend: { catalog, facets: {} } as Partial<Backend> as Backend };
}

const save = (inputs: Graph[string]["inputs"]): Graph => ({
  save: { class_type: "Save", inputs: { steps: 4, ...inputs } },
});
const named = (...names: readonly string[]): CatalogOptions => ({ classes: names });

const load = { class_type: "Load", inputs: {} };
const cases: readonly (readonly [string, Graph, readonly string[], readonly CatalogOptions[]])[] = [
  [
    "a graph without a problem is checked against its own classes",
    { load, ...save({ model: ["load", 0] }) },
    [],
    [named("Load", "Save")],
  ],
  ["so is one without an output node", { load }, ["none of its nodes makes a file"], [named("Load")]],
  [
    "a problem is checked again with all classes, and then with a fresh description of its class",
    { load, ...save({ steps: 0 }) },
    ["0 is below 1"],
    [named("Load", "Save"), {}, { refresh: ["Save"] }],
  ],
  [
    "a class that the backend lacks is compared with all that it has",
    { bent: { class_type: "Bned", inputs: {} }, ...save({}) },
    [
      'has no node class "Bned". Install the extension that provides it, or update the server if the class is one of its own. Did you mean "Bend"?',
    ],
    [named("Bned", "Save"), {}, { refresh: ["Bned"] }],
  ],
  [
    "whether a literal may stand for a type that no class of the graph gives, all classes decide: not if one gives it",
    save({ curve: "x" }),
    ["it needs a connection of type CURVE"],
    [named("Save"), {}, { refresh: ["Save"] }],
  ],
  ["and it may if none does", save({ points: "x" }), [], [named("Save"), {}]],
];

it.each(cases)(
  "the parts of the catalog that a validation reads %s",
  async (_name, graph, expected, calls) => {
    const selective = backendWith(true);
    const problems = await validateGraphRequest({ graph }, selective.backend);
    expect(problems.map(({ message }) => message)).toEqual(
      expected.map((text) => expect.stringContaining(text) as string),
    );
    expect(selective.calls).toEqual(calls);
    const complete = backendWith(false);
    expect(await validateGraphRequest({ graph }, complete.backend)).toEqual(problems);
  },
);

it("other work has its turns while a large graph of many batches is validated", async () => {
  const graph = Object.fromEntries(
    Array.from({ length: 500 }, (_, index) => [`s${index}`, save({})["save"]!]),
  );
  const drafts = Array.from({ length: 10 }, () => ({ ...emptyDraft, graph, outputs: Object.keys(graph) }));
  const turns = vi.spyOn(globalThis, "setImmediate");
  const options = { signal: new AbortController().signal, report: () => undefined };
  await validateDrafts(drafts, backendWith(true).backend, options);
  expect(turns.mock.calls.length).toBeGreaterThanOrEqual(5);
  turns.mockRestore();
});
