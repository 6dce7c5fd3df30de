// How many prompts a member gets at once.

import { expect, it } from "vitest";
import { createTestPool, poolOf } from "./testing/test-pool.js";

async function slowPoolOf(...args: Parameters<typeof createTestPool>) {
  const test = await poolOf(...args);
  for (const { name } of test.servers) test.server(name).runMs = 3_000;
  return test;
}
const submitAll = async ({ submit, pass }: Awaited<ReturnType<typeof slowPoolOf>>, count: number) => {
  for (let at = 0; at < count; at++) await submit(`p${at}`);
  await pass(0);
};

it("two queues with two workers each get four prompts", async () => {
  const test = await slowPoolOf(["north", "south"]);
  for (const { name } of test.servers) test.server(name).workers = 2;
  await submitAll(test, 6);
  expect(test.servers.map((server) => server.submissions())).toEqual([2, 2]);
});

it("workers that come later count soon, and a queue without any keeps one prompt", async () => {
  const test = await slowPoolOf(["north"]);
  test.server("north").workers = 0;
  await submitAll(test, 4);
  expect(test.server("north").submissions()).toBe(1);
  test.server("north").workers = 3;
  await test.pass(6_000);
  expect(test.server("north").submissions()).toBe(4);
});

it("workers that come while all prompts run for minutes without a message get prompts within seconds", async () => {
  const test = await poolOf(["north"]);
  const north = test.server("north");
  north.runMs = 600_000;
  north.hears = (event) => (event.type === "started" ? event : undefined);
  north.workers = 1;
  await submitAll(test, 4);
  await test.pass(60_000);
  north.workers = 3;
  await test.pass(6_000);
  expect(north.submissions()).toBe(3);
});

it("a pool that is a member gets as many prompts as its own members run", async () => {
  const inner = await slowPoolOf(["queue", "server"]);
  inner.server("queue").workers = 2;
  const outer = await poolOf(["inner"]);
  Object.assign(outer.server("inner"), { backend: inner.pool });
  await submitAll(outer, 6);
  expect(inner.servers.map((server) => server.submissions())).toEqual([2, 1]);
  expect(await inner.pool.facets.members?.status()).toMatchObject({
    members: [{ name: "queue", capacity: 2 }, { name: "server" }],
  });
});

it("a server has the capacity of the settings, and otherwise one prompt", async () => {
  const test = await slowPoolOf(["wide", "plain"], { capacities: [{ member: "wide", capacity: 3 }] });
  await submitAll(test, 6);
  expect([test.server("wide").submissions(), test.server("plain").submissions()]).toEqual([3, 1]);
});

it("an entry for a name that is no member is refused", async () => {
  await expect(
    createTestPool(["one"], { capacities: [{ member: "two", capacity: 2 }] }),
  ).rejects.toMatchObject({ code: "SETTINGS_INVALID", details: { pointer: "/capacities/0/member" } });
});
