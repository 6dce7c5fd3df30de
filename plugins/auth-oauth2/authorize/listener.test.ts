// The callback listener: both loopback addresses, no other interface, and a free port after closing.

import type { Server } from "node:http";
import type { Socket } from "node:net";
import { createFakeClock } from "@pictor/host/testing";
import { afterEach, describe, expect, it } from "vitest";
import {
  expectPortFree,
  findFreePort,
  occupyPort,
  openSocket,
  systemError,
  waitFor,
} from "../testing/authorization-flow.js";
import { bindServer, listen } from "./listener.js";
import type { Bind, LoopbackAddress } from "./listener.js";

const both = ["127.0.0.1", "::1"] as const;
const cleanUpSteps: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const step of cleanUpSteps.splice(0)) await step();
});

async function startListening(
  port: number,
  addresses: readonly LoopbackAddress[] = both,
  bind: Bind = bindServer,
) {
  const clock = createFakeClock();
  const servers: Server[] = [];
  const recorded: Bind = (server, wanted, address) => {
    servers.push(server);
    return bind(server, wanted, address);
  };
  const outcome = await listen(addresses, port, clock, recorded);
  if (outcome.kind !== "listening") throw new Error(outcome.reason);
  cleanUpSteps.push(outcome.close);
  return { ...outcome, servers, clock };
}

/** Simulates a failure on one address; binds really on the other. */
const failing =
  (address: LoopbackAddress, code: string, times = Infinity): Bind =>
  (server, port, wanted) =>
    wanted === address && times-- > 0 ? Promise.reject(systemError(code)) : bindServer(server, port, wanted);

describe("a listener", () => {
  it("has the same port on both addresses, and no other interface", async () => {
    const { servers, port } = await startListening(0);
    expect(servers.map((server) => server.address())).toEqual([
      { address: "127.0.0.1", family: "IPv4", port },
      { address: "::1", family: "IPv6", port },
    ]);
  });

  it.each(["EAFNOSUPPORT", "EADDRNOTAVAIL"])("uses IPv4 only on a machine without IPv6: %s", async (code) => {
    const { addresses } = await startListening(0, both, failing("::1", code));
    expect(addresses).toEqual(["127.0.0.1"]);
  });

  it("gets another port from the system if one is busy on the second address only", async () => {
    const { servers, addresses } = await startListening(0, both, failing("::1", "EADDRINUSE", 3));
    expect([servers.length, addresses]).toEqual([8, both]);
  });
});

describe("listening fails", () => {
  it.each(both)("if another program has the port on %s, and the other address is released", async (host) => {
    const port = await findFreePort();
    cleanUpSteps.push((await occupyPort(port, host)).release);
    expect(await listen(both, port, createFakeClock())).toMatchObject({ kind: "busy" });
    for (const other of both.filter((each) => each !== host)) await (await occupyPort(port, other)).release();
  });

  it("if the port requires more privileges", async () => {
    const outcome = await listen(both, 0, createFakeClock(), failing("::1", "EACCES"));
    expect(outcome).toEqual({ kind: "busy", reason: "EACCES on ::1" });
  });

  it("if only IPv6 is wanted and missing", async () => {
    const outcome = await listen(["::1"], 0, createFakeClock(), failing("::1", "EADDRNOTAVAIL"));
    expect(outcome).toEqual({ kind: "impossible", reason: "EADDRNOTAVAIL on ::1" });
  });

  it("if the system bound a wider address", async () => {
    let wide: Server | undefined;
    const bind: Bind = (server, port) =>
      new Promise((resolve) => {
        wide = server.listen(port, "0.0.0.0", resolve);
      });
    expect(await listen(["127.0.0.1"], 0, createFakeClock(), bind)).toMatchObject({ kind: "impossible" });
    expect(wide?.listening).toBe(false);
  });
});

describe("connections", () => {
  it("end after 10 seconds", async () => {
    const { port, clock } = await startListening(0);
    const sockets = [await openSocket(port, "127.0.0.1"), await openSocket(port, "::1", "GET / HT")];
    await waitFor(() => clock.pending() === 2);
    await clock.advance(9_999);
    expect(sockets.map((socket) => socket.closed)).toEqual([false, false]);
    await clock.advance(1);
    await waitFor(() => sockets.every((socket) => socket.closed));
    expect(clock.pending()).toBe(0);
  });

  it("are limited to 32, and a new one replaces the oldest", async () => {
    const { port, clock } = await startListening(0);
    const sockets: Socket[] = [];
    for (let index = 0; index < 40; index++) sockets.push(await openSocket(port, both[index % 2] ?? ""));
    await waitFor(() => sockets.filter((socket) => socket.closed).length === 8);
    expect(clock.pending()).toBe(32);
  });
});

it("closing frees the port at once and leaves no timer, even with open connections", async () => {
  const { port, close, clock } = await startListening(0);
  const sockets = [await openSocket(port, "127.0.0.1", "GET /"), await openSocket(port, "::1")];
  await waitFor(() => clock.pending() === 2);
  await close();
  await expectPortFree(port);
  expect(clock.pending()).toBe(0);
  await waitFor(() => sockets.every((socket) => socket.closed));
});
