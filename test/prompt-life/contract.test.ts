// The same situations of a prompt on a server, for everything that passes prompts on: the outcome is the same, and nothing is run twice.

import { expect, it, onTestFinished } from "vitest";
import { situations } from "./situations.test.support.js";
import { lifeBehindGateway, lifeInJob, lifeInPool, lifeInWorker } from "./users.test.support.js";

const users = [
  ["a pool", lifeInPool],
  ["a worker", lifeInWorker],
  ["a client of the gateway", lifeBehindGateway],
  ["a job", lifeInJob],
] as const;

it.each(users.flatMap(([user, open]) => situations.map((one) => ({ ...one, user, open }))))(
  "$user: $name",
  async ({ open, arrange, then, ends, losesJob, begun = 1 }) => {
    const life = await open();
    onTestFinished(() => life.close());
    arrange?.(life);
    life.begin();
    await life.clock.advance(0);
    await then?.(life);
    await life.clock.advance(400_000);
    const { state } = await life.state();
    const begins = life.server.begun.get(life.id?.() ?? "p") ?? 0;
    const isLostJob = open === lifeInJob && losesJob !== undefined;
    expect([state, begins]).toEqual(isLostJob ? ["lost", 0] : [ends, begun]);
  },
);
