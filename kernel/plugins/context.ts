// The context that a plugin receives: only what its manifest asks for.

import type { Clock } from "../base/clock.js";
import { createFile } from "../base/files/create-file.js";
import { apiVersion } from "../contract/api-version.js";
import type { Capabilities } from "../contract/kernel.js";
import type { Manifest } from "../contract/manifest.gen.js";
import type { PluginContext } from "../contract/plugins.js";
import type { Network } from "../contract/requests.js";
import type { Awaitable, Logger, Settings } from "../contract/values.js";
import { createInputFiles } from "./input-file.js";

/** What the kernel lends to every plugin, and what the services offer by permission. */
export interface ContextServices {
  readonly clock: Clock;
  hide(secret: string): void;
  loggerFor(owner: string): Logger;
  capabilities(): Capabilities;
}

export interface ContextInput {
  readonly manifest: Manifest;
  readonly config: Settings;
  readonly lent: ContextServices;
  readonly signal: AbortSignal;
  onDispose(release: () => Awaitable<void>): void;
}

/** A plugin's own requests have the purpose `backend` unless they name another one. */
const networkOf = (network: Network): Network => ({
  send: (request, options) => network.send({ purpose: "backend", ...request }, options),
  connect: (request, handlers, options) => network.connect(request, handlers, options),
});

export async function createContext(input: ContextInput): Promise<PluginContext> {
  const { manifest, config, lent, signal, onDispose } = input;
  const granted = new Set(manifest.permissions?.map(({ name }) => name));
  const capabilities = lent.capabilities();
  const { network, backends } = capabilities;
  const runner = granted.has("process") ? await capabilities.createRunner?.(manifest.id) : undefined;
  // Releases run last in, first out: the plugin's programs end after everything else that it holds.
  if (runner !== undefined) onDispose(runner.end);
  const secrets = granted.has("secrets") ? capabilities.secretsFor?.(manifest.id) : undefined;
  return Object.freeze({
    id: manifest.id,
    apiVersion,
    config,
    logger: lent.loggerFor(manifest.id),
    clock: lent.clock,
    hide: lent.hide,
    signal,
    onDispose,
    ...(granted.has("network") && network !== undefined && { network: networkOf(network) }),
    ...(granted.has("backends") && backends !== undefined && { backends }),
    ...(secrets !== undefined && { secrets }),
    ...(runner !== undefined && { run: runner.run }),
    ...(granted.has("files") && { files: { create: createFile, input: createInputFiles() } }),
  });
}
