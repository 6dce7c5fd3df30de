// Pictor as a host uses it: the kind `remote`, and if images are wanted, the plugin that saves them.

import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { importPackage, pluginSource } from "../packages.mjs";
import { outputNodes } from "./graph.mjs";

const { createPictor, loadConfiguration } = await importPackage("@pictor/host");

/** A workflow plugin that runs given graphs, one per batch, as a team writes it for its own JSON. */
function givenGraphs(graphs) {
  const manifest = {
    manifestVersion: 1,
    id: "workflow-given",
    kind: "workflow",
    version: "1.0.0",
    apiVersion: "^1.0.0",
    main: "./index.js",
    title: "Given graph",
    description: "Runs a graph in API format as it is",
    taps: [{ hook: "buildWorkflow", handler: "give", phase: "prepare", when: { workflow: "given" } }],
    contributes: {
      workflows: [
        {
          id: "given",
          title: "Given graph",
          description: "Runs a graph in API format as it is",
          params: { type: "object", required: ["graph"], properties: { graph: { type: "integer" } } },
        },
      ],
    },
  };
  const give = (draft, { params, batch }) => {
    const graph = graphs[params.graph][batch.index];
    return { ...draft, graph, outputs: outputNodes(graph) };
  };
  return { kind: "inline", manifest, plugin: () => ({ handlers: { give } }) };
}

async function savedFile({ file: { filename, subfolder, area }, path }) {
  const place = { filename, subfolder, type: area };
  return path === undefined ? place : { ...place, bytes: new Uint8Array(await readFile(path)) };
}

const reasonOf = ({ status, by, error, veto, problems }) =>
  [
    ...(error ? [`${error.code}: ${error.message}`] : []),
    ...(veto ? [veto.reason] : []),
    ...(status === "interrupted" ? [`by the ${by}`] : []),
    ...problems.map(({ code, message }) => `${code}: ${message}`),
  ].join(" | ");

async function readEvents(generation, { onProgress, onPreview }) {
  for await (const event of generation.events) {
    if (event.type === "progress") onProgress?.(event.value, event.max);
    if (event.type !== "preview" || onPreview === undefined) continue;
    const reading = onPreview(event.bytes);
    if (reading !== undefined) await reading;
  }
}

/** With `saves`, each image is saved to a folder, as by the command. With `listens`, the events are read. */
export async function connect(url, { saves = true, reads = true, listens = true } = {}) {
  const directory = await mkdtemp(join(tmpdir(), "pictor-bench-"));
  const graphs = [];
  const plugins = ["backend-remote", ...(saves ? ["output-files"] : [])];
  const pictor = await createPictor({
    builtins: "none",
    plugins: [...plugins.map(pluginSource), givenGraphs(graphs)],
    configuration: await loadConfiguration({
      directory,
      flags: { backends: { bench: { kind: "remote", baseUrl: url } } },
    }),
  });
  const { backend } = await pictor.openBackend("bench");

  function generate(batches, hooks = {}) {
    const params = { graph: graphs.push(batches) - 1 };
    const generation = pictor.generate({ workflow: "given", params, count: batches.length, directory });
    if (listens) void readEvents(generation, hooks);
    const ending = generation.result.then(async (result) => ({
      status: result.status === "vetoed" ? "failed" : result.status,
      files: reads ? await Promise.all(result.outputs.map(savedFile)) : [],
      reason: reasonOf(result),
    }));
    return { ending, reportedFailure: () => undefined, cancel: () => generation.cancel() };
  }
  return {
    backend,
    run: (graph, hooks) => generate([graph], hooks),
    /** Runs the graphs as batches of one job, with `between` after each image but the last. */
    runInTurn(batches, between) {
      pictor.hooks.afterOutput.tap({}, async ({ batch }) => {
        if (batch < batches.length - 1) await between();
      });
      return generate(batches);
    },
    uploadImage: (bytes, name) =>
      backend.upload({ name, mime: "image/png", open: () => Readable.from([bytes]) }),
    objectInfo: () => backend.catalog({ refresh: true }),
    lookUp: async (name) => (await backend.catalog()).get(name),
    async close() {
      await pictor.dispose();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
