// A queue in this process over a real Redis, with certain packages, and workers whose servers do as a test says.

import { createTestFolder } from "@pictor/host/testing";
import { realClock } from "@pictor/kernel";
import type {
  Backend,
  BackendEvent,
  Graph,
  Logger,
  MemberBackend,
  Network,
  NodeClass,
  PromptState,
  WorkEvent,
} from "@pictor/kernel/plugin";
import { openSession } from "../../../plugins/backend-queue/base/session.js";
import { openQueue } from "../../../plugins/backend-queue/host/open-queue.js";
import { importPackages } from "../../../plugins/backend-queue/redis/packages.js";
import type { QueueSettings } from "../../../plugins/backend-queue/settings.gen.js";
import { createWork } from "../../../plugins/backend-queue/work/work.js";

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

export interface OwnWorker {
  readonly events: readonly WorkEvent[];
  /** Ends it after its prompt, or at once, as if it were killed. */
  stop(how?: "kill"): Promise<void>;
}

export interface OwnFarm {
  readonly backend: Backend;
  /** Resolves when the worker takes prompts. */
  work(name: string, server: MemberBackend): Promise<OwnWorker>;
  close(): Promise<void>;
}

/** `bull` is the name under which BullMQ is installed. */
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
  const logger: Logger = { debug() {}, info() {}, warn() {}, error() {} };
  const open = () =>
    openSession(
      settings,
      { name: "farm" },
      { packages, clock: realClock, logger, network: {} as unknown as Network },
    );
  const session = open();
  const backend = openQueue(session, createWork(session));
  const stops: OwnWorker["stop"][] = [];
  return {
    backend,
    async work(name, server) {
      const [drain, signal] = [new AbortController(), new AbortController()];
      const events: WorkEvent[] = [];
      let ready = (): void => undefined;
      const isReady = new Promise<void>((resolve) => (ready = resolve));
      const report = (event: WorkEvent): void => {
        events.push(event);
        if (event.type === "ready") ready();
      };
      const working = backend.facets.work?.work(server, {
        name,
        drain: drain.signal,
        signal: signal.signal,
        report,
      });
      const stop: OwnWorker["stop"] = async (how) => {
        (how === "kill" ? signal : drain).abort();
        await working;
      };
      stops.push(() => stop("kill"));
      await Promise.race([isReady, working]);
      return { events, stop };
    },
    async close() {
      await Promise.all(stops.map((stop) => stop()));
      await backend.close();
    },
  };
}
