// A queue in this process over a real Redis, with certain packages, and workers whose servers do as a test says.

import { createTestFolder, silentLogger } from "@pictor/host/testing";
import { realClock } from "@pictor/kernel";
import type {
  Backend,
  BackendEvent,
  Graph,
  MemberBackend,
  Network,
  NodeClass,
  PromptState,
} from "@pictor/kernel/plugin";
import { onTestFinished } from "vitest";
import { openSession } from "../../../plugins/backend-queue/base/session.js";
import { openQueue } from "../../../plugins/backend-queue/host/open-queue.js";
import { importPackages } from "../../../plugins/backend-queue/redis/packages.js";
import type { QueueSettings } from "../../../plugins/backend-queue/settings.gen.js";
import { createWork } from "../../../plugins/backend-queue/work/work.js";
import { startWorker, type Worker } from "./queue-work.test.support.js";

const nodeClass = (name: string): NodeClass => ({ name, inputs: [], outputs: [], isOutput: true });
export const graphOf = (...classes: readonly string[]): Graph =>
  Object.fromEntries(classes.map((class_type, index) => [String(index + 1), { class_type, inputs: {} }]));

/** How a prompt ends, by its id; undefined: it runs on. */
export type Ends = (promptId: string) => PromptState | undefined;
export const succeeds: Ends = () => ({ state: "succeeded", outputs: [] });

export interface OwnServer extends MemberBackend {
  /** The prompts that it was given. */
  readonly submitted: readonly string[];
}

/** A server with these classes. */
export function ownServer(ends: Ends, ...classes: readonly string[]): OwnServer {
  const listeners = new Set<(event: BackendEvent) => void>();
  const submitted: string[] = [];
  const state = (id: string): PromptState =>
    submitted.includes(id) ? (ends(id) ?? { state: "running" }) : { state: "unknown" };
  return {
    submitted,
    info: async () => ({ name: "own", kind: "own", title: "Own", version: "1", facets: [] }),
    catalog: async () => new Map(classes.map((name) => [name, nodeClass(name)])),
    async events(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async submit({ promptId }) {
      submitted.push(promptId);
      if (ends(promptId) !== undefined)
        setImmediate(() => {
          for (const listener of listeners) listener({ type: "ended", promptId });
        });
      return { promptId, dropped: [] };
    },
    cancel: async () => "gone",
    state: async (id) => state(id),
    prompts: async () => [],
    fetchSubmission: async () => undefined,
    upload: async () => "",
    async *fetchOutput() {},
    facets: {},
    close: async () => undefined,
  };
}

export interface OwnFarm {
  readonly backend: Backend;
  /** Reads the state of a prompt. */
  stateOf(id: string): () => Promise<PromptState["state"]>;
  /** Resolves when the worker takes prompts. */
  work(name: string, server: MemberBackend): Promise<Worker>;
  close(): Promise<void>;
}

/** Opens a queue until the end of the test. `bull` is the name under which BullMQ is installed. */
export async function openOwnFarm(
  url: string,
  { bull = "bullmq", ...more }: Partial<QueueSettings> & { readonly bull?: string } = {},
): Promise<OwnFarm> {
  const folder = createTestFolder();
  const packages = await importPackages("farm", (wanted) => import(wanted === "bullmq" ? bull : wanted));
  const settings: QueueSettings = {
    redis: url,
    prefix: "pictor",
    store: { folder, prefix: "", auth: "" },
    recordHours: 1,
    storeHours: 1,
    lockSeconds: 1,
    lostSeconds: 2,
    retries: 0,
    retrySeconds: 1,
    retryLost: false,
    ...more,
  };
  const open = () =>
    openSession(
      settings,
      { name: "farm" },
      { packages, clock: realClock, logger: silentLogger, network: {} as unknown as Network },
    );
  const session = open();
  const backend = openQueue(session, createWork(session));
  const workers: Worker[] = [];
  const farm: OwnFarm = {
    backend,
    stateOf: (id) => async () => (await backend.state(id)).state,
    async work(name, server) {
      const worker = await startWorker(backend, server, name);
      workers.push(worker);
      return worker;
    },
    async close() {
      await Promise.all(workers.map((worker) => worker.stop("kill")));
      await backend.close();
    },
  };
  onTestFinished(() => farm.close());
  return farm;
}
