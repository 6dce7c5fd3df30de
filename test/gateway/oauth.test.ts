// The gateway before a server that demands tokens of a real authorization server: they are renewed in the middle of the life of
// requests and sockets.

import { afterAll, beforeAll, expect, it, vi } from "vitest";
import {
  clients,
  startProvider,
  type TestProvider,
} from "../../plugins/auth-oauth2/testing/oidc-provider.js";
import { startGateway, startUpstream, type Gateway, type Upstream } from "./gateway.test.support.js";

let provider: TestProvider;
let upstream: Upstream;
let gateway: Gateway;
/** The tokens that the server has seen, in order, each once. */
const tokens: string[] = [];
/** Tokens that the server takes for expired. */
const expired = new Set<string>();
beforeAll(async () => {
  vi.stubEnv("PICTOR_TEST_SECRET", clients.service.clientSecret);
  provider = await startProvider();
  upstream = await startUpstream();
  upstream.permit(async ({ headers: { authorization = "" } }) => {
    const token = authorization.replace("Bearer ", "");
    if (token !== "" && !tokens.includes(token)) tokens.push(token);
    return !expired.has(token) && (await provider.isActive(token));
  });
  upstream.answer((request, response) => {
    request.resume().on("end", () => {
      response.writeHead(200).end("own");
    });
  });
  const settings = {
    grantType: "client_credentials",
    tokenUrl: `${provider.issuer}/token`,
    clientId: clients.service.clientId,
    clientSecret: { $env: "PICTOR_TEST_SECRET" },
    scopes: "api:read",
  };
  gateway = await startGateway({ baseUrl: upstream.url, profile: { type: "oauth2", settings } });
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await gateway.close();
  await upstream.close();
  await provider.close();
});

const expireNow = (): void => {
  for (const token of tokens) expired.add(token);
};
const post = (body: string) => fetch(`${gateway.url}/prompt`, { method: "POST", body });

it("requests get a token, and a new one when the server refuses it, with the same body", async () => {
  expect(await (await post("{}")).text()).toBe("own");
  expect(tokens).toHaveLength(1);
  expireNow();
  expect((await post('{"again":true}')).status).toBe(200);
  expect(tokens).toHaveLength(2);
});

it("an upload that is too long to be kept needs a token that is still good", async () => {
  await post("{}");
  const body = Buffer.alloc(2 * 1024 * 1024);
  const upload = () => fetch(`${gateway.url}/upload/image`, { method: "POST", body });
  expect((await upload()).status).toBe(200);
  expireNow();
  const reply = await upload();
  expect([reply.status, ((await reply.json()) as { readonly code: string }).code]).toEqual([
    403,
    "AUTH_REJECTED",
  ]);
  await post("{}");
  expect((await upload()).status).toBe(200);
});
