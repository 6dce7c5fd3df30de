// What the host side and the worker side of an instance share: the connection, the keys, the queues and the store.

import type { BackendOpenOptions, Clock, Logger, Network } from "@pictor/kernel/plugin";
import { queueFault } from "../faults.js";
import { keysOf, type Keys } from "../redis/keys.js";
import type { Packages } from "../redis/packages.js";
import { openConnection, type Connection } from "../redis/redis.js";
import { addressOf } from "../redis/redis-fault.js";
import type { QueueSettings } from "../settings.gen.js";
import { openStore } from "../store/open-store.js";
import type { ContentStore } from "../store/store.js";

export interface SessionDependencies {
  readonly packages: Packages;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly network: Network;
}

export interface Session {
  /** The instance's name in the configuration. */
  readonly name: string;
  /** The address of Redis, without credentials. */
  readonly address: string;
  readonly settings: QueueSettings;
  readonly packages: Packages;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly keys: Keys;
  readonly connection: Connection;
  readonly store: ContentStore;
  /** The lifetime, in seconds, of the record of a prompt that has ended. */
  readonly recordSeconds: number;
}

/** Throws `QUEUE_SETTING_INVALID`. Nothing is sent before the first command. */
export function openSession(
  settings: QueueSettings,
  { name }: Pick<BackendOpenOptions, "name">,
  { packages, clock, logger, network }: SessionDependencies,
): Session {
  const address = addressOf(settings.redis);
  if (address === undefined)
    throw queueFault("QUEUE_SETTING_INVALID", {
      setting: "redis",
      name,
      reason: "it is not an address such as redis://host:6379/0 or rediss://user:password@host:6380",
    });
  if (/[{}\s]/.test(settings.prefix))
    throw queueFault("QUEUE_SETTING_INVALID", {
      setting: "prefix",
      name,
      reason: "it contains a brace or a space",
    });
  return {
    name,
    address,
    settings,
    packages,
    clock,
    logger,
    keys: keysOf(settings.prefix),
    connection: openConnection({ packages, url: settings.redis, name, address, clock }),
    store: openStore(settings, { name, clock, network }),
    recordSeconds: settings.recordHours * 3_600,
  };
}
