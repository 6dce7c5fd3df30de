// The same situations of a prompt on a server, for everything that passes prompts on: the outcome is the same, and nothing is run twice.

import { expect, it, onTestFinished } from "vitest";
import { situations } from "./situations.test.support.js";
import { lifeBehindGateway, lifeInPool, lifeInWorker } from "./users.test.support.js";

const users = [
  ["a pool", lifeInPool],
  ["a worker", lifeInWorker],
  ["a client of the gateway", lifeBehindGateway],
] as const;

it.each(users.flatMap(([user, open]) => situations.map((one) => ({ ...one, user, open }))))(
  "$user: $name",
  async ({ open, arrange, then, ends, begun = 1 }) => {
    const life = await open();
    onTestFinished(() => life.close());
    arrange?.(life);
    life.begin();
    await life.clock.advance(0);
    await then?.(life);
    await life.clock.advance(400_000);
    const { state } = await life.state();
    expect([state, life.server.begun.get("p") ?? 0]).toEqual([ends, begun]);
  },
);
