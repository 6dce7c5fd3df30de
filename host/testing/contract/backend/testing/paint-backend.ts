// A backend for the paint server that keeps every rule. A test changes one of its methods or parts.

import { text as textOf } from "node:stream/consumers";
import { fault, parseJson, stringifyJson } from "@pictor/kernel";
import type {
  Backend,
  BackendEvent,
  CallOptions,
  Clock,
  Network,
  NodeClass,
  OutputFile,
  Plugin,
  PromptState,
} from "@pictor/kernel";
import { digestOf } from "@pictor/kernel";
import type { ContractSource } from "../../rule.js";
import { startPaintServer, type PaintCall, type Painting } from "./paint-server.js";
import { manifestOf } from "../../../manifest-of.js";

/** What a test may replace. */
export interface PaintParts {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly url: string;
  /** Whether the events end at the first failure. */
  isFragile: boolean;
  call<Value>(name: PaintCall, argument: unknown, options?: CallOptions): Promise<Value>;
  stateOf(painting: Painting | null): PromptState;
  emit(event: BackendEvent): void;
  listeners: Set<(event: BackendEvent) => void>;
}

const fileOf = ({ id, graph }: Painting): OutputFile => ({
  node: Object.keys(graph).at(-1) ?? "",
  filename: `${id}.png`,
  subfolder: "",
  area: "output",
  mime: "image/png",
  address: "",
});

function partsOf(network: Network, clock: Clock, signal: AbortSignal, url: string): PaintParts {
  const listeners: PaintParts["listeners"] = new Set();
  return {
    clock,
    signal,
    url,
    isFragile: false,
    listeners,
    emit: (event) => {
      for (const listener of [...listeners]) listener(event);
    },
    async call<Value>(name: PaintCall, argument: unknown, { signal: given }: CallOptions = {}) {
      const request = { method: "POST", url: `${url}/${name}`, body: stringifyJson(argument ?? null) };
      const options = { signal: given === undefined ? signal : AbortSignal.any([signal, given]) };
      try {
        return parseJson(await (await network.send(request, options)).text()) as Value;
      } catch (error) {
        if (given?.aborted === true) throw given.reason;
        throw fault("BACKEND_UNREACHABLE", { url, reason: "there was no reply" }, { cause: error });
      }
    },
    stateOf: (painting) => {
      if (painting === null) return { state: "unknown" };
      const { state } = painting;
      if (state === "queued" || state === "running") return { state };
      return { state, outputs: state === "succeeded" ? [fileOf(painting)] : [] };
    },
  };
}

/** Looks at the prompts ten times a second. */
function watchPrompts(parts: PaintParts) {
  const followed = new Set<string>();
  let cancel: (() => void) | undefined;
  let isEnded = false;
  const look = async (): Promise<void> => {
    for (const promptId of followed) {
      const state = parts.stateOf(await parts.call("look", promptId));
      if (!("outputs" in state) || state.state === "failed") continue;
      followed.delete(promptId);
      parts.emit({ type: "output", promptId, files: state.outputs });
      parts.emit({ type: "ended", promptId, as: state.state });
    }
  };
  const schedule = (): void => {
    if (isEnded || cancel !== undefined || followed.size === 0) return;
    cancel = parts.clock.after(100, () => {
      void look()
        .catch(() => void (isEnded = parts.isFragile))
        .then(() => {
          cancel = undefined;
          schedule();
        });
    });
  };
  return {
    follow(id: string) {
      followed.add(id);
      schedule();
    },
    end() {
      isEnded = true;
      cancel?.();
    },
  };
}

export function openPaint(parts: PaintParts, name: string): Backend {
  const watch = watchPrompts(parts);
  const { call, listeners } = parts;
  return {
    facets: {},
    info: () => Promise.resolve({ name, kind: "paint", title: "Paint", version: "1", facets: [] }),
    catalog: async (options) => {
      const found = await call<readonly NodeClass[]>("classes", null, options);
      return new Map(found.map((one) => [one.name, one]));
    },
    events(listener) {
      listeners.add(listener);
      return Promise.resolve(() => void listeners.delete(listener));
    },
    async submit({ promptId, graph, record }, options) {
      await call("start", { id: promptId, graph, record }, options);
      watch.follow(promptId);
      return { promptId, dropped: [] };
    },
    cancel: (promptId, options) => call("cancel", promptId, options),
    state: async (promptId, options) => parts.stateOf(await call("look", promptId, options)),
    prompts: async (options) => {
      const all = await call<readonly Painting[]>("list", null, options);
      return all.map(({ id, state, record = {} }) => ({ promptId: id, state, record }));
    },
    async fetchSubmission(promptId, options) {
      const found = await call<Painting | null>("look", promptId, options);
      if (found === null) return undefined;
      const { graph, record = {} } = found;
      return { graph, record, outputs: Object.keys(graph).slice(-1) };
    },
    async upload(file, options) {
      const text = await textOf(file.open());
      return call("upload", { name: file.name, digest: digestOf(text), text }, options);
    },
    async *fetchOutput({ filename }, options) {
      yield Buffer.from(await call<string>("paint", filename, options));
    },
    close() {
      watch.end();
      listeners.clear();
      return Promise.resolve();
    },
  };
}

/** What a test makes of the good backend. */
export type Breaking = (backend: Backend, parts: PaintParts) => Partial<Backend>;

export const paintManifest = manifestOf("backend-paint", "backend", {
  permissions: [{ name: "network", reason: "It calls its server." }],
  contributes: {
    backends: [
      {
        id: "paint",
        title: "Paint",
        settings: {
          type: "object",
          required: ["url"],
          properties: { url: { type: "string", format: "uri" } },
        },
      },
    ],
  },
});

/** The plugin with a change. */
export const paintPlugin = (breaking: Breaking = () => ({})): ContractSource => {
  const plugin: Plugin = ({ network, clock }) => ({
    provides: {
      backends: {
        paint: {
          open(settings, { name, signal }) {
            const parts = partsOf(network, clock, signal, settings["url"] as string);
            const backend = openPaint(parts, name);
            return Promise.resolve({ ...backend, ...breaking(backend, parts) });
          },
        },
      },
    },
  });
  return { manifest: paintManifest, plugin, samples: { backends: { paint: { start: startPaintServer } } } };
};
