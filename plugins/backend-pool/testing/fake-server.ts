// A server for tests of the pool: it runs one prompt after the other on a held clock, and fails in the ways in which servers fail.

import { fakeExtensions } from "@pictor/host/testing";
import {
  fault,
  raceAbort,
  type Backend,
  type BackendEvent,
  type Catalog,
  type Clock,
  type MembersFacet,
} from "@pictor/kernel/plugin";
import type { InputFile, OutputFile, PromptState, Submission } from "@pictor/kernel/plugin";
import { checkpointCatalog } from "./checkpoint-graph.js";
import type { FakeServer } from "./fake-server-control.js";

interface Held {
  readonly id: string;
  readonly submission: Submission;
}

const refused = (url: string) =>
  fault("BACKEND_UNREACHABLE", { url, reason: "ECONNREFUSED" }, { more: { systemCode: "ECONNREFUSED" } });
const unknownOutcome = (url: string) => fault("BACKEND_UNREACHABLE", { url, reason: "the connection ended" });

/** Members that get prompts, and a drained one. */
const fakeMembers = (count: () => number): MembersFacet => {
  const figures = { running: 0, loaded: [], ended: 0, lost: 0, modelSwitches: 0 };
  return {
    status: () =>
      Promise.resolve({
        members: [
          { name: "away", state: "draining", ...figures },
          ...Array.from({ length: count() }, (_, at) => ({
            ...{ name: `worker ${at}`, state: "ready" as const },
            ...figures,
          })),
        ],
        owners: [],
        problems: [],
      }),
    drain: () => Promise.resolve(),
    resume: () => Promise.resolve(),
    extensions: () => Promise.resolve(undefined),
  };
};

export function createFakeServer(name: string, clock: Clock): FakeServer {
  let condition: "up" | "cut" | "hung" = "up";
  let isStalled = false;
  let queue: Held[] = [];
  let running: Held | undefined;
  let cancelRun = (): void => undefined;
  let history = new Map<string, PromptState>();
  const interrupted = new Set<string>();
  const submissions = new Map<string, Submission>();
  const listeners = new Set<(event: BackendEvent) => void>();
  const begun = new Map<string, number>();
  const order: string[] = [];
  const uploads: string[] = [];
  let numbers = 0;
  let arrived = 0;

  const emit = (event: BackendEvent): void => {
    if (condition !== "up") return;
    for (let times = server.lies ? 2 : 1; times > 0; times--) for (const hear of [...listeners]) hear(event);
  };
  const tellConnection = (state: "open" | "lost"): void => {
    for (const hear of [...listeners]) hear({ type: "connection", state });
  };
  const later = (ms: number, work: () => void): void => {
    cancelRun = clock.after(ms, work);
  };
  const finish = ({ id, submission: { promptId } }: Held): void => {
    const file: OutputFile = {
      ...{ node: "9", filename: `${promptId}.png`, subfolder: "", area: "output" },
      ...{ mime: "image/png", address: `fake://${name}/${promptId}.png` },
    };
    const isInterrupted = interrupted.has(id);
    const store = (): void => {
      const ending: PromptState = isInterrupted
        ? { state: "interrupted", outputs: [] }
        : { state: "succeeded", outputs: [file] };
      history.set(id, ending);
    };
    const tell = (): void => {
      emit({ type: "ended", promptId: id, as: isInterrupted ? "interrupted" : "succeeded" });
    };
    if (server.lies) tell();
    store();
    running = undefined;
    if (!server.lies) tell();
    takeNext();
  };
  const step = (held: Held, value: number, max: number): void => {
    if (value > 0) emit({ type: "progress", promptId: held.id, node: "3", value, max });
    if (value === max) finish(held);
    else
      later(server.stepMs ?? 0, () => {
        step(held, value + 1, max);
      });
  };
  function takeNext(): void {
    if (running !== undefined || isStalled) return;
    const held = queue.shift();
    if (held === undefined) return;
    running = held;
    const { promptId } = held.submission;
    begun.set(promptId, (begun.get(promptId) ?? 0) + 1);
    order.push(promptId);
    emit({ type: "started", promptId: held.id });
    if (server.stepMs === undefined)
      later(server.runMs, () => {
        finish(held);
      });
    else step(held, 0, Math.max(1, Math.round(server.runMs / server.stepMs)));
  }

  const answer = <Value>(signal: AbortSignal | undefined, give: () => Value): Promise<Value> => {
    signal?.throwIfAborted();
    if (condition === "cut") return Promise.reject(refused(name));
    if (condition === "hung") return raceAbort(signal, new Promise<Value>(() => undefined));
    return Promise.resolve().then(give);
  };
  const stateOf = (id: string): PromptState => {
    if (running?.id === id) return { state: "running" };
    const ahead = queue.findIndex((held) => held.id === id);
    if (ahead < 0) return history.get(id) ?? { state: "unknown" };
    return { state: "queued", ahead, ...(running === undefined && { idle: true }) };
  };
  const accept = (submission: Submission): string => {
    const id = server.assignsIds ? `${name}-${numbers++}` : submission.promptId;
    queue.push({ id, submission });
    submissions.set(id, submission);
    takeNext();
    return id;
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
        return accept(submission);
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
    cancel: (id, options) =>
      answer(options?.signal, () => {
        const place = queue.findIndex((held) => held.id === id);
        if (place >= 0) {
          queue.splice(place, 1);
          return "removed";
        }
        if (running?.id !== id) return "gone";
        interrupted.add(id);
        cancelRun();
        const held = running;
        later(1, () => {
          finish(held);
        });
        return "interrupting";
      }),
    state: (id, options) => answer(options?.signal, () => stateOf(id)),
    prompts: (options) =>
      answer(options?.signal, () =>
        [...submissions].flatMap(([promptId, { record }]) => {
          const { state } = stateOf(promptId);
          return state === "unknown"
            ? []
            : [{ promptId, state, createdAt: 1, ...(record !== undefined && { record }) }];
        }),
      ),
    fetchSubmission: (id, options) =>
      answer(options?.signal, () => {
        const found = submissions.get(id);
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
    ...{ name, backend, begun, order, uploads, runMs: 100, stepMs: undefined },
    ...{
      assignsIds: false,
      lies: false,
      models: ["a.safetensors"],
      extensions: undefined,
      workers: undefined,
      submitFaults: [],
    },
    submissions: () => arrived,
    cut() {
      if (condition === "up") tellConnection("lost");
      condition = "cut";
    },
    mend() {
      const before = condition;
      condition = "up";
      isStalled = false;
      if (before === "cut") tellConnection("open");
      takeNext();
    },
    hang() {
      condition = "hung";
    },
    die() {
      cancelRun();
      queue = [];
      running = undefined;
      history = new Map();
      submissions.clear();
      server.cut();
    },
    stall() {
      isStalled = true;
    },
  };
  return server;
}
