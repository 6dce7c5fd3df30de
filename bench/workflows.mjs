// The cost of building with more nodes, more batches and larger batches. The ratios show whether it stays linear.

import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { amount, isQuick, median, ratio, takeTurns } from "./measure.mjs";
import { importBundle, importPackage, pluginIds, pluginSource } from "./packages.mjs";
import { printTable } from "./table.mjs";

const { createPictor, loadConfiguration, parseJson } = await importPackage("@pictor/host");
const { edit } = await importPackage("@pictor/kernel/plugin");
const { catalogOf, validateGraph } = await importBundle("graph-validation.ts");

const rounds = amount(9);
/** The sizes to measure: all of them, or with `--quick` the smallest. */
const sizes = (...all) => (isQuick ? all.slice(0, 1) : all);
const recorded = new URL("../test/fixtures/catalog/core.jsonl", import.meta.url);

/** The core node classes of a real server: a line with its version, then a line for each class. */
function readCatalog() {
  const [, ...lines] = readFileSync(recorded, "utf8").trimEnd().split("\n");
  return catalogOf(Object.assign({}, ...lines.map(parseJson)));
}

/** A workflow that adds all nodes in one handler, like one that reads a graph from a file. */
const whole = {
  kind: "inline",
  manifest: {
    manifestVersion: 1,
    id: "workflow-whole",
    kind: "workflow",
    version: "1.0.0",
    apiVersion: "^1.0.0",
    main: "./index.js",
    title: "Whole",
    description: "Adds all nodes in one handler",
    taps: [{ hook: "buildWorkflow", handler: "addAll", phase: "prepare", when: { workflow: "whole" } }],
    contributes: {
      workflows: [
        {
          id: "whole",
          title: "Whole",
          params: { type: "object", properties: { nodes: { type: "integer", default: 50 } } },
        },
      ],
    },
  },
  plugin: () => ({ handlers: { addAll } }),
};

function addAll(draft, { params: { nodes } }) {
  return edit(draft, (graph) => {
    let image = graph.add("EmptyImage", { width: 64, height: 64, batch_size: 1, color: 0 }).out();
    for (let index = 2; index < nodes; index++) image = graph.add("ImageInvert", { image }).out();
    graph.output(graph.add("PreviewImage", { images: image }).id);
  });
}

const start = async () =>
  createPictor({
    builtins: "none",
    plugins: [whole, ...pluginIds("workflow-").map(pluginSource)],
    configuration: await loadConfiguration({ directory: tmpdir(), flags: {} }),
  });

const params = { model: "first.safetensors", prompt: "a fox in the snow, {red|grey} fur", seed: "7" };
const lora = { id: "lora", settings: { name: "detail.safetensors" } };
const fiveFeatures = [
  lora,
  { id: "freeu" },
  { id: "hires-fix" },
  { id: "upscaler" },
  { id: "save-intermediate" },
];
/** The nodes of txt2img without a feature. */
const bareNodes = 7;

/** Microseconds of processor time so far, in which other programs do not count. */
const processorTime = () => {
  const { user, system } = process.cpuUsage();
  return user + system;
};

/** For each name, a function that returns microseconds per unit for each size. */
const timed = (sizes, work, unit = (size) => size) =>
  Object.fromEntries(
    sizes.map((size) => [
      size,
      async () => {
        const started = processorTime();
        await work(size);
        return (processorTime() - started) / unit(size);
      },
    ]),
  );

/** One row per size. The ratio is to the first size of the same round. */
async function measure(title, head, variants) {
  await takeTurns(variants, amount(3, 0)); // imports the plugins, and lets the engine compile them
  const results = await takeTurns(variants, rounds);
  const [first] = Object.values(results);
  printTable(
    `workflows: ${title} (${rounds} rounds, medians of processor time)`,
    [...head, "x the first"],
    Object.entries(results).map(([size, figures]) => [
      size,
      median(figures).toFixed(1),
      ratio(figures, first).toFixed(2),
    ]),
  );
}

export async function run() {
  const pictor = await start();
  const catalog = readCatalog();
  const build = (features, more = {}, count = 1) =>
    pictor.build({ workflow: "txt2img", params: { ...params, ...more }, features, count });
  const buildWhole = (size) => pictor.build({ workflow: "whole", params: { nodes: size } });
  const buildByFeatures = (size) => build(Array.from({ length: size - bareNodes }, () => lora));

  const nodes = sizes(50, 125, 250, 500);
  const drafts = new Map();
  for (const size of nodes) drafts.set(size, (await buildByFeatures(size)).drafts[0]);
  const found = [...drafts].map(([size, { graph }]) => Object.keys(graph).length - size);
  if (found.some((difference) => difference !== 0))
    throw new Error(`the graphs differ from their sizes by ${found}`);
  const perNode = ["nodes", "us per node"];
  await measure("building, all nodes in one handler", perNode, timed(sizes(...nodes, 1000), buildWhole));
  await measure("building, a feature for each node", perNode, timed(nodes, buildByFeatures));
  await measure(
    "checking against a catalog",
    perNode,
    timed(nodes, (size) => validateGraph(drafts.get(size), catalog)),
  );
  const batches = sizes(10, 100, 1000);
  await measure(
    `batches of txt2img with ${fiveFeatures.length} features`,
    ["batches", "us per batch"],
    timed(batches, (count) => build(fiveFeatures, {}, count)),
  );
  await measure(
    "images in one batch",
    ["images", "us per graph"],
    timed(
      sizes(1, 32, 1024),
      (batchSize) => build(fiveFeatures, { batchSize }),
      () => 1,
    ),
  );
  await pictor.dispose();
}
