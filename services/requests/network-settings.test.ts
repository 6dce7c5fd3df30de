// Network settings from the environment and from the section `network` of the configuration.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createTestFolder } from "@pictor/host/testing";
import { beforeAll, describe, expect, it } from "vitest";
import type { NetworkSection, SettingsSource } from "@pictor/kernel";
import { resolveNetworkSettings } from "./network-settings.js";
import { fixture } from "../testing/proxies.js";

let directory = "";
beforeAll(() => {
  directory = createTestFolder({ "garbage.pem": "not a certificate" });
  const broken = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n";
  writeFileSync(join(directory, "broken.pem"), broken);
});

/** The settings, and all strings that were hidden. */
async function settingsFrom(environment: Record<string, string>, network?: Partial<NetworkSection>) {
  const remembered: string[] = [];
  const references: SettingsSource["references"] = {
    environment,
    directory,
    addSecret: (secret) => remembered.push(secret),
    secret: async (name) => ({ passphrase: "test-passphrase", proxy: "http://anna:secret@stored:1" })[name],
    token: () => Promise.reject(new Error("the network was asked")),
  };
  const sources = {
    references,
    configuredIn: "pictor.json",
    variables: () => Promise.reject(new Error("unused")),
    profiles: new Map(["work", "team"].map((name) => [name, { type: "none", schemes: {} }])),
    schemes: () => [],
  };
  const limits = { connectTimeoutMs: 1, idleTimeoutMs: 2 };
  const settings = await resolveNetworkSettings(network && { ...limits, ...network }, sources);
  return { settings, remembered };
}
const proxiesFrom = async (environment: Record<string, string>, network?: Partial<NetworkSection>) =>
  (await settingsFrom(environment, network)).settings.proxies;

describe("the environment", () => {
  it("has no proxy by default", async () => {
    expect(await proxiesFrom({})).toEqual({ no: [], loopback: false });
  });

  it("is read in lower case and in upper case", async () => {
    const proxies = { http: { origin: "http://a:1" }, https: { origin: "http://b:2" }, no: ["c", "d"] };
    expect(
      await proxiesFrom({ http_proxy: "http://a:1", https_proxy: "b:2", no_proxy: "c, d" }),
    ).toMatchObject(proxies);
    expect(
      await proxiesFrom({ HTTP_PROXY: "http://a:1", HTTPS_PROXY: "b:2", NO_PROXY: "c,,d" }),
    ).toMatchObject(proxies);
  });

  it("is read in lower case first, even if that is empty", async () => {
    expect(await proxiesFrom({ http_proxy: "http://a:1", HTTP_PROXY: "http://b:2" })).toMatchObject({
      http: { origin: "http://a:1" },
    });
    expect((await proxiesFrom({ http_proxy: "", HTTP_PROXY: "http://b:2" })).http).toBe(undefined);
  });

  it("has ALL_PROXY for the schemes without a variable of their own", async () => {
    expect(await proxiesFrom({ ALL_PROXY: "http://all:1", https_proxy: "http://a:1" })).toMatchObject({
      http: { origin: "http://all:1" },
      https: { origin: "http://a:1" },
    });
    expect(
      await proxiesFrom({ ALL_PROXY: "http://all:1", all_proxy: "http://low:1", http_proxy: "" }),
    ).toEqual({ https: { origin: "http://low:1" }, no: [], loopback: false });
    expect((await proxiesFrom({ ALL_PROXY: "socks5://all:1" })).http).toEqual({ invalid: "ALL_PROXY" });
  });

  it("of a CGI program cannot set HTTP_PROXY, which a request's header Proxy would", async () => {
    const environment = { REQUEST_METHOD: "GET", HTTP_PROXY: "http://evil:1", HTTPS_PROXY: "http://b:2" };
    expect(await proxiesFrom(environment)).toEqual({
      https: { origin: "http://b:2" },
      no: [],
      loopback: false,
    });
    expect(await proxiesFrom({ ...environment, http_proxy: "http://a:1" })).toMatchObject({
      http: { origin: "http://a:1" },
    });
  });

  it("has its credentials hidden from now on", async () => {
    const { settings, remembered } = await settingsFrom({ HTTPS_PROXY: "http://anna:s%65cret@b:2" });
    expect(settings.proxies.https).toEqual({ origin: "http://b:2", credentials: "anna:secret" });
    expect(remembered).toEqual(["anna:secret", "secret"]);
  });
});

describe("the configuration", () => {
  const environment = { HTTP_PROXY: "http://a:1", HTTPS_PROXY: "http://b:2", NO_PROXY: "c" };

  it("takes precedence over the environment, field by field", async () => {
    expect(await proxiesFrom(environment, { proxy: { https: "http://own:3" } })).toEqual({
      http: { origin: "http://a:1" },
      https: { origin: "http://own:3" },
      no: ["c"],
      loopback: false,
    });
    expect(await proxiesFrom(environment, { proxy: { http: "", no: [], loopback: true } })).toEqual({
      https: { origin: "http://b:2" },
      no: [],
      loopback: true,
    });
  });

  it.each([{ $env: "MY_PROXY" }, { $secret: "proxy" }])("accepts a password as %j", async (https) => {
    const { settings, remembered } = await settingsFrom(
      { MY_PROXY: "http://anna:secret@stored:1" },
      { proxy: { https } },
    );
    expect(settings.proxies.https).toEqual({ origin: "http://stored:1", credentials: "anna:secret" });
    expect(remembered).toContain("secret");
  });

  it("sets time limits, by default those of the schema", async () => {
    const limitsOf = async (network?: Partial<NetworkSection>) => {
      const { connectTimeoutMs, idleTimeoutMs } = (await settingsFrom({}, network)).settings;
      return [connectTimeoutMs, idleTimeoutMs];
    };
    expect([await limitsOf({ connectTimeoutMs: 7 }), await limitsOf()]).toEqual([
      [7, 2],
      [10_000, 300_000],
    ]);
  });

  const client = { origin: "https://a.example/", certificate: fixture("client"), key: fixture("client-key") };
  const passphrase = { $secret: "passphrase" };
  it.each<[string, Partial<NetworkSection>, object]>([
    [
      "a proxy's password as text",
      { proxy: { http: "http://anna:hunter2@a" } },
      { code: "CONFIG_SECRET_INLINE", details: { pointer: "#/network/proxy/http" } },
    ],
    [
      "a passphrase as text",
      { clientCertificates: [{ ...client, passphrase: "hunter2" }] },
      { code: "CONFIG_SECRET_INLINE", details: { pointer: "#/network/clientCertificates/0/passphrase" } },
    ],
    [
      "a key as text",
      { clientCertificates: [{ ...client, key: "-----BEGIN PRIVATE KEY-----hunter2" }] },
      { code: "CONFIG_SECRET_INLINE", details: { pointer: "#/network/clientCertificates/0/key" } },
    ],
    [
      "a reference to nothing",
      { proxy: { http: { $env: "NOWHERE" } } },
      { code: "CONFIG_REFERENCE_UNRESOLVED", details: { where: "network/proxy/http" } },
    ],
    [
      "a token, which needs the network itself",
      { proxy: { http: { $token: "login" } } },
      { code: "CONFIG_REFERENCE_UNRESOLVED", details: { reference: "$token login" } },
    ],
    [
      "an authority that is not there",
      { ca: [fixture("authority"), "absent.pem"] },
      { code: "NETWORK_CERTIFICATE_INVALID", details: { field: "network/ca/1", file: "absent.pem" } },
    ],
    [
      "an authority that is not a certificate",
      { ca: ["garbage.pem"] },
      {
        code: "NETWORK_CERTIFICATE_INVALID",
        message: expect.stringContaining(
          "network/ca/0 names garbage.pem, which holds neither PEM nor PKCS #12.",
        ),
      },
    ],
    [
      "a certificate that cannot be read",
      { clientCertificates: [{ ...client, certificate: "broken.pem" }] },
      {
        code: "NETWORK_CERTIFICATE_INVALID",
        details: { field: "network/clientCertificates/0/certificate", file: "broken.pem" },
      },
    ],
    [
      "a key that is not there",
      { clientCertificates: [{ ...client, key: "absent.pem" }] },
      { code: "NETWORK_CERTIFICATE_INVALID", details: { field: "network/clientCertificates/0/key" } },
    ],
    [
      "a key without its passphrase",
      { clientCertificates: [client] },
      { code: "NETWORK_CERTIFICATE_INVALID", details: { field: "network/clientCertificates/0/key" } },
    ],
    [
      "a key of another certificate",
      { clientCertificates: [{ ...client, key: fixture("server-key") }] },
      { code: "NETWORK_CERTIFICATE_INVALID", message: expect.stringContaining("key values mismatch") },
    ],
  ])("is refused with %s", async (_name, network, expected) => {
    const refused = await settingsFrom({}, network).catch((error: unknown) => error);
    expect(refused).toMatchObject(expected);
    expect(JSON.stringify(refused) + String(refused)).not.toContain("hunter2");
  });

  it("uses a client certificate for its origin", async () => {
    const { settings } = await settingsFrom({}, { clientCertificates: [{ ...client, passphrase }] });
    expect([...settings.tls.byOrigin.keys()]).toEqual(["https://a.example"]);
    expect(settings.tls.default).toBe(undefined);
  });

  it("uses the certificates of a profile before those for every request", async () => {
    const { origin: _origin, ...anywhere } = { ...client, passphrase };
    const team = { ...anywhere, origin: "https://b.example", profile: "team" };
    const clientCertificates = [{ ...client, passphrase }, { ...anywhere, profile: "work" }, team];
    const { tls } = (await settingsFrom({}, { clientCertificates })).settings;
    const usedBy = (name: string) => {
      const own = tls.byProfile.get(name);
      return [own?.client !== undefined, ...(own?.byOrigin.keys() ?? [])];
    };
    expect(usedBy("work")).toEqual([true]);
    expect(usedBy("team")).toEqual([false, "https://a.example", "https://b.example"]);
    expect([...tls.byOrigin.keys()]).toEqual(["https://a.example"]);
  });
});
