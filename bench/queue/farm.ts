// A kernel with a queue and with a backend that does nothing: a prompt ends at once, after as many steps as its graph says.

import type { PluginSource } from "@pictor/host";
import type { Backend, BackendEvent, Graph, Manifest, NodeClass } from "@pictor/kernel/plugin";
import { openPictor } from "../open-pictor.js";
import { usualClasses } from "./usual-prompt.js";

const input = (name: string) => ({ name, required: true, type: "INT" });
const nodeClass: NodeClass = {
  name: "Nothing",
  inputs: [input("number"), input("steps")],
  outputs: [],
  isOutput: true,
};
/** LoRAs that all servers have. */
const loras = Array.from({ length: 300 }, (_, index) => `lora-${index}.safetensors`);
const loraClass: NodeClass = {
  name: "Lora",
  inputs: [
    { name: "model", required: true, type: "MODEL" },
    { name: "lora_name", required: true, type: "COMBO", options: loras },
  ],
  outputs: ["MODEL"],
  isOutput: false,
};
/** Classes of the usual prompt, which waits and is not run. */
const waiting = usualClasses.map((name): NodeClass => ({ name, inputs: [], outputs: [], isOutput: true }));
const catalog = new Map([nodeClass, loraClass, ...waiting].map((entry) => [entry.name, entry]));

const manifest: Manifest = {
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
export const graphOf = (number: number, steps = 0): Graph => ({
  1: { class_type: "Nothing", inputs: { number, steps } },
});

/** The graph of a prompt with one of 300 LoRAs. */
export const graphWithLora = (number: number): Graph => ({
  1: { class_type: "Nothing", inputs: { number, steps: 0 } },
  2: { class_type: "Lora", inputs: { lora_name: loras[number % loras.length] ?? "" } },
});

function openNothing(name: string): Backend {
  const listeners = new Set<(event: BackendEvent) => void>();
  const done = new Set<string>();
  const emit = (event: BackendEvent): void => {
    for (const listener of listeners) listener(event);
  };
  return {
    info: async () => ({ name, kind: "nothing", title: "Nothing", version: "1", facets: [] }),
    catalog: async () => catalog,
    async events(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async submit({ promptId, graph }) {
      const [node] = Object.values(graph);
      const max = Number(node?.inputs["steps"] ?? 0);
      setImmediate(() => {
        emit({ type: "started", promptId });
        for (let value = 1; value <= max; value++)
          emit({ type: "progress", promptId, node: "1", value, max });
        done.add(promptId);
        emit({ type: "ended", promptId, as: "succeeded" });
      });
      return { promptId, dropped: [] };
    },
    cancel: async () => "gone",
    state: async (id) => (done.has(id) ? { state: "succeeded", outputs: [] } : { state: "running" }),
    prompts: async () => [],
    fetchSubmission: async () => undefined,
    upload: async () => "",
    async *fetchOutput() {},
    facets: {},
    close: async () => undefined,
  };
}

/** A plugin with the backend kind `nothing`. */
export const nothingPlugin: PluginSource = {
  kind: "inline",
  manifest,
  plugin: () => ({
    provides: { backends: { nothing: { open: async (_settings, { name }) => openNothing(name) } } },
  }),
};

export interface Farm {
  readonly farm: Backend;
  readonly nothing: Backend;
  readonly close: () => Promise<void>;
}

/** The address of Redis is read from REDIS_URL. */
export async function openFarm(folder: string, prefix: string): Promise<Farm> {
  const farm = { kind: "queue", redis: { $env: "REDIS_URL" }, store: { folder: `${folder}/store` }, prefix };
  const backends = { farm, nothing: { kind: "nothing" } };
  const pictor = await openPictor(folder, { backends }, { plugins: [nothingPlugin] });
  const open = async (name: string) => (await pictor.openBackend(name)).backend;
  return { farm: await open("farm"), nothing: await open("nothing"), close: () => pictor.dispose() };
}
