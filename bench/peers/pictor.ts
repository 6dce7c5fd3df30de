// Pictor as a host uses it: the kind `remote`, and if images are wanted, the plugin that saves them.

import { createReadStream } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import type { GenerationResult, JobEvent, Output } from "@pictor/host";
import type { Graph } from "@pictor/kernel/plugin";
import { createFolder, removeFolder } from "../folders.js";
import { openPictor, workflowPlugin } from "../open-pictor.js";
import { pluginSource } from "../places.js";
import type { Client, ClientOptions, Ending, ResultFile, Run, RunHooks } from "./client.js";
import { outputNodes, reportsNothing } from "./graph.js";

const params = { type: "object", required: ["graph"], properties: { graph: { type: "integer" } } } as const;

/** A workflow plugin that runs given graphs, one per batch, as a team writes it for its own JSON. */
const givenGraphs = (graphs: readonly (readonly Graph[])[]) =>
  workflowPlugin("given", params, (draft, { params: { graph: index }, batch }) => {
    const graph = graphs[Number(index)]?.[batch.index] ?? {};
    return { ...draft, graph, outputs: outputNodes(graph) };
  });

async function savedFile({ file: { filename, subfolder, area }, path }: Output): Promise<ResultFile> {
  const place = { filename, subfolder, type: area };
  return path === undefined ? place : { ...place, bytes: new Uint8Array(await readFile(path)) };
}

const reasonOf = (result: GenerationResult): string =>
  [
    ...("error" in result ? [`${result.error.code}: ${result.error.message}`] : []),
    ...(result.status === "vetoed" ? [result.veto.message] : []),
    ...(result.status === "interrupted" ? [`by the ${result.by}`] : []),
    ...result.problems.map(({ code, message }) => `${code}: ${message}`),
  ].join(" | ");

async function readEvents(events: AsyncIterable<JobEvent>, { onProgress, onPreview }: RunHooks) {
  for await (const event of events) {
    if (event.type === "progress") onProgress?.(event.value, event.max);
    if (event.type !== "preview" || onPreview === undefined) continue;
    const reading = onPreview(event.bytes);
    if (reading !== undefined) await reading;
  }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** With `saves`, the default, each image is saved to a folder, as by the command. */
export async function connect(
  url: string,
  { saves = true, reads = true, listens = true }: ClientOptions = {},
): Promise<Client> {
  const directory = await createFolder();
  const graphs: (readonly Graph[])[] = [];
  const plugins = ["backend-remote", ...(saves ? ["output-files"] : [])].map(pluginSource);
  const pictor = await openPictor(
    directory,
    { backends: { bench: { kind: "remote", baseUrl: url } } },
    { builtins: "none", plugins: [...plugins, givenGraphs(graphs)] },
  );
  const { backend } = await pictor.openBackend("bench");

  function generate(batches: readonly Graph[], hooks: RunHooks = {}): Run {
    const given = { graph: graphs.push(batches) - 1 };
    const generation = pictor.generate({
      workflow: "given",
      params: given,
      count: batches.length,
      directory,
    });
    if (listens) void readEvents(generation.events, hooks);
    const ending = generation.result.then(async (result): Promise<Ending> => ({
      status: result.status === "vetoed" ? "failed" : result.status,
      files: reads ? await Promise.all(result.outputs.map(savedFile)) : [],
      reason: reasonOf(result),
    }));
    return { ending, reportedFailure: reportsNothing, cancel: () => generation.cancel() };
  }
  return {
    run: (graph, hooks) => generate([graph], hooks),
    runInTurn(batches, between) {
      pictor.hooks.afterOutput.tap({}, async ({ batch }) => {
        if (batch < batches.length - 1) await between();
        return undefined;
      });
      return generate(batches);
    },
    uploadImage: (bytes, name) => backend.upload({ name, mime: "image/png", open: () => once(bytes) }),
    async upload(path) {
      const { size: length } = await stat(path);
      const open = () => createReadStream(path) as AsyncIterable<Uint8Array>;
      await backend.upload({ name: "bench.bin", mime: "application/octet-stream", length, open });
    },
    async download({ filename, subfolder }) {
      const file = {
        node: "9",
        filename,
        subfolder,
        area: "output",
        mime: "image/png",
        address: url,
      } as const;
      for await (const _ of backend.fetchOutput(file));
    },
    catalog: {
      fetch: () => backend.catalog({ refresh: true }),
      lookUp: async (name) => (await backend.catalog()).get(name),
    },
    async close() {
      await pictor.dispose();
      await removeFolder(directory);
    },
  };
}
