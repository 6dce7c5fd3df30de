// TLS connections: trusted authorities, client certificates, and errors.

import { copyFileSync, mkdtempSync, readFileSync } from "node:fs";
import { createSecureServer } from "node:http2";
import { join } from "node:path";
import { tmpdir } from "node:os";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { listenInTest } from "../testing/listen.js";
import { fixture, serveProxy, serveTls } from "../testing/proxies.js";
import { caught, ignore, lab, serveSockets } from "../testing/loopback-servers.js";

afterEach(() => void vi.unstubAllEnvs());
const ca = [fixture("authority")];

it("a server that speaks HTTP/2 only is named as one", async () => {
  const [key, cert] = ["server-key", "server"].map((name) => readFileSync(fixture(name)));
  const server = createSecureServer({ key, cert });
  const { host } = await listenInTest(server);
  const pictor = await lab.pictor({ ca });
  const error = await pictor.send({ url: `https://${host}/` }).catch(caught);
  expect(error).toMatchObject({ code: "REQUEST_FAILED", message: expect.stringContaining("HTTP/2 only") });
  expect(error).toMatchObject({ hint: expect.stringContaining("let the server") });
});

describe("a server of a private authority", () => {
  it("is not trusted, and the error says what to do", async () => {
    const server = await serveTls();
    const pictor = await lab.pictor({});
    const expected = {
      code: "REQUEST_FAILED",
      message: expect.stringContaining("name the PEM file of its certificate authority in `network.ca`"),
      details: { systemCode: "UNABLE_TO_VERIFY_LEAF_SIGNATURE" },
    };
    expect(await pictor.send({ url: server.origin }).catch(caught)).toMatchObject(expected);
    expect(await pictor.connect({ url: server.ws }, ignore).catch(caught)).toMatchObject(expected);
    expect(server.arrived).toEqual([]);
  });

  it("is not trusted even if the environment disables checks", async () => {
    vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0");
    const server = await serveTls();
    const pictor = await lab.pictor({});
    expect(await pictor.send({ url: server.origin }).catch(caught)).toMatchObject({ code: "REQUEST_FAILED" });
    expect(await pictor.connect({ url: server.ws }, ignore).catch(caught)).toMatchObject({
      code: "REQUEST_FAILED",
    });
  });

  it("is trusted with `network.ca`, by requests and by sockets", async () => {
    const server = await serveTls();
    serveSockets(server, () => undefined);
    const pictor = await lab.pictor({ ca });
    expect(await (await pictor.send({ url: server.origin })).text()).toBe("over TLS");
    await (await pictor.connect({ url: server.ws }, ignore)).close();
  });

  it("is trusted with NODE_EXTRA_CA_CERTS beside an authority of the configuration", async () => {
    vi.stubEnv("NODE_EXTRA_CA_CERTS", fixture("authority"));
    const server = await serveTls();
    // A client certificate is not an authority, but it is a valid certificate in this file.
    const pictor = await lab.pictor({ ca: [fixture("client")] });
    expect(await (await pictor.send({ url: server.origin })).text()).toBe("over TLS");
  });

  it("under a name that its certificate does not contain is refused", async () => {
    const server = await serveTls();
    const between = await serveProxy();
    const pictor = await lab.pictor({ ca, proxy: { https: between.origin } });
    const failed = {
      code: "REQUEST_FAILED",
      message: expect.stringContaining("Host: other.test. is not in the cert's altnames"),
      details: { systemCode: "ERR_TLS_CERT_ALTNAME_INVALID" },
    };
    const [url, ws] = [server.origin, server.ws].map((address) => address.replace("127.0.0.1", "other.test"));
    expect(await pictor.send({ url: url! }).catch(caught)).toMatchObject(failed);
    expect(await pictor.connect({ url: ws! }, ignore).catch(caught)).toMatchObject(failed);
  });
});

it("a missing certificate file is named by each request until it exists", async () => {
  const server = await serveTls();
  const folder = mkdtempSync(join(tmpdir(), "pictor-tls-"));
  const file = join(folder, "late.pem");
  const pictor = await lab.pictor({ ca: [file] });
  const [sending, connecting] = [
    pictor.send({ url: server.origin }),
    pictor.connect({ url: server.ws }, ignore),
  ];
  for (const failed of await Promise.all([sending.catch(caught), connecting.catch(caught)]))
    expect(failed).toMatchObject({
      code: "NETWORK_CERTIFICATE_INVALID",
      details: { field: "network/ca/0", file, reason: expect.stringContaining("there is no such file") },
    });
  copyFileSync(fixture("authority"), file);
  expect((await pictor.send({ url: server.origin })).status).toBe(200);
});

describe("a server that asks for a certificate", () => {
  beforeEach(() => void vi.stubEnv("PICTOR_TEST_PASSPHRASE", "test-passphrase"));
  const client = {
    certificate: fixture("client"),
    key: fixture("client-key"),
    passphrase: { $env: "PICTOR_TEST_PASSPHRASE" },
  };
  const clientOf = (origin: string) => ({ ...client, origin });

  it("receives the one for its origin, from requests and sockets", async () => {
    const server = await serveTls("mutual");
    const { handshakes } = serveSockets(server, () => undefined);
    const pictor = await lab.pictor({ ca, clientCertificates: [clientOf(server.origin)] });
    for (const purpose of ["user", "token"] as const)
      expect(await (await pictor.send({ url: server.origin, purpose })).text()).toBe("over TLS");
    await (await pictor.connect({ url: server.ws }, ignore)).close();
    expect(handshakes).toHaveLength(1);
  });

  it("accepts a key from a reference, with literal \\n", async () => {
    const pem = readFileSync(fixture("client-key"), "utf8");
    vi.stubEnv("PICTOR_TEST_KEY", `"${pem.trim().replaceAll("\n", "\\n")}"`);
    const server = await serveTls("mutual");
    const client = { ...clientOf(server.origin), key: { $env: "PICTOR_TEST_KEY" } };
    const pictor = await lab.pictor({ ca, clientCertificates: [client] });
    expect(await (await pictor.send({ url: server.origin })).text()).toBe("over TLS");
  });

  it("accepts a PKCS #12 file, and names a wrong passphrase", async () => {
    const server = await serveTls("mutual");
    const certificate = fixture("client").replace(/pem$/, "p12");
    const client = { origin: server.origin, certificate, passphrase: { $env: "PICTOR_TEST_PASSPHRASE" } };
    const send = async () =>
      (await lab.pictor({ ca, clientCertificates: [client] })).send({ url: server.origin });
    expect(await (await send()).text()).toBe("over TLS");
    vi.stubEnv("PICTOR_TEST_PASSPHRASE", "wrong");
    expect(await send().catch(caught)).toMatchObject({
      code: "NETWORK_CERTIFICATE_INVALID",
      message: expect.stringContaining("has another passphrase"),
    });
  });

  it("receives that of a profile from the profile's requests and sockets only", async () => {
    const server = await serveTls("mutual");
    const { handshakes } = serveSockets(server, () => undefined);
    const clientCertificates = [{ ...client, profile: "work" }];
    const profiles = {
      work: { type: "header", schemes: { header: { value: { $env: "PICTOR_TEST_PASSPHRASE" } } } },
      bare: { type: "none", schemes: {}, origins: ["https://a.example"] },
    };
    const { pictor } = await lab.kernel([], { network: { ca, clientCertificates }, profiles });
    expect(await (await pictor.send({ url: server.origin, auth: "work" })).text()).toBe("over TLS");
    await (await pictor.connect({ url: server.ws, auth: "work" }, ignore)).close();
    expect(handshakes).toHaveLength(1);
    for (const auth of [undefined, "bare"]) {
      const refused = await pictor.send({ url: server.origin, ...(auth && { auth }) }).catch(caught);
      expect(refused).toMatchObject({ code: "REQUEST_FAILED" });
    }
    expect(server.arrived).toHaveLength(1);
  });

  it("receives that of the profile that a request names, of several profiles with certificates", async () => {
    const server = await serveTls("mutual");
    // The certificate of a server is refused as that of a client.
    const refused = { certificate: fixture("server"), key: fixture("server-key"), profile: "refused" };
    const clientCertificates = [refused, { ...client, profile: "work" }];
    const [work, other] = [0, 1].map(() => ({ type: "none", schemes: {}, origins: [server.origin] }));
    const network = { ca, clientCertificates };
    const { pictor } = await lab.kernel([], { network, profiles: { work, refused: other } });
    expect(await (await pictor.send({ url: server.origin, auth: "work" })).text()).toBe("over TLS");
    const failed = await pictor.send({ url: server.origin, auth: "refused" }).catch(caught);
    expect(failed).toMatchObject({ code: "REQUEST_FAILED" });
  });

  it.each([
    ["without a scheme receives it at one of its origins", (own: string) => own, "over TLS"],
    ["without a scheme does not give it to another origin", () => "https://a.example", "REQUEST_FAILED"],
  ] as const)("a profile %s", async (_case, listed, expected) => {
    const server = await serveTls("mutual");
    const profiles = { bare: { type: "none", schemes: {}, origins: [listed(server.origin)] } };
    const network = { ca, clientCertificates: [{ ...client, profile: "bare" }] };
    const { pictor } = await lab.kernel([], { network, profiles });
    const sent = pictor.send({ url: server.origin, auth: "bare" });
    expect(
      await sent
        .then((reply) => reply.text())
        .catch((error: unknown) => (error as { readonly code?: string }).code),
    ).toBe(expected);
  });

  it("receives that of a profile through a proxy, which does not", async () => {
    const server = await serveTls("mutual");
    const between = await serveProxy({ overTls: true });
    const origin = server.origin.replace("127.0.0.1", "server.test");
    const profiles = { bare: { type: "none", schemes: {}, origins: [origin] } };
    const clientCertificates = [{ ...client, profile: "bare" }];
    const network = { ca, clientCertificates, proxy: { https: between.origin } };
    const { pictor } = await lab.kernel([], { network, profiles });
    expect(await (await pictor.send({ url: origin, auth: "bare" })).text()).toBe("over TLS");
    expect(between.presented).toEqual([undefined]);
  });

  it("is not configured with neither an origin nor a profile", async () => {
    const pictor = await lab.pictor({ clientCertificates: [client] });
    expect(await pictor.send({ url: "https://127.0.0.1:1/" }).catch(caught)).toMatchObject({
      code: "CONFIG_INVALID",
      details: {
        pointer: "#/network/clientCertificates/0",
        expected: expect.stringContaining("origin or profile"),
      },
    });
  });

  it("of a profile that does not exist is told at once, and fails only what it is meant for", async () => {
    const clientCertificates = [
      { ...clientOf("https://127.0.0.1:1"), profile: "wrok" },
      { ...client, profile: "team" },
      { ...client, profile: "taem" },
    ];
    const [work, team] = [0, 1].map(() => ({ type: "none", schemes: {} }));
    const { pictor, log } = await lab.kernel([], {
      network: { clientCertificates },
      profiles: { work, team },
    });
    const warned = log.filter(({ details }) => details?.["code"] === "AUTH_PROFILE_UNKNOWN");
    expect(warned.map(({ level, message }) => [level, message])).toEqual([
      ["warn", expect.stringContaining("(named by network/clientCertificates/0/profile)")],
      ["warn", expect.stringContaining("(named by network/clientCertificates/2/profile)")],
    ]);
    const lost = {
      code: "AUTH_PROFILE_UNKNOWN",
      message: expect.stringContaining("(named by network/clientCertificates/0/profile)"),
      hint: expect.stringContaining("work"),
    };
    expect(await pictor.send({ url: "https://127.0.0.1:1/", auth: "work" }).catch(caught)).toMatchObject(
      lost,
    );
    const socket = pictor.connect({ url: "wss://127.0.0.1:1/", auth: "work" }, ignore);
    expect(await socket.catch(caught)).toMatchObject(lost);
    for (const input of [
      { url: "https://127.0.0.1:1/" },
      { url: "https://127.0.0.1:1/", auth: "team" },
      { url: "http://127.0.0.1:1/", auth: "work" },
    ])
      expect(await pictor.send(input).catch(caught)).toMatchObject({ code: "REQUEST_FAILED" });
  });

  it("does not receive the certificate for another origin", async () => {
    const server = await serveTls("mutual");
    const pictor = await lab.pictor({ ca, clientCertificates: [clientOf("https://a.example")] });
    const refused = await pictor.send({ url: server.origin }).catch(caught);
    expect(refused).toMatchObject({ code: "REQUEST_FAILED" });
    expect(server.arrived).toEqual([]);
  });
});
