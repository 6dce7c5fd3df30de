// A remote instance on an embedded server with a fake ComfyUI-Manager, and packs for it.

import type { Backend } from "@pictor/kernel/plugin";
import {
  startEmbeddedServer,
  type EmbeddedServer,
  type EmbeddedServerOptions,
  type ManagerOptions,
  type Pack,
} from "@pictor/backend-embedded/testing";
import { onTestFinished } from "vitest";
import { clockOf, type Clock } from "../plugins/backend-remote/clock.js";
import { openServer } from "../plugins/backend-remote/detect.js";
import { openingMs } from "../plugins/backend-remote/extensions/hear.js";
import { graceMs } from "../plugins/backend-remote/extensions/tasks.js";
import { testNetwork } from "../plugins/backend-remote/network.test.support.js";
import { quiet } from "../plugins/backend-remote/remote.test.support.js";

export type Generation = "3.x-get" | "3.x" | "4.0" | "4.2" | "4.x-legacy";

const tones = {
  AcmeTone: { input: { required: { image: ["IMAGE"] } }, output: ["IMAGE"] },
} as const satisfies Pack["classes"];

/** In the registry, and under its repository in the Manager's list. */
export const acme: Pack = {
  id: "acme-nodes",
  repository: "https://github.com/Acme/acme-nodes",
  title: "Acme nodes",
  description: "Tones and masks.",
  author: "Ada",
  versions: ["1.0.0", "1.2.0", "2.0.0"],
  classes: tones,
};
/** Only in the list, not in the registry. */
export const listed: Pack = {
  repository: "https://github.com/acme/Loose-Nodes",
  title: "Loose",
  classes: { LooseNode: { output: ["INT"], input: { required: { value: ["INT"] } } } },
};
/** In neither. */
export const foreign: Pack = { repository: "https://github.com/someone/hidden-nodes", listed: false };

export interface Stage {
  readonly server: EmbeddedServer;
  readonly backend: Backend;
  readonly extensions: NonNullable<Backend["facets"]["extensions"]>;
  readonly lifecycle: NonNullable<Backend["facets"]["lifecycle"]>;
}

const realTime: Clock = clockOf({
  now: Date.now,
  after(ms, callback) {
    const timer = setTimeout(callback, ms);
    return () => {
      clearTimeout(timer);
    };
  },
});

/** Pauses are short, so that no test waits; what a socket is given to say its word stays as long as it is. */
const hurried: Clock = {
  ...realTime,
  after: (ms, callback) => realTime.after(ms === openingMs || ms === graceMs ? ms : ms / 100, callback),
};

export interface StageOptions extends EmbeddedServerOptions {
  /** Address of a registry; none is asked without it. */
  readonly registry?: string;
}

export async function staged({ registry = "", ...options }: StageOptions = {}): Promise<Stage> {
  const server = await startEmbeddedServer(options);
  const opening = { name: "studio", signal: new AbortController().signal };
  const settings = { baseUrl: server.url, apiPrefix: "auto", registry };
  const backend = openServer(settings, opening, { network: testNetwork, logger: quiet, clock: hurried });
  onTestFinished(async () => {
    await backend.close();
    await server.close();
  });
  const { extensions, lifecycle } = backend.facets;
  if (extensions === undefined || lifecycle === undefined) throw new Error("a facet is missing");
  return { server, backend, extensions, lifecycle };
}

/** A Manager that restarts at once. */
export const managed = (
  generation: ManagerOptions["generation"],
  packs: readonly Pack[],
  more: Partial<ManagerOptions> = {},
  others: StageOptions = {},
): Promise<Stage> => staged({ ...others, manager: { generation, packs, rebootMs: 20, ...more } });

/** What a call was rejected with. */
export const failure = (
  call: Promise<unknown>,
): Promise<{ readonly code: string; readonly message: string }> =>
  call.then(
    () => {
      throw new Error("it was not rejected");
    },
    (error: unknown) => error as { readonly code: string; readonly message: string },
  );
