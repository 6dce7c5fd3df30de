// The socket's races, with a network whose every step is made by hand.

import type { Network, SocketHandlers } from "@pictor/kernel/plugin";
import { expect, test } from "vitest";
import { testNetwork } from "./network.test.support.js";
import { heldClock } from "./remote.test.support.js";
import { eventSocket } from "./socket.js";

function byHand(during: (handlers: SocketHandlers) => void = () => {}) {
  const clock = heldClock();
  const states: string[] = [];
  let ended = (): void => {};
  const closed = new Promise<void>((resolve) => {
    ended = resolve;
  });
  const connect: Network["connect"] = async (_request, handlers) => {
    await Promise.resolve();
    during(handlers);
    return {
      send() {},
      ping: () => Promise.resolve(),
      close() {
        ended();
        return Promise.resolve();
      },
    };
  };
  const changed = (state: string): void => void states.push(state);
  const network = { ...testNetwork, connect };
  const socket = eventSocket({ network, url: "ws://h/ws", auth: undefined, clock, message() {}, changed });
  return { socket, clock, states, closed };
}

test("a socket that ends before anyone knew that it was open is reopened too", async () => {
  const { socket, clock, states } = byHand((handlers) => {
    handlers.close(1006, "");
  });
  await socket.opened();
  expect(states).toEqual(["open", "lost"]);
  expect(clock.pending).toBe(1);
});

test("a handshake that succeeds after the instance was closed leaves no socket behind", async () => {
  const { socket, closed, states } = byHand(() => void socket.close());
  await expect(socket.opened()).rejects.toThrow("was closed");
  await closed;
  expect(states).toEqual(["closed"]);
});
