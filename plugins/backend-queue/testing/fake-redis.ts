// The few commands of Redis on which claims, verdicts and the lists of prompts depend, in memory. Expiry is not simulated: lifetimes are checked with a real Redis.

import type { Argument, Command } from "../redis/packages.js";
import type { Redis } from "../redis/redis.js";

export interface FakeRedis extends Redis {
  keys(): readonly string[];
}

type Value = Buffer | Map<string, string> | Set<string>;

export function fakeRedis(): FakeRedis {
  const data = new Map<string, Value>();
  const hashOf = (key: string): Map<string, string> => {
    const found = data.get(key);
    if (found instanceof Map) return found;
    const made = new Map<string, string>();
    data.set(key, made);
    return made;
  };
  const setOf = (key: string): Set<string> => {
    const found = data.get(key);
    if (found instanceof Set) return found;
    const made = new Set<string>();
    data.set(key, made);
    return made;
  };
  const dropEmpty = (key: string): void => {
    const found = data.get(key);
    if ((found instanceof Map || found instanceof Set) && found.size === 0) data.delete(key);
  };
  const setFields = (key: string, ...all: readonly Argument[]): string => {
    for (let at = 0; at < all.length; at += 2) hashOf(key).set(String(all[at]), String(all[at + 1]));
    return "OK";
  };
  const membersOf = (key: string): readonly string[] =>
    data.has(key)
      ? [...hashOf(key)].sort((one, other) => Number(one[1]) - Number(other[1])).map(([member]) => member)
      : [];
  const pageOf = (members: readonly string[], from: Argument | undefined, to: Argument | undefined) =>
    members.slice(Number(from), Number(to) === -1 ? undefined : Number(to) + 1);
  const commands: Readonly<Record<string, (key: string, ...all: readonly Argument[]) => unknown>> = {
    hmset: setFields,
    hset: setFields,
    hsetnx: (key, field, value) => {
      if (hashOf(key).has(String(field))) return 0;
      hashOf(key).set(String(field), String(value));
      return 1;
    },
    hget: (key, field) => (data.has(key) ? (hashOf(key).get(String(field)) ?? null) : null),
    hgetall: (key) => (data.has(key) ? Object.fromEntries(hashOf(key)) : {}),
    hdel: (key, ...fields) => {
      const count = fields.filter((field) => hashOf(key).delete(String(field))).length;
      dropEmpty(key);
      return count;
    },
    set: (key, value, ...options) => {
      if (options.includes("NX") && data.has(key)) return null;
      data.set(key, Buffer.isBuffer(value) ? value : Buffer.from(String(value)));
      return "OK";
    },
    getBuffer: (key) => data.get(key) ?? null,
    exists: (key) => (data.has(key) ? 1 : 0),
    expire: (key) => (data.has(key) ? 1 : 0),
    del: (key) => (data.delete(key) ? 1 : 0),
    sadd: (key, member) => (setOf(key).has(String(member)) ? 0 : (setOf(key).add(String(member)), 1)),
    srem: (key, member) => {
      const isGone = setOf(key).delete(String(member));
      dropEmpty(key);
      return isGone ? 1 : 0;
    },
    smembers: (key) => (data.has(key) ? [...setOf(key)] : []),
    // A sorted set is kept as its members with their scores.
    zadd: (key, score, member) => setFields(key, String(member), String(score)) && 1,
    zrem: (key, member) => (hashOf(key).delete(String(member)) ? 1 : 0),
    zrange: (key, from, to) => pageOf(membersOf(key), from, to),
    zrevrange: (key, from, to) => pageOf([...membersOf(key)].reverse(), from, to),
    zrank: (key, member) => {
      const place = membersOf(key).indexOf(String(member));
      return place < 0 ? null : place;
    },
    lrange: () => [],
  };
  const carryOut = ([name, key, ...all]: Command): unknown => {
    const command = commands[name];
    if (command === undefined) throw new Error(`the fake has no command ${name}`);
    return command(String(key), ...all);
  };
  const all: Redis["all"] = (list) => Promise.resolve(list.map(carryOut));
  return {
    run: (...command) => Promise.resolve(carryOut(command)),
    all,
    atomically: all,
    keys: () => [...data.keys()],
  };
}
