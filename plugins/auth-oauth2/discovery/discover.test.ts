// Discovery over HTTP: which documents are requested, what is filled in, and failures.

import type { IncomingMessage, ServerResponse } from "node:http";
import { inspect } from "node:util";
import { afterEach, describe, expect, it } from "vitest";
import { discover } from "./discover.js";
import { blankFields } from "../testing/settings.js";
import { startDiscoveryServer } from "../testing/discovery-server.js";
import type { DiscoveryServer, HandlersByPath } from "../testing/discovery-server.js";

const oidc = "/.well-known/openid-configuration";
const oauth = "/.well-known/oauth-authorization-server";

const servers: DiscoveryServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});
async function start(handlersOf: (origin: string) => HandlersByPath): Promise<DiscoveryServer> {
  const server = await startDiscoveryServer(handlersOf);
  servers.push(server);
  return server;
}
const json =
  (body: unknown, status = 200) =>
  (_request: IncomingMessage, response: ServerResponse): void => {
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  };
const documentOf = (issuer: string) => ({
  issuer,
  token_endpoint: `${issuer}/token`,
  scopes_supported: ["openid"],
});

const find = (server: DiscoveryServer, address: string, fields: Partial<typeof blankFields> = {}) =>
  discover(
    address,
    { fields: { ...blankFields, ...fields }, profile: "p", file: undefined, environment: undefined },
    server.context,
  );
const rejectionOf = async (finding: Promise<unknown>): Promise<Error & { readonly code?: string }> =>
  finding.then(
    () => new Error("it did not reject"),
    (error: unknown) => error as Error,
  );

describe("metadata is found", () => {
  it("at the OpenID Connect URL, with one request", async () => {
    const server = await start((origin) => ({ [oidc]: json(documentOf(origin)) }));
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
    const server = await start((origin) => ({ [`${oauth}/t/v2.0`]: json(documentOf(`${origin}/t/v2.0`)) }));
    expect((await find(server, `${server.origin}/t/v2.0/`)).edit.oauth2).toMatchObject({
      issuer: `${server.origin}/t/v2.0`,
    });
    expect(server.receivedUrls()).toEqual([`/t/v2.0${oidc}`, `${oauth}/t/v2.0`]);
  });

  it.each<[string, (origin: string) => HandlersByPath[string]]>([
    ["another issuer", () => json(documentOf("https://other.example.com"))],
    ["a redirect", () => (_request, response) => response.writeHead(302, { location: "/login" }).end()],
    ["an error", () => json({}, 500)],
  ])("at the RFC 8414 URL, if the OpenID Connect URL returns %s", async (_situation, first) => {
    const server = await start((origin) => ({ [oidc]: first(origin), [oauth]: json(documentOf(origin)) }));
    expect((await find(server, server.origin)).edit.oauth2).toMatchObject({
      tokenUrl: `${server.origin}/token`,
    });
  });

  it("at exactly the URL of a document, including its query", async () => {
    const server = await start((origin) => ({ [`/t${oidc}`]: json(documentOf(`${origin}/t`)) }));
    await find(server, `${server.origin}/t${oidc}?p=B2C_1`);
    expect(server.receivedUrls()).toEqual([`/t${oidc}?p=B2C_1`]);
  });

  it.each([
    ["the issuer", (origin: string) => `${origin}/o`],
    ["the URL of the document", (origin: string) => `${origin}/o${oidc}`],
    ["the URL of the document with a slash at its end", (origin: string) => `${origin}/o${oidc}/`],
  ])("from a server that adds a slash to every path, by %s", async (_situation, addressOf) => {
    const server = await start((origin) => ({
      [`/o${oidc}`]: (_request, response) => response.writeHead(301, { location: `/o${oidc}/` }).end(),
      [`/o${oidc}/`]: json(documentOf(`${origin}/o`)),
    }));
    const { edit } = await find(server, addressOf(server.origin));
    expect(edit.oauth2).toMatchObject({ issuer: `${server.origin}/o` });
    expect(server.receivedUrls().at(-1)).toBe(`/o${oidc}/`);
  });

  it("by a request for JSON without credentials", async () => {
    const server = await start((origin) => ({ [oidc]: json(documentOf(origin)) }));
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
  it.each<[string, HandlersByPath[string], string]>([
    ["status 404", json({ secret: "hunter2" }, 404), "status 404"],
    ["text that is not JSON", (_request, response) => response.end("hunter2"), "not JSON"],
    [
      "a document over the size limit",
      (_request, response) => response.end(`{"issuer":"${"hunter2".repeat(100_000)}"}`),
      "bytes",
    ],
  ])("%s", async (_situation, handle, reason) => {
    const server = await start(() => ({ [oidc]: handle, [oauth]: handle }));
    const error = await rejectionOf(find(server, server.origin));
    expect(error.code).toBe("OAUTH_DISCOVERY_FAILED");
    expect(error.message).toContain(`${server.origin}${oidc}: `);
    expect(error.message).toContain(`${server.origin}${oauth}: `);
    expect(error.message).toContain(reason);
    expect(inspect(error, { depth: 9 })).not.toContain("hunter2");
  });

  it("a redirect to another origin, whose target is shown but not requested", async () => {
    const elsewhere = await start((origin) => ({ [oidc]: json(documentOf(origin)) }));
    const server = await start(() => ({
      [oidc]: (_request, response) =>
        response.writeHead(301, { location: `${elsewhere.origin}/idp${oidc}` }).end(),
    }));
    const error = await rejectionOf(find(server, `${server.origin}${oidc}`));
    expect(error.code).toBe("OAUTH_DISCOVERY_FAILED");
    expect(error.message).toContain(`${elsewhere.origin}/idp${oidc}`);
    expect(elsewhere.received).toEqual([]);
  });

  it("an unreachable host, which gets one request", async () => {
    const server = await start(() => ({}));
    await server.stop();
    const error = await rejectionOf(find(server, server.origin));
    expect(error.code).toBe("OAUTH_DISCOVERY_FAILED");
    expect(error.message).toContain("ECONNREFUSED");
    expect(error.message).not.toContain(oauth);
  });

  it.each<[string, HandlersByPath[string]]>([
    ["before the reply", () => undefined],
    ["during the reply", (_request, response) => void response.writeHead(200).write('{"issuer":')],
  ])("a server that stops responding %s, after 20 seconds", async (_situation, handle) => {
    const server = await start(() => ({ [oidc]: handle }));
    const finding = rejectionOf(find(server, server.origin));
    await server.firstReceived();
    await server.clock.advance(20_000);
    expect(await finding).toMatchObject({
      code: "OAUTH_DISCOVERY_FAILED",
      message: expect.stringContaining("20 seconds"),
    });
    expect(server.receivedUrls()).toEqual([oidc]);
  });

  it("another issuer, and the expected one", async () => {
    const server = await start(() => ({ [oidc]: json(documentOf("https://evil.example.com")) }));
    expect(await rejectionOf(find(server, server.origin))).toMatchObject({
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
    const error = await rejectionOf(find(server, address));
    expect(error.code).toBe(code);
    expect(inspect(error)).not.toContain("hunter2");
  });

  it("after a cancellation", async () => {
    const server = await start((origin) => ({ [oidc]: json(documentOf(origin)) }));
    server.cancel(new Error("cancelled"));
    await expect(find(server, server.origin)).rejects.toThrow("cancelled");
    expect(server.received).toEqual([]);
  });
});

it("a cancellation ends discovery at once", async () => {
  const server = await start(() => ({ [oidc]: () => undefined }));
  const finding = rejectionOf(find(server, server.origin));
  await server.firstReceived();
  server.cancel(new Error("cancelled"));
  expect((await finding).message).toBe("cancelled");
  expect(server.receivedUrls()).toEqual([oidc]);
});
