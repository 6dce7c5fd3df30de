// What a worker shows of itself: its name, until it leaves, and the prompt that it runs.

import { expect, it } from "vitest";
import { createFakeClock } from "@pictor/host/testing";
import type { Session } from "../../base/session.js";
import { readWorker } from "../../protocol/worker-record.js";
import { keysOf } from "../../redis/keys.js";
import { takeName } from "./presence.js";

const keys = keysOf("pictor");

/** A worker that has its name. The replies to reads wait for `reads`. */
async function open() {
  const values = new Map<string, unknown>();
  const state = { reads: Promise.resolve(), writes: 0 };
  const session = {
    name: "farm",
    clock: createFakeClock(),
    keys,
    settings: { lockSeconds: 30, lostSeconds: 600 },
    recordSeconds: 3_600,
    connection: {
      async run(command: string, key: string, value?: unknown) {
        if (command === "set") {
          values.set(key, value);
          state.writes++;
          return "OK";
        }
        const found = values.get(key);
        await state.reads;
        return found;
      },
      atomically: (commands: readonly (readonly [string, string, unknown])[]) => {
        for (const [command, key, value] of commands)
          if (command === "set") values.set(key, value);
          else if (command === "del") values.delete(key);
        return Promise.resolve([0]);
      },
    },
  } as unknown as Session;
  const { signal } = new AbortController();
  const presence = await takeName(session, { name: "gpu", token: "t", signal, onDelay: () => undefined });
  return { presence, values, state };
}

it("does not take its name again by a sign that was under way", async () => {
  const { presence, values, state } = await open();
  let answer = (): void => undefined;
  state.reads = new Promise((resolve) => (answer = resolve));
  const sign = presence.sign();
  state.reads = Promise.resolve();
  await presence.leave();
  answer();
  await sign;
  expect(values.has(keys.name("gpu"))).toBe(false);
});

it("names the owner of the prompt that runs at once, between two signs, and writes only what has changed", async () => {
  const { presence, values, state } = await open();
  const shown = () => readWorker("gpu", values.get(keys.worker("gpu")));
  state.writes = 0;
  for (let times = 0; times < 2; times++) presence.show({ owner: "anna" });
  expect(shown()).toMatchObject({ running: 1, owner: "anna" });
  for (let times = 0; times < 2; times++) presence.show(undefined);
  expect(shown()).toMatchObject({ running: 0 });
  expect(shown()).not.toHaveProperty("owner");
  expect(state.writes).toBe(2);
});
