// Requests that may reach other machines only: addresses, names, redirects.

import type { LookupAddress } from "node:dns";
import { networkInterfaces } from "node:os";
import { describe, expect, it } from "vitest";
import { lab, redirectTo } from "../testing/loopback-servers.js";
import { realClock } from "@pictor/kernel";
import { openConnections } from "./connections.js";
import { requestFault, type ExchangeFailure } from "./exchange-failure.js";
import { outgoingRequest } from "./outgoing-request.js";
import { createTransport } from "./transport.js";
import { isRemoteAddress, remoteLookup } from "./remote-addresses.js";

describe("an address", () => {
  const own = Object.values(networkInterfaces()).flatMap((all) => (all ?? []).map(({ address }) => address));

  it.each([
    ...[
      "127.0.0.1",
      "127.255.255.254",
      "0.0.0.0",
      "::1",
      "::",
      "::ffff:127.0.0.1",
      "::ffff:7f00:1",
      "::127.0.0.1",
    ],
    ...["169.254.169.254", "::ffff:169.254.169.254", "::ffff:a9fe:a9fe", "fe80::1", "fe80::1%lo", "febf::1"],
    ...["fd00:ec2::254", "fd20:ce::254", "100.100.100.200", "192.0.0.192", "168.63.129.16"],
    ...["64:ff9b::7f00:1", "64:ff9b::a9fe:a9fe", "2002:7f00:1::", "2002:a9fe:a9fe::1"],
    ...[
      "64:ff9b::6464:64c8",
      "64:ff9b::c000:c0",
      "64:ff9b::a83f:8110",
      "64:ff9b:1::7f00:1",
      "64:ff9b:1:2::1",
    ],
    ...["2002:6464:64c8::", "2002:c000:c0::1", "2002:a83f:8110::1", "::ffff:0:7f00:1", "::ffff:0:a9fe:a9fe"],
    ...["localhost", "", "example.org", ...own],
  ])("%s is not remote", (address) => {
    expect(isRemoteAddress(address)).toBe(false);
  });

  it.each(["192.0.2.1", "10.1.2.3", "172.16.0.9", "8.8.8.8", "2001:db8::1", "fd12::1", "64:ff9b::c000:201"])(
    "%s is remote",
    (address) => {
      expect(isRemoteAddress(address)).toBe(own.includes(address) ? false : true);
    },
  );
});

describe("a request for other machines", () => {
  const hosts = [
    ...["169.254.169.254", "[fd00:ec2::254]", "[::ffff:a9fe:a9fe]"],
    ...["127.0.0.1", "127.1", "2130706433", "0x7f.1", "017700000001", "0.0.0.0", "[::1]", "[::]"],
    ...["[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "localhost", "localhost.", "LOCALHOST", "sub.localhost"],
  ];

  it.each(hosts)("is refused for %s, before a socket opens", async (host) => {
    const { server, pictor } = await lab.open();
    const url = server.origin.replace("127.0.0.1", host);
    await expect(pictor.send({ url }, { addresses: "remote" })).rejects.toMatchObject({
      code: "REQUEST_ADDRESS_REFUSED",
    });
    expect([server.arrived, server.sockets()]).toEqual([[], 0]);
  });

  it("is refused although a connection of another request to the same server is open", async () => {
    const { server, pictor } = await lab.open();
    await (await pictor.send({ url: server.origin })).text();
    await expect(pictor.send({ url: server.origin }, { addresses: "remote" })).rejects.toMatchObject({
      code: "REQUEST_ADDRESS_REFUSED",
    });
    expect(server.arrived).toHaveLength(1);
  });

  it("is not limited without the option, nor are its redirects", async () => {
    const second = await lab.serve();
    const { server: first, pictor } = await lab.open(redirectTo(() => second.origin));
    expect((await pictor.send({ url: first.origin })).status).toBe(200);
  });
});

const answering = (addresses: readonly LookupAddress[]) =>
  ((_name, _options, found) => found(null, addresses)) as Parameters<typeof remoteLookup>[0];

const none = { type: "none", settings: {} };
const shown = { method: "GET", url: "http://rebound.example" };

describe("a name", () => {
  const remote = { address: "192.0.2.1", family: 4 };
  const settings = {
    proxies: { http: undefined, https: undefined, no: [], loopback: false },
    tls: { byOrigin: new Map(), byProfile: new Map() },
    connectTimeoutMs: 1_000,
    idleTimeoutMs: 1_000,
  };
  const lookUp = (addresses: readonly LookupAddress[], all: boolean) =>
    new Promise<unknown>((resolve) =>
      remoteLookup(answering(addresses))("a.example", { all }, (error, address) => resolve(error ?? address)),
    );

  it("resolves to the addresses that were checked, so that it cannot change before the connection opens", async () => {
    expect(await lookUp([remote], false)).toBe("192.0.2.1");
    expect(await lookUp([remote], true)).toEqual([remote]);
  });

  it.each([
    ["the loopback address", [{ address: "127.0.0.1", family: 4 }]],
    ["a mapped link-local address", [{ address: "::ffff:169.254.169.254", family: 6 }]],
    ["one refused address beside another one", [remote, { address: "::1", family: 6 }]],
    ["no address", []],
  ])("is refused if it resolves to %s", async (_title, addresses) => {
    expect(await lookUp(addresses, true)).toMatchObject({ code: "REQUEST_ADDRESS_REFUSED" });
    expect(await lookUp(addresses, false)).toMatchObject({ code: "REQUEST_ADDRESS_REFUSED" });
  });

  const requestOver = async (connections: ReturnType<typeof openConnections>, port: string) => {
    const transport = createTransport(() => Promise.resolve(connections), realClock);
    const request = outgoingRequest({ url: `http://rebound.example:${port}/` }, "user", none, "pictor");
    const toError = (failure: ExchangeFailure) => requestFault(failure, shown, (text) => text);
    const options = { timeoutMs: 1_000, addresses: "remote" } as const;
    const outcome = await transport.exchange(request, options, toError).catch((error: unknown) => error);
    await connections.close();
    return (outcome as { readonly code?: unknown }).code;
  };

  it("that resolves to this machine opens no connection", async () => {
    const server = await lab.serve();
    const connections = openConnections(settings, {
      resolveAll: answering([{ address: "127.0.0.1", family: 4 }]),
    });
    expect(await requestOver(connections, new URL(server.origin).port)).toBe("REQUEST_ADDRESS_REFUSED");
    expect(server.arrived).toEqual([]);
  });

  it("that resolves to this machine is not asked for at a proxy either", async () => {
    const proxy = await lab.serve();
    const http = { origin: proxy.origin };
    const proxied = { ...settings, proxies: { ...settings.proxies, http } };
    const connections = openConnections(proxied, {
      resolveAll: answering([{ address: "127.0.0.1", family: 4 }]),
    });
    expect(await requestOver(connections, "80")).toBe("REQUEST_ADDRESS_REFUSED");
    expect(proxy.arrived).toEqual([]);
  });
});
