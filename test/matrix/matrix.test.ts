// Every feature in every template, once and twice, compared with the table in expected.ts; the graphs are built, not run.

import { PictorError, type WorkflowDraft } from "@pictor/host";
import { featureFits } from "@pictor/host/settings-schema";
import { afterAll, describe, expect, it } from "vitest";
import { recordedCore } from "../fixtures/catalog/recorded.js";
import { expected, reasons, templateNames, type Cell } from "./expected.js";
import { countNodes, findOrphans, findUnprovidedClasses } from "./graph-properties.js";
import { createRecordedPictor } from "./recorded-pictor.js";
import { buildDraft } from "./build-draft.js";
import { features, templates } from "./situations.js";

const core = recordedCore().catalog;
const recorded = await createRecordedPictor();
afterAll(() => recorded.dispose());

const build = (template: string, feature = "", times = 0): Promise<WorkflowDraft> =>
  buildDraft(recorded, template, Array<string>(times).fill(feature));

const bareDrafts = new Map<string, Promise<WorkflowDraft>>();
/** The draft of a template without features, with which every cell of its column is compared. */
function bareDraft(template: string): Promise<WorkflowDraft> {
  const draft = bareDrafts.get(template) ?? build(template);
  bareDrafts.set(template, draft);
  return draft;
}

/** Everything that is wrong with a draft; empty when a server would accept the graph and run all of it. */
async function findProblems(draft: WorkflowDraft): Promise<readonly string[]> {
  const { graph, origins, inputs } = draft;
  const problems = await recorded.pictor.validate({ graph, origins, inputs, backend: "recorded" });
  return [
    ...problems.map(({ message }) => message),
    ...findOrphans(draft).map((id) => `no output depends on ${id}`),
    ...findUnprovidedClasses(draft, core).map((name) => `no extension is required for the class ${name}`),
    ...(draft.outputs.length === 0 ? ["the draft has no output"] : []),
  ];
}

async function buildError(template: string, feature: string, times: number): Promise<PictorError> {
  const thrown: unknown = await build(template, feature, times).then(
    () => new Error("the build did not fail"),
    (error: unknown) => error,
  );
  if (thrown instanceof PictorError) return thrown;
  throw thrown;
}

async function expectRefusal(template: string, feature: string, cell: Cell, times: number): Promise<void> {
  const error = await buildError(template, feature, times);
  const { workflow } = templates[template]!;
  expect(error).toMatchObject({ code: "FEATURE_NOT_APPLICABLE", details: { feature, workflow } });
  if (cell !== "works") expect(error.details["reason"]).toMatch(reasons[cell].gist);
}

/** Returns the draft, which must differ from `less`, the draft with one use less. */
async function expectGraph(
  template: string,
  feature: string,
  times: number,
  less: WorkflowDraft,
): Promise<WorkflowDraft> {
  const draft = await build(template, feature, times);
  expect(await findProblems(draft)).toEqual([]);
  for (const added of features[feature]!.adds) {
    const minimum = Math.max(times, countNodes(less.graph, added));
    const found = countNodes(draft.graph, added);
    expect(found, `nodes of the class ${added}`).toBeGreaterThanOrEqual(minimum);
  }
  expect(draft.graph).not.toEqual(less.graph);
  return draft;
}

describe("the table", () => {
  it("has a row for every feature", () => {
    const contributed = recorded.pictor.contributions("features").map(({ id }) => id);
    expect(expected.map(({ feature }) => feature)).toEqual(expect.arrayContaining([...contributed]));
  });
  it("has a column for every workflow", () => {
    const contributed = recorded.pictor.contributions("workflows").map(({ id }) => id);
    const columns = templateNames.map((name) => templates[name]?.workflow);
    expect(columns).toEqual(expect.arrayContaining([...contributed]));
  });
  it("agrees with what the manifests say: a feature fits a workflow if it works in one of its templates", () => {
    const chain = recorded.pictor.inspect("buildWorkflow");
    const differences = recorded.pictor.contributions("features").flatMap((feature) =>
      recorded.pictor.contributions("workflows").flatMap((workflow) => {
        const own = templateNames.filter((name) => templates[name]?.workflow === workflow.id);
        const cells = expected.find((row) => row.feature === feature.id)?.cells ?? {};
        const works = own.some((name) => cells[name] === "works");
        return works === featureFits(feature, workflow, chain) ? [] : [`${feature.id} in ${workflow.id}`];
      }),
    );
    expect(differences).toEqual([]);
  });
});

describe.each(templateNames)("%s", (template) => {
  it("without features is a graph that a server accepts", async () => {
    expect(await findProblems(await bareDraft(template))).toEqual([]);
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
