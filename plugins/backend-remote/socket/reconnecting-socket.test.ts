// Races of the socket, on a network whose steps the test controls.

import { defineErrors, fault, type Network, type SocketHandlers } from "@pictor/kernel/plugin";
import { expect, test } from "vitest";
import { testNetwork } from "../testing/test-network.js";
import { manualClock } from "../testing/open-test-backend.js";
import { createReconnectingSocket } from "./reconnecting-socket.js";

function openSocket(during: (handlers: SocketHandlers) => unknown = () => {}) {
  const clock = manualClock();
  const states: string[] = [];
  let onClosed = (): void => {};
  const closed = new Promise<void>((resolve) => {
    onClosed = resolve;
  });
  const connect: Network["connect"] = async (_request, handlers) => {
    await Promise.resolve();
    await during(handlers);
    return {
      send: () => Promise.resolve(),
      ping: () => Promise.resolve(),
      close() {
        onClosed();
        return Promise.resolve();
      },
    };
  };
  let onFinal = (): void => {};
  const final = new Promise<void>((resolve) => {
    onFinal = resolve;
  });
  const onStateChange = (state: string): void => {
    states.push(state);
    if (state === "closed") onFinal();
  };
  const network = { ...testNetwork, connect };
  const onMessage = (data: string | Uint8Array): void => void states.push(String(data));
  const socket = createReconnectingSocket({
    network,
    url: "ws://h/ws",
    auth: undefined,
    clock,
    onMessage,
    onStateChange,
  });
  return { socket, clock, states, closed, final };
}

test("a socket that closes before the handshake is reported is reopened too", async () => {
  const { socket, clock, states } = openSocket((handlers) => handlers.close(1006, ""));
  await socket.whenOpen();
  expect(states).toEqual(["open", "lost"]);
  expect(clock.pendingTimers).toBe(1);
});

test("pauses grow for a server that closes every connection after its greeting", async () => {
  const { socket, clock } = openSocket((handlers) => {
    void handlers.message("hello");
    handlers.close(1006, "");
  });
  await socket.whenOpen();
  const pauses: number[] = [];
  for (let attempt = 0; attempt < 4; attempt++) {
    pauses.push(await clock.nextTimer());
    clock.fireTimers();
  }
  expect(pauses).toEqual([187.5, 375, 750, 1500]);
});

test("a greeting before the handshake is reported is delivered after `open`", async () => {
  const { socket, states } = openSocket((handlers) => {
    void handlers.message("hello");
  });
  await socket.whenOpen();
  expect(states).toEqual(["open", "hello"]);
});

test("a handshake that succeeds after the socket was closed leaves no connection", async () => {
  const { socket, closed, states } = openSocket(() => void socket.close());
  await expect(socket.whenOpen()).rejects.toThrow("was closed");
  await closed;
  expect(states).toEqual(["closed"]);
});

/** Errors that only an unknown auth scheme defines. */
const ticketFault = defineErrors({
  TICKET_DENIED: { base: "AUTH_REFUSED", message: "There is no ticket.", fix: "Ask for one." },
  TICKET_OFFICE_CLOSED: { base: "AUTH_UNREACHABLE", message: "The office is closed.", fix: "Wait." },
});
test.each([
  ["refused credentials", fault("AUTH_REFUSED", { where: "?", reason: "?" }), "closed"],
  [
    "a provider that refuses the client",
    ticketFault("TICKET_DENIED", {}, { more: { status: 401 } }),
    "closed",
  ],
  ["a token that cannot be used", ticketFault("TICKET_DENIED", {}), "closed"],
  ["a sign-in that needs the user", fault("AUTH_REQUIRED", { where: "?", status: 401 }), "closed"],
  ["an overloaded provider", ticketFault("TICKET_DENIED", {}, { more: { status: 503 } }), "again"],
  ["an unreachable provider", fault("AUTH_UNREACHABLE", { where: "?", reason: "?" }), "again"],
  ["an unreachable provider of an unknown scheme", ticketFault("TICKET_OFFICE_CLOSED", {}), "again"],
])("a reconnect that fails for %s: %s", async (_case, error, outcome) => {
  let attempts = 0;
  const { socket, clock, final } = openSocket((handlers) => {
    if (attempts++ > 0) throw error;
    handlers.close(1006, "");
  });
  await socket.whenOpen();
  await clock.nextTimer();
  clock.fireTimers();
  await (outcome === "again" ? clock.nextTimer() : final);
  expect([attempts, clock.pendingTimers]).toEqual([2, outcome === "again" ? 1 : 0]);
});
