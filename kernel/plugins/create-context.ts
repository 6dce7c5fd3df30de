// Creates the context of a plugin, with only what its manifest asks for.

import type { Clock } from "../base/clock.js";
import { apiVersion } from "../contract/api-version.js";
import type { Capabilities } from "../contract/kernel.js";
import type { Manifest } from "../contract/manifest.gen.js";
import type { PluginContext } from "../contract/plugins.js";
import type { Network } from "../contract/requests.js";
import type { Awaitable, Logger, Settings } from "../contract/values.js";

/** What every plugin receives, and the capabilities that services add by permission. */
export interface SharedServices {
  readonly clock: Clock;
  hide(secret: string): void;
  loggerFor(owner: string): Logger;
  capabilities(): Capabilities;
}

export interface ContextInput {
  readonly manifest: Manifest;
  readonly config: Settings;
  readonly shared: SharedServices;
  readonly signal: AbortSignal;
  onDispose(release: () => Awaitable<void>): void;
}

/** Requests of a plugin have the purpose `backend` by default. */
const networkOf = (network: Network): Network => ({
  send: (request, options) => network.send({ purpose: "backend", ...request }, options),
  connect: (request, handlers, options) => network.connect(request, handlers, options),
});

export async function createContext(input: ContextInput): Promise<PluginContext> {
  const { manifest, config, shared, signal, onDispose } = input;
  const granted = new Set(manifest.permissions?.map(({ name }) => name));
  const capabilities = shared.capabilities();
  const { network, backends } = capabilities;
  const runner = granted.has("process") ? await capabilities.createRunner?.(manifest.id) : undefined;
  // Disposal runs in reverse order, so that the programs of a plugin end last.
  if (runner !== undefined) onDispose(runner.end);
  const secrets = granted.has("secrets") ? capabilities.secretsFor?.(manifest.id) : undefined;
  const files = granted.has("files") ? capabilities.createFiles?.() : undefined;
  return Object.freeze({
    id: manifest.id,
    apiVersion,
    config,
    logger: shared.loggerFor(manifest.id),
    clock: shared.clock,
    hide: shared.hide,
    signal,
    onDispose,
    ...(granted.has("network") && network !== undefined && { network: networkOf(network) }),
    ...(granted.has("backends") && backends !== undefined && { backends }),
    ...(secrets !== undefined && { secrets }),
    ...(runner !== undefined && { run: runner.run }),
    ...(files !== undefined && { files }),
  });
}
