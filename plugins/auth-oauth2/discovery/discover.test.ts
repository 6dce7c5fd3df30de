// Discovery over HTTP: which documents are requested, what is filled in, and failures.

import { inspect } from "node:util";
import { afterEach, describe, expect, it } from "vitest";
import { waitFor } from "../testing/authorization-flow.js";
import { rejectionOf, type ScriptedReply } from "../testing/fake-provider.js";
import { discover } from "./discover.js";
import type { Fields } from "../setting.js";
import { settingFactory } from "../testing/settings.js";
import { startDiscoveryServer } from "../testing/discovery-server.js";
import type { DiscoveryServer, Replies } from "../testing/discovery-server.js";

const oidc = "/.well-known/openid-configuration";
const oauth = "/.well-known/oauth-authorization-server";

const servers: DiscoveryServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});
async function start(repliesOf: (origin: string) => Replies): Promise<DiscoveryServer> {
  const server = await startDiscoveryServer(repliesOf);
  servers.push(server);
  return server;
}
const documentOf = (issuer: string) => ({
  body: { issuer, token_endpoint: `${issuer}/token`, scopes_supported: ["openid"] },
});

const find = (server: DiscoveryServer, address: string, fields: Partial<Fields> = {}) =>
  discover(address, settingFactory("p", {})(fields), server.context);
const failing = (...given: Parameters<typeof find>) => rejectionOf(() => find(...given));

describe("metadata is found", () => {
  it("at the OpenID Connect URL, with one request", async () => {
    const server = await start((origin) => ({ [oidc]: documentOf(origin) }));
    const { edit, notes } = await find(server, server.origin);
    expect(edit).toEqual({
      oauth2: {
        discoveryUrl: server.origin,
        issuer: server.origin,
        tokenUrl: `${server.origin}/token`,
        scopes: "openid",
      },
    });
    expect(notes).toContain(`tokenUrl: ${server.origin}/token`);
    expect(server.receivedUrls()).toEqual([oidc]);
  });

  it("at the RFC 8414 URL, with the path of the issuer inserted", async () => {
    const server = await start((origin) => ({ [`${oauth}/t/v2.0`]: documentOf(`${origin}/t/v2.0`) }));
    expect((await find(server, `${server.origin}/t/v2.0/`)).edit.oauth2).toMatchObject({
      issuer: `${server.origin}/t/v2.0`,
    });
    expect(server.receivedUrls()).toEqual([`/t/v2.0${oidc}`, `${oauth}/t/v2.0`]);
  });

  it.each<[string, (origin: string) => ScriptedReply]>([
    ["another issuer", () => documentOf("https://other.example.com")],
    ["a redirect", () => ({ status: 302, headers: { location: "/login" } })],
    ["an error", () => ({ status: 500 })],
  ])("at the RFC 8414 URL, if the OpenID Connect URL returns %s", async (_situation, first) => {
    const server = await start((origin) => ({ [oidc]: first(origin), [oauth]: documentOf(origin) }));
    expect((await find(server, server.origin)).edit.oauth2).toMatchObject({
      tokenUrl: `${server.origin}/token`,
    });
  });

  it("at exactly the URL of a document, including its query", async () => {
    const path = `/t${oidc}?p=B2C_1`;
    const server = await start((origin) => ({ [path]: documentOf(`${origin}/t`) }));
    await find(server, server.origin + path);
    expect(server.receivedUrls()).toEqual([path]);
  });

  it.each([
    ["the issuer", (origin: string) => `${origin}/o`],
    ["the URL of the document", (origin: string) => `${origin}/o${oidc}`],
    ["the URL of the document with a slash at its end", (origin: string) => `${origin}/o${oidc}/`],
  ])("from a server that adds a slash to every path, by %s", async (_situation, addressOf) => {
    const server = await start((origin) => ({
      [`/o${oidc}`]: { status: 301, headers: { location: `/o${oidc}/` } },
      [`/o${oidc}/`]: documentOf(`${origin}/o`),
    }));
    const { edit } = await find(server, addressOf(server.origin));
    expect(edit.oauth2).toMatchObject({ issuer: `${server.origin}/o` });
    expect(server.receivedUrls().at(-1)).toBe(`/o${oidc}/`);
  });

  it("by a request for JSON without credentials", async () => {
    const server = await start((origin) => ({ [oidc]: documentOf(origin) }));
    await find(server, server.origin, {
      clientId: "my-client",
      clientSecret: "hunter2",
      tokenHeaders: [{ name: "x-key", value: "hunter2" }],
    });
    const [request] = server.received;
    expect(request).toMatchObject({ method: "GET", headers: { accept: "application/json" } });
    expect(Object.keys(request?.headers ?? {})).not.toEqual(expect.arrayContaining(["authorization"]));
    expect(JSON.stringify(request)).not.toMatch(/my-client|hunter2/);
  });
});

describe("an error names the requested URLs and the problem:", () => {
  it.each<[string, ScriptedReply, string]>([
    ["status 404", { status: 404, body: { secret: "hunter2" } }, "status 404"],
    ["text that is not JSON", { body: "hunter2" }, "not JSON"],
    ["a document over the size limit", { body: { issuer: "hunter2".repeat(100_000) } }, "bytes"],
  ])("%s", async (_situation, handle, reason) => {
    const server = await start(() => ({ [oidc]: handle, [oauth]: handle }));
    const error = await failing(server, server.origin);
    expect(error.code).toBe("OAUTH_DISCOVERY_FAILED");
    expect(error.message).toContain(`${server.origin}${oidc}: `);
    expect(error.message).toContain(`${server.origin}${oauth}: `);
    expect(error.message).toContain(reason);
    expect(inspect(error, { depth: 9 })).not.toContain("hunter2");
  });

  it("a redirect to another origin, whose target is shown but not requested", async () => {
    const elsewhere = await start((origin) => ({ [oidc]: documentOf(origin) }));
    const location = `${elsewhere.origin}/idp${oidc}`;
    const server = await start(() => ({ [oidc]: { status: 301, headers: { location } } }));
    const error = await failing(server, `${server.origin}${oidc}`);
    expect(error.code).toBe("OAUTH_DISCOVERY_FAILED");
    expect(error.message).toContain(location);
    expect(elsewhere.received).toEqual([]);
  });

  it("an unreachable host, which gets one request", async () => {
    const server = await start(() => ({}));
    await server.stop();
    const error = await failing(server, server.origin);
    expect(error.code).toBe("OAUTH_DISCOVERY_FAILED");
    expect(error.message).toContain("ECONNREFUSED");
    expect(error.message).not.toContain(oauth);
  });

  it("a server that does not respond, after 20 seconds", async () => {
    const server = await start(() => ({ [oidc]: () => undefined }));
    const finding = failing(server, server.origin);
    await waitFor(() => server.received.length > 0);
    await server.clock.advance(20_000);
    expect(await finding).toMatchObject({
      code: "OAUTH_DISCOVERY_FAILED",
      message: expect.stringContaining("20 seconds"),
    });
    expect(server.receivedUrls()).toEqual([oidc]);
  });

  it("another issuer, and the expected one", async () => {
    const server = await start(() => ({ [oidc]: documentOf("https://evil.example.com") }));
    expect(await failing(server, server.origin)).toMatchObject({
      code: "OAUTH_ISSUER_MISMATCH",
      hint: expect.stringContaining("fill in issuer and endpoints by hand"),
      details: {
        found: "https://evil.example.com",
        expected: server.origin,
        asked: [`${server.origin}${oidc}`, `${server.origin}${oauth}`],
      },
    });
  });
});

describe("no request is sent", () => {
  it.each([
    ["http to another machine", "http://as.example.com", "OAUTH_ENDPOINT_REFUSED"],
    ["a user name in the URL", "https://me:hunter2@as.example.com", "AUTH_SETTING_INVALID"],
    ["a blank address", " ", "AUTH_SETTING_INVALID"],
  ])("for %s", async (_situation, address, code) => {
    const server = await start(() => ({}));
    const error = await failing(server, address);
    expect(error.code).toBe(code);
    expect(inspect(error)).not.toContain("hunter2");
  });
});

it("a cancellation ends discovery at once", async () => {
  const server = await start(() => ({ [oidc]: () => undefined }));
  const finding = expect(find(server, server.origin)).rejects.toThrow("cancelled");
  await waitFor(() => server.received.length > 0);
  server.cancel(new Error("cancelled"));
  await finding;
  expect(server.receivedUrls()).toEqual([oidc]);
});
