// A server for tests of the pool, on a held clock, that fails in the ways in which servers fail.

import { fakeExtensions } from "@pictor/host/testing";
import {
  fault,
  raceAbort,
  type Backend,
  type BackendEvent,
  type Catalog,
  type Clock,
  type InputFile,
} from "@pictor/kernel/plugin";
import { checkpointCatalog } from "./checkpoint-graph.js";
import { FakeEngine } from "./fake-engine.js";
import { fakeMembers } from "./fake-members.js";
import type { FakeServer } from "./fake-server-control.js";

const refused = (url: string) =>
  fault("BACKEND_UNREACHABLE", { url, reason: "ECONNREFUSED" }, { more: { systemCode: "ECONNREFUSED" } });
const unknownOutcome = (url: string) => fault("BACKEND_UNREACHABLE", { url, reason: "the connection ended" });

export function createFakeServer(name: string, clock: Clock): FakeServer {
  let condition: "up" | "cut" | "hung" = "up";
  const listeners = new Set<(event: BackendEvent) => void>();
  const uploads: string[] = [];
  let arrived = 0;

  const emit = (sent: BackendEvent): void => {
    const event = condition === "up" ? server.hears(sent) : undefined;
    if (event === undefined) return;
    for (let times = server.lies ? 2 : 1; times > 0; times--) for (const hear of [...listeners]) hear(event);
  };
  const tellConnection = (state: "open" | "lost"): void => {
    for (const hear of [...listeners]) hear({ type: "connection", state });
  };
  const engine = new FakeEngine({ name, clock, emit, traits: () => server });

  const answer = <Value>(signal: AbortSignal | undefined, give: () => Value): Promise<Value> => {
    signal?.throwIfAborted();
    if (condition === "cut") return Promise.reject(refused(name));
    if (condition === "hung") return raceAbort(signal, new Promise<Value>(() => undefined));
    return Promise.resolve().then(give);
  };
  const backend: Backend = {
    info: (options) =>
      answer(options?.signal, () => ({
        name,
        kind: "fake",
        title: `Fake ${name}`,
        version: "1",
        facets: [],
      })),
    catalog: (options) => answer(options?.signal, (): Catalog => checkpointCatalog(server.models)),
    events(listener, options) {
      return answer(options?.signal, () => {
        const hear = (event: BackendEvent): void => {
          listener(event);
        };
        listeners.add(hear);
        return () => {
          listeners.delete(hear);
        };
      });
    },
    async submit(submission, options) {
      const trouble = server.submitFaults.shift();
      if (trouble === "fail before") throw unknownOutcome(name);
      if (trouble === "refuse")
        throw fault("BACKEND_REFUSED_GRAPH", { reason: `${name} refuses it` }, { more: { problems: [] } });
      const id = await answer(options?.signal, () => {
        arrived++;
        return engine.accept(submission);
      });
      if (trouble === "restart") {
        server.die();
        server.mend();
        throw unknownOutcome(name);
      }
      if (trouble === "lose reply") throw unknownOutcome(name);
      if (trouble === "status 500, queued")
        throw fault(
          "BACKEND_REPLY",
          { method: "POST", url: name, found: "status 500", expected: "status 200" },
          { more: { status: 500 } },
        );
      if (trouble === "late reply") await new Promise<void>((resolve) => clock.after(9_000, resolve));
      return { promptId: id, dropped: [] };
    },
    cancel: (id, options) => answer(options?.signal, () => engine.cancel(id)),
    state: (id, options) => answer(options?.signal, () => engine.stateOf(id)),
    prompts: (options) =>
      answer(options?.signal, () =>
        [...engine.submissions].flatMap(([promptId, { record }]) => {
          const { state } = engine.stateOf(promptId);
          return state === "unknown"
            ? []
            : [{ promptId, state, createdAt: 1, ...(record !== undefined && { record }) }];
        }),
      ),
    fetchSubmission: (id, options) =>
      answer(options?.signal, () => {
        const found = engine.submissions.get(id);
        if (found === undefined) return undefined;
        const { graph, record } = found;
        return { graph, outputs: ["9"], ...(record !== undefined && { record }) };
      }),
    async upload(file: InputFile, options) {
      await answer(options?.signal, () => undefined);
      const parts: Uint8Array[] = [];
      for await (const part of file.open()) parts.push(part);
      uploads.push(`${file.name}=${Buffer.concat(parts).toString()}`);
      return `on-${name}-${file.name}`;
    },
    async *fetchOutput(file) {
      yield await answer(undefined, () => Buffer.from(`${name}:${file.filename}`));
    },
    close: () => Promise.resolve(),
    get facets() {
      const { extensions, workers } = server;
      return {
        ...(extensions !== undefined && { extensions: fakeExtensions({ installed: extensions }).facet }),
        ...(workers !== undefined && { members: fakeMembers(() => workers) }),
      };
    },
  };

  const server: FakeServer = {
    name,
    backend,
    begun: engine.begun,
    order: engine.order,
    uploads,
    runMs: 100,
    stepMs: undefined,
    assignsIds: false,
    lies: false,
    hears: (event) => event,
    models: ["a.safetensors"],
    extensions: undefined,
    workers: undefined,
    wait: undefined,
    submitFaults: [],
    submissions: () => arrived,
    cut() {
      if (condition === "up") tellConnection("lost");
      condition = "cut";
    },
    mend() {
      const before = condition;
      condition = "up";
      if (before === "cut") tellConnection("open");
      engine.setStalled(false);
    },
    hang() {
      condition = "hung";
    },
    die() {
      engine.die();
      server.cut();
    },
    stall() {
      engine.setStalled(true);
    },
  };
  return server;
}
