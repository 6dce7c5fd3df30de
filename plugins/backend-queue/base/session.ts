// What the host side and the worker side of an instance share: the connection, the keys, the queues and the store.

import type { BackendOpenOptions, Clock, Logger, Network } from "@pictor/kernel/plugin";
import { randomUUID } from "node:crypto";
import { Queues } from "../bull/queues.js";
import { queueFault } from "../faults.js";
import { readAddress } from "../redis/address.js";
import { keysOf, type Keys } from "../redis/keys.js";
import type { Packages } from "../redis/packages.js";
import { openConnection, type Connection } from "../redis/redis.js";
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
  /** Names this process: its stream of events. */
  readonly host: string;
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
  readonly queues: Queues;
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
  const redis = readAddress(settings.redis);
  if ("problem" in redis)
    throw queueFault("QUEUE_SETTING_INVALID", { setting: "redis", name, reason: redis.problem });
  if (/[{}\s]/.test(settings.prefix))
    throw queueFault("QUEUE_SETTING_INVALID", {
      setting: "prefix",
      name,
      reason: "it contains a brace or a space",
    });
  const keys = keysOf(settings.prefix);
  const { target, text: address } = redis;
  const host = randomUUID().slice(0, 12);
  const connection = openConnection({ packages, target, key: keys.heads, name, address, clock });
  const recordSeconds = settings.recordHours * 3_600;
  const shared = { settings, packages, keys, connection, recordSeconds };
  return Object.assign(shared, {
    host,
    name,
    address,
    clock,
    logger,
    queues: new Queues(Object.assign({ token: `host-${host}` }, shared)),
    store: openStore(settings, { name, clock, network }),
  });
}

/** Closes the connections. */
export async function closeSession({ queues, connection }: Session): Promise<void> {
  await queues.close();
  connection.close();
}
