// The verdict on a graph is the same from a backend that describes the graph's classes alone as from one that describes all.

import { afterAll, expect, it } from "vitest";
import type { Backend, Graph, ValidateRequest } from "@pictor/host";
import type { GraphNode, InputValue } from "@pictor/kernel";
import { validateGraphRequest } from "../../services/generation/validate/validate-drafts.js";
import { buildDraft } from "./build-draft.js";
import { expected, templateNames } from "./expected.js";
import { createRecordedPictor, selectClasses } from "./recorded-pictor.js";

const recorded = await createRecordedPictor();
afterAll(() => recorded.dispose());

const backendOf = (catalog: Backend["catalog"]): Backend =>
  ({ catalog, facets: {} }) as Partial<Backend> as Backend;

/** The errors, as a user sees them, from each of the two backends. */
async function verdicts({ graph, origins = {}, inputs = [] }: ValidateRequest) {
  const { catalog } = recorded;
  const selective = backendOf((options) => Promise.resolve(selectClasses(catalog, options)));
  const complete = backendOf(() => Promise.resolve(catalog));
  const [own, all] = await Promise.all(
    [selective, complete].map((backend) => validateGraphRequest({ graph, origins, inputs }, backend)),
  );
  return [own, all].map((problems = []) =>
    problems.map(({ code, message, details }) => ({ code, message, details })),
  );
}

/** Values that are wrong for most inputs. */
const values: readonly InputValue[] = [null, "", "no such value", -1, 0.5, true, ["1", 0], ["nowhere", 0]];

/** The graph with one node changed: without an input, with a wrong value, or of another class. */
function* damaged(graph: Graph): Generator<Graph> {
  let count = 0;
  for (const [id, node] of Object.entries(graph)) {
    const changed = (next: Partial<GraphNode>): Graph => ({ ...graph, [id]: { ...node, ...next } });
    yield changed({ class_type: `${node.class_type}x` });
    const first = Object.values(graph).find(({ class_type }) => class_type !== node.class_type);
    if (first !== undefined) yield changed({ class_type: first.class_type });
    for (const input of Object.keys(node.inputs)) {
      const { [input]: _, ...others } = node.inputs;
      yield changed({ inputs: others });
      const value = values[count++ % values.length] as InputValue;
      yield changed({ inputs: { ...node.inputs, [input]: value } });
    }
  }
}

it.each(templateNames)("%s, as it is and with every feature that works in it", async (template) => {
  const working = expected.filter(({ cells }) => cells[template] === "works").map(({ feature }) => [feature]);
  for (const features of [[], ...working]) {
    const draft = await buildDraft(recorded, template, features);
    expect(await verdicts(draft)).toEqual([[], []]);
  }
});

it.each(templateNames)("%s with one input or class damaged", async (template) => {
  const draft = await buildDraft(recorded, template);
  let refused = 0;
  for (const graph of damaged(draft.graph)) {
    const [own, all] = await verdicts({ ...draft, graph });
    expect(own).toEqual(all);
    if (all !== undefined && all.length > 0) refused++;
  }
  expect(refused).toBeGreaterThan(2);
});
