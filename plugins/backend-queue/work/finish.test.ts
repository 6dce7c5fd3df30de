// Verdicts that Redis or the store refuses.

import { expect, test } from "vitest";
import { createFakeClock } from "@pictor/host/testing";
import { reasonOf } from "@pictor/kernel/plugin";
import type { Session } from "../base/session.js";
import { queueFault } from "../faults.js";
import { keysOf } from "../redis/keys.js";
import { fakeRedis } from "../testing/fake-redis.js";
import { createFinisher } from "./finish.js";

test("a verdict that Redis refuses is set when Redis accepts the worker again", async () => {
  const clock = createFakeClock();
  const keys = keysOf("q");
  const redis = fakeRedis();
  const place = { name: "q", address: "redis://localhost:6379" };
  const denied = queueFault("QUEUE_REDIS_DENIED", { ...place, reason: "WRONGPASS" });
  let denials = 3;
  const connection = {
    ...redis,
    atomically: (commands: Parameters<typeof redis.atomically>[0]) =>
      denials-- > 0 ? Promise.reject(denied) : redis.atomically(commands),
  };
  const reasons: string[] = [];
  const finisher = createFinisher({ connection, keys, clock, recordSeconds: 60 } as unknown as Session, {
    signal: new AbortController().signal,
    onRefusal: (error) => reasons.push(reasonOf(error)),
  });
  const set = finisher.set("p", { state: "succeeded", outputs: [] }, "gpu");
  set.catch(() => undefined);
  await clock.advance(60_000);
  await set;
  expect(redis.keys()).toContain(keys.verdict("p"));
  expect(reasons).toHaveLength(3);
});

test("a prompt that was declared lost in the meantime stays lost, and the worker learns it", async () => {
  const keys = keysOf("q");
  const redis = fakeRedis();
  const session = { connection: redis, keys, clock: createFakeClock(), recordSeconds: 60 };
  const finisher = createFinisher(session as unknown as Session, {
    signal: new AbortController().signal,
    onRefusal: () => undefined,
  });
  const lost = { state: "lost", reason: "the worker gpu has not been seen since" } as const;
  expect(await finisher.set("p", lost, "gpu")).toEqual(lost);
  expect(await finisher.set("p", { state: "succeeded", outputs: [] }, "gpu")).toEqual(lost);
});
