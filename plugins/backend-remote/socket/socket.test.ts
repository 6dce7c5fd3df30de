// The socket's races, with a network whose every step is made by hand.

import { defineErrors, fault } from "@pictor/kernel/plugin";
import type { Network, SocketHandlers } from "@pictor/kernel/plugin";
import { expect, test } from "vitest";
import { testNetwork } from "../network.test.support.js";
import { heldClock } from "../remote.test.support.js";
import { eventSocket } from "./socket.js";

function byHand(during: (handlers: SocketHandlers) => unknown = () => {}) {
  const clock = heldClock();
  const states: string[] = [];
  let ended = (): void => {};
  const closed = new Promise<void>((resolve) => {
    ended = resolve;
  });
  const connect: Network["connect"] = async (_request, handlers) => {
    await Promise.resolve();
    await during(handlers);
    return {
      send() {},
      ping: () => Promise.resolve(),
      close() {
        ended();
        return Promise.resolve();
      },
    };
  };
  let giveUp = (): void => {};
  const givenUp = new Promise<void>((resolve) => {
    giveUp = resolve;
  });
  const changed = (state: string): void => {
    states.push(state);
    if (state === "closed") giveUp();
  };
  const network = { ...testNetwork, connect };
  const message = (data: string | Uint8Array): void => void states.push(String(data));
  const socket = eventSocket({ network, url: "ws://h/ws", auth: undefined, clock, message, changed });
  return { socket, clock, states, closed, givenUp };
}

test("a socket that ends before anyone knew that it was open is reopened too", async () => {
  const { socket, clock, states } = byHand((handlers) => {
    handlers.close(1006, "");
  });
  await socket.opened();
  expect(states).toEqual(["open", "lost"]);
  expect(clock.pending).toBe(1);
});

test("a server that cuts every connection after its greeting is spared more and more", async () => {
  const { socket, clock } = byHand((handlers) => {
    handlers.message("hello");
    handlers.close(1006, "");
  });
  await socket.opened();
  const pauses: number[] = [];
  for (let attempt = 0; attempt < 4; attempt++) {
    pauses.push(await clock.pause());
    clock.elapse();
  }
  expect(pauses).toEqual([187.5, 375, 750, 1500]);
});

test("a greeting that comes before anyone knew that it was open is told after that", async () => {
  const { socket, states } = byHand((handlers) => {
    handlers.message("hello");
  });
  await socket.opened();
  expect(states).toEqual(["open", "hello"]);
});

test("a handshake that succeeds after the instance was closed leaves no socket behind", async () => {
  const { socket, closed, states } = byHand(() => void socket.close());
  await expect(socket.opened()).rejects.toThrow("was closed");
  await closed;
  expect(states).toEqual(["closed"]);
});

/** A scheme that nobody here knows, with codes of its own. */
const ticketFault = defineErrors({
  TICKET_DENIED: { base: "AUTH_REFUSED", message: "No ticket.", fix: "Ask for one." },
  TICKET_OFFICE_CLOSED: { base: "AUTH_UNREACHABLE", message: "The office is closed.", fix: "Wait." },
});
test.each([
  ["a scheme that is refused", fault("AUTH_REFUSED", { where: "?", reason: "?" }), "closed"],
  [
    "a provider that refuses the client",
    ticketFault("TICKET_DENIED", {}, { more: { status: 401 } }),
    "closed",
  ],
  ["a token that cannot be used", ticketFault("TICKET_DENIED", {}), "closed"],
  ["a sign-in that needs a person", fault("AUTH_REQUIRED", { where: "?", status: 401 }), "closed"],
  [
    "a provider that has too much to do",
    ticketFault("TICKET_DENIED", {}, { more: { status: 503 } }),
    "again",
  ],
  ["a provider that is away", fault("AUTH_UNREACHABLE", { where: "?", reason: "?" }), "again"],
  ["an office that is closed", ticketFault("TICKET_OFFICE_CLOSED", {}), "again"],
])("a reconnect that fails for %s: %s", async (_case, error, outcome) => {
  let attempts = 0;
  const { socket, clock, givenUp } = byHand((handlers) => {
    if (attempts++ > 0) throw error;
    handlers.close(1006, "");
  });
  await socket.opened();
  await clock.pause();
  clock.elapse();
  await (outcome === "again" ? clock.pause() : givenUp);
  expect([attempts, clock.pending]).toEqual([2, outcome === "again" ? 1 : 0]);
});
