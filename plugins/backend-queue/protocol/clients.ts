// The prompts of each client of ComfyUI's protocol that wait or run: a set of their ids, so that a client that connects
// again finds them without a list of the queue. An id can stay for some time after the end of its prompt, and is no
// promise that the prompt goes on.

import { createHash } from "node:crypto";
import { openSeconds, type Keys } from "../redis/keys.js";
import type { Command } from "../redis/packages.js";
import type { Redis } from "../redis/redis.js";
import { headOf } from "./job-data.js";

/** The name of a client in keys and jobs: clients choose ids of any length. */
export const shortClient = (client: string): string =>
  createHash("sha256").update(client).digest("base64url").slice(0, 16);

/** Notes that the prompt with this data has come. */
export function addToClient(keys: Keys, data: unknown, id: string): readonly Command[] {
  const { client } = headOf(data);
  if (client === undefined) return [];
  return [
    ["sadd", keys.client(client), id],
    ["expire", keys.client(client), openSeconds],
  ];
}

/** Notes that the prompt with this data has ended. */
export function dropFromClient(keys: Keys, data: unknown, id: string): readonly Command[] {
  const { client } = headOf(data);
  return client === undefined ? [] : [["srem", keys.client(client), id]];
}

/**
 * The ids of the prompts of a client. Drops those of prompts that are forgotten: not everybody who ends a prompt notes
 * it in the set, such as a host that declares it lost. Rejects as Redis does.
 */
export async function readClient(redis: Redis, keys: Keys, client: string): Promise<readonly string[]> {
  const key = keys.client(shortClient(client));
  const ids = (await redis.run("smembers", key)) as readonly string[];
  const known = await redis.all(ids.map((id) => ["exists", keys.prompt(id)] as const));
  const forgotten = ids.filter((_id, index) => known[index] !== 1);
  if (forgotten.length > 0) await redis.run("srem", key, ...forgotten);
  return ids.filter((_id, index) => known[index] === 1);
}
