// Certificates that nobody known has signed: refused with their fingerprint, accepted for one origin by it, refused
// again after a change.

import { X509Certificate } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import type { TLSSocket } from "node:tls";
import { expect, it, onTestFinished } from "vitest";
import { fixture, serveProxy, serveTls } from "../testing/proxies.js";
import { openConnections, type Connections } from "./connections.js";
import { requestFault } from "./exchange-failure.js";
import type { NetworkSettings } from "./network-settings.js";
import { targetOf } from "./tunnels.js";
import { CertificateRefused, withTrustedCertificates } from "./trusted-certificates.js";

const { fingerprint256: known } = new X509Certificate(readFileSync(fixture("server")));
const other = known.replaceAll(/[0-9]/g, "A");

const start = async (trusted: string | undefined, more: Partial<NetworkSettings> = {}) => {
  const server = await serveTls();
  const asked: string[] = [];
  const trust = { fingerprint: trusted };
  const settings: NetworkSettings = {
    proxies: { http: undefined, https: undefined, no: [], loopback: true },
    tls: { byOrigin: new Map(), byProfile: new Map() },
    connectTimeoutMs: 1000,
    idleTimeoutMs: 1000,
    ...more,
  };
  const connections = openConnections(settings, {
    trustedFingerprint: (origin) => {
      asked.push(origin);
      return Promise.resolve(trust.fingerprint);
    },
  });
  onTestFinished(connections.close);
  let handshakes = 0;
  server.server.on("connection", () => handshakes++);
  return { server, connections, asked, trust, handshakes: () => handshakes };
};
const connect = ({ connect }: Pick<Connections, "connect">, url: string) =>
  new Promise<TLSSocket | Error>((resolve) =>
    connect(targetOf(new URL(url)), (error, socket) => resolve(error ?? (socket as TLSSocket))),
  );
const refusalOf = (error: unknown) =>
  requestFault({ kind: "broken", error }, { method: "GET", url: "https://a.example/" }, (text) => text);

it("an unknown certificate is refused with its fingerprint and the command that trusts it, and nothing is sent", async () => {
  const { server, connections, asked } = await start(undefined);
  const error = await connect(connections, server.origin);
  expect(error).toBeInstanceOf(CertificateRefused);
  expect(asked).toEqual([server.origin]);
  expect(refusalOf(error)).toMatchObject({
    code: "REQUEST_FAILED",
    message: expect.stringContaining(known) as unknown,
    hint: expect.stringContaining(`pictor trust --certificate ${server.origin}`) as unknown,
    details: {
      pageFix: "Compare the fingerprint with that of the server before you trust this certificate.",
      systemCode: "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
      certificate: { fingerprint: known, subject: "Pictor test server", issuer: "Pictor test authority" },
    },
  });
  expect(server.arrived).toEqual([]);
});

it("the certificate that is trusted for the origin is accepted, from the second connection on with one handshake", async () => {
  const { server, connections, asked, handshakes } = await start(known);
  for (const expected of [2, 3]) {
    const socket = await connect(connections, server.origin);
    expect(socket).not.toBeInstanceOf(Error);
    (socket as TLSSocket).destroy();
    expect(handshakes()).toBe(expected);
  }
  expect(asked).toHaveLength(2);
});

it("another certificate than the trusted one is refused with both fingerprints", async () => {
  const { server, connections } = await start(other);
  const { message, hint, details } = refusalOf(await connect(connections, server.origin));
  expect(message).toContain(`${known}, and you trust ${other}`);
  const warning = "Somebody between you and the server could be reading the traffic.";
  expect([hint, details["pageFix"]]).toEqual([
    expect.stringContaining(warning),
    expect.stringMatching(new RegExp(`^${warning}[^\`]*$`)),
  ]);
});

it("trust that ends counts for the next connection", async () => {
  const { server, connections, trust, handshakes } = await start(known);
  await connect(connections, server.origin);
  trust.fingerprint = undefined;
  // A refused certificate may have become one of a known authority, so the connection after it is checked as the first one is.
  for (const expected of [3, 5]) {
    expect(refusalOf(await connect(connections, server.origin)).message).toContain(known);
    expect(handshakes()).toBe(expected);
  }
});

it("a trusted server shows its certificate on each connection: none resumes a session", async () => {
  const { server, connections } = await start(known);
  const first = (await connect(connections, server.origin)) as TLSSocket;
  await once(first, "session");
  const next = (await connect(connections, server.origin)) as TLSSocket;
  expect(next.isSessionReused()).toBe(false);
  for (const socket of [first, next]) socket.destroy();
});

it("the certificate of a known authority that takes the place of a trusted one is accepted", async () => {
  const shows = { fingerprint256: "A", authorized: false };
  const socket = {
    getPeerCertificate: () => shows,
    get authorized() {
      return shows.authorized;
    },
    on: () => socket,
    destroy: () => socket,
  } as unknown as TLSSocket;
  const connectTo = withTrustedCertificates(
    (_target, callback) =>
      callback(Object.assign(new Error(""), { code: "DEPTH_ZERO_SELF_SIGNED_CERT" }), null),
    (_target, callback) => callback(null, socket),
    () => Promise.resolve("A"),
  );
  expect(await connect({ connect: connectTo }, "https://a.example")).toBe(socket);
  Object.assign(shows, { fingerprint256: "B", authorized: true });
  expect(await connect({ connect: connectTo }, "https://a.example")).toBe(socket);
});

it("a trusted certificate is accepted through a proxy, and another fault of a certificate is not", async () => {
  const between = await serveProxy();
  const https = { source: "test", origin: between.origin } as const;
  const proxies = { http: undefined, https, no: [], loopback: true };
  const { server, connections } = await start(known, { proxies });
  const socket = await connect(connections, server.origin.replace("127.0.0.1", "server.test"));
  expect(socket).not.toBeInstanceOf(Error);
  const { readTls } = await import("./tls.js");
  const references = { directory: "/", environment: {} } as never;
  const tls = await readTls({ ca: [fixture("authority")] } as never, { references } as never);
  const named = await start(known, { proxies, tls });
  const error = await connect(named.connections, named.server.origin.replace("127.0.0.1", "other.test"));
  expect([error, named.asked]).toEqual([
    expect.objectContaining({ code: "ERR_TLS_CERT_ALTNAME_INVALID" }) as unknown,
    [],
  ]);
});
