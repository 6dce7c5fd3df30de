// Every add-on in every template, once and twice, against the table of what is expected; built, not run.

import { PictorError, type Catalog, type WorkflowDraft } from "@pictor/kernel";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { recordedCore } from "../fixtures/catalogue/recorded.js";
import { expected, reasons, templateNames, type Cell } from "./expected.js";
import { count, orphans, unprovided } from "./properties.js";
import { recordedWorld, type RecordedWorld } from "./recorded-kernel.test.support.js";
import { draftOf } from "./requests.test.support.js";
import { addOns, templates } from "./situations.js";

let world: RecordedWorld;
let core: Catalog;
beforeAll(async () => {
  core = recordedCore().catalog;
  world = await recordedWorld();
});
afterAll(() => world.dispose());

const build = (template: string, feature = "", times = 0): Promise<WorkflowDraft> =>
  draftOf(world, template, Array<string>(times).fill(feature));

const bare = new Map<string, Promise<WorkflowDraft>>();
/** A template without add-ons: what every cell of its column is compared with. */
function bareDraft(template: string): Promise<WorkflowDraft> {
  const draft = bare.get(template) ?? build(template);
  bare.set(template, draft);
  return draft;
}

/** What is wrong with a draft, in one list: nothing, where a server would take and run all of it. */
async function faults(draft: WorkflowDraft): Promise<readonly string[]> {
  const { graph, origins } = draft;
  const problems = await world.kernel.validate({ graph, origins, backend: "recorded" });
  return [
    ...problems.map(({ message }) => message),
    ...orphans(draft).map((id) => `nothing uses ${id}`),
    ...unprovided(draft, core).map((name) => `no extension is required for ${name}`),
    ...(draft.outputs.length === 0 ? ["it has no output"] : []),
  ];
}

async function refusal(template: string, feature: string, times: number): Promise<PictorError> {
  const thrown: unknown = await build(template, feature, times).then(
    () => new Error("it was built"),
    (error: unknown) => error,
  );
  if (thrown instanceof PictorError) return thrown;
  throw thrown;
}

async function expectRefusal(template: string, feature: string, cell: Cell, times: number): Promise<void> {
  const error = await refusal(template, feature, times);
  const { workflow } = templates[template]!;
  expect(error).toMatchObject({ code: "FEATURE_NOT_APPLICABLE", details: { feature, workflow } });
  if (cell !== "works") expect(error.details["reason"]).toMatch(reasons[cell].gist);
}

/** Gives the draft, which differs from `less`, that with one use less. */
async function expectGraph(
  template: string,
  feature: string,
  times: number,
  less: WorkflowDraft,
): Promise<WorkflowDraft> {
  const draft = await build(template, feature, times);
  expect(await faults(draft)).toEqual([]);
  for (const added of addOns[feature]!.adds) {
    const enough = Math.max(times, count(less.graph, added));
    const found = count(draft.graph, added);
    expect(found, `nodes of the class ${added}`).toBeGreaterThanOrEqual(enough);
  }
  expect(draft.graph).not.toEqual(less.graph);
  return draft;
}

describe("the table", () => {
  it("has a row for every add-on that there is", () => {
    const contributed = world.kernel.contributions("features").map(({ id }) => id);
    expect(expected.map(({ feature }) => feature)).toEqual(expect.arrayContaining([...contributed]));
  });
  it("has a column for every workflow that there is", () => {
    const contributed = world.kernel.contributions("workflows").map(({ id }) => id);
    const columns = templateNames.map((name) => templates[name]?.workflow);
    expect(columns).toEqual(expect.arrayContaining([...contributed]));
  });
});

describe.each(templateNames)("%s", (template) => {
  it("alone is a graph that a server takes", async () => {
    expect(await faults(await bareDraft(template))).toEqual([]);
  });

  it.each(expected.map(({ feature, cells, twice }) => [feature, cells[template]!, twice] as const))(
    "%s: %s, twice: %s",
    async (feature, cell, twice) => {
      if (cell !== "works") {
        await expectRefusal(template, feature, cell, 1);
        return;
      }
      const once = await expectGraph(template, feature, 1, await bareDraft(template));
      if (twice === "works") await expectGraph(template, feature, 2, once);
      else await expectRefusal(template, feature, twice, 2);
    },
  );
});
