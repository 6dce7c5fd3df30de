// How long a pool waits for members of which it does not know whether they answer.

import { createFakeClock } from "@pictor/host/testing";
import { expect, it } from "vitest";
import { defaultLimits as limits } from "../base/limits.js";
import { createFakeServer } from "../testing/fake-server.js";
import { Member } from "./member.js";
import { settleMembers } from "./settle-members.js";

function createMembers() {
  const clock = createFakeClock(0);
  const servers = ["one", "two"].map((name) => createFakeServer(name, clock));
  const { signal } = new AbortController();
  const members = new Map(
    servers.map(({ name, backend }) => {
      const [openInstance, ignore] = [() => Promise.resolve(backend), () => undefined];
      const given = { name, weight: 1, capacity: 1, isDraining: false, clock, limits, signal };
      return [name, new Member({ ...given, openInstance, onEvent: ignore, onHealth: ignore })];
    }),
  );
  /** Whether a call of the pool goes on within `ms`, and with which members. */
  const settleWithin = async (ms: number): Promise<readonly string[] | undefined> => {
    let names: readonly string[] | undefined;
    void settleMembers({ name: "farm", members, clock, limits }, undefined).then((ready) => {
      names = ready.map(({ name }) => name);
    });
    await clock.advance(ms);
    return names;
  };
  return { clock, servers, settleWithin };
}

it("waits for a member that does not answer for a short time once, and not in each call", async () => {
  const { servers, settleWithin } = createMembers();
  servers[1]?.hang();
  expect(await settleWithin(limits.patienceMs - 1)).toBeUndefined();
  expect(await settleWithin(1)).toEqual(["one"]);
  expect(await settleWithin(0)).toEqual(["one"]);
});

it("uses a member that answers late from its answer on", async () => {
  const { clock, servers, settleWithin } = createMembers();
  servers[1]?.cut();
  expect(await settleWithin(0)).toEqual(["one"]);
  servers[1]?.mend();
  await clock.advance(1_000);
  expect(await settleWithin(0)).toEqual(["one", "two"]);
});
