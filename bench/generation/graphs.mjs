// B8: a graph that is built by the hook and validated against 600 classes, and one from a peer's builder, which validates nothing.

import { tmpdir } from "node:os";
import { amount, median } from "../measure.mjs";
import { importBundle, importPackage } from "../packages.mjs";
import { connect } from "../peers/pictor.mjs";
import { start } from "../processes.mjs";
import { printTable } from "../table.mjs";
import { objectInfo } from "./fake-catalog.mjs";

const { createPictor, loadConfiguration } = await importPackage("@pictor/host");
const { edit } = await importPackage("@pictor/kernel/plugin");
const { validateGraph } = await importBundle("graph-validation.ts");

const rounds = amount(25);
const sizes = [50, 500];

const manifest = {
  manifestVersion: 1,
  id: "workflow-chain",
  kind: "workflow",
  version: "1.0.0",
  apiVersion: "^1.0.0",
  main: "./index.js",
  title: "Chain",
  description: "A chain of nodes",
  taps: [{ hook: "buildWorkflow", handler: "chain", phase: "prepare", when: { workflow: "chain" } }],
  contributes: {
    workflows: [
      {
        id: "chain",
        title: "Chain",
        description: "A chain of nodes",
        params: { type: "object", required: ["nodes"], properties: { nodes: { type: "integer" } } },
      },
    ],
  },
};

/** As a feature builds it: node by node, each linked to the previous one. */
function chain(draft, { params: { nodes } }) {
  return edit(draft, (graph) => {
    let made = graph.add("Source", { steps: 20 });
    for (let index = 2; index < nodes; index++)
      made = graph.add("Pass", { image: made.out(), strength: 1, mode: "normal" });
    const saved = graph.add("SaveImage", { images: made.out(), filename_prefix: "bench" }, { id: "Save" });
    graph.output(saved.id);
  });
}

async function peerBuilder() {
  const { Workflow } = await import("../peers/stable-canvas-workflow.mjs");
  return (nodes) => {
    const workflow = new Workflow();
    let [link] = workflow.node("Source", { steps: 20 });
    for (let index = 2; index < nodes; index++)
      [link] = workflow.node("Pass", { image: link, strength: 1, mode: "normal" });
    workflow.node("SaveImage", { images: link, filename_prefix: "bench" });
    return workflow.workflow();
  };
}

/** Milliseconds of the first call, and the median of the following ones. */
async function timed(work) {
  const times = [];
  for (let round = 0; round <= rounds; round++) {
    const started = performance.now();
    await work();
    times.push(performance.now() - started);
  }
  return [times[0].toFixed(1), median(times.slice(1)).toFixed(2)];
}

/** Two invalid values in each node: one of the wrong type, one that is not an option. */
const spoil = (draft) => ({
  ...draft,
  graph: Object.fromEntries(
    Object.entries(draft.graph).map(([id, node]) => [
      id,
      { ...node, inputs: { ...node.inputs, strength: "strong", mode: "nromal" } },
    ]),
  ),
});

/** The catalog of a server with 600 classes. */
async function readCatalog() {
  const server = await start(import.meta.url, "./fake-server.mjs");
  await server.ask({ objectInfo: objectInfo(600) });
  const client = await connect(server.hello);
  const catalog = await client.backend.catalog();
  await client.close();
  server.end();
  return catalog;
}

export async function graphs(names) {
  const pictor = await createPictor({
    builtins: "none",
    plugins: [{ kind: "inline", manifest, plugin: () => ({ handlers: { chain } }) }],
    configuration: await loadConfiguration({ directory: tmpdir(), flags: {} }),
  });
  const catalog = await readCatalog();
  const build = async (nodes) => (await pictor.build({ workflow: "chain", params: { nodes } })).drafts[0];
  const rows = [];
  for (const nodes of sizes) {
    const draft = await build(nodes);
    rows.push([`build ${nodes} nodes`, ...(await timed(() => build(nodes)))]);
    rows.push([`validate ${nodes} nodes`, ...(await timed(() => validateGraph(draft, catalog)))]);
    rows.push([
      `build and validate ${nodes} nodes`,
      ...(await timed(async () => validateGraph(await build(nodes), catalog))),
    ]);
  }
  const spoilt = spoil(await build(502));
  rows.push([
    `${validateGraph(spoilt, catalog).length} wrong inputs explained`,
    ...(await timed(() => validateGraph(spoilt, catalog))),
  ]);
  if (names.includes("stable-canvas")) {
    const buildByPeer = await peerBuilder();
    for (const nodes of sizes)
      rows.push([`@stable-canvas: build ${nodes} nodes`, ...(await timed(() => buildByPeer(nodes)))]);
  }
  printTable(
    `B8: graphs against ${catalog.size} classes (${rounds} rounds; the bar is 15 ms for 500 nodes built and validated)`,
    ["", "first ms", "median ms"],
    rows,
  );
  await pictor.dispose();
}
