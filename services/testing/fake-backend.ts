// A backend in memory whose prompts end as the test has chosen, without further control.

import { manifestOf, outputFile } from "@pictor/host/testing";
import {
  type Backend,
  type BackendEvent,
  type Catalog,
  type Graph,
  type NodeClass,
  type OutputFile,
  type PromptState,
  type Plugin,
} from "@pictor/kernel";

export const aFile = (filename = "a.png"): OutputFile =>
  outputFile({ node: "Save", filename, address: `http://fake/view/${filename}` });

export interface FakeBackendOptions {
  /** The state that every prompt reaches. A `queued` or `running` prompt stays so until it is cancelled. Default `succeeded`. */
  readonly fate?: "succeeded" | "failed" | "interrupted" | "queued" | "running";
  /** Methods whose calls never settle, not even when they are aborted. */
  readonly hanging?: readonly (keyof Backend | "open")[];
  /** The files of a successful prompt; default one image. */
  readonly files?: readonly OutputFile[];
  /** The nodes of a successful prompt that displayed texts; default none. */
  readonly shown?: readonly string[];
  /** Whether interrupts are acknowledged without effect. */
  readonly ignoresInterrupts?: boolean;
  /** The node classes at the moment of the call; default `nodeClass`. */
  classes?(): readonly NodeClass[];
}

export const nodeClass: NodeClass = {
  name: "FakeSave",
  inputs: [
    { name: "text", required: true, type: "STRING" },
    { name: "steps", required: false, type: "INT", min: 1, max: 100 },
    { name: "image", required: false, type: "COMBO", options: [], lenient: true },
  ],
  outputs: [],
  isOutput: true,
};

/** The plugin of the backend kind `fake`. */
export const fakeBackendPlugin = (open: () => Promise<Backend>) => ({
  manifest: manifestOf("backend-fake", "backend", {
    contributes: { backends: [{ id: "fake", title: "Fake", settings: { type: "object", properties: {} } }] },
  }),
  plugin: (() => ({ provides: { backends: { fake: { open } } } })) satisfies Plugin,
});

export function createFakeBackend(options: FakeBackendOptions = {}) {
  const { fate = "succeeded", hanging = [], files = [aFile()], shown = [] } = options;
  const calls: string[] = [];
  const prompts = new Map<string, PromptState>();
  const graphs = new Map<string, Graph>();
  const listeners = new Set<(event: BackendEvent) => void>();
  const emit = (event: BackendEvent): void => {
    listeners.forEach((listener) => listener(event));
  };

  /** Answers asynchronously, as a backend over a network, or rejects with the reason of the signal. */
  const call = async <T>(
    name: keyof Backend | "open" | "catalog refresh",
    signal: AbortSignal | undefined,
    answer: () => T,
  ): Promise<T> => {
    calls.push(name);
    if (hanging.some((each) => each === name)) return new Promise<T>(() => undefined);
    signal?.throwIfAborted();
    await Promise.resolve();
    const value = answer();
    await Promise.resolve();
    return value;
  };

  const finalState = (): PromptState => {
    switch (fate) {
      case "succeeded":
        return { state: fate, outputs: files, shown };
      case "interrupted":
        return { state: fate, outputs: files };
      case "failed":
        return {
          state: "failed",
          outputs: [],
          error: { node: "Save", classType: "FakeSave", exception: "ValueError", message: "out of paint\n" },
        };
      default:
        return { state: fate };
    }
  };

  const run = async (promptId: string): Promise<void> => {
    await Promise.resolve();
    if (fate === "queued" || !prompts.has(promptId)) return;
    prompts.set(promptId, { state: "running" });
    emit({ type: "started", promptId });
    emit({ type: "cached", promptId, nodes: [] });
    emit({ type: "node", promptId, node: "Save" });
    emit({ type: "progress", promptId, node: "Save", value: 1, max: 4 });
    emit({ type: "preview", promptId, mime: "image/png", bytes: new Uint8Array([1]) });
    await Promise.resolve();
    if (fate === "running" || prompts.get(promptId)?.state !== "running") return;
    prompts.set(promptId, finalState());
    if (fate === "succeeded") emit({ type: "output", promptId, files });
    emit({ type: "ended", promptId });
  };

  const backend: Backend = {
    facets: {},
    info: ({ signal } = {}) =>
      call("info", signal, () => ({ name: "fake", kind: "fake", title: "Fake", version: "1", facets: [] })),
    catalog: ({ signal, refresh, classes } = {}) =>
      call(refresh === true ? "catalog refresh" : "catalog", signal, (): Catalog => {
        const known = options.classes?.() ?? [nodeClass];
        const named = refresh === undefined ? classes : undefined;
        const selected = known.filter(({ name }) => named?.includes(name) !== false);
        return new Map(selected.map((each) => [each.name, each]));
      }),
    events: (listener, { signal } = {}) =>
      call("events", signal, () => {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      }),
    submit: ({ promptId, graph }, { signal } = {}) =>
      call("submit", signal, () => {
        prompts.set(promptId, { state: "queued" });
        graphs.set(promptId, graph);
        void run(promptId);
        return { promptId, dropped: [] };
      }),
    cancel: (promptId) =>
      call("cancel", undefined, () => {
        const { state } = prompts.get(promptId) ?? { state: "unknown" };
        if (state === "queued") {
          prompts.delete(promptId);
          return "removed" as const;
        }
        if (state !== "running") return "gone" as const;
        if (options.ignoresInterrupts) return "interrupting" as const;
        prompts.set(promptId, { state: "interrupted", outputs: [] });
        emit({ type: "ended", promptId });
        return "interrupting" as const;
      }),
    state: (promptId, { signal } = {}) =>
      call("state", signal, (): PromptState => prompts.get(promptId) ?? { state: "unknown" }),
    prompts: ({ signal } = {}) =>
      call("prompts", signal, () =>
        [...prompts].flatMap(([promptId, { state }]) => (state === "unknown" ? [] : [{ promptId, state }])),
      ),
    fetchSubmission: (promptId, { signal } = {}) =>
      call("fetchSubmission", signal, () => {
        const graph = graphs.get(promptId);
        return graph && { graph, outputs: [] };
      }),
    upload: (file, { signal } = {}) => call("upload", signal, () => file.name),
    async *fetchOutput() {
      calls.push("fetchOutput");
      yield await Promise.resolve(new Uint8Array([1, 2, 3]));
    },
    close: () => call("close", undefined, () => undefined),
  };

  return {
    backend,
    calls,
    prompts,
    /** Number of listeners to the backend's events. */
    listening: () => listeners.size,
    ...fakeBackendPlugin(() => call("open", undefined, () => backend)),
  };
}
