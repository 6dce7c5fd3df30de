// A kernel with a queue and with a backend that does nothing: a prompt ends at once, after as many steps as its graph says.

import { importPackage } from "../packages.mjs";

const input = (name) => ({ name, required: true, type: "INT" });
const catalog = new Map([
  ["Nothing", { name: "Nothing", inputs: [input("number"), input("steps")], outputs: [], isOutput: true }],
]);
const manifest = {
  manifestVersion: 1,
  id: "backend-nothing",
  kind: "backend",
  version: "0.1.0",
  apiVersion: "^1.0.0",
  main: "./index.js",
  title: "Nothing",
  description: "Ends prompts at once",
  contributes: {
    backends: [{ id: "nothing", title: "Nothing", settings: { type: "object", properties: {} } }],
  },
};

/** The graph of a prompt: how many progress events it has is the input `steps`. */
export const graphOf = (number, steps = 0) => ({ 1: { class_type: "Nothing", inputs: { number, steps } } });

function openNothing(name) {
  const listeners = new Set();
  const done = new Set();
  const emit = (event) => {
    for (const listener of listeners) listener(event);
  };
  return {
    info: () => Promise.resolve({ name, kind: "nothing", title: "Nothing", version: "1", facets: [] }),
    catalog: () => Promise.resolve(catalog),
    events(listener) {
      listeners.add(listener);
      return Promise.resolve(() => listeners.delete(listener));
    },
    submit({ promptId, graph }) {
      const [node] = Object.values(graph);
      const max = Number(node.inputs.steps ?? 0);
      setImmediate(() => {
        emit({ type: "started", promptId });
        for (let value = 1; value <= max; value++)
          emit({ type: "progress", promptId, node: "1", value, max });
        done.add(promptId);
        emit({ type: "ended", promptId, as: "succeeded" });
      });
      return Promise.resolve({ promptId, dropped: [] });
    },
    cancel: () => Promise.resolve("gone"),
    state: (id) => Promise.resolve(done.has(id) ? { state: "succeeded", outputs: [] } : { state: "running" }),
    prompts: () => Promise.resolve([]),
    fetchSubmission: () => Promise.resolve(undefined),
    upload: () => Promise.resolve(""),
    async *fetchOutput() {},
    facets: {},
    close: () => Promise.resolve(),
  };
}

/** A plugin with the backend kind `nothing`. */
export const nothingPlugin = {
  kind: "inline",
  manifest,
  plugin: () => ({
    provides: {
      backends: { nothing: { open: (_settings, { name }) => Promise.resolve(openNothing(name)) } },
    },
  }),
};

/** The address of Redis is read from REDIS_URL. */
export async function openFarm(folder, prefix) {
  const { createPictor, loadConfiguration } = await importPackage("@pictor/host");
  const farm = { kind: "queue", redis: { $env: "REDIS_URL" }, store: { folder: `${folder}/store` }, prefix };
  const flags = { backends: { farm, nothing: { kind: "nothing" } } };
  const pictor = await createPictor({
    configuration: await loadConfiguration({ directory: folder, flags }),
    plugins: [nothingPlugin],
  });
  const open = async (name) => (await pictor.openBackend(name)).backend;
  return { farm: await open("farm"), nothing: await open("nothing"), close: () => pictor.dispose() };
}
