// A remote backend on an embedded server with a fake ComfyUI-Manager, and packs for that Manager.

import { silentLogger } from "@pictor/host/testing";
import type { Backend } from "@pictor/kernel/plugin";
import {
  startEmbeddedServer,
  type EmbeddedServer,
  type EmbeddedServerOptions,
  type ManagerOptions,
  type NodePack,
} from "@pictor/backend-embedded/testing";
import { onTestFinished } from "vitest";
import { withJitter, type JitterClock } from "../plugins/backend-remote/base/jitter-clock.js";
import { openBackend } from "../plugins/backend-remote/instance/open-backend.js";
import { subscribeTimeoutMs } from "../plugins/backend-remote/manager/task-results.js";
import { resultGraceMs } from "../plugins/backend-remote/manager/run-task.js";
import { testNetwork } from "../plugins/backend-remote/testing/test-network.js";

export type Generation = "3.x-get" | "3.x" | "4.0" | "4.2" | "4.x-legacy";

const tones = {
  AcmeTone: { input: { required: { image: ["IMAGE"] } }, output: ["IMAGE"] },
} as const satisfies NodePack["classes"];

/** In the registry, and by its repository in the Manager's list. */
export const acme: NodePack = {
  id: "acme-nodes",
  repository: "https://github.com/Acme/acme-nodes",
  title: "Acme nodes",
  description: "Tones and masks.",
  author: "Ada",
  versions: ["1.0.0", "1.2.0", "2.0.0"],
  classes: tones,
};
/** In the list only. */
export const listed: NodePack = {
  repository: "https://github.com/acme/Loose-Nodes",
  title: "Loose",
  classes: { LooseNode: { output: ["INT"], input: { required: { value: ["INT"] } } } },
};
/** In neither of them. */
export const foreign: NodePack = { repository: "https://github.com/someone/hidden-nodes", listed: false };

export const wanted = (id: string, range = "*") => ({ id, range });
export const installed = (version: string) => ({ ...acme, installed: { version } });
export const cloned = { ...listed, installed: { version: "unknown" } };

export interface RemoteSetup {
  readonly server: EmbeddedServer;
  readonly backend: Backend;
  readonly extensions: NonNullable<Backend["facets"]["extensions"]>;
  readonly lifecycle: NonNullable<Backend["facets"]["lifecycle"]>;
}

const realTime: JitterClock = withJitter({
  now: Date.now,
  after(ms, callback) {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
});

/** Divides pauses by a hundred, so that tests do not wait. Timeouts for messages of a socket stay as they are. */
const hurried: JitterClock = {
  ...realTime,
  after: (ms, callback) =>
    realTime.after(ms === subscribeTimeoutMs || ms === resultGraceMs ? ms : ms / 100, callback),
};

export interface RemoteSetupOptions extends EmbeddedServerOptions {
  /** Address of a registry. Default: none. */
  readonly registry?: string;
}

export async function openRemote({
  registry = "",
  ...options
}: RemoteSetupOptions = {}): Promise<RemoteSetup> {
  const server = await startEmbeddedServer(options);
  const opening = { name: "studio", signal: new AbortController().signal };
  const settings = { baseUrl: server.url, apiPrefix: "auto", registry };
  const backend = openBackend(settings, opening, {
    network: testNetwork,
    logger: silentLogger,
    clock: hurried,
  });
  onTestFinished(async () => {
    await backend.close();
    await server.close();
  });
  const { extensions, lifecycle } = backend.facets;
  if (extensions === undefined || lifecycle === undefined) throw new Error("a facet is missing");
  return { server, backend, extensions, lifecycle };
}

/** A backend on a server with a Manager that restarts within 20 ms. */
export const openWithManager = (
  generation: ManagerOptions["generation"],
  packs: readonly NodePack[],
  more: Partial<ManagerOptions> = {},
  others: RemoteSetupOptions = {},
): Promise<RemoteSetup> => openRemote({ ...others, manager: { generation, packs, rebootMs: 20, ...more } });

/** The error with which a call rejects. */
export const rejection = (
  call: Promise<unknown>,
): Promise<{ readonly code: string; readonly message: string }> =>
  call.then(
    () => {
      throw new Error("the call was not rejected");
    },
    (error: unknown) => error as { readonly code: string; readonly message: string },
  );
