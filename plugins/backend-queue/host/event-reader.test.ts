// The reader of events ends with its host, although a command waits for events.

import { expect, it } from "vitest";
import { createFakeClock, settlePromises } from "@pictor/host/testing";
import { keysOf } from "../redis/keys.js";
import type { Command } from "../redis/packages.js";
import type { Session } from "../base/session.js";
import { createEventReader } from "./event-reader.js";

it("closes its connection at once, and asks for nothing more", async () => {
  const sent: Command[] = [];
  let isOpen = true;
  let refuse: (error: Error) => void = () => undefined;
  const own = {
    run(...command: Command) {
      sent.push(command);
      return command.includes("BLOCK")
        ? new Promise<never>((_resolve, reject) => (refuse = reject))
        : Promise.resolve(null);
    },
    all: () => Promise.resolve([]),
    close() {
      isOpen = false;
      refuse(new Error("Connection is closed."));
    },
  };
  const connection = { another: () => own };
  const session = {
    connection,
    keys: keysOf("q"),
    clock: createFakeClock(),
    host: "h",
  } as unknown as Session;
  const reader = createEventReader(session);
  const events: unknown[] = [];
  await reader.subscribe((event) => events.push(event), undefined);
  await settlePromises();
  expect(sent).toHaveLength(3);
  expect(isOpen).toBe(true);
  reader.close();
  await settlePromises();
  expect(isOpen).toBe(false);
  expect(sent).toHaveLength(3);
  expect(events).toEqual([]);
  await expect(reader.subscribe(() => undefined, undefined)).rejects.toThrow("the queue was closed");
});
