// The context that a plugin receives: only what its manifest asks for.

import { createFile } from "../files/create.js";
import { createInputFiles } from "../files/input-file.js";
import type { Clock } from "../hooks/clock.js";
import type { Awaitable, Logger } from "../hooks/types.js";
import { apiVersion } from "../plugin.js";
import type { Run } from "../processes/types.js";
import type { Network } from "../request/types.js";
import type { Secrets } from "../secrets/types.js";
import type { Manifest } from "./manifest.gen.js";
import type { PluginContext, Settings } from "./types.js";

/** What the kernel lends to plugins. */
export interface PluginServices {
  readonly network: Network;
  readonly backends: NonNullable<PluginContext["backends"]>;
  readonly clock: Clock;
  hide(secret: string): void;
  secretsFor(plugin: string): Secrets;
  loggerFor(owner: string): Logger;
}

export interface ContextInput {
  readonly manifest: Manifest;
  readonly config: Settings;
  readonly services: PluginServices;
  readonly signal: AbortSignal;
  onDispose(release: () => Awaitable<void>): void;
}

/** A plugin's own requests speak for a backend unless they say otherwise. */
const networkOf = (network: Network): Network => ({
  send: (request, options) => network.send({ purpose: "backend", ...request }, options),
  connect: (request, handlers, options) => network.connect(request, handlers, options),
});

/** Loads what starts programs for those plugins only that may run some. What they started ends behind all that they hold. */
async function runOf({ manifest, services, onDispose }: ContextInput): Promise<Run> {
  const { createRunner } = await import("../processes/run.js");
  const { clock } = services;
  const { run, end } = createRunner({ clock, logger: services.loggerFor(manifest.id) });
  onDispose(end);
  return run;
}

export async function createContext(input: ContextInput): Promise<PluginContext> {
  const { manifest, config, services, signal, onDispose } = input;
  const granted = new Set(manifest.permissions?.map(({ name }) => name));
  const run = granted.has("process") ? await runOf(input) : undefined;
  return Object.freeze({
    id: manifest.id,
    apiVersion,
    config,
    logger: services.loggerFor(manifest.id),
    clock: services.clock,
    hide: services.hide,
    signal,
    onDispose,
    ...(granted.has("network") ? { network: networkOf(services.network) } : {}),
    ...(granted.has("backends") ? { backends: services.backends } : {}),
    ...(granted.has("secrets") ? { secrets: services.secretsFor(manifest.id) } : {}),
    ...(run === undefined ? {} : { run }),
    ...(granted.has("files") ? { files: { create: createFile, input: createInputFiles() } } : {}),
  });
}
