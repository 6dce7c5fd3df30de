// What a Redis says about itself: its version, and settings with which a queue could lose prompts. Pure, except for asking.

import type { Problem } from "@pictor/kernel/plugin";
import type { Redis } from "./redis.js";

/** A line of `INFO`. */
const lineOf = (info: string, name: string): string | undefined =>
  new RegExp(`^${name}:(.*?)\\r?$`, "m").exec(info)?.[1];

/** The version in a reply to `INFO`. Valkey also has the line of Redis, with the version of Redis that it stands for. */
export const versionIn = (info: string): string =>
  lineOf(info, "valkey_version") ?? lineOf(info, "redis_version") ?? "unknown";

export interface RedisSettings {
  /** The reply to `INFO`. */
  readonly info: string;
  /** Of `CONFIG GET`; undefined where a managed service does not permit it. */
  readonly appendfsync?: string;
  /** The rules for snapshots; empty for none. */
  readonly save?: string;
}

const problem = (code: string, message: string, hint: string): Problem => ({ code, message, hint });

/** What an administrator should change. */
export function durabilityProblems({ info, appendfsync, save }: RedisSettings): readonly Problem[] {
  const policy = lineOf(info, "maxmemory_policy");
  const hasAof = lineOf(info, "aof_enabled") === "1";
  const hasSnapshots = save !== undefined && save !== "";
  const problems: Problem[] = [];
  if (policy !== undefined && policy !== "noeviction")
    problems.push(
      problem(
        "QUEUE_REDIS_EVICTS",
        `Redis drops keys when its memory is full: maxmemory-policy is ${policy}.`,
        "Set maxmemory-policy to noeviction; otherwise prompts can vanish.",
      ),
    );
  if (!hasAof && save !== undefined)
    problems.push(
      problem(
        "QUEUE_REDIS_NOT_DURABLE",
        hasSnapshots
          ? "Redis writes snapshots only: a crash loses everything since the last snapshot."
          : "Redis keeps nothing on disk: after a restart, all prompts are gone.",
        "Set appendonly to yes.",
      ),
    );
  if (hasAof && appendfsync === "no")
    problems.push(
      problem(
        "QUEUE_REDIS_NOT_DURABLE",
        "The operating system decides when the log of Redis reaches the disk: appendfsync is no.",
        "Set appendfsync to everysec or always.",
      ),
    );
  return problems;
}

const configOf = async (redis: Redis, name: string): Promise<string | undefined> => {
  // Managed services refuse CONFIG; a missing reply is no problem.
  const reply = await redis.run("config", "GET", name).catch(() => undefined);
  const value: unknown = Array.isArray(reply)
    ? reply[1]
    : (reply as Record<string, unknown> | undefined)?.[name];
  return typeof value === "string" ? value : undefined;
};

/** Asks Redis for its settings. */
export async function readDurability(redis: Redis): Promise<readonly Problem[]> {
  const info = String(await redis.run("info"));
  const [appendfsync, save] = [await configOf(redis, "appendfsync"), await configOf(redis, "save")];
  return durabilityProblems({
    info,
    ...(appendfsync !== undefined && { appendfsync }),
    ...(save !== undefined && { save }),
  });
}
