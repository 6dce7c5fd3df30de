// The name of a worker that leaves.

import { expect, it } from "vitest";
import { createFakeClock } from "@pictor/host/testing";
import type { Session } from "../base/session.js";
import { keysOf } from "../redis/keys.js";
import { takeName } from "./presence.js";

it("is not taken again by a sign that was under way", async () => {
  const keys = keysOf("pictor");
  const values = new Map<string, unknown>();
  let read: Promise<void> = Promise.resolve();
  const session = {
    name: "farm",
    clock: createFakeClock(),
    keys,
    settings: { lockSeconds: 30, lostSeconds: 600 },
    recordSeconds: 3_600,
    connection: {
      async run(command: string, key: string, value?: unknown) {
        if (command === "set") values.set(key, value);
        if (command === "set") return "OK";
        const found = values.get(key);
        await read;
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
  let answer = (): void => undefined;
  read = new Promise((resolve) => (answer = resolve));
  const sign = presence.sign();
  read = Promise.resolve();
  await presence.leave();
  answer();
  await sign;
  expect(values.has(keys.name("gpu"))).toBe(false);
});
