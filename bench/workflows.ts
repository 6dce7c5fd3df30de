// The cost of building with more nodes, more batches and larger batches. The ratios show whether it stays linear.

import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseJson } from "@pictor/host";
import { edit, type FeatureUse, type Params, type WorkflowDraft } from "@pictor/kernel/plugin";
import { catalogOf, validateGraph } from "./graph-validation.js";
import { amount, isQuick, median, processorTime, ratio, takeTurns } from "./measure.js";
import { openPictor, workflowPlugin } from "./open-pictor.js";
import { pluginIds, pluginSource, root } from "./places.js";
import { printTable } from "./table.js";

const rounds = amount(9);
/** The sizes to measure: all of them, or with `--quick` the smallest. */
const sizes = (...all: readonly number[]) => (isQuick ? all.slice(0, 1) : all);

/** The core node classes of a real server: a line with its version, then a line for each class. */
function readCatalog() {
  const recorded = join(root, "test/fixtures/catalog/core.jsonl");
  const [, ...lines] = readFileSync(recorded, "utf8").trimEnd().split("\n");
  return catalogOf(Object.assign({}, ...lines.map((line) => parseJson(line))));
}

const nodesParam = { type: "object", properties: { nodes: { type: "integer", default: 50 } } } as const;

/** Adds all nodes in one handler, like a workflow that reads a graph from a file. */
const whole = workflowPlugin("whole", nodesParam, (draft, { params: { nodes } }) =>
  edit(draft, (graph) => {
    let image = graph.add("EmptyImage", { width: 64, height: 64, batch_size: 1, color: 0 }).out();
    for (let index = 2; index < Number(nodes); index++) image = graph.add("ImageInvert", { image }).out();
    graph.output(graph.add("PreviewImage", { images: image }).id);
  }),
);

const params = { model: "first.safetensors", prompt: "a fox in the snow, {red|grey} fur", seed: "7" };
type Feature = Pick<FeatureUse, "id"> & Partial<FeatureUse>;
const lora: Feature = { id: "lora", settings: { name: "detail.safetensors" } };
const fiveFeatures: readonly Feature[] = [
  lora,
  { id: "freeu" },
  { id: "hires-fix" },
  { id: "upscaler" },
  { id: "save-intermediate" },
];
/** The nodes of txt2img without a feature. */
const bareNodes = 7;

/** For each size, a function that returns microseconds of processor time per unit. */
const timeOf = (
  all: readonly number[],
  work: (size: number) => unknown,
  unit = (size: number): number => size,
) =>
  Object.fromEntries(
    all.map((size) => [size, async () => (await processorTime(() => work(size))) / unit(size)]),
  );

/** One row per size. The ratio is to the first size of the same round. */
async function measure(
  title: string,
  head: readonly string[],
  variants: Readonly<Record<string, () => Promise<number>>>,
): Promise<void> {
  await takeTurns(variants, amount(3, 0)); // imports the plugins, and lets the engine compile them
  const results = await takeTurns(variants, rounds);
  const [first = []] = Object.values(results);
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

export async function run(): Promise<void> {
  const plugins = [whole, ...pluginIds("workflow-").map(pluginSource)];
  const pictor = await openPictor(tmpdir(), {}, { builtins: "none", plugins });
  const catalog = readCatalog();
  const build = (features: readonly Feature[], more: Params = {}, count = 1) =>
    pictor.build({ workflow: "txt2img", params: { ...params, ...more }, features, count });
  const buildWhole = (size: number) => pictor.build({ workflow: "whole", params: { nodes: size } });
  const buildByFeatures = (size: number) => build(Array.from({ length: size - bareNodes }, () => lora));
  const draftOf = async (size: number): Promise<WorkflowDraft> => {
    const [draft] = (await buildByFeatures(size)).drafts;
    const nodes = Object.keys(draft?.graph ?? {}).length;
    if (draft === undefined || nodes !== size) throw new Error(`a graph has ${nodes} nodes, not ${size}`);
    return draft;
  };

  const nodes = sizes(50, 125, 250, 500);
  const drafts = new Map<number, WorkflowDraft>();
  for (const size of nodes) drafts.set(size, await draftOf(size));
  const perNode = ["nodes", "us per node"];
  await measure("building, all nodes in one handler", perNode, timeOf(sizes(...nodes, 1000), buildWhole));
  await measure("building, a feature for each node", perNode, timeOf(nodes, buildByFeatures));
  await measure(
    "checking against a catalog",
    perNode,
    timeOf(nodes, (size) => validateGraph(drafts.get(size)!, catalog)),
  );
  const batches = sizes(10, 100, 1000);
  await measure(
    `batches of txt2img with ${fiveFeatures.length} features`,
    ["batches", "us per batch"],
    timeOf(batches, (count) => build(fiveFeatures, {}, count)),
  );
  await measure(
    "images in one batch",
    ["images", "us per graph"],
    timeOf(
      sizes(1, 32, 1024),
      (batchSize) => build(fiveFeatures, { batchSize }),
      () => 1,
    ),
  );
  await pictor.dispose();
}
