// Creates the context of a plugin, with what its manifest asks for; anything else names the missing permission.

import type { Clock } from "../base/clock.js";
import { fault } from "../base/errors/error-catalog.js";
import { apiVersion } from "../contract/api-version.js";
import type { Capabilities } from "../contract/kernel.js";
import type { Manifest } from "../contract/manifest.gen.js";
import type { PluginContext } from "../contract/plugins.js";
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

type Permission = NonNullable<Manifest["permissions"]>[number]["name"];

/** The member of the context that each permission gives. */
const memberOf = (permission: Permission): keyof PluginContext =>
  permission === "process" ? "run" : permission;

/** A member that the plugin has not asked for, or that this host lacks: reading it throws. It is not enumerated. */
const absent = (id: string, permission: Permission, isGranted: boolean): PropertyDescriptor => ({
  get() {
    const member = memberOf(permission);
    if (isGranted) throw fault("INTERNAL", { reason: `the host of ${id} offers no context.${member}` });
    const entry = JSON.stringify({ name: permission, reason: "Why the plugin needs it." });
    throw fault("PLUGIN_PERMISSION_MISSING", { plugin: id, member, permission, entry });
  },
});

export async function createContext(input: ContextInput): Promise<PluginContext> {
  const { manifest, config, shared, signal, onDispose } = input;
  const { id } = manifest;
  const capabilities = shared.capabilities();
  const { network, backends } = capabilities;
  const gives = {
    network: () => network,
    backends: () => backends,
    secrets: () => capabilities.secretsFor?.(id),
    process: async () => {
      const runner = await capabilities.createRunner?.(id);
      // Disposal runs in reverse order, so that the programs of a plugin end last.
      if (runner !== undefined) onDispose(runner.end);
      return runner?.run;
    },
    files: () => capabilities.createFiles?.(),
  } satisfies Readonly<Record<Permission, () => unknown>>;
  const context = {
    id,
    apiVersion,
    config,
    signal,
    onDispose,
    logger: shared.loggerFor(id),
    clock: shared.clock,
    hide: shared.hide,
  };
  for (const permission of Object.keys(gives) as Permission[]) {
    const isGranted = manifest.permissions?.some(({ name }) => name === permission) === true;
    const value: unknown = isGranted ? await gives[permission]() : undefined;
    const member = value === undefined ? absent(id, permission, isGranted) : { value, enumerable: true };
    Object.defineProperty(context, memberOf(permission), member);
  }
  return Object.freeze(context) as PluginContext;
}
