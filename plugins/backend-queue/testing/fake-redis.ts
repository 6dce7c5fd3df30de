// The few commands of Redis on which claims and ends of prompts depend, in memory. Expiry is not simulated: lifetimes
// are checked with a real Redis.

import type { Argument, Command } from "../redis/packages.js";
import type { Redis } from "../redis/redis.js";

export interface FakeRedis extends Redis {
  keys(): readonly string[];
}

type Value = Buffer | Map<string, string>;

export function fakeRedis(): FakeRedis {
  const data = new Map<string, Value>();
  const hashOf = (key: string): Map<string, string> => {
    const found = data.get(key);
    if (found instanceof Map) return found;
    const made = new Map<string, string>();
    data.set(key, made);
    return made;
  };
  const dropEmpty = (key: string): void => {
    const found = data.get(key);
    if (found instanceof Map && found.size === 0) data.delete(key);
  };
  const setFields = (key: string, ...all: readonly Argument[]): string => {
    for (let at = 0; at < all.length; at += 2) hashOf(key).set(String(all[at]), String(all[at + 1]));
    return "OK";
  };
  const remove = (key: string, ...fields: readonly Argument[]): number => {
    const count = fields.filter((field) => hashOf(key).delete(String(field))).length;
    dropEmpty(key);
    return count;
  };
  const size = (key: string): number => (data.has(key) ? hashOf(key).size : 0);
  const commands: Readonly<Record<string, (key: string, ...all: readonly Argument[]) => unknown>> = {
    /** The one script about a field: it replaces a value. */
    eval: (_script, ...given) => {
      const [, key = "", field = "", from = "", to = ""] = given.map(String);
      if (!data.has(key) || hashOf(key).get(field) !== from) return 0;
      hashOf(key).set(field, to);
      return 1;
    },
    hmset: setFields,
    hset: setFields,
    hsetnx: (key, field, value) => {
      if (hashOf(key).has(String(field))) return 0;
      hashOf(key).set(String(field), String(value));
      return 1;
    },
    hincrby: (key, field, by) => {
      const sum = Number(hashOf(key).get(String(field)) ?? 0) + Number(by);
      hashOf(key).set(String(field), String(sum));
      return sum;
    },
    hget: (key, field) => (data.has(key) ? (hashOf(key).get(String(field)) ?? null) : null),
    hgetall: (key) => (data.has(key) ? Object.fromEntries(hashOf(key)) : {}),
    hdel: remove,
    set: (key, value, ...options) => {
      if (options.includes("NX") && data.has(key)) return null;
      data.set(key, Buffer.isBuffer(value) ? value : Buffer.from(String(value)));
      return "OK";
    },
    get: (key) => {
      const found = data.get(key);
      return Buffer.isBuffer(found) ? found.toString() : null;
    },
    exists: (key) => (data.has(key) ? 1 : 0),
    expire: (key) => (data.has(key) ? 1 : 0),
    del: (key) => (data.delete(key) ? 1 : 0),
    // A sorted set is kept as its members with their scores.
    zadd: (key, ...all) => {
      const [score, member] = all.slice(-2).map(String);
      if (all.includes("XX") && !(data.has(key) && hashOf(key).has(String(member)))) return 0;
      setFields(key, String(member), String(score));
      return 1;
    },
    zrange: (key, from, to) => {
      const members = data.has(key) ? [...hashOf(key)] : [];
      const sorted = members.sort(([, one], [, other]) => Number(one) - Number(other));
      return sorted
        .map(([member]) => member)
        .slice(Number(from), Number(to) < 0 ? undefined : Number(to) + 1);
    },
    zpopmin: (key, count) => {
      const members = data.has(key) ? [...hashOf(key)] : [];
      const first = members.sort(([, one], [, other]) => Number(one) - Number(other)).slice(0, Number(count));
      remove(key, ...first.map(([member]) => member));
      return first.flat();
    },
    zrem: remove,
    zcard: size,
    // A set is kept as its members.
    sadd: (key, ...members) => {
      const before = size(key);
      for (const member of members) setFields(key, member, "");
      return size(key) - before;
    },
    srem: remove,
    scard: size,
    sismember: (key, member) => (data.has(key) && hashOf(key).has(String(member)) ? 1 : 0),
    smembers: (key) => (data.has(key) ? [...hashOf(key).keys()] : []),
    publish: () => 0,
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
