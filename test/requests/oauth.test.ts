// OAuth 2.0 in requests: the token is sent to its origin only, the client's secret to the provider only.

import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import { createLab, wire } from "./lab.test.support.js";
import { redirectTo, type Answer, type ReceivedRequest, type Origin } from "./origins.test.support.js";

const lab = createLab();
afterEach(() => lab.close());

const settingFor = (provider: Origin, more: object = {}) => ({
  type: "oauth2",
  grantType: "client_credentials",
  tokenUrl: `${provider.http}/token`,
  clientId: "studio",
  clientSecret: "CANARY-client",
  ...more,
});

/** A provider that issues numbered tokens. */
function serveTokens(): Promise<Origin> {
  let count = 0;
  return lab.origin((_request, response) => {
    const token = { access_token: `CANARY-token-${++count}`, token_type: "Bearer", expires_in: 3600 };
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(token));
  });
}
const tokenOf = ({ headers, url }: ReceivedRequest): string | undefined =>
  headers.authorization ?? new URL(url, "http://a").searchParams.get("access_token") ?? undefined;

const refusing =
  (challenge: string): Answer =>
  (_request, response) =>
    void response.writeHead(401, { "www-authenticate": challenge }).end("no");

describe.each(["header", "query"])("a token in the %s", (addTo) => {
  it("stays behind at a redirect to another origin, and nothing shows it", async () => {
    const provider = await serveTokens();
    const second = await lab.origin();
    const first = await lab.origin(redirectTo(({ url }) => `${second.http}${url}`, 307));
    const pictor = await lab.createPictor();
    const auth = settingFor(provider, { addTo });
    const ending = await pictor.end({ method: "POST", url: `${first.http}/a?b=c`, body: "b", auth });
    expect(ending.reply?.status).toBe(200);
    expect(tokenOf(first.arrived[0]!)).toContain("CANARY-token-1");
    expect(second.arrived.map(({ url }) => url)).toEqual(["/a?b=c"]);
    expect(wire(second.arrived) + pictor.shown(ending)).not.toContain("CANARY");
  });

  it("is on a handshake too", async () => {
    const provider = await serveTokens();
    const server = await lab.origin();
    const pictor = await lab.createPictor();
    const handlers = { message: () => undefined, close: () => undefined };
    const input = { url: `${server.ws}/ws?clientId=1`, auth: settingFor(provider, { addTo }) };
    await (await pictor.pictor.connect(input, handlers)).close();
    expect(tokenOf(server.handshakes[0]!)).toContain("CANARY-token-1");
  });
});

it("a refused token that needs the user has no check mark any more, and its note names the command", async () => {
  const provider = await serveTokens();
  const server = await lab.origin(refusing("Bearer"));
  const tokenUrl = `${provider.http}/token`;
  const oauth2 = { grantType: "password", username: "u", clientId: "studio", tokenUrl };
  const { pictor } = await lab.createPictor();
  await pictor.profiles.save("pw", { type: "oauth2", schemes: { oauth2 } });
  await pictor.profiles.run("pw", "login");
  expect((await pictor.profiles.view("pw")).status.state).toBe("ready");
  const reply = await pictor.send({ url: server.http, auth: "pw" });
  await reply.text();
  expect(reply.notes.map(({ code, hint }) => [code, hint])).toContainEqual([
    "AUTH_ACTION_NEEDED",
    "Run `pictor auth login pw`.",
  ]);
  expect((await pictor.profiles.view("pw")).status).toMatchObject({ state: "expired", refused: true });
});

describe("a token request", () => {
  it("carries nothing of the request that it is made for", async () => {
    const provider = await serveTokens();
    const server = await lab.origin();
    const pictor = await lab.createPictor();
    const headers = { cookie: "CANARY-cookie", "x-own": "CANARY-own" };
    await pictor.end({ url: server.http, headers, auth: settingFor(provider) });
    expect(wire(provider.arrived)).toContain("grant_type=client_credentials");
    expect(wire(provider.arrived)).not.toMatch(/CANARY-(cookie|own)/);
  });

  it("is answered by a provider that compresses always", async () => {
    const token = { access_token: "CANARY-token", token_type: "Bearer", expires_in: 3600 };
    const provider = await lab.origin((_request, response) => {
      const headers = { "content-type": "application/json", "content-encoding": "gzip" };
      response.writeHead(200, headers).end(gzipSync(JSON.stringify(token)));
    });
    const server = await lab.origin();
    const pictor = await lab.createPictor();
    await pictor.end({ url: server.http, auth: settingFor(provider) });
    expect(tokenOf(server.arrived[0]!)).toContain("CANARY-token");
  });

  it.each([301, 302, 303, 307, 308])("is not sent on by status %i", async (status) => {
    const second = await lab.origin();
    const provider = await lab.origin(redirectTo(() => `${second.http}/token`, status));
    const server = await lab.origin();
    const pictor = await lab.createPictor();
    const auth = settingFor(provider, { clientAuthentication: "post" });
    const ending = await pictor.end({ url: server.http, auth });
    expect(ending.error?.code).toMatch(/^OAUTH_/);
    expect([provider.arrived.length, second.arrived, server.arrived]).toEqual([1, [], []]);
    expect(wire(provider.arrived)).toContain("CANARY-client");
    expect(pictor.shown(ending)).not.toContain("CANARY");
  });
});
