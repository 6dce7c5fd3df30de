// Where a flow listens: both loopback addresses or none, never another interface, and gone when it is closed.

import type { Server } from "node:http";
import type { Socket } from "node:net";
import { createFakeClock } from "@pictor/kernel/testing";
import { afterEach, describe, expect, it } from "vitest";
import {
  ask,
  expectFree,
  freePort,
  occupy,
  openSocket,
  systemError,
  waitFor,
} from "./authorize.test.support.js";
import { bindServer, listen } from "./listener.js";
import type { Bind, Listener, LoopbackAddress } from "./listener.js";

const both = ["127.0.0.1", "::1"] as const;
const cleanUp: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const step of cleanUp.splice(0)) await step();
});

async function listening(
  port: number,
  addresses: readonly LoopbackAddress[] = both,
  bind: Bind = bindServer,
): Promise<
  Listener & { readonly servers: readonly Server[]; readonly clock: ReturnType<typeof createFakeClock> }
> {
  const clock = createFakeClock();
  const servers: Server[] = [];
  const recorded: Bind = (server, wanted, address) => {
    servers.push(server);
    return bind(server, wanted, address);
  };
  const outcome = await listen(addresses, port, { clock, bind: recorded });
  if (outcome.kind !== "listening") throw new Error(outcome.reason);
  cleanUp.push(outcome.close);
  return { ...outcome, servers, clock };
}

/** Fails on one address as a machine would; elsewhere really binds. */
const failing =
  (address: LoopbackAddress, code: string, times = Infinity): Bind =>
  (server, port, wanted) =>
    wanted === address && times-- > 0 ? Promise.reject(systemError(code)) : bindServer(server, port, wanted);

describe("listening", () => {
  it("takes the same port on both addresses, and no other interface", async () => {
    const { servers, port } = await listening(0);
    expect(servers.map((server) => server.address())).toEqual([
      { address: "127.0.0.1", family: "IPv4", port },
      { address: "::1", family: "IPv6", port },
    ]);
  });

  it("answers on both", async () => {
    const { port, serve } = await listening(0);
    serve((_request, response) => response.end("here"));
    for (const host of ["127.0.0.1", "[::1]"])
      expect((await ask(`http://${host}:${port}/`)).body).toBe("here");
  });

  it.each(["EAFNOSUPPORT", "EADDRNOTAVAIL"])(
    "goes on with IPv4 alone on a machine without IPv6: %s",
    async (code) => {
      const { addresses } = await listening(0, both, failing("::1", code));
      expect(addresses).toEqual(["127.0.0.1"]);
    },
  );

  it("tries another port of the system's when one is busy on the second address only", async () => {
    const { servers, addresses } = await listening(0, both, failing("::1", "EADDRINUSE", 3));
    expect([servers.length, addresses]).toEqual([8, both]);
  });
});

describe("not listening", () => {
  it.each([
    ["on IPv4 only", ["127.0.0.1"]],
    ["on IPv6 only", ["::1"]],
    ["on both", ["127.0.0.1", "::1"]],
  ])("where another program has the port %s; the other address is given back", async (_situation, hosts) => {
    const port = await freePort();
    for (const host of hosts) cleanUp.push((await occupy(port, host)).free);
    expect(await listen(both, port, { clock: createFakeClock() })).toMatchObject({ kind: "busy" });
    for (const host of both.filter((each) => !hosts.includes(each))) await (await occupy(port, host)).free();
  });

  it("where the port needs more rights", async () => {
    const outcome = await listen(both, 0, { clock: createFakeClock(), bind: failing("::1", "EACCES") });
    expect(outcome).toEqual({ kind: "busy", reason: "EACCES on ::1" });
  });

  it("where IPv6 alone is asked for and missing", async () => {
    const bind = failing("::1", "EADDRNOTAVAIL");
    expect(await listen(["::1"], 0, { clock: createFakeClock(), bind })).toEqual({
      kind: "impossible",
      reason: "EADDRNOTAVAIL on ::1",
    });
  });

  it("where the system gave a wider address than was asked for", async () => {
    let wide: Server | undefined;
    const bind: Bind = (server, port) =>
      new Promise((resolve) => {
        wide = server.listen(port, "0.0.0.0", resolve);
      });
    expect(await listen(["127.0.0.1"], 0, { clock: createFakeClock(), bind })).toMatchObject({
      kind: "impossible",
    });
    expect(wide?.listening).toBe(false);
  });
});

describe("connections", () => {
  it("end after 10 seconds, whatever they do", async () => {
    const { port, clock } = await listening(0);
    const sockets = [await openSocket(port, "127.0.0.1"), await openSocket(port, "::1", "GET / HT")];
    await waitFor(() => clock.pending() === 2);
    await clock.advance(9_999);
    expect(sockets.map((socket) => socket.closed)).toEqual([false, false]);
    await clock.advance(1);
    await waitFor(() => sockets.every((socket) => socket.closed));
    expect(clock.pending()).toBe(0);
  });

  it("are 32 at most: the oldest makes room", async () => {
    const { port, clock } = await listening(0);
    const sockets: Socket[] = [];
    for (let index = 0; index < 40; index++) sockets.push(await openSocket(port, both[index % 2] ?? ""));
    await waitFor(() => sockets.filter((socket) => socket.closed).length === 8);
    expect(clock.pending()).toBe(32);
  });

  it("carry one request each", async () => {
    const { port, serve } = await listening(0);
    serve((_request, response) => response.end());
    expect((await ask(`http://127.0.0.1:${port}/`)).headers.connection).toBe("close");
  });
});

describe("closing", () => {
  it("frees the port at once and leaves no timer, also with connections open", async () => {
    const { port, close, clock } = await listening(0);
    const sockets = [await openSocket(port, "127.0.0.1", "GET /"), await openSocket(port, "::1")];
    await waitFor(() => clock.pending() === 2);
    await close();
    await expectFree(port);
    expect(clock.pending()).toBe(0);
    await waitFor(() => sockets.every((socket) => socket.closed));
  });
});
