// B8: a graph that is built by the hook and validated against 600 classes, and one from a peer's builder, which
// validates nothing.

import { tmpdir } from "node:os";
import { edit, type Catalog, type WorkflowDraft } from "@pictor/kernel/plugin";
import { validateGraph } from "../graph-validation.js";
import type { ClientName } from "../peers/clients.js";
import { amount, isQuick, median, repeated, timed } from "../measure.js";
import { openPictor, workflowPlugin } from "../open-pictor.js";
import { printTable } from "../table.js";
import { objectInfo } from "./fake-catalog.js";
import { startFakeServer } from "./fake-messages.js";

const rounds = amount(25);
const sizes = isQuick ? [50] : [50, 500];

const params = { type: "object", required: ["nodes"], properties: { nodes: { type: "integer" } } } as const;

/** As a feature builds it: node by node, each linked to the previous one. */
const chain = workflowPlugin("chain", params, (draft, { params: { nodes } }) =>
  edit(draft, (graph) => {
    let made = graph.add("Source", { steps: 20 });
    for (let index = 2; index < Number(nodes); index++)
      made = graph.add("Pass", { image: made.out(), strength: 1, mode: "normal" });
    const saved = graph.add("SaveImage", { images: made.out(), filename_prefix: "bench" }, { id: "Save" });
    graph.output(saved.id);
  }),
);

async function peerBuilder() {
  const { Workflow } = await import("@stable-canvas/comfyui-client");
  return (nodes: number) => {
    const workflow = new Workflow();
    let [link] = workflow.node("Source", { steps: 20 });
    for (let index = 2; index < nodes; index++)
      [link] = workflow.node("Pass", { image: link, strength: 1, mode: "normal" });
    workflow.node("SaveImage", { images: link, filename_prefix: "bench" });
    return workflow.workflow();
  };
}

/** A row: milliseconds of the first call, and the median of the following ones. */
async function row(title: string, work: () => unknown): Promise<readonly string[]> {
  const first = await timed(work);
  return [title, first.toFixed(1), median(await repeated(rounds, work)).toFixed(2)];
}

/** Two invalid values in each node: one of the wrong type, one that is not an option. */
const spoil = (draft: WorkflowDraft): WorkflowDraft => ({
  ...draft,
  graph: Object.fromEntries(
    Object.entries(draft.graph).map(([id, node]) => [
      id,
      { ...node, inputs: { ...node.inputs, strength: "strong", mode: "nromal" } },
    ]),
  ),
});

/** The catalog of a server with 600 classes. */
async function readCatalog(): Promise<Catalog> {
  const server = await startFakeServer();
  await server.ask({ objectInfo: objectInfo(600) });
  const backends = { bench: { kind: "remote", baseUrl: server.hello } };
  const pictor = await openPictor(tmpdir(), { backends });
  const catalog = await (await pictor.openBackend("bench")).backend.catalog();
  await pictor.dispose();
  server.end();
  return catalog;
}

export async function graphs(names: readonly ClientName[]): Promise<void> {
  const pictor = await openPictor(tmpdir(), {}, { builtins: "none", plugins: [chain] });
  const catalog = await readCatalog();
  const build = async (nodes: number): Promise<WorkflowDraft> =>
    (await pictor.build({ workflow: "chain", params: { nodes } })).drafts[0]!;
  const rows = [];
  for (const nodes of sizes) {
    const draft = await build(nodes);
    rows.push(
      await row(`build ${nodes} nodes`, () => build(nodes)),
      await row(`validate ${nodes} nodes`, () => validateGraph(draft, catalog)),
      await row(`build and validate ${nodes} nodes`, async () => validateGraph(await build(nodes), catalog)),
    );
  }
  const spoilt = spoil(await build(502));
  const wrong = validateGraph(spoilt, catalog).length;
  rows.push(await row(`${wrong} wrong inputs explained`, () => validateGraph(spoilt, catalog)));
  if (names.includes("stable-canvas")) {
    const buildByPeer = await peerBuilder();
    for (const nodes of sizes)
      rows.push(await row(`@stable-canvas: build ${nodes} nodes`, () => buildByPeer(nodes)));
  }
  printTable(
    `B8: graphs against ${catalog.size} classes (${rounds} rounds; the bar is 15 ms for 500 nodes built and validated)`,
    ["", "first ms", "median ms"],
    rows,
  );
  await pictor.dispose();
}
