// A fake of the facet `lifecycle`: a server in memory, whose operations are recorded.

import type { BackendFacets, InstanceState } from "@pictor/kernel";

/** A lifecycle facet in memory. */
export interface FakeLifecycle {
  state: InstanceState;
  /** The operations that were called, in order. */
  readonly done: string[];
  /** Of the log. */
  readonly lines: string[];
  readonly facet: NonNullable<BackendFacets["lifecycle"]>;
}

export const running = {
  state: "running",
  url: "http://127.0.0.1:8188/",
  pid: 4711,
  owner: "nobody",
  since: Date.UTC(2026, 0, 1),
} as const satisfies InstanceState;

export function fakeLifecycle(state: InstanceState = { state: "stopped" }): FakeLifecycle {
  const server: FakeLifecycle = {
    state,
    done: [],
    lines: [],
    facet: {
      state: () => Promise.resolve(server.state),
      start(options = {}) {
        server.done.push(options.keep ? "start, kept" : "start");
        options.progress?.({ step: "start", title: "Start the server", index: 0, count: 1 });
        server.state = { ...running, owner: options.keep ? "nobody" : "this" };
        return Promise.resolve();
      },
      stop() {
        server.done.push("stop");
        server.state = { state: "stopped" };
        return Promise.resolve();
      },
      restart() {
        server.done.push("restart");
        return Promise.resolve();
      },
      async *logs({ follow, lines = Infinity, signal } = {}) {
        yield* lines === 0 ? [] : server.lines.slice(-lines);
        if (!follow) return;
        while (!signal?.aborted) await new Promise((resolve) => setImmediate(resolve));
      },
    },
  };
  return server;
}
